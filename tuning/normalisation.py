"""The scale of weights, kept where it was or where it is wanted.

Rankings by the score alone do not depend on the scale of all weights. They do where some weights are set by
hand (guards), where trees choose beside the score, and where readers compare weights of two runs. So only
the weights that tuning may change are scaled; frozen ones mean what they say.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from simplifier.base.errors import ConfigError, nearest
from simplifier.evaluation.segments.metric import FloatArray

__all__ = ["Normalisation"]


class Normalisation:
    """Keeps a feature's absolute weight, or a norm of all free weights, at one value.

    Args:
        names: the names of all features.
        free: places of those that tuning may change.
        how: a feature's name, ``l1``, ``l2``, or empty for no change.
        scale: the value; None is that of the weights at the start.
        start: weights of all features.

    Raises:
        ConfigError: no such feature, a frozen one, or the weights at the start have nothing to scale.
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
                    "weights.scale says how large what weights.normalise names is kept; name it, or leave both out"
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
        """Return the weights at their scale.

        Raises:
            ConfigError: there is nothing to scale.
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
