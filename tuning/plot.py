"""The history of a run as a picture: the objective and the operations of a metric, by iteration."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from simplifier.base.errors import ConfigError, InputError
from simplifier.base.installation import install_hint
from simplifier.base.writing import write_bytes

__all__ = ["plot_history"]

_OPERATIONS = ("add", "keep", "delete")


def plot_history(records: Sequence[dict[str, Any]], path: Path) -> None:
    """Draw a history to a file.

    Args:
        records: the records of the history.
        path: the file; its ending (.png, .svg, .pdf) says the format.

    Raises:
        ConfigError: matplotlib is not installed, or cannot write this format.
        InputError: there are no records.
    """
    if not records:
        raise InputError(f"{path}: nothing to draw; the history is empty")
    try:
        from matplotlib import rc_context
        from matplotlib.figure import Figure
    except ImportError:
        raise ConfigError(f"plots need matplotlib; {install_hint('plot')}") from None
    figure = Figure(figsize=(8, 6), layout="constrained")
    top, bottom = figure.subplots(2, 1, sharex=True)
    iterations = [record["iteration"] for record in records]
    parts = [part for part in ("tuning", "held_out") if part in records[0]]
    for part in parts:
        label = part.replace("_", " ")
        top.plot(iterations, [one[part]["objective"] for one in records], marker="o", ms=3, label=label)
    best = [record for record in records if record["best"]][-1]
    height = best[parts[-1]]["objective"]
    top.plot([best["iteration"]], [height], marker="*", ms=12, ls="", color="black", label=f"best, {height:.2f}")
    top.set_ylabel("objective")
    metric = _metric_with_operations(records[0][parts[-1]])
    for operation in _OPERATIONS if metric else ():
        values = [record[parts[-1]][f"{metric}.{operation}"] for record in records]
        bottom.plot(iterations, values, marker="o", ms=3, label=operation)
    copied = [record[parts[-1]]["copied"] for record in records]
    bottom.plot(iterations, copied, ls=":", color="grey", label="copied sentences, %")
    bottom.set_ylabel(f"{metric or 'outputs'}, {parts[-1].replace('_', ' ')}")
    bottom.set_xlabel("iteration")
    for axes in (top, bottom):
        axes.legend(fontsize="small", loc="center left", bbox_to_anchor=(1, 0.5))
        axes.grid(alpha=0.3)
        for before, after in zip(records, records[1:], strict=False):
            if "stage" in after and before.get("stage") != after["stage"]:
                axes.axvline(after["iteration"], color="grey", lw=0.8)
    buffer = io.BytesIO()
    try:
        # No date and fixed ids, so that equal histories give equal files.
        with rc_context({"svg.hashsalt": "history"}):
            figure.savefig(buffer, format=path.suffix.removeprefix("."), dpi=150, metadata=_undated(path))
    except ValueError as error:
        raise ConfigError(f"{path}: {error}") from None
    write_bytes(path, buffer.getvalue())


def _metric_with_operations(scores: dict[str, float]) -> str:
    for name in scores:
        metric, _, part = name.rpartition(".")
        if part == "add" and f"{metric}.keep" in scores and f"{metric}.delete" in scores:
            return metric
    return ""


def _undated(path: Path) -> dict[str, Any]:
    return {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}.get(path.suffix, {})
