"""The stand-in for SAMSA on trees made by hand."""

from __future__ import annotations

import pytest

from evaluation.metrics import ReferenceSet
from evaluation.metrics.scenes import ClauseSamsa, Parsed, clauses_of, samsa_of
from languages.parts.tree import Tree

# "He left because she cried": two clauses, each with a subject.
BOTH: Parsed = (
    "he left because she cried".split(),
    Tree((1, -1, 4, 4, 1), ("nsubj", "ROOT", "mark", "nsubj", "advcl")),
)
# "She cried": one clause.
ONE: Parsed = ("she cried".split(), Tree((1, -1), ("nsubj", "ROOT")))


def test_clauses() -> None:
    assert clauses_of(BOTH[1]) == [(1, (0,)), (4, (3,))]
    joined = Tree((1, -1, 1, 4, 1), ("nsubj", "ROOT", "cc", "nsubj", "conj"))
    assert clauses_of(joined) == [(1, (0,)), (4, (3,))]
    shared = Tree((1, -1, 1, 1), ("nsubj", "ROOT", "cc", "conj"))
    assert clauses_of(shared) == [(1, (0,))]


def test_by_hand() -> None:
    # Two clauses, two sentences, all there: 2 / 4 x (1 + 1).
    assert samsa_of([BOTH], [["he", "left"], ["she", "cried"]]) == 1
    # Unsplit: both clauses are in the one sentence, 1 / 4 x 2.
    assert samsa_of([BOTH], [BOTH[0]]) == 0.5
    # The second subject is gone: 2 / 4 x (1 + 0.5).
    assert samsa_of([BOTH], [["he", "left"], ["cried"]]) == 0.75
    # More sentences than clauses.
    assert samsa_of([ONE], [["she"], ["cried"]]) == 0
    # A source of one clause, copied: 1, as the paper's authors were told off for.
    assert samsa_of([ONE], [ONE[0]]) == 1
    assert samsa_of([], [["she"]]) == samsa_of([ONE], []) == 0


def test_as_a_metric() -> None:
    known = {"he left because she cried": [BOTH], "he left. she cried.": [(["he", "left"], ONE[1]), ONE]}
    metric = ClauseSamsa(known.__getitem__, "by-hand")
    data = ReferenceSet(["he left because she cried"] * 2, [])
    score = metric.score(["he left. she cried.", "he left because she cried"], data)
    assert score.value == pytest.approx(75)
    assert str(score.signature) == "samsa-clauses|form:stand-in|clauses:by-hand|align:stems|v:1"
