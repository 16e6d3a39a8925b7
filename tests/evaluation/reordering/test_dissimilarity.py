from __future__ import annotations

import pytest

from simplifier.base.errors import ConfigError
from simplifier.decoder import Derivation, InputSentence
from simplifier.evaluation.reordering.dissimilarity import DissimilarityReordering

SOURCE = InputSentence(tuple("the committee commenced deliberations yesterday".split()))
# Candidate, its least number of words inserted, deleted and replaced against the source.
OUTPUTS = [
    ("the committee commenced deliberations yesterday", 0.0),
    ("the committee began deliberations yesterday", 1.0),
    ("yesterday the committee commenced deliberations", 2.0),
    ("the committee started talks yesterday", 2.0),
    ("committee began to talk", 4.0),
    ("", 5.0),
]


def candidates(count: int) -> list[Derivation]:
    return [
        Derivation(-float(place), tuple(text.split()), {"a": 1.0}, ())
        for place, (text, _) in enumerate(OUTPUTS[:count])
    ]


def order(chosen: list[Derivation]) -> list[int]:
    return [-int(one.score) for one in chosen]


def test_the_farthest_comes_first_and_of_two_as_far_the_better() -> None:
    chosen = DissimilarityReordering()(SOURCE, candidates(6))
    assert order(chosen) == [5, 4, 2, 3, 1, 0]
    assert [one.features["WordDistance"] for one in chosen] == [5.0, 4.0, 2.0, 2.0, 1.0, 0.0]
    assert all(one.features["a"] == 1.0 for one in chosen)


def test_only_the_first_candidates_take_part() -> None:
    chosen = DissimilarityReordering(3)(SOURCE, candidates(6))
    assert order(chosen) == [2, 1, 0, 3, 4, 5]
    assert "WordDistance" not in chosen[3].features
    assert order(DissimilarityReordering(1)(SOURCE, candidates(2))) == [0, 1]
    assert DissimilarityReordering()(SOURCE, []) == []


def test_a_depth_of_nothing_is_refused() -> None:
    with pytest.raises(ConfigError, match="depth of 0"):
        DissimilarityReordering(0)
