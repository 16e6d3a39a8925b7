from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import kenlm
import numpy as np
import pytest

from simplifier.base.errors import ConfigError
from simplifier.core import LanguageModel, RuleTable, TableBuilder, WordClasses
from simplifier.decoder import ChartDecoder, GrammarPart, InputSentence, LanguageModelPart
from simplifier.lm.files import uncompressed
from tests.arpa import random_arpa
from tests.simplifier.brute_force import BruteForce, ToyRule
from tests.simplifier.searches import SEARCHES

WORDS = "abcd"
LABELS = "ABC"
#: One class a word: c is a closed-class word; e is not listed.
CLASSES = {"a": "b", "b": "b", "c": "c", "d": "a"}


def table_of(rules: Sequence[ToyRule], path: Path) -> RuleTable:
    builder = TableBuilder(str(path), ["cost"], [0.0], ["toy"], "{}", str(path.parent))
    builder.add(
        [rule.lhs for rule in rules],
        [" ".join(rule.source) for rule in rules],
        [" ".join(rule.target) for rule in rules],
        np.array([[rule.cost] for rule in rules], dtype=np.float32),
        None,
        0,
    )
    builder.finish()
    return RuleTable(str(path))


def random_rules(rng: random.Random, hierarchical: bool) -> list[ToyRule]:
    rules: dict[tuple[str, tuple[str, ...], tuple[str, ...]], ToyRule] = {}
    for _ in range(rng.randint(3, 8) if hierarchical else rng.randint(8, 16)):
        arity = rng.choice([0, 0, 1, 2]) if hierarchical else 0
        source = [rng.choice(WORDS) for _ in range(rng.randint(0 if arity else 1, 2))]
        labels = sorted(rng.choice(LABELS) for _ in range(arity))
        positions = sorted(rng.sample(range(len(source) + arity), arity))
        for index, position in enumerate(positions, start=1):
            source.insert(position, f"[{labels[index - 1]},{index}]")
        nonterminals = [symbol for symbol in source if symbol.startswith("[")]
        target = nonterminals + [rng.choice(WORDS + "e") for _ in range(rng.randint(0, 2))]
        rng.shuffle(target)
        lhs = rng.choice("ABCX")
        if len(source) == 1 and arity == 1:  # unary: only from an earlier label to a later one
            later = [label for label in "ABC" if label > labels[0]]
            if not later:
                continue
            lhs = later[0]
        rule = ToyRule(lhs, tuple(source), tuple(target), rng.randint(-40, 40) / 8)
        rules[rule.lhs, rule.source, rule.target] = rule
    return list(rules.values())


def class_file(folder: Path) -> WordClasses:
    path = folder / "toy.classes"
    lines = [f"{word}\t{own}" if word == own == "c" else f"{word}\t{own}\t5" for word, own in CLASSES.items()]
    path.write_text("".join(f"{line}\n" for line in lines))
    return WordClasses(str(path))


def random_weights(rng: random.Random, models: Sequence[str]) -> dict[str, float]:
    names = ["cost", "WordPenalty", "OOVPenalty", "GluePenalty"]
    for model in models:
        names += [f"lm_{model}", f"lm_{model}_oov"]
    return {name: rng.choice([-1, 1]) * rng.randint(1, 16) / 8 for name in names}


