"""The report of a run: the scores of `simplify`, and the weights as a table."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, Final

import numpy as np

from simplifier.tuning.config import TuneConfig
from simplifier.tuning.final_model import Scale
from simplifier.tuning.loop import TuneResult
from simplifier.tuning.run_folder import CONFIG, SIMPLIFIED

__all__ = ["report_data", "report_text", "weight_table"]

_LAST = 5


def weight_table(weights: Mapping[str, float], records: Sequence[dict[str, Any]], last: int = _LAST) -> str:
    """Return a table with a line for each feature, the most influential first.

    The columns are the weight, its mean and its standard error over the last iterations, and its influence. The
    influence is the weight times the feature's standard deviation within sentences over the pool; it is ``-`` if no
    two candidates of a sentence differ in the feature.

    Args:
        weights: the weights of the best iteration, by feature name.
        records: the records of the history.
        last: number of iterations that mean and error are taken over.
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


_PARTS: Final = {"tuning": "tuned on", "held_out": "held out", "all": "all"}


def report_text(result: TuneResult, parts: Mapping[str, range], scale: Scale, config: TuneConfig) -> str:
    """Return the report as text: a command, a table of its scores, and the scale of the weights.

    Args:
        result: the result of the run, with the scores of `simplify`.
        parts: the lines of each part of the development set, by name.
        scale: the scale of the weights.
        config: the configuration of the run.
    """
    folder = config.output
    names = [name for name in next(iter(result.simplified.values())) if "." not in name]
    rows = [
        (f"{_PARTS[part]}, lines {lines.start + 1}-{lines.stop}", result.simplified[part])
        for part, lines in parts.items()
    ]
    first = max(len(title) for title, _ in rows)
    text = [
        f"simplify --config {folder / CONFIG} {config.data.source} --output {folder / SIMPLIFIED}",
        "",
        f"{'':{first}}  " + "  ".join(f"{name:>{max(len(name), 7)}}" for name in names),
        *(
            f"{title:{first}}  " + "  ".join(f"{scores[name]:{max(len(name), 7)}.3f}" for name in names)
            for title, scores in rows
        ),
        "",
        f"weights of iteration {result.iteration}; without those set by hand: norm {scale.norm:.4g}, "
        f"spread of a sentence's scores {scale.spread:.4g}",
        _reranker(scale),
    ]
    return "\n".join(text) + "\n"


def _reranker(scale: Scale) -> str:
    if scale.score_weight is None:
        return "no reranker"
    points = scale.score_weight * scale.spread
    return (
        f"reranker.score_weight {scale.score_weight:.4g}: a spread of the scores counts {points:.3g} points "
        "of predicted gain"
    )


def report_data(result: TuneResult, parts: Mapping[str, range], scale: Scale) -> str:
    """Return the report as JSON, with every digit of the scores; lines are counted from 1."""
    lines = {name: [part.start + 1, part.stop] for name, part in parts.items()}
    document = {
        "iteration": result.iteration,
        "lines": lines,
        "simplify": result.simplified,
        "scale": asdict(scale),
    }
    return json.dumps(document, indent=1) + "\n"
