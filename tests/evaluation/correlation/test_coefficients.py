"""Coefficients against scipy, resamples against written-out copies, tests between metrics by hand."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from scipy import stats

from simplifier.evaluation.correlation.coefficients import (
    COEFFICIENTS,
    correlations,
    p_value,
    sampled,
    sampled_points,
)
from simplifier.evaluation.correlation.comparison import permuted, swapped, williams
from simplifier.evaluation.significance import bootstrap_weights

SCIPY = {"pearson": stats.pearsonr, "spearman": stats.spearmanr, "kendall": stats.kendalltau}


@pytest.fixture
def rated() -> tuple[np.ndarray, np.ndarray]:
    """Return 3 metrics and ratings of 40 things, both with ties."""
    generator = np.random.default_rng(3)
    marks = generator.integers(0, 5, 40).astype(float)
    return np.round(marks * [[1], [-0.5], [0]] + generator.normal(size=(3, 40)), 1), marks


@pytest.mark.parametrize("kind", COEFFICIENTS)
def test_as_scipy_has_them(kind: str, rated: tuple[np.ndarray, np.ndarray]) -> None:
    values, marks = rated
    found = [SCIPY[kind](one, marks) for one in values]
    np.testing.assert_allclose(correlations(kind, values, marks), [one.statistic for one in found], atol=1e-12)
    assert [p_value(kind, one, marks) for one in values] == [one.pvalue for one in found]
    points = sampled_points(kind, values, np.tile(marks, (3, 1)))
    np.testing.assert_allclose(points, [one.statistic for one in found], atol=1e-12)


@pytest.mark.parametrize("kind", COEFFICIENTS)
@pytest.mark.parametrize("clusters", [np.arange(40), np.arange(40) % 7])
def test_a_weight_is_as_many_copies(kind: str, clusters: np.ndarray, rated: tuple[np.ndarray, np.ndarray]) -> None:
    values, marks = rated
    weights = np.concatenate([*bootstrap_weights(clusters.max() + 1, 6, 1)])
    found = sampled(kind, values, marks, clusters, weights)
    for row, own in zip(found, weights, strict=True):
        copies = np.repeat(np.arange(40), own[clusters].astype(int))
        expected = [SCIPY[kind](one[copies], marks[copies]).statistic for one in values]
        np.testing.assert_allclose(row, expected, atol=1e-12)


@pytest.mark.parametrize("kind", COEFFICIENTS)
def test_what_does_not_vary_has_none(kind: str) -> None:
    values = np.array([[0.1] * 5, [1, 2, 3, 4, 5]])
    found = correlations(kind, values, np.array([1.0, 2, 3, 4, 5]))
    assert math.isnan(found[0]) and found[1] == pytest.approx(1)
    assert math.isnan(p_value(kind, values[0], values[1]))
    drawn = sampled(kind, values, values[1], np.arange(5), np.ones((2, 5)))
    assert np.isnan(drawn[:, 0]).all() and drawn[:, 1] == pytest.approx(1)


def test_williams_by_hand() -> None:
    # r12 .5, r13 .3, r23 .4, n 53: K = 1 - .25 - .09 - .16 + .12 = .62;
    # t = .2 sqrt(52 x 1.4) / sqrt(2 x .62 x 52 / 50 + .16 x .216) = 1.7064583 / 1.1507215 = 1.4829463
    p = williams(np.array(0.5), np.array(0.3), np.array(0.4), 53)
    assert float(p) == pytest.approx(float(stats.t.sf(1.4829463, 50)), abs=1e-6)
    assert np.isnan(williams(np.array(0.5), np.array(0.3), np.array(0.4), 3))
    assert np.isnan(williams(np.array(0.5), np.array(0.5), np.array(1.0), 53))


def test_permutations_come_near_all_orders() -> None:
    values, marks = np.array([[1.0, 2, 3, 5, 4, 7]]), np.array([2.0, 1, 4, 3, 5, 6])
    observed = abs(stats.pearsonr(values[0], marks).statistic) - 1e-12
    orders = itertools.permutations(marks)
    exact = np.mean([abs(np.corrcoef(values[0], order)[0, 1]) >= observed for order in orders])
    assert permuted(values, marks, 20_000, 1)[0] == pytest.approx(exact, abs=0.005)


def test_swaps_come_near_all_halves() -> None:
    generator = np.random.default_rng(5)
    marks = generator.normal(size=8)
    values = marks * [[1.0], [0.1]] + generator.normal(size=(2, 8)) / 2
    z = (values - values.mean(axis=1, keepdims=True)) / values.std(axis=1, keepdims=True)

    def difference(one: np.ndarray, other: np.ndarray) -> float:
        return abs(np.corrcoef(one, marks)[0, 1] - np.corrcoef(other, marks)[0, 1])

    observed = difference(*z) - 1e-12
    halves = [np.array(half, dtype=bool) for half in itertools.product([0, 1], repeat=8)]
    exact = np.mean([difference(np.where(h, z[1], z[0]), np.where(h, z[0], z[1])) >= observed for h in halves])
    p = swapped(values, marks, 20_000, 1)
    assert p[0, 1] == p[1, 0] == pytest.approx(exact, abs=0.01)
    assert np.isnan(p[0, 0])
