"""The official baselines that need no library: the commonest label, and cuts of one metric."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

__all__ = ["MetricCuts", "majority"]

IntArray = NDArray[np.int64]


def majority(labels: IntArray, size: int) -> IntArray:
    """Return the commonest label of the training pairs, so often; the lower of two as common."""
    return np.full(size, np.bincount(labels).argmax(), dtype=np.int64)


@dataclass(frozen=True, slots=True)
class MetricCuts:
    """Labels by one metric: a label above a cut, another one below a second cut, the third between them.

    The label of the highest mean on the training pairs is given above its mean less its standard deviation,
    the one of the lowest mean below its own mean less its deviation (QATS 2016, baselines).

    Attributes:
        high: the upper cut, and the label above it.
        low: the lower cut, and the label below it.
        between: the third label.
    """

    high: tuple[float, int]
    low: tuple[float, int]
    between: int

    @classmethod
    def fit(cls, values: NDArray[np.float64], labels: IntArray) -> Self:
        """Find the cuts; every label must occur."""
        own = [values[labels == label] for label in range(3)]
        means = [float(one.mean()) for one in own]
        top, bottom = int(np.argmax(means)), int(np.argmin(means))
        cut = {label: means[label] - float(own[label].std()) for label in (top, bottom)}
        return cls((cut[top], top), (cut[bottom], bottom), 3 - top - bottom)

    def label(self, values: NDArray[np.float64]) -> IntArray:
        """Return the label of each value; the upper cut is tried first."""
        found = np.full(len(values), self.between, dtype=np.int64)
        found[values < self.low[0]] = self.low[1]
        found[values > self.high[0]] = self.high[1]
        return found
