"""Anchors of a monolingual word alignment: the words that both sentences share, matched one to one.

Most words of a simplification are words of its source, in the same order. The best monotone chain of equal
words comes first. In it, runs of neighbours beat scattered matches, so that a repeated "the" goes with its
noun. What is left is matched in blocks that moved ("in 1990 he left" - "he left in 1990"), the block with
most content words first. A block without a content word is not matched, because function words recur
everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from simplifier.languages.language import Language

__all__ = ["is_content", "match_equal_words"]

Links = list[tuple[int, int]]

_CONTENT_WEIGHT = 1.0
_FUNCTION_WEIGHT = 0.4
_PUNCTUATION_WEIGHT = 0.25
_NEIGHBOUR_BONUS = 0.6
_JUMP_COST = 0.02  # per word that a link shifts the diagonal
_LONGEST_SHIFT_COST = 0.2


def is_content(word: str, language: Language) -> bool:
    """Return whether a word holds a letter or digit and is not a function word."""
    return word not in language.words.function and any(map(str.isalnum, word))


def match_equal_words(source: Sequence[str], target: Sequence[str], language: Language) -> tuple[Links, Links]:
    """Match equal words of two sentences one to one.

    Returns:
        The links (source position, target position) of the monotone chain, and those of moved blocks; both
        ordered by source position.
    """
    start, limit = 0, min(len(source), len(target))
    while start < limit and source[start] == target[start]:
        start += 1
    if start == len(source) == len(target):
        return [(position, position) for position in range(start)], []
    # The shared beginning is left out, so that the two edges never overlap.
    end = 0
    while end < limit - start and source[-1 - end] == target[-1 - end]:
        end += 1
    # A word of a shared edge is certain only where more of the edge follows it, so the two innermost words
    # of either edge are left to the chain.
    start, end = max(start - 2, 0), max(end - 2, 0)
    source_end, target_end = len(source) - end, len(target) - end
    chain = [(position, position) for position in range(start)]
    inner = _chain(source[start:source_end], target[start:target_end], language)
    chain += [(start + i, start + j) for i, j in inner]
    chain += [(source_end + offset, target_end + offset) for offset in range(end)]
    return chain, _moved_blocks(source, target, chain, language)


def _weight(word: str, language: Language) -> float:
    if is_content(word, language):
        return _CONTENT_WEIGHT
    return _FUNCTION_WEIGHT if word in language.words.function else _PUNCTUATION_WEIGHT


def _chain(source: Sequence[str], target: Sequence[str], language: Language) -> Links:
    """Return the best monotone chain of equal words.

    A dynamic programme over the matches alone: quadratic in their number, whatever the lengths of the sides.
    """
    places: dict[str, list[int]] = {}
    for j, word in enumerate(target):
        places.setdefault(word, []).append(j)
    matches = [(i, j) for i, word in enumerate(source) for j in places.get(word, ())]
    if not matches:
        return []
    rows, columns = np.array(matches).T
    weights = [_weight(source[i], language) for i, _ in matches]
    diagonals = columns - rows
    scores = np.zeros(len(matches))
    previous = np.full(len(matches), -1)
    first_of_row = np.searchsorted(rows, rows)  # matches before it stand in earlier rows
    for at, weight in enumerate(weights):
        scores[at] = weight
        before = int(first_of_row[at])
        if not before:
            continue
        shift = np.abs(diagonals[:before] - diagonals[at])
        link = scores[:before] - np.minimum(shift * _JUMP_COST, _LONGEST_SHIFT_COST)
        link += np.where((rows[:before] == rows[at] - 1) & (shift == 0), _NEIGHBOUR_BONUS, 0.0)
        # Not monotone: a value below 0 is never taken, since a match may also begin a chain.
        link[columns[:before] >= columns[at]] = -1.0
        best = int(link.argmax())
        if link[best] > 0.0:
            scores[at] += link[best]
            previous[at] = best
    return _trace(matches, scores, previous)


def _trace(matches: Links, scores: NDArray[np.float64], previous: NDArray[np.int64]) -> Links:
    links = []
    at = int(scores.argmax())
    while at >= 0:
        links.append(matches[at])
        at = int(previous[at])
    links.reverse()
    return links


def _moved_blocks(source: Sequence[str], target: Sequence[str], chain: Links, language: Language) -> Links:
    """Match what the chain leaves, block by block: most content words first, then the longest, then the nearest."""
    free_source = [True] * len(source)
    free_target = [True] * len(target)
    for i, j in chain:
        free_source[i] = free_target[j] = False
    places: dict[str, list[int]] = {}
    for j, word in enumerate(target):
        if free_target[j]:
            places.setdefault(word, []).append(j)
    starts = [(i, j) for i, word in enumerate(source) if free_source[i] for j in places.get(word, ())]
    links: Links = []
    while starts:
        blocks = []
        for i, j in starts:
            length = _block_length(source, target, free_source, free_target, i, j)
            content = sum(is_content(word, language) for word in source[i : i + length])
            if content:
                blocks.append((content, length, -abs(i - j), -i, -j))
        if not blocks:
            break
        _, length, _, i, j = max(blocks)  # i and j are negative: of equal blocks the leftmost
        for offset in range(length):
            links.append((offset - i, offset - j))
            free_source[offset - i] = free_target[offset - j] = False
        starts = [(i, j) for i, j in starts if free_source[i] and free_target[j]]
    return sorted(links)


def _block_length(
    source: Sequence[str],
    target: Sequence[str],
    free_source: list[bool],
    free_target: list[bool],
    i: int,
    j: int,
) -> int:
    length = 0
    while (
        i + length < len(source)
        and j + length < len(target)
        and free_source[i + length]
        and free_target[j + length]
        and source[i + length] == target[j + length]
    ):
        length += 1
    return length
