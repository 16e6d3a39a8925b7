from __future__ import annotations

import math

import numpy as np
import pytest

from simplifier.languages import language_named
from simplifier.rules.extraction import Corpus, SentencePair
from simplifier.rules.extraction.phrase_rules import phrase_rules
from simplifier.rules.extraction.phrase_table import build_phrase_table


def pair(source: str, target: str) -> SentencePair:
    words = [tuple(side.split()) for side in (source, target)]
    return SentencePair(words[0], words[1], ("NN",) * len(words[0]), ("NN",) * len(words[1]))


ENGLISH = language_named("en")
PAIRS = [
    pair("he carried out plans", "he did plans"),
    pair("we carried out work", "we did work"),
    pair("they carried out plans", "they carried out plans"),
]
LINKS = [
    [(0, 0), (1, 1), (2, 1), (3, 2)],
    [(0, 0), (1, 1), (2, 1), (3, 2)],
    [(0, 0), (1, 1), (2, 2), (3, 3)],
]


def table(longest: int, batch_size: int = 100_000) -> dict[tuple[str, str], tuple[dict[str, float], str]]:
    found = {}
    for batch in phrase_rules(Corpus(PAIRS, LINKS, longest, ENGLISH), batch_size):
        assert batch.lhs is None and batch.alignments is not None
        for row, sides in enumerate(zip(batch.sources, batch.targets, strict=True)):
            assert sides not in found
            values = {name: float(column[row]) for name, column in batch.features.items()}
            found[sides] = (values, batch.alignments[row])
    return found


def test_every_consistent_pair_is_there_once() -> None:
    assert set(table(2)) == {
        ("he", "he"), ("we", "we"), ("they", "they"), ("plans", "plans"), ("work", "work"),
        ("carried", "carried"), ("out", "out"), ("carried out", "carried out"), ("carried out", "did"),
        ("they carried", "they carried"), ("out plans", "out plans"),
    }  # fmt: skip
    whole = table(7)
    assert ("he carried out plans", "he did plans") in whole  # a sentence of four words is a phrase too
    assert ("carried out plans", "did plans") in whole
    assert ("carried", "did") not in whole  # a link leads out of it


def test_scores_of_a_pair() -> None:
    values, alignment = table(2)["carried out", "did"]
    assert alignment == "0-0 1-0"
    assert values["LogCount"] == pytest.approx(math.log(2))
    # did is linked to carried and to out, twice each; each of them is linked three times.
    assert values["Lex(e|f)"] == pytest.approx(-math.log(2 / 3))
    assert values["Lex(f|e)"] == pytest.approx(-2 * math.log(1 / 2))


def test_probabilities_are_those_of_the_labelled_table_without_its_labels() -> None:
    corpus = Corpus(PAIRS, LINKS, 3, ENGLISH)
    labelled = build_phrase_table(corpus, corpus.changed(), corpus.identities())
    sides = zip(corpus.ngrams.texts(labelled.sources), corpus.ngrams.texts(labelled.targets), strict=True)
    plain = table(3)
    for row, pair_of_row in enumerate(sides):
        values, _ = plain.pop(pair_of_row)
        for name in ("p(e|f)", "p(f|e)"):
            assert values[name] == pytest.approx(labelled.probabilities[name][row], rel=1e-6)
    assert not plain


def test_batches_hold_the_same_rules() -> None:
    assert table(7, 3) == table(7)
    assert all(
        np.isfinite(list(values.values())).all() and min(values.values()) >= 0 for values, _ in table(7).values()
    )
