"""The weights of a run as a table people can read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

__all__ = ["weight_table"]

_LAST = 5


def weight_table(weights: Mapping[str, float], records: Sequence[dict[str, Any]], last: int = _LAST) -> str:
    """Return a line per feature, the most influential first.

    Columns: the weight; its mean and standard error over the last iterations; its influence, which is the
    weight times the feature's standard deviation within sentences over the pool (``-`` where no candidates
    of a sentence differ in it).

    Args:
        weights: of the best iteration.
        records: the history.
        last: iterations that mean and error are taken over.
    """
    recent = records[-last:]
    scales: dict[str, float] = next((one["scales"] for one in reversed(records) if "scales" in one), {})
    rows = []
    for name, weight in weights.items():
        values = np.array([record["weights"][name] for record in recent])
        error = float(values.std(ddof=1) / np.sqrt(len(values))) if len(values) > 1 else 0.0
        rows.append((name, weight, float(values.mean()), error, weight * scales.get(name, 0.0)))
    rows.sort(key=lambda row: (-abs(row[4]), -abs(row[1]), row[0]))
    width = max(len("feature"), *(len(row[0]) for row in rows))
    mean_of = f"mean of {len(recent)}"
    lines = [f"{'feature':{width}}  {'weight':>10}  {mean_of:>10}  {'std.err.':>9}  {'influence':>9}"]
    for name, weight, mean, error, influence in rows:
        shown = f"{influence:9.4f}" if scales.get(name, 0.0) > 0 else f"{'-':>9}"
        lines.append(f"{name:{width}}  {weight:10.5f}  {mean:10.5f}  {error:9.5f}  {shown}")
    return "\n".join(lines) + "\n"
