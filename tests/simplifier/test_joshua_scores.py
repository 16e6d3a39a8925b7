"""Hiero- and SAMT-like systems as Joshua runs them: k-best lists against the text of their grammars."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import kenlm
import pytest

from simplifier.joshua import JoshuaDecoder, read_joshua_config
from simplifier.rules.tables.table import open_table
from tests.arpa import random_arpa
from tests.simplifier.text_decoder import TextDecoder, read_rules

SOURCES = [f"s{i}" for i in range(120)]
TARGETS = [f"t{i}" for i in range(60)]
HIERO = ("X",)
SAMT = tuple(
    "NP NN VB VP PP DT JJ S ADVP IN NP/NN NP\\DT S/VP S\\NP VP/PP VP\\VB DT+NN JJ+NN NP+VP VB+NP IN+DT PP/NP "
    "PP\\IN JJ+NN+PP DT+JJ S/PP NP/PP ADVP+VP VB+PP NN+PP".split()
)
WEIGHTS = {
    **{"tm_pt_0": 0.61, "tm_pt_1": 0.37, "tm_pt_2": 0.83, "tm_pt_3": 0.29, "tm_glue_0": 0.45},
    **{"Rarity": -0.55, "Lexical": 0.7, "WordPenalty": -1.9, "OOVPenalty": 0.02, "lm_0": 1.3},
}
CONFIG = """\
tm = thrax -owner pt -maxspan 10 -path grammar
tm = thrax -owner glue -maxspan -1 -path glue
feature-function = StateMinimizingLanguageModel -lm_order 3 -lm_file lm.arpa
feature-function = WordPenalty
feature-function = OOVPenalty
goal-symbol = GOAL
default-non-terminal = {unknown}
true-oovs-only = true
use-unique-nbest = true
top-n = 300
pop-limit = 0
"""


def random_values(rng: random.Random) -> str:
    """Four columns and two labelled features, of six decimals as grammar extractors write them."""
    columns = [f"{rng.expovariate(0.5):.6f}" for _ in range(4)]
    return " ".join([*columns, f"Rarity={rng.random():.6f}", f"Lexical={-rng.expovariate(0.3):.6f}"])


def random_grammar(rng: random.Random, labels: Sequence[str]) -> str:
    rules: dict[tuple[str, str, str], None] = {}
    for word in SOURCES[:-2]:  # the last two are unknown words
        for _ in range(3):
            rules[rng.choice(labels), word, rng.choice(TARGETS)] = None
    for _ in range(250):
        source = " ".join(rng.sample(SOURCES, 2))
        rules[rng.choice(labels), source, " ".join(rng.choices(TARGETS, k=rng.randint(1, 3)))] = None
    for word in SOURCES:
        for _ in range(4):
            one, other = rng.choices(labels, k=2)
            shape = rng.choice(["{w} {a}", "{a} {w}", "{a} {w} {b}", "{w} {a} {b}"])
            source = shape.format(w=word, a=f"[{one},1]", b=f"[{other},2]")
            target = [symbol for symbol in source.split() if symbol.startswith("[")]
            target.insert(rng.randint(0, len(target)), rng.choice(TARGETS))
            rng.shuffle(target)
            rules[rng.choice(labels), source, " ".join(target)] = None
    return "".join(f"[{lhs}] ||| {s} ||| {t} ||| {random_values(rng)}\n" for lhs, s, t in rules)


def glue_grammar(labels: Sequence[str]) -> str:
    """Every label can be glued, some at another price."""
    parts = [
        f"[GOAL] ||| [GOAL,1] [{label},2] ||| [GOAL,1] [{label},2] ||| {1 + place % 3 / 8}\n"
        for place, label in enumerate(labels)
    ]
    ends = ["[GOAL] ||| <s> ||| <s> ||| 0\n", "[GOAL] ||| [GOAL,1] </s> ||| [GOAL,1] </s> ||| 0\n"]
    return "".join([ends[0], *parts, ends[1]])


@pytest.mark.parametrize(("labels", "seed"), [(HIERO, 1), (SAMT, 2)], ids=["hiero", "samt"])
def test_kbest_lists_have_the_scores_of_the_text(
    labels: Sequence[str], seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(seed)
    grammar, glue = random_grammar(rng, labels), glue_grammar(labels)
    (tmp_path / "grammar").write_text(grammar)
    (tmp_path / "glue").write_text(glue)
    (tmp_path / "lm.arpa").write_text(random_arpa(3, seed, TARGETS + SOURCES[-2:-1]))
    weights = "".join(f"{name} {weight}\n" for name, weight in WEIGHTS.items())
    (tmp_path / "joshua.config").write_text(CONFIG.format(unknown=labels[0]) + weights)
    monkeypatch.chdir(tmp_path)
    config = read_joshua_config(tmp_path / "joshua.config")
    decoder = JoshuaDecoder(config, tables=tmp_path / "tables")
    (packed,) = (tmp_path / "tables").glob("grammar-*.table")
    table = open_table(packed)
    assert table.exact and len(table.value_features) == 6  # more than 256 values each

    glue_scores = {
        rule.source[1][1:].partition(",")[0]: rule.score
        for rule in read_rules(glue, "glue", WEIGHTS)
        if rule.source[0] == "[GOAL,1]" and rule.source[1] != "</s>"
    }
    oracle = TextDecoder(
        *(read_rules(grammar, "pt", WEIGHTS), glue_scores, labels[0], 10, WEIGHTS),
        kenlm.Model(str(tmp_path / "lm.arpa")),
    )
    sentences = [" ".join(rng.choices(SOURCES, k=rng.randint(3, 5))) for _ in range(100)]
    same_top = compared = 0
    for sentence, found in zip(sentences, decoder.translate(sentences), strict=True):
        true = oracle.best(sentence)
        assert len(found) == min(300, len(true))
        assert [each.score for each in found] == pytest.approx([score for _, score in true[:300]], abs=1e-3)
        scores = dict(true)
        assert all(abs(scores[each.tokens] - each.score) < 1e-3 for each in found)
        same_top += found[0].tokens == true[0][0]
        compared += len(found)
    assert same_top >= 99
    assert compared > 3000
