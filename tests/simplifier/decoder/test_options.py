"""What order and scope of the search do, in small numbers; the oracles compare whole searches."""

from pathlib import Path

import pytest

from simplifier.core import LanguageModel
from simplifier.decoder import ChartDecoder, GrammarPart, InputSentence, LanguageModelPart, SearchOptions
from tests.arpa import random_arpa
from tests.simplifier.brute_force import ToyRule
from tests.simplifier.decoder.test_decoder import WORDS, table_of

ANYTHING = InputSentence(("w",))


def decoder_of(rules: list[ToyRule], path: Path, pop_limit: int) -> ChartDecoder:
    part = GrammarPart(table_of(rules, path), "toy", 10)
    return ChartDecoder([part], weights={"cost": 1.0}, pop_limit=pop_limit)


def test_lexical_rules_beyond_the_limit(tmp_path: Path) -> None:
    rules = [ToyRule("X", ("w",), (word,), -float(i)) for i, word in enumerate(["a", "b", "c", "w"])]
    decoder = decoder_of(rules, tmp_path / "t.table", 1)

    before = decoder.decode_native([ANYTHING])[0].statistics
    decoder.search_options = SearchOptions(free_lexical=3)
    after = decoder.decode_native([ANYTHING])[0].statistics
    # Without a language model all four recombine; three came free, and one more by the limit.
    assert (before.pops, after.pops) == (3, 3)
    assert after.evaluations - before.evaluations == 3


@pytest.mark.parametrize(("scope", "pops"), [("label", 2 + 2), ("span", 2)])
def test_limit_by_label_and_by_span(scope: str, pops: int, tmp_path: Path) -> None:
    rules = [
        ToyRule(label, ("w",), (word,), -float(i) - (label == "B"))
        for label in "AB"
        for i, word in enumerate(["w", "a", "b"])
    ]
    rules += [ToyRule("S", (f"[{label},1]", "v"), (f"[{label},1]", "v"), 0.0) for label in "AB"]
    decoder = decoder_of(rules, tmp_path / "t.table", 2)
    decoder.search_options = SearchOptions(scope="span" if scope == "span" else "label")
    whole = decoder.decode_native([ANYTHING])[0].statistics.pops
    # Beside the two labels: the prefix takes two, the goal one.
    assert whole == pops + 2 + 1


def test_every_label_keeps_its_best_where_the_span_has_no_room(tmp_path: Path) -> None:
    rules = [ToyRule(label, ("w",), ("w",), -float(i)) for i, label in enumerate("ABC")]
    rules += [ToyRule("S", (f"[{label},1]", label), (f"[{label},1]", label), 9.0) for label in "ABC"]
    decoder = decoder_of(rules, tmp_path / "t.table", 1)
    decoder.search_options = SearchOptions(scope="span")
    for label, cost in zip("ABC", (0.0, -1.0, -2.0), strict=True):
        (best,) = decoder.kbest(InputSentence(("w", label)))
        assert best.score == pytest.approx(9.0 + cost)


def test_outside_estimates_change_no_score(tmp_path: Path) -> None:
    arpa = tmp_path / "m.arpa"
    arpa.write_text(random_arpa(3, 1, WORDS))
    rules = [ToyRule("X", (word,), (other,), 0.0) for word in WORDS for other in WORDS]
    part = GrammarPart(table_of(rules, tmp_path / "t.table"), "toy", 10)
    model = LanguageModelPart(LanguageModel(str(arpa)), "m")
    decoder = ChartDecoder([part], [model], {"lm_m": 1.0}, pop_limit=3)
    decoder.search_options = SearchOptions("outside")
    sentence = InputSentence(tuple(WORDS))
    found = decoder.kbest(sentence, k=5)
    assert len(found) > 1
    for derivation in found:
        assert decoder.force(sentence, derivation.tokens)[0].score == pytest.approx(derivation.score)
