"""A ranking report as aligned text, tab-separated values or JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from simplifier.base.terminal import aligned
from simplifier.report.occurrences import Occurrence
from simplifier.report.ranking import RankedSource, RankingReport, decision_reason
from simplifier.rules.inspection.evidence import evidence
from simplifier.rules.inspection.feature_groups import group_totals
from simplifier.rules.inspection.ranking import Candidate

__all__ = ["decided_words", "json_lines", "report_record", "table_lines", "tsv_lines"]


def table_lines(report: RankingReport) -> Iterator[str]:
    """Yield one aligned table for each source side, followed by its vetoed candidates and the decoder's choices."""
    groups = list(dict.fromkeys(report.groups.values()))
    for number, source in enumerate(report.sources):
        if number:
            yield ""
        yield _headline(source)
        rows = [["#", "target", "label", "score", *groups, "from"]]
        rows += [_row(report, one) for one in source.ranking.top(report.top)]
        if len(rows) > 1:
            yield from aligned(rows)
        yield from (f"  {line}" for line in (*_vetoes(source, report.top), *_choices(source)))


def tsv_lines(report: RankingReport) -> Iterator[str]:
    """Yield a header and one line for each candidate.

    The columns are the source, the rank (empty for a vetoed candidate), the target, the left-hand sides (with spaces
    between them, best first), the score without vetoes and orders, one column for each group of features, the
    provenance, and why the candidate is vetoed or demanded. With a text there are three more: occurrences of the
    source, how often the candidate was chosen, and the smallest margin of these choices that no veto or order decided.
    """
    groups = list(dict.fromkeys(report.groups.values()))
    context = ["occurrences", "chosen", "margin"] if report.with_text else []
    yield "\t".join(["source", "rank", "target", "lhs", "score", *groups, "provenance", "decided", *context])
    for source in report.sources:
        for one in source.shown(report.top):
            totals = group_totals(one.contributions, report.groups)
            cells = [source.ranking.source, str(one.rank or ""), one.target, " ".join(one.labels)]
            cells += [f"{value:.6g}" for value in (one.score, *(totals[group] for group in groups))]
            cells += [report.provenance(one), decided_words(one)]
            if report.with_text:
                chosen = [place for place in source.occurrences if place.choice == one.target]
                margins = [place.margin for place in chosen if not place.decided]
                cells += [str(len(source.occurrences)), str(len(chosen))]
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
                "candidates": [_candidate(report, source, one) for one in source.shown(report.top)],
                **({"occurrences": [_place(one) for one in source.occurrences]} if report.with_text else {}),
            }
            for source in report.sources
        ],
    }


def rounded(values: Mapping[str, float]) -> dict[str, float]:
    """Return values rounded to six decimal places."""
    return {name: round(value, 6) for name, value in values.items()}


def _candidate(report: RankingReport, source: RankedSource, one: Candidate) -> dict[str, Any]:
    record = {
        "rank": one.rank or None,
        "target": one.target,
        "lhs": list(one.labels),
        "score": round(one.score, 6),
        "copy": one.is_copy,
        "vetoed": one.is_vetoed,
        "decided": _decided(one.decided),
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
        "decided": _decided(one.decided),
    }


def _decided(decided: Mapping[str, float]) -> dict[str, Any] | None:
    """Return what vetoes and orders add beside the score or the margin, with their reason; None if nothing."""
    return {"reason": decision_reason(decided), "features": rounded(decided)} if decided else None


def decided_words(one: Candidate) -> str:
    """Return why a candidate is vetoed or demanded; empty if only its score counts."""
    if not one.decided:
        return ""
    return f"{'vetoed' if one.is_vetoed else 'demanded'}: {decision_reason(one.decided)}"


def _headline(source: RankedSource) -> str:
    ranking = source.ranking
    if not ranking.candidates:
        only = f"none but {len(ranking.vetoed)} vetoed" if ranking.vetoed else "no rules"
        return f"{ranking.source}: {only}"
    count = len(ranking.candidates)
    copying = f"copying ranks {ranking.copy.rank}" if ranking.copy else "no rule copies it"
    vetoed = f", {len(ranking.vetoed)} vetoed" if ranking.vetoed else ""
    return f"{ranking.source}: {count} candidate{'s' if count > 1 else ''}, {copying}{vetoed}"


def _row(report: RankingReport, one: Candidate) -> list[str]:
    totals = group_totals(one.contributions, report.groups)
    mark = " (copied word by word)" if one.is_composed else " (self)" if one.is_copy else ""
    if one.decided:
        mark = f" ({decision_reason(one.decided)})"
    values = [f"{value:.3f}" for value in (one.score, *totals.values())]
    return [str(one.rank), f"{one.target}{mark}", " ".join(one.labels), *values, report.provenance(one)]


def _vetoes(source: RankedSource, top: int) -> Iterator[str]:
    """Yield a line for each reason, with its vetoed candidates and the scores that they would have without it."""
    by_reason: dict[str, list[str]] = {}
    for one in source.shown(top):
        if one.is_vetoed:
            own = by_reason.setdefault(decision_reason(one.decided), [])
            own.append(f"{one.target or '(left out)'} {one.score:.3f}")
    for reason, targets in by_reason.items():
        yield f"vetoed, {reason} (scores without that): {', '.join(targets)}"


def _choices(source: RankedSource) -> Iterator[str]:
    for one in source.occurrences:
        if one.choice is None:
            choice = "part of " + ", ".join(one.rules)
        else:
            choice = "copied" if one.choice == one.source else one.choice or "(left out)"
        yield f"line {one.line}: {choice}, {_margin(one)}"


def _margin(one: Occurrence) -> str:
    other = ", ".join(one.runner_up or ()) or "copying"
    if not one.decided:
        exact = one.runner_up is not None
        return f"{one.margin:.3f} before {other}" if exact else f"at least {one.margin:.3f} before any other"
    reason = decision_reason(one.decided)
    if one.runner_up is None:
        return f"all else is stopped ({reason})"
    place = f"{abs(one.margin):.3f} {'behind' if one.margin >= 0 else 'ahead'}"
    return f"{other} is stopped ({reason}), {place} without"
