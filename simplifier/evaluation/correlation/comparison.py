"""Tests of whether one metric correlates better with the ratings than another on the same things.

Williams (1959), The comparison of regression variables, J. R. Stat. Soc. B 21; as used for metrics by Graham
and Baldwin (2014), Testing for significance of increased correlation with human judgment, EMNLP. The second
test swaps the standardised values of the two metrics at random things.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy import stats

__all__ = ["permuted", "swapped", "williams"]

FloatArray = NDArray[np.float64]

_CHUNK = 250
_TIE = 1e-12  # allows for rounding: a permutation that changes nothing must count


def williams(first: FloatArray, second: FloatArray, between: FloatArray, count: int) -> FloatArray:
    """Return one-sided p-values that the first correlation is not higher than the second.

    Args:
        first: correlation of one metric with the ratings.
        second: correlation of the other metric with the ratings.
        between: correlation of the two metrics.
        count: number of things. Below 4 there is no test and p is nan, as it is for two equal metrics.
    """
    first, second, between = np.broadcast_arrays(first, second, between)
    if count < 4:
        return np.full(first.shape, np.nan)
    k = 1 - first**2 - second**2 - between**2 + 2 * first * second * between
    squared = 2 * np.maximum(k, 0) * (count - 1) / (count - 3)
    squared = squared + (first + second) ** 2 / 4 * (1 - between) ** 3
    with np.errstate(divide="ignore", invalid="ignore"):
        t = (first - second) * np.sqrt((count - 1) * (1 + between)) / np.sqrt(squared)
    return np.asarray(stats.t.sf(np.where(np.abs(between) > 1 - 1e-12, np.nan, t), count - 3))


def permuted(values: FloatArray, ratings: FloatArray, trials: int, seed: int) -> FloatArray:
    """Return two-sided p-values of Pearson's coefficient: how often shuffled ratings give one as far from 0.

    For ranks these are the p-values of Spearman's coefficient.

    Args:
        values: [metrics, things].
        ratings: [things].
        trials: number of shuffles.
        seed: seed of the shuffles.
    """
    standard, rated = _standardised(values), _standardised(ratings)
    observed = np.abs(standard @ rated) - _TIE * len(ratings)
    generator = np.random.default_rng(seed)
    extreme = np.zeros(len(values))
    for start in range(0, trials, _CHUNK):
        mixed = np.tile(rated, (min(_CHUNK, trials - start), 1))
        generator.permuted(mixed, axis=1, out=mixed)
        extreme += (np.abs(mixed @ standard.T) >= observed).sum(axis=0)
    return np.where(np.isnan(observed), np.nan, (extreme + 1) / (trials + 1))


def swapped(values: FloatArray, ratings: FloatArray, trials: int, seed: int) -> FloatArray:
    """Return two-sided p-values of the difference of two metrics' Pearson coefficients, [metrics, metrics].

    In each trial, each thing swaps the standardised values of the two metrics with probability 1/2. The swapping things
    are the same for all pairs of metrics. To compare distances from 0, the caller reverses metrics with negative
    coefficients.

    Args:
        values: [metrics, things].
        ratings: [things].
        trials: number of trials.
        seed: seed of the random swaps.
    """
    standard, rated = _standardised(values), _standardised(ratings)
    metrics, things = values.shape
    one, other = np.triu_indices(metrics, 1)
    observed = np.abs((standard[one] - standard[other]) @ rated) / things - _TIE
    # Three sums are enough for a coefficient: of values, of their squares, of products with ratings. A swap moves the
    # drawn things' part of these sums from one metric to the other, so no swapped values are ever written out.
    columns = np.stack([standard, np.square(standard), standard * rated])
    totals = columns.sum(axis=2)
    extreme = np.zeros(len(one))
    generator = np.random.default_rng(seed)
    for start in range(0, trials, _CHUNK):
        half = generator.integers(0, 2, size=(min(_CHUNK, trials - start), things)).astype(np.float64)
        sums = half @ columns.transpose(0, 2, 1)
        moved = sums[:, :, other] - sums[:, :, one]
        with np.errstate(invalid="ignore"):
            first = _coefficient(totals[:, np.newaxis, one] + moved, things)
            second = _coefficient(totals[:, np.newaxis, other] - moved, things)
            extreme += (np.abs(first - second) >= observed).sum(axis=0)
    p = np.full((metrics, metrics), np.nan)
    p[one, other] = p[other, one] = np.where(np.isnan(observed), np.nan, (extreme + 1) / (trials + 1))
    return p


def _coefficient(sums: FloatArray, things: int) -> FloatArray:
    """Return Pearson's coefficient from sums of values, squares and products with ratings."""
    total, squares, products = sums / things
    return np.asarray(products / np.sqrt(np.maximum(squares - total**2, 1e-300)))


def _standardised(values: FloatArray) -> FloatArray:
    """Return values minus their mean, divided by their standard deviation; nan if they do not vary."""
    spread = values.std(axis=-1, keepdims=True)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(spread > 1e-12, (values - values.mean(axis=-1, keepdims=True)) / spread, np.nan)
