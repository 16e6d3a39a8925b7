"""L-BFGS under bounds, with an L1 term."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy.optimize import minimize

from simplifier.evaluation.segments.metric import FloatArray

__all__ = ["minimise"]


def minimise(
    function: Callable[[FloatArray], tuple[float, FloatArray]],
    start: FloatArray,
    lower: FloatArray,
    upper: FloatArray,
    l1: float = 0.0,
    steps: int = 100,
) -> tuple[FloatArray, int]:
    """Return the x that minimises ``function(x) + l1 * sum |x|`` between bounds, and the number of steps taken.

    Args:
        function: returns its value and its gradient at x.
        start: the x to begin with.
        lower: least values of x, -inf for no bound.
        upper: greatest values of x, inf for no bound.
        l1: weight of the sum of absolute values.
        steps: most iterations of L-BFGS-B.
    """
    if l1 == 0.0:
        bounds = np.column_stack([lower, upper])
        found = minimize(
            function, np.clip(start, lower, upper), jac=True, method="L-BFGS-B", bounds=bounds,
            options={"maxiter": steps},
        )  # fmt: skip
        return np.asarray(found.x), int(found.nit)
    # x = p - m with p, m >= 0 makes the absolute values smooth (Andrew and Gao 2007, section 2.1).
    size = len(start)

    def split(x: FloatArray) -> tuple[float, FloatArray]:
        value, gradient = function(x[:size] - x[size:])
        return value + l1 * float(x.sum()), np.concatenate([gradient + l1, l1 - gradient])

    start = np.clip(start, lower, upper)
    low = np.concatenate([np.maximum(lower, 0), np.maximum(-upper, 0)])
    high = np.concatenate([np.maximum(upper, 0), np.maximum(-lower, 0)])
    found = minimize(
        split, np.concatenate([np.maximum(start, 0), np.maximum(-start, 0)]), jac=True, method="L-BFGS-B",
        bounds=np.column_stack([low, high]), options={"maxiter": steps},
    )  # fmt: skip
    return np.asarray(found.x[:size] - found.x[size:]), int(found.nit)
