"""Readability as a school grade: the Flesch-Kincaid formula, and the counts that it needs.

The formula is that of Kincaid, Fishburne, Rogers and Chissom (1975). It was fitted to English; for other languages the
grade only tells which of two texts is easier.
"""

from __future__ import annotations

from typing import Final, NamedTuple, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from simplifier.languages.analysis.syllables import SyllableCounter

__all__ = ["FK_CONSTANT", "ReadingCounts", "flesch_kincaid", "words_of"]

FK_CONSTANT: Final = 15.59

_Number = TypeVar("_Number", float, NDArray[np.float64])


def flesch_kincaid(words_per_sentence: _Number, syllables_per_word: _Number, constant: float = FK_CONSTANT) -> _Number:
    """Return school grades: 0.39 words per sentence + 11.8 syllables per word - constant."""
    return 0.39 * words_per_sentence + 11.8 * syllables_per_word - constant


def words_of(text: str) -> list[str]:
    """Return the words of a text: pieces with a letter or digit, without punctuation at their ends."""
    pieces = (piece.strip("\"'“”‘’()[]{}<>.,;:!?…*_-–—/") for piece in text.split())
    return [piece for piece in pieces if any(map(str.isalnum, piece))]


class ReadingCounts(NamedTuple):
    """The counts from which the grade of a text is computed. The counts of two texts add up.

    Attributes:
        sentences: sentences with at least one word.
        words: pieces between spaces that have a letter or digit.
        syllables: syllables of these words.
    """

    sentences: int = 0
    words: int = 0
    syllables: int = 0

    @classmethod
    def of(cls, sentence: str, counter: SyllableCounter) -> Self:
        """Count one sentence."""
        words = words_of(sentence)
        return cls(int(bool(words)), len(words), sum(map(counter.count, words)))

    def plus(self, other: ReadingCounts) -> ReadingCounts:
        """Return the counts of two texts together."""
        return ReadingCounts(*(one + another for one, another in zip(self, other, strict=True)))

    @property
    def grade(self) -> float | None:
        """The grade, at least 0; None for a text without words."""
        if not self.words:
            return None
        return max(0.0, flesch_kincaid(self.words / self.sentences, self.syllables / self.words))
