"""Signs that texts were prepared differently or are incomplete, which would lower scores unnoticed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from simplifier.evaluation.metrics import Combination, Metric, Preprocessing, ReferenceSet, Text

__all__ = ["find_blank_lines", "find_mismatches"]

_DIFFERENCE: Final = 0.5
"""Difference in the share of lines with a property that is taken for a difference of preparation."""

_NAMED: Final = 3
"""So many files are named; of more the number is told."""


@dataclass(frozen=True, slots=True)
class _Property:
    """One way in which the preparation of a text shows in its lines.

    Attributes:
        kind: name of the difference.
        sign: description of what shows it.
        lines: description of the lines that can show it.
        can_show: tells these lines.
        shows: tells which of them show it.
        bears_on: tells whether a metric with these settings would notice.
        remedy: what to do about the difference.
    """

    kind: str
    sign: str
    lines: str
    can_show: Callable[[str], bool]
    shows: Callable[[str], bool]
    bears_on: Callable[[Preprocessing], bool]
    remedy: str


_PROPERTIES: Final = (
    _Property(
        "case",
        "uppercase letters",
        "lines with letters",
        lambda line: line.lower() != line.upper(),
        lambda line: line != line.lower(),
        lambda settings: settings.case == "mixed",
        "--case lc reads all in small letters",
    ),
    _Property(
        "tokenisation",
        "a space before the full stop",
        "lines that end in one",
        lambda line: line.endswith("."),
        lambda line: line.endswith(" ."),
        lambda settings: settings.tokenizer == "none",
        "--tokenizer 13a cuts all alike",
    ),
    _Property(
        "brackets",
        "-LRB-",
        "lines with brackets",
        lambda line: "(" in line or "-lrb-" in line.lower(),
        lambda line: "-lrb-" in line.lower(),
        lambda settings: settings.brackets == "keep" and settings.tokenizer != "ptb",
        "--brackets plain reads all as brackets",
    ),
)


def find_mismatches(data: ReferenceSet, outputs: Mapping[str, Sequence[Text]], metrics: Sequence[Metric]) -> list[str]:
    """Return a warning for each difference between a file and the sources that a metric would notice.

    Args:
        data: sources and references, with the names of their files.
        outputs: lines of the systems, by name of the file.
        metrics: metrics to compute; one that lowercases does not notice case, and so on.
    """
    sources = _as_lines(data.sources)
    given = {name: _as_lines(lines) for name, lines in outputs.items()}
    references = dict(zip(data.reference_names, map(_as_lines, data.references), strict=True))
    return [
        warning
        for one in _PROPERTIES
        if (warning := _difference(one, (data.source_name, sources), references, given, metrics))
    ]


def _difference(
    one: _Property,
    named_sources: tuple[str, Sequence[str]],
    references: Mapping[str, Sequence[str]],
    outputs: Mapping[str, Sequence[str]],
    metrics: Sequence[Metric],
) -> str | None:
    used = [metric for whole in metrics for metric, settings in _preprocessings(whole) if one.bears_on(settings)]
    compared = dict(outputs)
    if any(metric.needs_references for metric in used):
        compared = {**references, **outputs}
    source_name, sources = named_sources
    shown, of = _count(one, sources)
    if not used or not of:
        return None
    counts = {name: _count(one, lines) for name, lines in compared.items()}
    apart = {
        name: (here, there)
        for name, (here, there) in counts.items()
        if there and abs(here / there - shown / of) >= _DIFFERENCE
    }
    if not apart:
        return None
    here, there = (sum(column) for column in zip(*apart.values(), strict=True))
    names = ", ".join(dict.fromkeys(metric.name for metric in used))
    return (
        f"{_files(list(apart))} and {source_name} seem to differ in {one.kind}: {one.sign} in {here:,} of "
        f"{there:,} and {shown:,} of {of:,} {one.lines}; {names} would count that as edits; {one.remedy}"
    )


def find_blank_lines(data: ReferenceSet, outputs: Mapping[str, Sequence[Text]]) -> list[str]:
    """Return a warning for each file with blank lines where the source has text, and one for blank sources.

    Args:
        data: sources and references, with the names of their files.
        outputs: systems' lines by the name of the file.
    """
    filled = [bool(line.strip()) for line in _as_lines(data.sources)]
    warnings = []
    if not all(filled):
        first = filled.index(False) + 1
        warnings.append(
            f"{data.source_name}: {filled.count(False):,} of {len(filled):,} lines are blank, the first is "
            f"line {first:,}; what stands beside them is scored against nothing"
        )
    references = zip(data.reference_names, data.references, strict=True)
    for name, texts in (*references, *outputs.items()):
        lines = _as_lines(texts)
        blank = [
            number
            for number, (line, told) in enumerate(zip(lines, filled, strict=True), 1)
            if told and not line.strip()
        ]
        if blank:
            warnings.append(
                f"{name}: {len(blank):,} of {len(lines):,} lines are blank where the source is not, the "
                f"first is line {blank[0]:,}; they are scored as texts without words"
            )
    return warnings


def _as_lines(texts: Sequence[Text]) -> list[str]:
    return [(text if isinstance(text, str) else " ".join(text)).rstrip() for text in texts]


def _count(one: _Property, lines: Sequence[str]) -> tuple[int, int]:
    """Return how many lines show a property, and how many could."""
    able = [line for line in lines if one.can_show(line)]
    return sum(map(one.shows, able)), len(able)


def _files(names: Sequence[str]) -> str:
    if len(names) <= _NAMED + 1:
        return ", ".join(names)
    return f"{', '.join(names[:_NAMED])} and {len(names) - _NAMED} more files"


def _preprocessings(metric: Metric) -> Iterator[tuple[Metric, Preprocessing]]:
    if isinstance(metric, Combination):
        for part in metric.metrics:
            yield from _preprocessings(part)
        return
    settings = getattr(metric, "preprocessing", None)
    if metric.compares_words and isinstance(settings, Preprocessing):
        yield metric, settings
