"""Pearson's, Spearman's and Kendall's coefficients of many metrics and many resamples at once.

A thing is what is rated: an output or a system. A resample is a row of weights that say how often each thing was drawn.
Ranks and pairs are counted with these weights, so no resample is ever written out. Kendall's coefficient is tau-b
(Kendall 1945, The treatment of ties in ranking problems); Spearman's is Pearson's coefficient of mid-ranks.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy import stats

__all__ = ["COEFFICIENTS", "coefficient", "correlations", "p_value", "sampled", "sampled_points"]

FloatArray = NDArray[np.float64]

COEFFICIENTS: Final = ("pearson", "spearman", "kendall")
_CHUNK: Final = 100  # resamples at a time, to bound memory; 100 x 2,000 things are 1.6 MB
_BLOCK: Final = 1 << 22  # pairs at a time, to bound memory
_FLAT: Final = 1e-12  # a spread this small beside the values is rounding


def coefficient(kind: str, values: FloatArray, ratings: FloatArray) -> float:
    """Return one coefficient; nan if values or ratings do not vary.

    Args:
        kind: one of `COEFFICIENTS`.
        values: the values of a metric, [things].
        ratings: [things].
    """
    return float(correlations(kind, values[np.newaxis], ratings)[0])


def correlations(kind: str, values: FloatArray, ratings: FloatArray) -> FloatArray:
    """Return the coefficient of each row of values, [metrics]; nan if the row or the ratings do not vary.

    Args:
        kind: one of `COEFFICIENTS`.
        values: [metrics, things].
        ratings: [things].
    """
    if kind == "kendall":  # scipy sorts, which is faster than counting every pair
        return np.array([_tau(one, ratings) for one in values])
    things = len(ratings)
    return np.asarray(sampled(kind, values, ratings, np.arange(things), np.ones((1, things)))[0])


def _tau(values: FloatArray, ratings: FloatArray) -> float:
    if len(values) < 2 or np.ptp(values) == 0 or np.ptp(ratings) == 0:
        return float("nan")
    return float(stats.kendalltau(values, ratings).statistic)


def p_value(kind: str, values: FloatArray, ratings: FloatArray) -> float:
    """Return scipy's two-sided p-value of a coefficient; nan if a side does not vary or there are too few pairs.

    Args:
        kind: one of `COEFFICIENTS`.
        values: [things].
        ratings: [things].
    """
    if len(values) < 3 or np.ptp(values) == 0 or np.ptp(ratings) == 0:
        return float("nan")
    test = {"pearson": stats.pearsonr, "spearman": stats.spearmanr, "kendall": stats.kendalltau}[kind]
    return float(test(values, ratings).pvalue)


def sampled(
    kind: str, values: FloatArray, ratings: FloatArray, clusters: NDArray[np.intp], weights: FloatArray
) -> FloatArray:
    """Return the coefficient of each metric in each resample, [samples, metrics].

    Args:
        kind: one of `COEFFICIENTS`.
        values: [metrics, things].
        ratings: [things].
        clusters: number of the cluster that each thing is drawn with, from 0, [things].
        weights: [samples, clusters]; how often each cluster was drawn.
    """
    if kind == "kendall":
        return _kendall(values, ratings, clusters, weights)
    found = []
    for start in range(0, len(weights), _CHUNK):
        drawn = weights[start : start + _CHUNK][:, clusters]
        if kind == "pearson":
            found.append(_pearson(values, ratings, drawn))
        else:
            of_ratings = _midranks(ratings, drawn)
            columns = [_pearson_rows(_midranks(one, drawn), of_ratings, drawn) for one in values]
            found.append(np.column_stack(columns))
    return np.concatenate(found)


def sampled_points(kind: str, values: FloatArray, ratings: FloatArray) -> FloatArray:
    """Return the coefficient of each row against the row of ratings beside it, [samples].

    Args:
        kind: one of `COEFFICIENTS`.
        values: [samples, things].
        ratings: [samples, things].
    """
    if kind == "kendall":
        # All pairs at once: memory grows with the square of the things, which are few here (systems).
        one, other = (np.sign(side[:, :, np.newaxis] - side[:, np.newaxis, :]) for side in (values, ratings))
        untied = np.square(one).sum(axis=(1, 2)) * np.square(other).sum(axis=(1, 2))
        return _quotient((one * other).sum(axis=(1, 2)), untied)
    if kind == "spearman":
        values, ratings = stats.rankdata(values, axis=1), stats.rankdata(ratings, axis=1)
    return _pearson_rows(values, ratings, np.ones(values.shape))


def _quotient(numerator: FloatArray, squared: FloatArray) -> FloatArray:
    # Where the squared denominator is 0, a side does not vary, and the coefficient is nan. Rounding may go beyond 1.
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(squared > 0, np.clip(numerator / np.sqrt(squared), -1, 1), np.nan)


def _spread(squares: FloatArray, sums: FloatArray, count: FloatArray) -> FloatArray:
    """Return the sum of squares about the mean, and exactly 0 if only rounding is left."""
    about = squares - sums * sums / count
    return np.where(about > _FLAT * np.maximum(squares, 1e-300), about, 0.0)


def _pearson(values: FloatArray, ratings: FloatArray, weights: FloatArray) -> FloatArray:
    """Return [samples, metrics] of values [metrics, things] under weights [samples, things]."""
    # Centring does not change the coefficient, but the differences of sums below would lose digits without it.
    values = values - values.mean(axis=1, keepdims=True)
    ratings = ratings - ratings.mean()
    # A spread from rounding alone counts as none.
    values = np.where(np.abs(values).max(axis=1, keepdims=True) > _FLAT, values, 0.0)
    count = weights.sum(axis=1)
    of_values, of_ratings = weights @ values.T, weights @ ratings
    products = weights @ (values * ratings).T - of_values * (of_ratings / count)[:, np.newaxis]
    of_values = _spread(weights @ np.square(values).T, of_values, count[:, np.newaxis])
    of_ratings = _spread(weights @ np.square(ratings), of_ratings, count)
    return _quotient(products, of_values * of_ratings[:, np.newaxis])


def _pearson_rows(values: FloatArray, ratings: FloatArray, weights: FloatArray) -> FloatArray:
    """Return [samples] of values, ratings and weights that are all [samples, things]."""
    count = weights.sum(axis=1, keepdims=True)
    values = values - (weights * values).sum(axis=1, keepdims=True) / count
    ratings = ratings - (weights * ratings).sum(axis=1, keepdims=True) / count
    weighted = weights * values
    spread = np.einsum("st,st->s", weighted, values) * np.einsum("st,st,st->s", weights, ratings, ratings)
    return _quotient(np.einsum("st,st->s", weighted, ratings), np.where(spread > _FLAT, spread, 0.0))


def _midranks(values: FloatArray, weights: FloatArray) -> FloatArray:
    """Return the mid-rank of each thing within each resample, [samples, things].

    A thing that was drawn k times counts k times; its copies share one rank.
    """
    order = np.argsort(values, kind="stable")
    ordered = values[order]
    starts = np.flatnonzero(np.concatenate([[True], ordered[1:] != ordered[:-1]]))
    copies = np.add.reduceat(weights[:, order], starts, axis=1)
    # Below a value lie all copies of smaller values; its own copies share the mean of their ranks.
    ranks = np.cumsum(copies, axis=1) - copies + (copies + 1) / 2
    place = np.empty(len(values), dtype=np.intp)
    place[order] = np.repeat(np.arange(len(starts)), np.diff([*starts, len(values)]))
    return np.asarray(ranks[:, place])


def _kendall(values: FloatArray, ratings: FloatArray, clusters: NDArray[np.intp], weights: FloatArray) -> FloatArray:
    """Return tau-b, [samples, metrics].

    Pairs of things are summed once for each pair of clusters, and each resample weights these sums: things^2 steps per
    metric, then clusters^2 per resample.
    """
    # Copies of one thing tie with each other, so a sum needs no correction for clusters that were drawn repeatedly.
    # Each pair is counted in both orders, in the numerator and below it alike, which cancels.
    order = np.argsort(clusters, kind="stable")
    ordered = clusters[order]
    starts = np.flatnonzero(np.concatenate([[True], ordered[1:] != ordered[:-1]]))
    drawn = weights[:, ordered[starts]]
    found = []
    for one in values:
        sums = _pair_sums(one[order], ratings[order], starts)
        agreeing, of_values, of_ratings = (np.einsum("sc,sc->s", drawn @ part, drawn) for part in sums)
        found.append(_quotient(agreeing, of_values * of_ratings))
    return np.column_stack(found)


def _pair_sums(values: FloatArray, ratings: FloatArray, starts: NDArray[np.intp]) -> FloatArray:
    """Return three sums for each pair of clusters, [3, clusters, clusters].

    These are agreeing minus disagreeing pairs of things, pairs untied in the values, and pairs untied in the ratings.
    """
    things = len(values)
    rows = np.zeros((3, things, len(starts)))
    step = max(1, _BLOCK // things)
    for start in range(0, things, step):
        part = slice(start, start + step)
        one, other = (
            (side[part, np.newaxis] > side).astype(np.int8) - (side[part, np.newaxis] < side)
            for side in (values, ratings)
        )
        for place, signs in enumerate((one * other, one * one, other * other)):
            rows[place, part] = np.add.reduceat(signs, starts, axis=1, dtype=np.int32)
    return np.asarray(np.add.reduceat(rows, starts, axis=1))
