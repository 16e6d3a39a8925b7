"""The official measures of QATS 2016: accuracy, MAE, RMSE, weighted F, Pearson's r, confusion matrices.

Accuracy and weighted F are multiplied by 100, as in the task. MAE and RMSE are those of the marks 0, 50 and 100. The
RMSE printed by the task does not follow the task's own formula (docs/history.md); the RMSE here does.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simplifier.estimation.model import MARKS
from simplifier.evaluation.significance import Interval

__all__ = ["Scores", "bootstrap_intervals", "confusion", "label_scores", "pearson", "weighted_f"]

IntArray = NDArray[np.int64]
FloatArray = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Scores:
    """The measures of labels that the task prints, all 0-100."""

    accuracy: float
    mae: float
    rmse: float
    weighted_f: float


def confusion(gold: IntArray, given: IntArray, labels: int = len(MARKS)) -> IntArray:
    """Return how often each label was given for each true label, int64 [given, gold].

    Args:
        gold: true labels, [pairs].
        given: labels of a system, [pairs].
        labels: number of labels.
    """
    counts = np.bincount(given * labels + gold, minlength=labels * labels)
    return np.asarray(counts.reshape(labels, labels), dtype=np.int64)


def label_scores(matrix: IntArray) -> Scores:
    """Return the measures of a confusion matrix [given, gold]."""
    total = matrix.sum()
    marks = np.array(MARKS)
    off = np.abs(marks[:, None] - marks)
    return Scores(
        float(100 * np.trace(matrix) / total),
        float((matrix * off).sum() / total),
        math.sqrt(float((matrix * off**2).sum() / total)),
        weighted_f(matrix),
    )


def weighted_f(matrix: IntArray) -> float:
    """Return the mean F1 of the labels, weighted by their shares of the true labels, 0-100.

    The F1 of a label that was never right is 0.
    """
    gold, given = matrix.sum(axis=0), matrix.sum(axis=1)
    f1 = 2 * np.diag(matrix) / np.maximum(1, gold + given)
    return float(100 * (gold * f1).sum() / gold.sum())


def pearson(first: FloatArray, second: FloatArray) -> float:
    """Return Pearson's r, -1 to 1; nan if a side is constant."""
    one, other = first - first.mean(), second - second.mean()
    scale = math.sqrt(float((one**2).sum() * (other**2).sum()))
    return float((one * other).sum()) / scale if scale > 0 else math.nan


def bootstrap_intervals(
    measure: Callable[[IntArray], float],
    size: int,
    samples: int = 2000,
    level: float = 0.95,
    seed: int = 12345,
) -> Interval:
    """Return the percentile bootstrap interval of a measure.

    Args:
        measure: function of the indices of the drawn pairs.
        size: number of pairs.
        samples: number of bootstrap samples.
        level: confidence, 0-1.
        seed: seed of the draws; equal seeds draw the same pairs.
    """
    random = np.random.default_rng(seed)
    values = [measure(random.integers(0, size, size)) for _ in range(samples)]
    low, high = np.nanpercentile(values, [50 * (1 - level), 50 * (1 + level)])
    return Interval(float(low), float(high))
