"""The report of a run: what `simplify` scores with the configuration that was written."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Final

from simplifier.tuning.config import TuneConfig
from simplifier.tuning.final_model import Scale
from simplifier.tuning.loop import TuneResult
from simplifier.tuning.run_folder import CONFIG, SIMPLIFIED

__all__ = ["report_data", "report_text"]

_PARTS: Final = {"tuning": "tuned on", "held_out": "held out", "all": "all"}


def report_text(result: TuneResult, parts: Mapping[str, range], scale: Scale, config: TuneConfig) -> str:
    """Return the report as text: a command, a table of what it scores, and the scale of the weights.

    Args:
        result: with the scores of `simplify`.
        parts: lines by name of the part.
        scale: of the weights.
        config: of the run.
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
    """Return the same as JSON, with every digit."""
    lines = {name: [part.start + 1, part.stop] for name, part in parts.items()}
    document = {
        "iteration": result.iteration,
        "lines": lines,
        "simplify": result.simplified,
        "scale": asdict(scale),
    }
    return json.dumps(document, indent=1) + "\n"
