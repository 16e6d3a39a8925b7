"""Phrase pairs consistent with a word alignment.

A pair of spans is consistent when a link leads from one to the other and none leads out of either. Words
without links at the edge of a span may be in or out. Source: Koehn, Och and Marcu 2003, "Statistical
phrase-based translation".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

__all__ = ["PhrasePair", "kept_share", "kept_targets", "phrase_pairs"]

Links = Sequence[tuple[int, int]]

_MOST_EDGE_WORDS = 2


class PhrasePair(NamedTuple):
    """Two consistent spans: first positions and lengths.

    ``minimal`` is false where the target span is extended over words without links. ``flanks`` counts the sides,
    before and after, on which the neighbours are linked to each other or are both sentence edges: a pair with
    two of them is a substitution in place.
    """

    source_start: int
    source_length: int
    target_start: int
    target_length: int
    minimal: bool
    flanks: int


def kept_targets(source: Sequence[str], target: Sequence[str], links: Links) -> list[int]:
    """Return for each source word the position of the equal target word, if they are linked to each other alone.

    Other words have -1.
    """
    source_links = [0] * len(source)
    target_links = [0] * len(target)
    for i, j in links:
        source_links[i] += 1
        target_links[j] += 1
    kept = [-1] * len(source)
    for i, j in links:
        if source[i] == target[j] and source_links[i] == 1 and target_links[j] == 1:
            kept[i] = j
    return kept


def kept_share(source: Sequence[str], target: Sequence[str], links: Links) -> float:
    """Return the share of the shorter side's words that are linked to their equals, 0 to 1."""
    kept = sum(source[i] == target[j] for i, j in links)
    return min(1.0, kept / max(min(len(source), len(target)), 1))


def phrase_pairs(
    source_size: int, target_size: int, links: Links, kept: Sequence[int], longest: int
) -> Iterator[PhrasePair]:
    """Yield the consistent pairs of spans of up to `longest` words, except spans that are kept as they are.

    Args:
        source_size: words of the source sentence.
        target_size: words of the target sentence.
        links: word alignment.
        kept: as `kept_targets` returns it.
        longest: words of a span, on either side.
    """
    reach = _Reach(source_size, target_size, links)
    kept_end = _kept_run_ends(kept)
    for start in range(source_size):
        first, last = target_size, -1
        for end in range(start + 1, min(source_size, start + longest) + 1):
            first = min(first, reach.target_first[end - 1])
            last = max(last, reach.target_last[end - 1])
            if last - first >= longest:
                break  # a longer source span never has a shorter target span
            if last < 0 or end <= kept_end[start]:
                continue  # without links, or a span that is kept as it is
            source_first, source_last = reach.sources_of(first, last)
            if source_first < start:
                break  # a link leads back before the start, out of every longer span too
            if source_last >= end:
                continue  # a longer span may take in the word that this link leads to
            flanks = reach.flanks(start, end, first, last + 1)
            yield PhrasePair(start, end - start, first, last - first + 1, True, flanks)
            for low, high in reach.with_free_edges(first, last):
                if high - low < longest:
                    flanks = reach.flanks(start, end, low, high + 1)
                    yield PhrasePair(start, end - start, low, high - low + 1, False, flanks)


class _Reach:
    """First and last partner of each word on either side.

    A word without links has the size of the other side and -1, which change no minimum and no maximum.
    """

    def __init__(self, source_size: int, target_size: int, links: Links) -> None:
        self.target_first = [target_size] * source_size
        self.target_last = [-1] * source_size
        self._source_first = [source_size] * target_size
        self._source_last = [-1] * target_size
        # The edges of the two sentences count as linked.
        self._linked = {*links, (-1, -1), (source_size, target_size)}
        for i, j in links:
            self.target_first[i] = min(self.target_first[i], j)
            self.target_last[i] = max(self.target_last[i], j)
            self._source_first[j] = min(self._source_first[j], i)
            self._source_last[j] = max(self._source_last[j], i)

    def sources_of(self, first: int, last: int) -> tuple[int, int]:
        """Return the first and last source position that the target words first..last lead to."""
        return min(self._source_first[first : last + 1]), max(self._source_last[first : last + 1])

    def flanks(self, source_start: int, source_end: int, target_start: int, target_end: int) -> int:
        """Count the linked neighbours of a pair of spans (half open)."""
        before = (source_start - 1, target_start - 1) in self._linked
        return before + ((source_end, target_end) in self._linked)

    def with_free_edges(self, first: int, last: int) -> Iterator[tuple[int, int]]:
        """Yield the spans that extend first..last over up to two words without links on either side."""
        lowest = first
        while lowest > 0 and first - lowest < _MOST_EDGE_WORDS and self._source_last[lowest - 1] < 0:
            lowest -= 1
        highest, size = last, len(self._source_last)
        while highest + 1 < size and highest - last < _MOST_EDGE_WORDS and self._source_last[highest + 1] < 0:
            highest += 1
        for wider_first in range(lowest, first + 1):
            for wider_last in range(last, highest + 1):
                if (wider_first, wider_last) != (first, last):
                    yield wider_first, wider_last


def _kept_run_ends(kept: Sequence[int]) -> list[int]:
    """Return for each position the end of the run of kept neighbours that starts there.

    A word that is not kept has its own position.
    """
    ends = [0] * len(kept)
    for position in range(len(kept) - 1, -1, -1):
        if kept[position] < 0:
            ends[position] = position
        elif position + 1 < len(kept) and kept[position + 1] == kept[position] + 1:
            ends[position] = ends[position + 1]
        else:
            ends[position] = position + 1
    return ends
