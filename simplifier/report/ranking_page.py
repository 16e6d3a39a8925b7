"""A ranking report as one HTML page that needs no other files: data, style and script are inside."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from typing import Any

from simplifier.report.occurrences import Occurrence
from simplifier.report.ranking import RankedSource, RankingReport, decision_reason
from simplifier.rules.features import build_registry
from simplifier.rules.inspection.evidence import evidence
from simplifier.rules.inspection.ranking import Candidate

__all__ = ["ranking_page"]

_SLOT = re.compile(r"@([A-Z]+)@")


def ranking_page(report: RankingReport, title: str = "Which words the rules prefer") -> str:
    """Return a ranking report as an HTML page."""
    slots = {
        "TITLE": html.escape(title),
        "STYLE": _template("ranking.css"),
        "SCRIPT": _template("ranking.js"),
        # A "<" could end the script element or open a comment in it.
        "DATA": json.dumps(page_data(report), separators=(",", ":")).replace("<", "\\u003c"),
    }
    return _SLOT.sub(lambda slot: slots[slot[1]], _template("ranking.html"))


def page_data(report: RankingReport) -> dict[str, Any]:
    """Return the data that the page's script reads; rows are lists without names, so that a long report stays small."""
    features = list(report.groups)
    groups = list(dict.fromkeys(report.groups.values()))
    formulas = {spec.name: spec.formula for _, spec in build_registry()}
    sentences: dict[str, int] = {}
    return {
        "model": report.model,
        "facts": _facts(report),
        "withText": report.with_text,
        "owners": list(report.owners),
        "groups": groups,
        "features": features,
        "formulas": [formulas.get(name, "") for name in features],
        "groupOf": [groups.index(report.groups[name]) for name in features],
        "weights": [report.weights[name] for name in features],
        "sources": [_source(one, sentences) for one in report.sources],
        "rows": [
            _row(number, one, features)
            for number, source in enumerate(report.sources)
            for one in source.shown(report.top)
        ],
        "sentences": list(sentences),
    }


def _facts(report: RankingReport) -> list[tuple[str, str]]:
    ranked = [one for one in report.sources if one.ranking.candidates]
    first = sum(one.ranking.candidates[0].is_copy for one in ranked)
    facts = [
        ("model", report.model or "unnamed"),
        ("sources", f"{len(ranked):,}"),
        ("candidates", f"{sum(len(one.ranking.candidates) for one in ranked):,}"),
        ("sources where copying ranks first", f"{first:,}"),
        ("vetoed besides", f"{sum(len(one.ranking.vetoed) for one in report.sources):,}"),
    ]
    if report.with_text:
        places = [place for one in report.sources for place in one.occurrences]
        changed = sum(place.choice is not None and place.choice != place.source for place in places)
        facts += [("places in the text", f"{len(places):,}"), ("places changed", f"{changed:,}")]
    return facts


def _source(one: RankedSource, sentences: dict[str, int]) -> list[Any]:
    copy = one.ranking.copy
    places = [_place(place, sentences) for place in one.occurrences]
    return [one.ranking.source, copy.rank if copy else 0, len(one.ranking.candidates), places]


def _place(one: Occurrence, sentences: dict[str, int]) -> dict[str, Any]:
    return {
        "line": one.line,
        "sentence": sentences.setdefault(one.sentence, len(sentences)),
        "start": _utf16(one.sentence[: one.start]),
        "end": _utf16(one.sentence[: one.end]),
        "choice": one.choice,
        "rules": one.rules,
        "runnerUp": one.runner_up or (),
        "exact": one.runner_up is not None,
        "margin": round(one.margin, 6),
        "decided": decision_reason(one.decided),
    }


def _utf16(text: str) -> int:
    """Return the length of a text in UTF-16 units, as JavaScript counts it."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def _row(source: int, one: Candidate, features: Sequence[str]) -> list[Any]:
    kind = 2 if one.is_composed else int(one.is_copy)
    return [
        source,
        one.rank,
        one.target,
        one.labels,
        round(one.score, 6),
        kind,
        one.owner,
        one.provenance,
        evidence(one.values, one.is_copy),
        _numbers(one.values, features),
        [decision_reason(one.decided), int(one.is_vetoed), *map(features.index, one.decided)],
    ]


def _numbers(values: Mapping[str, float], features: Iterable[str]) -> list[float]:
    rounded = (round(values.get(name, 0.0), 5) for name in features)
    return [int(value) if value == int(value) else value for value in rounded]


def _template(name: str) -> str:
    return files("simplifier.report").joinpath(name).read_text(encoding="utf-8").rstrip("\n")
