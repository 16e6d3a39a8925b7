"""Labels of changed spans suffice: with those of all spans the same derivations have the same scores."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from simplifier.decoder import ChartDecoder, GrammarPart, InputSentence
from tests.simplifier.brute_force import ToyRule
from tests.simplifier.decoder.test_decoder import LABELS, random_rules, table_of


def phrase_decoder(folder: Path, rules: list[ToyRule], span_limit: int = 10) -> ChartDecoder:
    weights = {"cost": -1.0, "LabelMatch": 0.7, "LabelClash": -1.3}
    part = GrammarPart(table_of(rules, folder / "table"), "toy", span_limit)
    return ChartDecoder([part], weights=weights, pop_limit=0)


def test_single_tokens_and_spans_that_a_rule_changes(tmp_path: Path) -> None:
    rules = [
        ToyRule("X", ("a", "b"), ("c",), 0.0),
        ToyRule("X", ("b", "c"), ("b", "c"), 0.0),
        ToyRule("X", ("a", "b", "c"), ("a",), 0.0),
    ]
    decoder = phrase_decoder(tmp_path, rules)
    assert decoder.changed_spans([tuple("abc"), tuple("bc"), ()], 10) == [
        [(0, 1), (0, 2), (0, 3), (1, 2), (2, 3)],
        [(0, 1), (1, 2)],
        [],
    ]
    assert decoder.changed_spans([tuple("abc")], 2) == [[(0, 1), (0, 2), (1, 2), (2, 3)]]
    assert decoder.changed_spans([tuple("abc")], 0) == [[]]
    narrow = phrase_decoder(tmp_path, rules, span_limit=2)
    assert narrow.changed_spans([tuple("abc")], 10) == [[(0, 1), (0, 2), (1, 2), (2, 3)]]


def test_all_spans_where_rules_have_gaps(tmp_path: Path) -> None:
    decoder = phrase_decoder(tmp_path, [ToyRule("X", ("a", "[X,1]"), ("[X,1]",), 0.0)])
    assert decoder.changed_spans([tuple("abc")], 2) == [[(0, 1), (0, 2), (1, 2), (1, 3), (2, 3)]]


@pytest.mark.parametrize("seed", range(40))
def test_no_other_label_is_read(seed: int, tmp_path: Path) -> None:
    rng = random.Random(seed)
    decoder = phrase_decoder(tmp_path, random_rules(rng, hierarchical=seed % 4 == 3))
    words = tuple(rng.choice("abcd") for _ in range(rng.randint(1, 6)))
    size = len(words)
    spans = [(start, end) for start in range(size) for end in range(start + 1, min(start + 4, size) + 1)]
    labels = tuple((start, end, rng.choice(LABELS)) for start, end in spans)
    few = set(decoder.changed_spans([words], 4)[0])
    assert few <= set(spans)
    read = tuple(label for label in labels if label[:2] in few)
    whole = decoder.kbest(InputSentence(words, labels), 50)
    assert decoder.kbest(InputSentence(words, read), 50) == whole
