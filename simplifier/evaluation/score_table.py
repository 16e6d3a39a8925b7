"""An evaluation written as a table, as JSON, and sentence by sentence."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from simplifier.base.writing import write_text
from simplifier.evaluation.metrics import Combination
from simplifier.evaluation.systems import Evaluation, Result, SystemRow

__all__ = ["format_table", "to_json", "write_sentences"]


def format_table(evaluation: Evaluation, decimals: int = 2) -> str:
    """Return a table of systems by metrics, followed by parts, comparisons and signatures."""
    blocks = [_scores(evaluation, decimals)]
    if any(result.score.parts for result in evaluation.rows[0].results):
        blocks.append(_parts(evaluation, decimals))
    if any(result.comparison for row in evaluation.rows for result in row.results):
        blocks.append(_comparisons(evaluation, decimals))
    results = [result for row in evaluation.rows for result in row.results]
    blocks.append("\n".join(dict.fromkeys(str(result.score.signature) for result in results)))
    return "\n\n".join(blocks)


def _scores(evaluation: Evaluation, decimals: int) -> str:
    rows = [[f"{evaluation.segments} sentences", *(metric.name for metric in evaluation.metrics)]]
    for row in evaluation.rows:
        cells = []
        for result in row.results:
            margin = ""
            if result.interval is not None:
                margin = f" ±{(result.interval.high - result.interval.low) / 2:.{decimals}f}"
            cells.append(f"{result.score.value:.{decimals}f}{margin}")
        rows.append([row.name, *cells])
    return _align(rows)


def _parts(evaluation: Evaluation, decimals: int) -> str:
    rows = [["parts"]]
    for metric, result in zip(evaluation.metrics, evaluation.rows[0].results, strict=True):
        prefix = "" if isinstance(metric, Combination) else f"{metric.name} "
        rows[0] += [prefix + part for part in result.score.parts]
    for row in evaluation.rows:
        values = [value for result in row.results for value in result.score.parts.values()]
        rows.append([row.name, *(f"{value:.{decimals}f}" for value in values)])
    return _align(rows)


def _comparisons(evaluation: Evaluation, decimals: int) -> str:
    interval = f"{evaluation.resampling.level:.0%} interval"
    rows = [[f"against {evaluation.baseline}", "metric", "difference", interval, "p bootstrap", "p randomisation"]]
    for row in evaluation.rows:
        for result in row.results:
            found = result.comparison
            if found is not None:
                bounds = f"{found.interval.low:+.{decimals}f} to {found.interval.high:+.{decimals}f}"
                difference = f"{found.difference:+.{decimals}f}"
                p_values = f"{found.p_bootstrap:.4f}", f"{found.p_randomisation:.4f}"
                rows.append([row.name, result.score.name, difference, bounds, *p_values])
    return _align(rows)


def _align(rows: Sequence[Sequence[str]]) -> str:
    """Return rows as lines, the first column to the left, the others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        "  ".join([row[0].ljust(widths[0]), *(c.rjust(w) for c, w in zip(row[1:], widths[1:], strict=True))])
        for row in rows
    ]
    lines.insert(1, "-" * len(lines[0]))
    return "\n".join(lines)


def to_json(evaluation: Evaluation, warnings: Sequence[str] = ()) -> str:
    """Return the evaluation as one JSON object, numbers unrounded."""
    content = {
        "segments": evaluation.segments,
        "references": evaluation.references,
        "baseline": evaluation.baseline,
        "samples": evaluation.resampling.samples,
        "confidence": evaluation.resampling.level,
        "seed": evaluation.resampling.seed,
        "warnings": list(warnings),
        "systems": [
            {"name": row.name, "scores": [_result_object(result) for result in row.results]} for row in evaluation.rows
        ],
    }
    return json.dumps(content, ensure_ascii=False, indent=2)


def _result_object(result: Result) -> dict[str, Any]:
    score = result.score
    content: dict[str, Any] = {"metric": score.name, "value": score.value, "signature": str(score.signature)}
    if score.parts:
        content["parts"] = dict(score.parts)
    if result.interval is not None:
        content["interval"] = [result.interval.low, result.interval.high]
    if result.comparison is not None:
        found = result.comparison
        content["comparison"] = {
            "difference": found.difference,
            "interval": [found.interval.low, found.interval.high],
            "p_bootstrap": found.p_bootstrap,
            "p_randomisation": found.p_randomisation,
        }
    return content


def write_sentences(evaluation: Evaluation, path: Path) -> None:
    """Write the scores of every sentence as a tab-separated table with a header; the file is replaced at the end.

    Rows without sentence scores, such as the mean of references, are left out.
    """
    lines: list[str] = []
    for row in evaluation.rows:
        columns = _sentence_columns(row)
        if not columns:
            continue
        if not lines:
            lines.append("\t".join(["sentence", "system", *columns]))
        for number, values in enumerate(zip(*columns.values(), strict=True), 1):
            lines.append("\t".join([str(number), row.name, *(f"{value:.6f}" for value in values)]))
    write_text(path, "\n".join(lines) + "\n")


def _sentence_columns(row: SystemRow) -> dict[str, Sequence[float]]:
    columns: dict[str, Sequence[float]] = {}
    for result in row.results:
        if result.segments is not None:
            columns[result.score.name] = result.segments.tolist()
            for part, values in (result.segment_parts or {}).items():
                columns[f"{result.score.name}.{part}"] = values.tolist()
    return columns
