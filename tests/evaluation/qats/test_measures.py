"""Golden values: the confusion matrices that Popović and Štajner (2016) print, and the leaderboard's rows."""

from __future__ import annotations

import math

import numpy as np
import pytest

from simplifier.evaluation.qats.baselines import MetricCuts, majority
from simplifier.evaluation.qats.measures import (
    bootstrap_intervals,
    confusion,
    label_scores,
    pearson,
    weighted_f,
)

# MS-RandForest: rows given good, ok, bad; columns true good, ok, bad; then accuracy, MAE, weighted F.
PUBLISHED = {
    "grammaticality": ([[87, 9, 14], [8, 4, 2], [1, 1, 0]], 72.22, 19.84, 67.53, 39.84),
    "meaning": ([[61, 11, 7], [9, 17, 7], [3, 5, 6]], 66.67, 20.63, 65.60, 37.80),
    "simplicity": ([[47, 22, 10], [18, 12, 5], [5, 4, 3]], 49.21, 31.35, 47.82, 46.50),
    "overall": ([[15, 13, 6], [13, 23, 17], [8, 19, 12]], 39.68, 35.71, 39.85, 48.39),
}
MAJORITY = {
    "grammaticality": ([16, 14, 96], 76.19, 18.25, 65.89, 39.34),
    "meaning": ([20, 33, 73], 57.94, 28.97, 42.51, 47.35),
    "simplicity": ([18, 38, 70], 55.56, 29.37, 39.68, 46.72),
    "overall": ([35, 55, 36], 43.65, 28.17, 26.53, 37.53),
}


@pytest.mark.parametrize("aspect", PUBLISHED)
def test_the_published_matrices_give_the_published_figures(aspect: str) -> None:
    matrix, accuracy, mae, f, rmse = PUBLISHED[aspect]
    scores = label_scores(np.array(matrix)[::-1, ::-1])
    got = (scores.accuracy, scores.mae, scores.weighted_f, scores.rmse)
    assert [round(value, 2) for value in got] == [accuracy, mae, f, rmse]


@pytest.mark.parametrize("aspect", MAJORITY)
def test_the_majority_baseline(aspect: str) -> None:
    counts, accuracy, mae, f, rmse = MAJORITY[aspect]
    gold = np.repeat(np.arange(3), counts)
    scores = label_scores(confusion(gold, majority(gold, len(gold))))
    got = (scores.accuracy, scores.mae, scores.weighted_f, scores.rmse)
    assert [round(value, 2) for value in got] == [accuracy, mae, f, rmse]


def test_confusion_counts_given_by_true() -> None:
    assert confusion(np.array([0, 0, 2]), np.array([1, 0, 2])).tolist() == [[1, 0, 0], [1, 0, 0], [0, 0, 1]]


def test_pearson() -> None:
    assert pearson(np.array([1.0, 2, 3]), np.array([2.0, 4, 6])) == pytest.approx(1)
    assert pearson(np.array([1.0, 2, 4]), np.array([3.0, 1, 2])) == pytest.approx(-0.327326835)
    assert math.isnan(pearson(np.array([1.0, 1]), np.array([1.0, 2])))


def test_intervals_hold_the_value_and_narrow_with_more_pairs() -> None:
    gold = np.random.default_rng(1).integers(0, 3, 400)
    given = np.where(np.random.default_rng(2).random(400) < 0.7, gold, 1)

    def width(size: int) -> float:
        interval = bootstrap_intervals(
            lambda drawn: weighted_f(confusion(gold[drawn], given[drawn])), size, samples=200
        )
        assert interval.low < weighted_f(confusion(gold[:size], given[:size])) < interval.high
        return interval.high - interval.low

    assert width(400) < width(60)


def test_cuts_of_one_metric() -> None:
    values = np.array([0.0, 0.2, 0.4, 0.6, 0.8, 1.0])
    cuts = MetricCuts.fit(values, np.array([0, 0, 1, 1, 2, 2]))
    assert cuts.high == (pytest.approx(0.8), 2)
    assert cuts.low == (pytest.approx(0.0), 0)
    assert cuts.between == 1
    assert cuts.label(np.array([-0.1, 0.1, 0.9])).tolist() == [0, 1, 2]
