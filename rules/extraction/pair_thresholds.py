"""Which phrase pairs of a corpus become rules: enough evidence for their shape, and nothing made up.

Longer targets need more evidence than shorter ones, because an alignment gone wrong mostly shows as words
that come from nowhere. The bounds come from the tuning references (first 1,500 sentences): from how often
they make the same change, by shape, count and share.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simplifier.languages.language import Language
from simplifier.rules.extraction.anchors import is_content

__all__ = ["Shape", "enough_evidence", "is_divisible", "is_in_place", "is_sound", "loses_content"]

BoolArray = NDArray[np.bool_]
FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]

# Of pairs that lose content (`is_in_place`).
LOSS_LEAST_COUNT = 2
LOSS_LEAST_FRAMED = 0.5

_LONGEST_ONCE = 3  # source words of a pair that may have been seen once only
_NEVER = 2.0  # a share that no pair reaches


@dataclass(frozen=True, slots=True)
class Shape:
    """Bounds for pairs of one shape, each for counts of 1, of 2 or 3, and of more.

    Attributes:
        share: least share of the pair among all occurrences of its source phrase, unchanged ones included.
        framed: least share of the neighbours of its occurrences that are linked to each other.
    """

    share: tuple[float, float, float]
    framed: tuple[float, float, float]


WORD_FOR_WORD = Shape((0.001, 0.0, 0.0), (0.5, 0.0, 0.0))
SHORTER = Shape((0.002, 0.0, 0.0), (0.5, 0.0, 0.0))
AS_LONG = Shape((0.01, 0.002, 0.0), (1.0, 0.25, 0.0))
LONGER = Shape((_NEVER, 0.005, 0.0003), (1.0, 0.5, 0.25))


def enough_evidence(
    counts: IntArray, totals: IntArray, framed: FloatArray, source_lengths: IntArray, target_lengths: IntArray
) -> BoolArray:
    """Return which pairs have enough evidence.

    Args:
        counts: occurrences of each pair.
        totals: occurrences of its source phrase in any pair, unchanged ones included.
        framed: share of the neighbours of its occurrences that are linked to each other, 0 to 1.
        source_lengths: words of the source phrase.
        target_lengths: words of the target phrase.
    """
    shares = counts / totals
    # A pair seen once is no accident if its source is one word, or up to three words that occur elsewhere too.
    recurring = (counts > 1) | (source_lengths == 1) | ((source_lengths <= _LONGEST_ONCE) & (totals > 1))
    step = np.where(counts == 1, 0, np.where(counts < 4, 1, 2))

    def passes(shape: Shape) -> BoolArray:
        passing: BoolArray = (shares >= np.array(shape.share)[step]) & (framed >= np.array(shape.framed)[step])
        return passing

    word_for_word = (source_lengths == 1) & (target_lengths == 1)
    kinds = [word_for_word, target_lengths < source_lengths, target_lengths == source_lengths]
    shapes = [WORD_FOR_WORD, SHORTER, AS_LONG]
    enough: BoolArray = np.select(kinds, [passes(shape) for shape in shapes], passes(LONGER))
    return np.asarray(recurring & enough, dtype=np.bool_)


def is_sound(
    source: Sequence[str], target: Sequence[str], target_tags: Sequence[str], count: int, language: Language
) -> bool:
    """Return whether a pair can be a paraphrase at all.

    Both sides must hold a word and leave as many brackets of each kind open, and their quotation marks must differ
    by an even number. The target side must add no number, and no name if the pair was seen once.
    """
    if not (any(_is_word(word) for word in source) and any(_is_word(word) for word in target)):
        return False
    if any(_surplus(source, mark) != _surplus(target, mark) for mark in ("()", "[]", "{}")):
        return False
    if (source.count('"') - target.count('"')) % 2:
        return False
    known = set(source)
    for word, tag in zip(target, target_tags, strict=True):
        if word in known:
            continue
        if any(map(str.isdigit, word)) or (tag in language.roles.names and count == 1):
            return False
    return True


def loses_content(source: Sequence[str], target: Sequence[str], language: Language) -> bool:
    """Return whether a pair only leaves words out, or leaves no content word where there was one."""
    rest = iter(source)
    if all(word in rest for word in target):
        return len(target) < len(source)
    before, after = (any(is_content(word, language) for word in side) for side in (source, target))
    return before and not after


def is_in_place(count: int, framed: float) -> bool:
    """Return whether a pair that loses content has enough evidence: seen twice, and mostly in place."""
    return count >= LOSS_LEAST_COUNT and framed >= LOSS_LEAST_FRAMED


def is_divisible(source: Sequence[str], target: Sequence[str]) -> bool:
    """Return whether both sides begin or end with the same word, so that a smaller pair says the same."""
    if len(source) < 2 or len(target) < 2:
        return False
    return source[0] == target[0] or source[-1] == target[-1]


def _is_word(word: str) -> bool:
    return any(map(str.isalnum, word))


def _surplus(words: Sequence[str], mark: str) -> int:
    return words.count(mark[0]) - words.count(mark[1])
