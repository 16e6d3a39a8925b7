"""Suspicions that texts were prepared differently, which lowers scores silently."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from evaluation.metrics import Combination, Metric, Preprocessing, Text

__all__ = ["find_mismatches"]

_DIFFERENCE = 0.5
"""Difference in the share of lines with a property that is taken for a difference of preparation."""


def find_mismatches(texts: Mapping[str, Sequence[Text]], metrics: Sequence[Metric]) -> list[str]:
    """Return one line for each suspicion that bears on one of the metrics.

    Args:
        texts: lines by name; the first are those the others are compared with.
        metrics: what will be computed; a metric that lowercases is indifferent to case, and so on.
    """
    used = {metric.name: settings for one in metrics for metric, settings in _preprocessings(one)}
    shares = {
        name: _properties([text if isinstance(text, str) else " ".join(text) for text in lines])
        for name, lines in texts.items()
    }
    first, *others = shares
    warnings = []
    for name in others:
        for kind, sign in (
            ("case", "uppercase letters"),
            ("tokenisation", "spaces before the final full stop"),
            ("brackets", "-LRB- brackets"),
        ):
            concerned = [metric for metric, settings in used.items() if _sensitive(settings, kind)]
            here, there = shares[name][kind], shares[first][kind]
            if here is None or there is None or abs(here - there) < _DIFFERENCE or not concerned:
                continue
            warnings.append(
                f"{name} and {first} seem to differ in {kind}: {here:.0%} and {there:.0%} of lines have"
                f" {sign}; {', '.join(concerned)} would count that as edits"
            )
    return warnings


def _preprocessings(metric: Metric) -> Iterator[tuple[Metric, Preprocessing]]:
    if isinstance(metric, Combination):
        for part in metric.metrics:
            yield from _preprocessings(part)
        return
    settings = getattr(metric, "preprocessing", None)
    if metric.compares_words and isinstance(settings, Preprocessing):
        yield metric, settings


def _sensitive(settings: Preprocessing, kind: str) -> bool:
    if kind == "case":
        return settings.case == "mixed"
    if kind == "tokenisation":
        return settings.tokenizer == "none"
    return settings.brackets == "keep" and settings.tokenizer != "ptb"


def _properties(lines: Sequence[str]) -> dict[str, float | None]:
    stops = [line.rstrip() for line in lines if line.rstrip().endswith(".")]
    brackets = [line for line in lines if "(" in line or "-lrb-" in line.lower()]
    return {
        "case": _share([line != line.lower() for line in lines if line.strip()]),
        "tokenisation": _share([stop.endswith(" .") for stop in stops]),
        "brackets": _share(["-lrb-" in line.lower() for line in brackets]),
    }


def _share(values: list[bool]) -> float | None:
    return sum(values) / len(values) if values else None
