"""Numbers in the fields of rule files."""

from __future__ import annotations

import math

__all__ = ["parse_number"]


def parse_number(text: str) -> float:
    """Return a feature value; ``NA`` is NaN (missing).

    Raises:
        ValueError: neither a finite number nor ``NA``.
    """
    if text == "NA":
        return math.nan
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(f"expected a finite number or NA, not {text!r}")
    return value
