"""SARI with weights for its operations, and the fitting of these weights to ratings.

Xu et al. (2016) weight addition, keeping and deletion equally; people need not.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import nnls

from simplifier.base.errors import ConfigError, InputError
from simplifier.evaluation.metrics.sari import Sari
from simplifier.evaluation.segments.metric import FloatArray

__all__ = ["OPERATIONS", "WeightedSari", "fitted_weights"]

OPERATIONS = ("add", "keep", "delete")


@dataclass(frozen=True)
class WeightedSari(Sari):
    """The weighted mean of the scores of the three operations, 0-100; equal weights are SARI.

    Attributes:
        add: weight of addition, at least 0.
        keep: weight of keeping.
        delete: weight of deletion. The three are divided by their sum.
    """

    add: float = 1.0
    keep: float = 1.0
    delete: float = 1.0

    def __post_init__(self) -> None:
        super().__post_init__()
        weights = (self.add, self.keep, self.delete)
        if not all(np.isfinite(weights)) or min(weights) < 0 or sum(weights) <= 0:
            raise ConfigError(f"{self.name}: weights are at least 0, and one is more; not {weights}")

    def segment_scores(self, statistics: FloatArray) -> FloatArray:
        """Return the weighted mean of the operations for each row, 0-100."""
        parts = self.segment_parts(statistics)
        whole = self.add + self.keep + self.delete
        found = sum(getattr(self, name) * parts[name] for name in OPERATIONS)
        return np.asarray(found / whole)

    def settings(self) -> dict[str, str]:
        """Return the weights, over their sum, and the settings of SARI."""
        whole = self.add + self.keep + self.delete
        weights = "/".join(f"{getattr(self, name) / whole:.4g}" for name in OPERATIONS)
        return {"weights": weights} | super().settings()


def fitted_weights(parts: FloatArray, ratings: FloatArray) -> NDArray[np.float64]:
    """Return the weights of the operations that come nearest to ratings, [3], with sum 1.

    Least squares with a free constant and weights of at least 0 (scipy's nnls on centred columns); only their
    proportions matter to a correlation.

    Args:
        parts: scores of `OPERATIONS`, [outputs, 3].
        ratings: [outputs].

    Raises:
        InputError: fewer than four outputs, or no operation goes up with the ratings.
    """
    if len(ratings) < 4:
        raise InputError(f"weights are fitted on four ratings or more, not {len(ratings)}")
    found, _ = nnls(parts - parts.mean(axis=0), ratings - ratings.mean())
    if found.sum() <= 0:
        raise InputError("no operation of SARI goes up with these ratings, so no weights fit them")
    return np.asarray(found / found.sum())
