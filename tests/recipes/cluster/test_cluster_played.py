"""The played cluster (`benchmarks.cluster`) where its outcome can be told by hand."""

from __future__ import annotations

import pytest

from benchmarks.cluster import Cluster, play


def test_an_undisturbed_cluster_takes_what_division_says() -> None:
    outcome = play(Cluster(4, 2, 10, 100.0, open_seconds=1.0, spread=0.0), seed=1)
    assert outcome.seconds == pytest.approx(301.0)  # three rounds, the model opened in the first
    assert outcome.busy == pytest.approx(1004.0)
    assert (outcome.again, outcome.copies) == (0, 0)


def test_a_slow_machine_is_overtaken() -> None:
    slow = Cluster(20, 1, 40, 100.0, open_seconds=0.0, spread=0.0, slow_share=0.05, slow_factor=30.0)
    alone = play(Cluster(**{**{name: getattr(slow, name) for name in slow.__slots__}, "speculation": False}), 1)
    assert alone.seconds == pytest.approx(3000.0)
    copied = play(slow, 1)
    assert copied.copies == 1 and 400.0 < copied.seconds < 450.0  # looked for from three times the usual on


def test_what_is_lost_is_made_again() -> None:
    outcome = play(Cluster(8, 2, 60, 100.0, spread=0.1, losses=3.0), seed=2)
    assert outcome.again > 0
    assert outcome.busy > 6000.0 and outcome.seconds > 60 * 100 / 8