@pytest.fixture(scope="module")
def arpas(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("arpas")
    paths = []
    for order in (2, 3, 4):
        path = folder / f"{order}.arpa"
        path.write_text(random_arpa(order, seed=order, words=WORDS))
        paths.append(path)
    return paths


def random_case(
    seed: int, arpas: Sequence[Path], folder: Path, hierarchical: bool, lm_count: int, class_models: int = 0
) -> tuple[BruteForce, ChartDecoder, list[str]]:
    rng = random.Random(seed)
    rules = random_rules(rng, hierarchical)
    while not rules:
        rules = random_rules(rng, hierarchical)
    paths = {path.stem: path for path in rng.sample(list(arpas), lm_count)}
    weights = random_weights(rng, list(paths))
    limit = rng.choice([2, 10])
    classes = {name: CLASSES for name in list(paths)[:class_models]}
    oracle = BruteForce(rules, weights, {n: kenlm.Model(str(p)) for n, p in paths.items()}, limit, classes)
    decoder = ChartDecoder(
        [GrammarPart(table_of(rules, folder / f"{seed}.table"), "toy", limit)],
        [
            LanguageModelPart(LanguageModel(str(path)), name, class_file(folder) if name in classes else None)
            for name, path in paths.items()
        ],
        weights,
        pop_limit=0,
        search=SEARCHES[seed % len(SEARCHES)],
    )
    return oracle, decoder, rng.choices(WORDS, k=rng.randint(1, 5))


@pytest.mark.parametrize(("lm_count", "class_models"), [(0, 0), (1, 0), (1, 1), (2, 1), (3, 0), (3, 2)])
@pytest.mark.parametrize("hierarchical", [False, True])
def test_exhaustive_search_and_kbest_equal_brute_force(
    hierarchical: bool, lm_count: int, class_models: int, arpas: list[Path], tmp_path: Path
) -> None:
    compared = 0
    for seed in range(200):
        oracle, decoder, sentence = random_case(seed, arpas, tmp_path, hierarchical, lm_count, class_models)
        expected = oracle.derivations(sentence)
        if len(expected) > 3000:
            continue
        compared += len(expected)
        every = decoder.kbest(InputSentence(tuple(sentence)), k=len(expected) + 1, unique=False)
        assert len(every) == len(expected)
        assert [d.score for d in every] == pytest.approx([d.score for d in expected], abs=1e-3)
        best: dict[tuple[str, ...], float] = {}
        for derivation in expected:
            best.setdefault(derivation.words, derivation.score)
        unique = decoder.kbest(InputSentence(tuple(sentence)), k=len(expected) + 1)
        assert len({d.tokens for d in unique}) == len(unique) == len(best)
        assert [d.score for d in unique] == pytest.approx(sorted(best.values(), reverse=True), abs=1e-3)
        for derivation in unique:
            assert derivation.score == pytest.approx(best[derivation.tokens], abs=1e-3)
            total = sum(decoder.weights[name] * value for name, value in derivation.features.items())
            assert total == pytest.approx(derivation.score, abs=1e-3)
            for name, model in oracle.models.items():
                seen = [oracle.seen(name, word) for word in derivation.tokens]
                value = model.score(" ".join(seen)) * np.log(10.0)
                assert derivation.features.get(f"lm_{name}", 0.0) == pytest.approx(value, abs=1e-3)
    assert compared > 600


def test_pop_limit_only_loses_score(arpas: list[Path], tmp_path: Path) -> None:
    worse = dict.fromkeys(SEARCHES, 0)
    for seed in range(150):
        oracle, decoder, sentence = random_case(seed, arpas, tmp_path, True, 2)
        exhaustive = decoder.kbest(InputSentence(tuple(sentence)))[0]
        decoder.pop_limit = 1
        pruned = decoder.kbest(InputSentence(tuple(sentence)))[0]
        assert pruned.score <= exhaustive.score + 1e-3
        worse[decoder.search_options] += pruned.score < exhaustive.score - 1e-3
        total = sum(decoder.weights[name] * value for name, value in pruned.features.items())
        assert total == pytest.approx(pruned.score, abs=1e-3)
    assert min(worse.values()) > 0  # the limit did bite


def test_same_result_at_any_number_of_threads(arpas: list[Path], tmp_path: Path) -> None:
    _, decoder, _ = random_case(5, arpas, tmp_path, True, 2)
    rng = random.Random(1)
    sentences = [InputSentence(tuple(rng.choices(WORDS, k=rng.randint(0, 9)))) for _ in range(50)]
    alone = decoder.decode(sentences, k=5)
    assert decoder.decode(sentences, k=5, threads=2) == alone
    assert decoder.decode(sentences, k=5, threads=7) == alone


@pytest.fixture
def small(tmp_path: Path) -> ChartDecoder:
    rules = [
        ToyRule("VB", ("utilize",), ("use",), 1.0),
        ToyRule("VB", ("utilize",), ("utilize",), 0.0),
        ToyRule("NP", ("a", "tool"), ("tools",), 2.0),
        ToyRule("VP", ("[VB,1]", "a"), ("[VB,1]", "the"), 0.5),
        ToyRule("X", ("really",), (), 3.0),
    ]
    part = GrammarPart(table_of(rules, tmp_path / "small.table"), "toy", 10)
    return ChartDecoder([part], weights={"cost": 1.0, "Quoted": -5.0}, token_features=["Quoted"])


def test_derivation_names_rule_and_span_of_every_word(small: ChartDecoder) -> None:
    derivation = small.kbest(InputSentence(("we", "really", "utilize", "a", "tool")))[0]
    assert derivation.tokens == ("we", "use", "tools")
    assert [
        (a.start, a.end, a.target_start, a.target_end, a.grammar, a.source, a.target, a.changed)
        for a in derivation.applications
    ] == [
        (0, 1, 0, 1, "unknown", "we", "we", False),
        (1, 2, 1, 1, "toy", "really", "", True),
        (2, 3, 1, 2, "toy", "utilize", "use", True),
        (3, 5, 2, 3, "toy", "a tool", "tools", True),
    ]
    assert derivation.applications[2].provenance == ("toy",)
    assert derivation.applications[2].features == {"cost": 1.0, "WordPenalty": 1.0}


def test_nested_rules_carry_both_spans(small: ChartDecoder) -> None:
    small.set_weights({"cost": 1.0, "GluePenalty": -2.0})
    derivation = small.kbest(InputSentence(("utilize", "a")))[0]
    assert derivation.tokens == ("use", "the")
    spans = [(a.start, a.end, a.target_start, a.target_end, a.lhs) for a in derivation.applications]
    assert spans == [(0, 2, 0, 2, "VP"), (0, 1, 0, 1, "VB")]


def test_a_rule_applied_twice_stands_on_two_spans(tmp_path: Path) -> None:
    rules = [
        ToyRule("X", ("large", "house"), ("big", "home"), 1.0),
        ToyRule("S", ("[X,1]", "and"), ("[X,1]", "and"), 1.0),
    ]
    decoder = ChartDecoder([GrammarPart(table_of(rules, tmp_path / "t.table"), "toy", 10)], weights={"cost": 1.0})
    (best,) = decoder.kbest(InputSentence(tuple("large house and large house and large house".split())))
    changed = [(a.start, a.end, a.target_start, a.target_end) for a in best.applications if a.changed]
    assert changed == [(0, 2, 0, 2), (3, 5, 3, 5), (6, 8, 6, 8)]


def test_protected_tokens_are_only_copied(small: ChartDecoder) -> None:
    tokens = ("really", "utilize", "a", "tool")
    protected = InputSentence(tokens, protected=(True, True, False, True))
    outputs = {d.tokens for d in small.kbest(protected, k=50)}
    assert outputs == {tokens, ("really", "utilize", "the", "tool")}


def test_token_features_count_only_where_a_rule_changes_them(small: ChartDecoder) -> None:
    quoted = np.array([[1.0], [0.0], [0.0]], dtype=np.float32)
    kbest = small.kbest(InputSentence(("utilize", "a", "tool"), token_features=quoted), k=20)
    values = {d.tokens: d.features.get("Quoted", 0.0) for d in kbest}
    assert values[("use", "a", "tool")] == 1.0
    assert values[("utilize", "tools")] == 0.0
    # The rule `[VB,1] a` changes only its own word, not what fills its slot.
    assert values[("utilize", "the", "tool")] == 0.0
    assert kbest[0].tokens == ("utilize", "tools")


def test_labels_agree_or_clash(small: ChartDecoder) -> None:
    labels = ((0, 1, "VB"), (1, 3, "VP"))
    kbest = small.kbest(InputSentence(("utilize", "a", "tool"), span_labels=labels), k=20)
    features = {d.tokens: d.features for d in kbest}
    assert features[("use", "a", "tool")]["LabelMatch"] == 1.0
    assert features[("utilize", "tools")]["LabelClash"] == 1.0
    assert "LabelMatch" not in features[("utilize", "a", "tool")]


def test_grammars_have_their_own_span_limits(tmp_path: Path) -> None:
    near = [ToyRule("X", ("b", "c"), ("near",), 1.0), ToyRule("X", ("a",), ("A",), 1.0)]
    far = [ToyRule("X", ("a", "b", "c"), ("far",), 0.5), ToyRule("X", ("c",), ("C",), 1.0)]
    tables = [table_of(rules, tmp_path / f"{name}.table") for name, rules in (("near", near), ("far", far))]

    def outputs(near_limit: int, far_limit: int) -> dict[tuple[str, ...], set[str]]:
        parts = [GrammarPart(tables[0], "near", near_limit), GrammarPart(tables[1], "far", far_limit)]
        decoder = ChartDecoder(parts, weights={"cost": 1.0})
        kbest = decoder.kbest(InputSentence(("a", "b", "c")), k=50)
        return {d.tokens: {a.grammar for a in d.applications} for d in kbest}

    both = outputs(2, 3)
    assert both[("far",)] == {"far"} and both[("A", "near")] == {"near"}
    assert both[("A", "b", "C")] == {"near", "far", "unknown"}
    assert ("far",) not in outputs(3, 2) and ("A", "near") in outputs(3, 2)
    assert ("A", "near") not in outputs(1, 3) and ("far",) in outputs(1, 3)


def test_lists_of_sentences_that_are_mostly_copied(tmp_path: Path) -> None:
    rules = [
        ToyRule("X", ("b",), ("x",), 1.0),
        ToyRule("X", ("b", "c"), ("x", "c"), 3.0),
        ToyRule("X", ("e",), ("y",), 0.5),
    ]
    part = GrammarPart(table_of(rules, tmp_path / "copies.table"), "toy", 10)
    decoder = ChartDecoder([part], weights={"cost": -1.0})
    sentence = InputSentence(("a", "b", "c", "d", "e", "f"))
    unique = {" ".join(one.tokens): one.score for one in decoder.kbest(sentence, k=50)}
    assert unique == {"a b c d e f": 0.0, "a b c d y f": -0.5, "a x c d e f": -1.0, "a x c d y f": -1.5}
    every = [one.score for one in decoder.kbest(sentence, k=50, unique=False)]
    assert every == [0.0, -0.5, -1.0, -1.5, -3.0, -3.5]


def test_empty_sentence(small: ChartDecoder) -> None:
    assert small.kbest(InputSentence(()))[0].tokens == ()


def test_weight_for_unknown_feature_names_the_nearest(small: ChartDecoder) -> None:
    with pytest.raises(ConfigError, match="'GlueePenalty'; did you mean 'GluePenalty'"):
        small.set_weights({"GlueePenalty": 1.0})


def test_cycles_of_unary_rules_end(tmp_path: Path) -> None:
    rules = [
        ToyRule("A", ("a",), ("b",), 1.0),
        ToyRule("B", ("[A,1]",), ("[A,1]", "x"), 1.0),
        ToyRule("A", ("[B,1]",), ("[B,1]", "y"), 1.0),
    ]
    decoder = ChartDecoder([GrammarPart(table_of(rules, tmp_path / "cycle.table"), "toy", 10)], weights={"cost": 1.0})
    assert decoder.kbest(InputSentence(("a",)))[0].tokens == ("b", "x")


def test_joshua_kbest_extraction(shared_data: Path, tmp_path: Path) -> None:
    """All translations of Joshua's case of 5 words x 5 translations, in its order."""
    case = shared_data / "joshua" / "kbest_extraction"
    rules = []
    for line in (case / "grammar").read_text().splitlines():
        lhs, source, target, cost = (part.strip() for part in line.split("|||"))
        rules.append(ToyRule(lhs.strip("[]"), (source,), (target,), -float(cost)))
    with uncompressed(shared_data / "joshua" / "lm.gz") as arpa:
        model = LanguageModel(str(arpa))
    decoder = ChartDecoder(
        [GrammarPart(table_of(rules, tmp_path / "joshua.table"), "pt", 12)],
        [LanguageModelPart(model, "0")],
        # Joshua's language-model score is base 10; its glue counts every phrase, ours every join.
        {"cost": 1.0, "lm_0": 1.0 / np.log(10.0), "GluePenalty": 1.0, "OOVPenalty": -1e6},
        pop_limit=0,
    )
    expected = [line.split(" ||| ") for line in (case / "output.scores.gold").read_text().splitlines()]
    sentence = InputSentence(tuple((case / "input.txt").read_text().split()))
    kbest = decoder.kbest(sentence, k=len(expected))
    assert len(kbest) == 3126
    scores = {words: float(score) for _, words, score in expected}
    assert {" ".join(d.tokens): d.score + 1.0 for d in kbest} == pytest.approx(scores, rel=1e-6, abs=2e-3)
    assert [d.score + 1.0 for d in kbest] == pytest.approx([float(e[2]) for e in expected], rel=1e-6, abs=2e-3)
