"""Normalisation: the scale of the weights is kept at its first value, or at a value that is asked for.

If the score alone ranks candidates and tuning may change all weights, their scale does not matter. It matters beside
weights that are set by hand (guards), beside trees that choose together with the score, and where the weights of two
runs are compared. Only the weights that tuning may change are scaled, so that frozen weights keep their values.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from simplifier.base.errors import ConfigError, nearest
from simplifier.evaluation.segments.metric import FloatArray

__all__ = ["Normalisation"]


class Normalisation:
    """The scaling that keeps a feature's absolute weight, or a norm of all free weights, at one value.

    Args:
        names: the names of all features.
        free: places in ``names`` of the features that tuning may change.
        how: the name of a feature, ``l1`` or ``l2`` for a norm, or empty for no scaling.
        scale: the value to keep; None is the value that the weights have at the start.
        start: the weights of all features at the start.

    Raises:
        ConfigError: the feature is unknown or frozen, there is a scale without ``how``, or the size of the weights at
            the start is asked for and is 0.
    """

    def __init__(
        self, names: Sequence[str], free: Sequence[int], how: str, scale: float | None, start: FloatArray
    ) -> None:
        self._free = np.asarray(free, dtype=np.intp)
        self._how = how
        self._feature = -1
        self._scale: float | None = None
        if not how:
            if scale is not None:
                raise ConfigError(
                    "weights.scale is the size of what weights.normalise names; set both, or leave both out"
                )
            return
        if how not in ("l1", "l2"):
            if how not in names:
                raise ConfigError(
                    f"weights.normalise: no feature {how!r}{nearest(how, names)}; give a feature, l1 or l2"
                )
            self._feature = list(names).index(how)
            if self._feature not in self._free:
                raise ConfigError(
                    f"weights.normalise: {how!r} is frozen, so the others cannot be scaled by it; choose "
                    "another, l1 or l2"
                )
        self._scale = self._size(start) if scale is None else scale

    def apply(self, weights: FloatArray) -> FloatArray:
        """Return all weights, the free ones scaled.

        Raises:
            ConfigError: the size to keep is 0, so that no factor can restore it.
        """
        if self._scale is None:
            return weights
        factor = self._scale / self._size(weights)
        scaled = weights.copy()
        scaled[self._free] *= factor
        return scaled

    def _size(self, weights: FloatArray) -> float:
        if self._feature >= 0:
            size = abs(float(weights[self._feature]))
        else:
            size = float(np.linalg.norm(weights[self._free], int(self._how[1])))
        if size == 0.0:
            what = "all weights that tuning may change are" if self._feature < 0 else f"{self._how!r} is"
            raise ConfigError(
                f"weights.normalise: {what} 0, which cannot be scaled; give another in weights.initial, or "
                "choose another norm"
            )
        return size
