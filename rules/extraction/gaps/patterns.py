"""Patterns with gaps: what is left of a phrase pair when one or two smaller pairs inside it are taken out.

The constraints are those of hierarchical phrase-based translation: at most two gaps, at least one word beside
them, gaps that do not touch on the source side, few symbols on either side. Gaps carry a syntactic class, so
that `the [N,1] of [N,2]` takes nouns and noun phrases only.
Source: Chiang 2007, "Hierarchical phrase-based translation", section 3.2; labels after Zollmann and Venugopal
2006, "Syntax augmented machine translation via chart parsing".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from simplifier.languages.language import Language
from simplifier.rules.extraction.phrase_pairs import kept_targets, phrase_pairs

__all__ = ["Gap", "GapPattern", "Outer", "gap_patterns", "sentence_patterns"]

LONGEST_OUTER = 10  # words of one side
LONGEST_GAP = 6  # words of one side; the decoder gives no label to a longer span
MOST_SYMBOLS = 5  # words and gaps of one side

Links = Sequence[tuple[int, int]]


class Gap(NamedTuple):
    """A smaller pair inside another: half-open spans of both sides, with label and class of the source span."""

    source_start: int
    source_end: int
    target_start: int
    target_end: int
    label: str
    kind: str


class Outer(NamedTuple):
    """The pair that gaps are taken out of: half-open spans of both sides."""

    source_start: int
    source_end: int
    target_start: int
    target_end: int


class GapPattern(NamedTuple):
    """A pattern with gaps and one occurrence of it.

    Attributes:
        source: symbols, gaps as `[CLASS,i]`.
        target: symbols.
        labels: the labels of the gaps, finer than their classes, in source order.
        fillers: the words that stood in the gaps of the source side, joined.
        alignment: links between symbols.
        outer: the phrase pair that the pattern was made from.
    """

    source: tuple[str, ...]
    target: tuple[str, ...]
    labels: tuple[str, ...]
    fillers: str
    alignment: tuple[tuple[int, int], ...]
    outer: Outer


def gap_patterns(
    source: Sequence[str],
    target: Sequence[str],
    links: Links,
    outer: Outer,
    gaps: Sequence[Gap],
    least_before_edge: int = 0,
) -> Iterator[GapPattern]:
    """Yield the patterns of one phrase pair with each gap and each two gaps taken out.

    Args:
        source: words of the whole source side.
        target: words of the whole target side.
        links: word alignment of the sides.
        outer: the phrase pair.
        gaps: smaller pairs inside it, sorted by source start.
        least_before_edge: source words that must stand before a single gap which ends both sides. Such a gap only
            says what comes next: `the manner in which [N,1]` -> `the way [N,1]`. 0 allows no such gap.
    """
    width = outer.source_end - outer.source_start
    height = outer.target_end - outer.target_start
    for number, first in enumerate(gaps):
        left = width - (first.source_end - first.source_start)
        target_left = height - (first.target_end - first.target_start)
        if 0 < left < MOST_SYMBOLS and target_left < MOST_SYMBOLS:
            pattern = _pattern(source, target, links, outer, (first,), least_before_edge)
            if pattern is not None:
                yield pattern
        for second in gaps[number + 1 :]:
            # Gaps must not touch on the source side, hence <=. On the target side they may.
            if second.source_start <= first.source_end or _overlap(first, second):
                continue
            words = left - (second.source_end - second.source_start)
            target_words = target_left - (second.target_end - second.target_start)
            if 0 < words < MOST_SYMBOLS - 1 and target_words < MOST_SYMBOLS - 1:
                pattern = _pattern(source, target, links, outer, (first, second))
                if pattern is not None:
                    yield pattern


def sentence_patterns(
    source: Sequence[str],
    target: Sequence[str],
    source_tags: Sequence[str],
    target_tags: Sequence[str],
    links: Links,
    language: Language,
) -> Iterator[GapPattern]:
    """Yield the patterns of all consistent phrase pairs of a sentence pair.

    The two sides of a gap have the same class in their sentences. A pattern whose sides begin or end with the same
    symbol is left out, because a smaller pattern says the same.
    """
    kept = kept_targets(source, target, links)
    found = [
        Outer(one.source_start, one.source_start + one.source_length,
              one.target_start, one.target_start + one.target_length)
        for one in phrase_pairs(len(source), len(target), links, kept, LONGEST_OUTER)
        if one.minimal
    ]  # fmt: skip
    # A gap is a span that is kept as it is, or a changed phrase pair that is short enough for a label.
    candidates = [
        *_kept_spans(kept),
        *(one for one in found if one.source_end - one.source_start <= LONGEST_GAP),
    ]
    gaps: list[list[Gap]] = [[] for _ in source]  # by source start
    for one in candidates:
        gap = _gap(one, source_tags, target_tags, language)
        if gap is not None:
            gaps[gap.source_start].append(gap)
    for outer in found:
        inside = [
            gap
            for start in range(outer.source_start, outer.source_end)
            for gap in gaps[start]
            if gap.source_end <= outer.source_end
            and outer.target_start <= gap.target_start
            and gap.target_end <= outer.target_end
        ]
        yield from gap_patterns(source, target, links, outer, inside)


def _kept_spans(kept: Sequence[int]) -> Iterator[Outer]:
    for start, partner in enumerate(kept):
        if partner < 0:
            continue
        for end in range(start + 1, min(start + LONGEST_GAP, len(kept)) + 1):
            if kept[end - 1] != partner + end - 1 - start:
                break
            yield Outer(start, end, partner, partner + end - start)


def _gap(one: Outer, source_tags: Sequence[str], target_tags: Sequence[str], language: Language) -> Gap | None:
    label = language.phrase_label(source_tags[one.source_start : one.source_end])
    kind = language.gap_class(label)
    if kind is None:
        return None
    other = language.phrase_label(target_tags[one.target_start : one.target_end])
    return Gap(*one, label, kind) if kind == language.gap_class(other) else None


def _overlap(first: Gap, second: Gap) -> bool:
    return first.target_start < second.target_end and second.target_start < first.target_end


def _pattern(
    source: Sequence[str],
    target: Sequence[str],
    links: Links,
    outer: Outer,
    gaps: tuple[Gap, ...],
    least_before_edge: int = 0,
) -> GapPattern | None:
    symbols = [f"[{gap.kind},{number}]" for number, gap in enumerate(gaps, start=1)]
    # A gap that is the whole target side leaves words out. No rule without a gap can say that, so such a pattern
    # stays although it ends or begins alike on both sides.
    only_gap = len(gaps) == 1 and gaps[0][2:4] == outer[2:4]
    if not only_gap and _divisible(source, target, outer, gaps, symbols, least_before_edge):
        return None
    source_spans = [(gap.source_start, gap.source_end) for gap in gaps]
    target_spans = [(gap.target_start, gap.target_end) for gap in gaps]
    left, source_places = _with_gaps(source, outer.source_start, outer.source_end, source_spans, symbols)
    right, target_places = _with_gaps(target, outer.target_start, outer.target_end, target_spans, symbols)
    points = sorted(
        {(source_places[i], target_places[j]) for i, j in links if i in source_places and j in target_places}
    )
    fillers = " | ".join(" ".join(source[gap.source_start : gap.source_end]) for gap in gaps)
    labels = tuple(gap.label for gap in gaps)
    return GapPattern(tuple(left), tuple(right), labels, fillers, tuple(points), outer)


def _divisible(
    source: Sequence[str],
    target: Sequence[str],
    outer: Outer,
    gaps: tuple[Gap, ...],
    symbols: Sequence[str],
    least_before_edge: int,
) -> bool:
    """Return whether both sides begin or end with the same symbol, apart from a gap that may end them."""
    begins = {gap.source_start: symbol for gap, symbol in zip(gaps, symbols, strict=True)}
    ends = {gap.source_end: symbol for gap, symbol in zip(gaps, symbols, strict=True)}
    target_begins = {gap.target_start: symbol for gap, symbol in zip(gaps, symbols, strict=True)}
    target_ends = {gap.target_end: symbol for gap, symbol in zip(gaps, symbols, strict=True)}
    first = begins.get(outer.source_start, source[outer.source_start])
    if first == target_begins.get(outer.target_start, target[outer.target_start]):
        return True
    last = ends.get(outer.source_end, source[outer.source_end - 1])
    if last != target_ends.get(outer.target_end, target[outer.target_end - 1]):
        return False
    # All symbols of the source side, the last gap included; hence < where words before the gap are meant.
    before = outer.source_end - outer.source_start - sum(gap.source_end - gap.source_start - 1 for gap in gaps)
    return not (last == symbols[-1] and 0 < least_before_edge < before)


def _with_gaps(
    words: Sequence[str], start: int, end: int, spans: Sequence[tuple[int, int]], symbols: Sequence[str]
) -> tuple[list[str], dict[int, int]]:
    """Return the symbols of a span with its gaps, and for each word position the position of its symbol."""
    starts = {span[0]: (span[1], symbol) for span, symbol in zip(spans, symbols, strict=True)}
    result: list[str] = []
    places: dict[int, int] = {}
    at = start
    while at < end:
        upto, symbol = starts.get(at, (at + 1, words[at]))
        places.update(dict.fromkeys(range(at, upto), len(result)))
        result.append(symbol)
        at = upto
    return result, places
