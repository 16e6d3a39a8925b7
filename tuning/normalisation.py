"""The scale of weights: rankings do not depend on it, but readers of weights like one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from base.errors import ConfigError, nearest
from evaluation.segments.metric import FloatArray

__all__ = ["normalised"]


def normalised(weights: FloatArray, names: Sequence[str], how: str) -> FloatArray:
    """Return weights scaled so that a feature's absolute weight, or a norm of all of them, is 1.

    Args:
        weights: of all features.
        names: of all features.
        how: a feature's name, ``l1``, ``l2``, or empty for no change.

    Raises:
        ConfigError: no such feature, or its weight is 0.
    """
    if not how:
        return weights
    if how in ("l1", "l2"):
        size = float(np.linalg.norm(weights, int(how[1])))
    elif how in names:
        size = abs(float(weights[list(names).index(how)]))
    else:
        raise ConfigError(
            f"weights.normalise: no feature {how!r}{nearest(how, names)}; give a feature, l1 or l2"
        )
    if size == 0.0:
        raise ConfigError(
            f"weights.normalise: the weight of {how!r} is 0; give it another, or choose l1 or l2"
        )
    return np.asarray(weights / size)
