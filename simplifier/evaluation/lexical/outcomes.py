"""The seven outcomes of lexical simplification for a word, after PLUMBErr (Paetzold and Specia).

A word is complex if it is on a list of complex words. Their list is NNSVocab: words marked by at least one of 400
non-native readers. The outcomes are

- 2A: a complex word taken as simple; 2B: a simple word taken as complex;
- 3A: no candidates; 3B: all candidates are complex;
- 4: the best candidate breaks meaning or grammar (nobody named it); 5: somebody named it, but it is complex too;
- 1: no error.

Outcomes are cumulative: a word that was not identified has no candidates either, so 3A, 3B, 4, 5 and 1 add up to the
number of complex words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from enum import StrEnum

from simplifier.evaluation.lexical.measures import cleaned
from simplifier.evaluation.lexical.sets import WordInPlace

__all__ = ["Outcome", "count_outcomes"]


class Outcome(StrEnum):
    """See the module."""

    RIGHT = "1"
    MISSED = "2A"
    MISTAKEN = "2B"
    NONE = "3A"
    NONE_SIMPLER = "3B"
    BREAKS = "4"
    NO_SIMPLER = "5"


def count_outcomes(
    words: Sequence[WordInPlace],
    complex_words: Collection[str],
    is_complex: Callable[[WordInPlace], bool],
    substitutes: Sequence[Sequence[str]],
) -> Counter[Outcome]:
    """Count the outcomes, cumulatively.

    Args:
        words: words in their sentences.
        complex_words: the list of complex words, lowercased.
        is_complex: the first step of a system.
        substitutes: results of the other steps for each word, best first.
    """
    counted: Counter[Outcome] = Counter()
    for word, found in zip(words, substitutes, strict=True):
        taken = is_complex(word)
        if word.word.lower() not in complex_words:
            counted[Outcome.MISTAKEN] += taken
            continue
        counted[Outcome.MISSED] += not taken
        counted[_outcome(word, cleaned(word.word, found) if taken else [], complex_words)] += 1
    return counted


def _outcome(word: WordInPlace, found: Sequence[str], complex_words: Collection[str]) -> Outcome:
    if not found:
        return Outcome.NONE
    if all(one in complex_words for one in found):
        return Outcome.NONE_SIMPLER
    if found[0] not in word.gold:
        return Outcome.BREAKS
    return Outcome.NO_SIMPLER if found[0] in complex_words else Outcome.RIGHT
