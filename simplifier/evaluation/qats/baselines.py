"""The official baselines of QATS 2016 that need no library: the most frequent label, and cuts of one metric."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

__all__ = ["MetricCuts", "majority"]

IntArray = NDArray[np.int64]


def majority(labels: IntArray, size: int) -> IntArray:
    """Return the most frequent label of the training pairs, ``size`` times; of equally frequent labels, the lowest."""
    return np.full(size, np.bincount(labels).argmax(), dtype=np.int64)


@dataclass(frozen=True, slots=True)
class MetricCuts:
    """Labels by the value of one metric: one label above a cut, another below a second cut, the third between them.

    The label with the highest mean on the training pairs is given above that mean minus its standard deviation. The
    label with the lowest mean is given below that mean minus its standard deviation (QATS 2016, baselines).

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
        """Find the cuts; every label must occur in the training pairs."""
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
