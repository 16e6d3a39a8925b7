"""A ranking report as aligned text, tab-separated values or JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from base.terminal import aligned
from rules.inspection.evidence import evidence
from rules.inspection.groups import group_totals
from rules.inspection.ranking import Candidate
from simplifier.report.document import RankedSource, RankingReport
from simplifier.report.occurrences import Occurrence

__all__ = ["json_lines", "report_record", "table_lines", "tsv_lines"]


def table_lines(report: RankingReport) -> Iterator[str]:
    """Yield one aligned table for each source, and below it what the decoder chose in the text."""
    groups = list(dict.fromkeys(report.groups.values()))
    for number, source in enumerate(report.sources):
        if number:
            yield ""
        yield _headline(source)
        rows = [["#", "target", "label", "score", *groups, "from"]]
        rows += [_row(report, one) for one in source.ranking.top(report.top)]
        if len(rows) > 1:
            yield from aligned(rows)
        yield from (f"  {line}" for line in _choices(source))


def tsv_lines(report: RankingReport) -> Iterator[str]:
    """Yield a header and one line for each candidate.

    Columns: source, rank, target, lhs (several between spaces, the best first), score, one for each group of
    features, provenance; with a text also occurrences of the source, how often the candidate was chosen, and
    the smallest margin of those choices.
    """
    groups = list(dict.fromkeys(report.groups.values()))
    context = ["occurrences", "chosen", "margin"] if report.with_text else []
    yield "\t".join(["source", "rank", "target", "lhs", "score", *groups, "provenance", *context])
    for source in report.sources:
        for one in source.ranking.top(report.top):
            totals = group_totals(one.contributions, report.groups)
            cells = [source.ranking.source, str(one.rank), one.target, " ".join(one.labels)]
            cells += [f"{value:.6g}" for value in (one.score, *(totals[group] for group in groups))]
            cells.append(report.provenance(one))
            if report.with_text:
                margins = [place.margin for place in source.occurrences if place.choice == one.target]
                cells += [str(len(source.occurrences)), str(len(margins))]
                cells.append(f"{min(margins):.6g}" if margins else "")
            yield "\t".join(cells)


def json_lines(report: RankingReport) -> Iterator[str]:
    """Yield the report as one indented JSON object."""
    yield json.dumps(report_record(report), ensure_ascii=False, indent=1)


def report_record(report: RankingReport) -> dict[str, Any]:
    """Return the report as plain values."""
    groups: dict[str, list[str]] = {}
    for name, group in report.groups.items():
        groups.setdefault(group, []).append(name)
    return {
        "model": report.model,
        "groups": groups,
        "weights": rounded(report.weights),
        "sources": [
            {
                "source": source.ranking.source,
                "copy_rank": source.ranking.copy.rank if source.ranking.copy else None,
                "candidates": [_candidate(report, source, one) for one in source.ranking.top(report.top)],
                **({"occurrences": [_place(one) for one in source.occurrences]} if report.with_text else {}),
            }
            for source in report.sources
        ],
    }


def rounded(values: Mapping[str, float]) -> dict[str, float]:
    """Return values with six decimals."""
    return {name: round(value, 6) for name, value in values.items()}


def _candidate(report: RankingReport, source: RankedSource, one: Candidate) -> dict[str, Any]:
    record = {
        "rank": one.rank,
        "target": one.target,
        "lhs": list(one.labels),
        "score": round(one.score, 6),
        "copy": one.is_copy,
        "grammar": one.owner,
        "provenance": list(one.provenance),
        "evidence": list(evidence(one.values, one.is_copy)),
        "groups": rounded(group_totals(one.contributions, report.groups)),
        "contributions": rounded(one.contributions),
        "features": rounded(one.values),
    }
    return record | ({"chosen": source.chosen(one)} if report.with_text else {})


def _place(one: Occurrence) -> dict[str, Any]:
    return {
        "line": one.line,
        "sentence": one.sentence,
        "start": one.start,
        "end": one.end,
        "choice": one.choice,
        "rules": list(one.rules),
        "runner_up": None if one.runner_up is None else list(one.runner_up),
        "margin": round(one.margin, 6),
        "margin_is_exact": one.runner_up is not None,
    }


def _headline(source: RankedSource) -> str:
    ranking = source.ranking
    if not ranking.candidates:
        return f"{ranking.source}: no rules"
    count = len(ranking.candidates)
    copying = f"copying ranks {ranking.copy.rank}" if ranking.copy else "no rule copies it"
    return f"{ranking.source}: {count} candidate{'s' if count > 1 else ''}, {copying}"


def _row(report: RankingReport, one: Candidate) -> list[str]:
    totals = group_totals(one.contributions, report.groups)
    mark = " (copied word by word)" if one.is_composed else " (self)" if one.is_copy else ""
    values = [f"{value:.3f}" for value in (one.score, *totals.values())]
    return [str(one.rank), f"{one.target}{mark}", " ".join(one.labels), *values, report.provenance(one)]


def _choices(source: RankedSource) -> Iterator[str]:
    for one in source.occurrences:
        if one.choice is None:
            choice = "part of " + ", ".join(one.rules)
        else:
            choice = "copied" if one.choice == one.source else one.choice or "(left out)"
        if one.runner_up is None:
            margin = f"at least {one.margin:.3f} before any other"
        else:
            margin = f"{one.margin:.3f} before {', '.join(one.runner_up) or 'copying'}"
        yield f"line {one.line}: {choice}, {margin}"
