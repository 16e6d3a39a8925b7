"""Output of a study of correlations as text, as a table, and as JSON."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from simplifier.base.terminal import aligned
from simplifier.evaluation.correlation.study import Coefficient, Correlation, Study

__all__ = ["heading", "signatures", "to_json", "to_text", "to_tsv"]

_WIDEST = 60


def to_text(study: Study, decimals: int = 3) -> str:
    """Return tables to read, one for each aspect, level and set of references; then notes and signatures."""
    blocks = [_counted(study)]
    for _, one in groupby(study.correlations, key=lambda c: (c.aspect, c.level, c.references)):
        own = list(one)
        blocks.append(_block(own, study, decimals))
        grouped = [each for each in own if each.grouping != "all"]
        for _, parted in groupby(grouped, key=lambda c: c.grouping):
            blocks.append(_group_block(list(parted), decimals))
    blocks += [f"note: {note}" for note in study.notes]
    blocks.append("\n".join(signatures(study)))
    return "\n\n".join(blocks) + "\n"


def heading(one: Correlation) -> str:
    """Return the heading of a block: aspect, level, set of references."""
    under = f", references {one.references}" if one.references else ""
    return f"{one.aspect}, {one.level} level{under}"


def signatures(study: Study) -> list[str]:
    """Return the signature of every metric once."""
    return list(dict.fromkeys(column.signature for own in study.columns.values() for column in own))


def _counted(study: Study) -> str:
    systems = f" of {study.systems} systems" if study.systems else ""
    return f"{study.outputs} outputs{systems} for {study.sentences} sentences"


def _block(own: Sequence[Correlation], study: Study, decimals: int) -> str:
    plain = [one for one in own if one.grouping == "all"]
    kinds = study.settings.coefficients
    interval = f"({study.settings.confidence:.0%})"
    rows = [["metric"]]
    for kind in kinds:
        rows[0] += [kind, interval, "p", "p perm."] if study.settings.samples else [kind, "p"]
    for one in sorted(plain, key=_distance):
        cells = [one.metric]
        for kind in kinds:
            found = one.coefficients[kind]
            star = "*" if kind == "pearson" and one.beaten is False else ""
            cells.append(_number(found.value, decimals) + star)
            if study.settings.samples:
                cells.append(_interval(found, decimals))
            cells.append(_p(found.p))
            if study.settings.samples:
                cells.append(_p(found.p_permutation))
        rows.append(cells)
    lines = list(aligned(rows, _WIDEST))
    lines.insert(1, "-" * max(map(len, lines)))
    lines.insert(0, f"{heading(own[0])}, n {plain[0].count}")
    if any(one.beaten is False for one in plain) and "pearson" in kinds:
        lines.append("* no metric is farther from 0 by Williams' test (p < 0.05)")
    return "\n".join(lines)


def _distance(one: Correlation) -> float:
    first = next(iter(one.coefficients.values())).value
    return -abs(first) if not math.isnan(first) else 1.0


def _group_block(own: Sequence[Correlation], decimals: int) -> str:
    groups = list(dict.fromkeys((one.group, one.count) for one in own))
    metrics = list(dict.fromkeys(one.metric for one in own))
    cells = {(one.metric, one.group): one for one in own}
    kind = next(iter(own[0].coefficients))
    rows = [[f"{kind} by {own[0].grouping}", *(f"{group} (n {count})" for group, count in groups)]]
    for metric in metrics:
        row = [metric]
        for group, _ in groups:
            one = cells[metric, group]
            star = "*" if one.beaten is False and kind == "pearson" else ""
            row.append(_number(one.coefficients[kind].value, decimals) + star)
        rows.append(row)
    lines = list(aligned(rows, _WIDEST))
    lines.insert(1, "-" * max(map(len, lines)))
    return "\n".join(lines)


def _number(value: float, decimals: int) -> str:
    return "-" if math.isnan(value) else f"{value:+.{decimals}f}"


def _interval(found: Coefficient, decimals: int) -> str:
    if found.interval is None:
        return "-"
    return f"{found.interval.low:+.{decimals}f} to {found.interval.high:+.{decimals}f}"


def _p(value: float | None) -> str:
    if value is None or math.isnan(value):
        return "-"
    return "<0.0001" if value < 0.0001 else f"{value:.4f}"


_HEAD = (
    *("level", "aspect", "references", "grouping", "group", "metric", "n", "coefficient"),
    *("value", "absolute", "low", "high", "p", "p_permutation", "beaten"),
)


def to_tsv(study: Study) -> str:
    """Return a tab-separated table with a header and a row for each coefficient; numbers have six decimals."""
    lines = ["\t".join(_HEAD)]
    for one in study.correlations:
        for kind, found in one.coefficients.items():
            ends = (found.interval.low, found.interval.high) if found.interval else (None, None)
            numbers = (found.value, abs(found.value), *ends, found.p, found.p_permutation)
            beaten = "" if one.beaten is None or kind != "pearson" else "yes" if one.beaten else "no"
            told = (
                one.level,
                one.aspect,
                one.references,
                one.grouping,
                one.group,
                one.metric,
                str(one.count),
                kind,
            )
            lines.append("\t".join([*told, *map(_plain, numbers), beaten]))
    return "\n".join(lines) + "\n"


def _plain(value: float | None) -> str:
    return "" if value is None or math.isnan(value) else f"{value:.6g}"


def to_json(study: Study) -> str:
    """Return the study as one JSON object, with unrounded numbers, and null for those that could not be computed."""
    settings = study.settings
    content = {
        "outputs": study.outputs,
        "sentences": study.sentences,
        "systems": study.systems,
        "samples": settings.samples,
        "confidence": settings.confidence,
        "seed": settings.seed,
        "drawn": "sentences" if settings.by_sentence else "outputs",
        "notes": list(study.notes),
        "signatures": signatures(study),
        "correlations": list(_correlations(study)),
        "pairs": [
            {
                "level": one.level,
                "aspect": one.aspect,
                "references": one.references,
                "metric": one.metric,
                "other": one.other,
                "between": _finite(one.between),
                "p_williams": _finite(one.p_williams),
                "p_swapped": _finite(one.p_swapped),
            }
            for one in study.pairs
        ],
    }
    return json.dumps(content, ensure_ascii=False, indent=2) + "\n"


def _correlations(study: Study) -> Iterator[dict[str, Any]]:
    for one in study.correlations:
        content: dict[str, Any] = {
            "level": one.level,
            "aspect": one.aspect,
            "references": one.references,
            "grouping": one.grouping,
            "group": one.group,
            "metric": one.metric,
            "n": one.count,
            "beaten": one.beaten,
        }
        for kind, found in one.coefficients.items():
            content[kind] = {
                "value": _finite(found.value),
                "interval": [found.interval.low, found.interval.high] if found.interval else None,
                "p": _finite(found.p),
                "p_permutation": _finite(found.p_permutation),
            }
        yield content


def _finite(value: float | None) -> float | None:
    return None if value is None or math.isnan(value) else value
