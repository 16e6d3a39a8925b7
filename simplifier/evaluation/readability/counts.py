"""Counts of a text, for formulas of readability."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from simplifier.languages import Language
from simplifier.languages.analysis.reading_grade import words_of

__all__ = ["LONG_LETTERS", "POLYSYLLABIC", "TextCounts", "counts_of"]

#: Least number of syllables of a long word, for Gunning (1952) and McLaughlin (1969).
POLYSYLLABIC: Final = 3
#: A word with more letters is long, for Björnsson (1968).
LONG_LETTERS: Final = 6


class TextCounts(NamedTuple):
    """Counts of a text. The counts of its parts add up.

    Attributes:
        sentences: sentences with at least one word.
        words: pieces between spaces that have a letter or digit.
        syllables: syllables of the words.
        letters: letters and digits of the words.
        polysyllables: words of three syllables or more.
        complex_words: the same, except names, compounds, and words with three syllables only by an ending (Gunning).
        long_words: words of more than six letters.
        unfamiliar: words that are not on the list of easy words; 0 without a list.
    """

    sentences: int = 0
    words: int = 0
    syllables: int = 0
    letters: int = 0
    polysyllables: int = 0
    complex_words: int = 0
    long_words: int = 0
    unfamiliar: int = 0

    def plus(self, other: TextCounts) -> TextCounts:
        """Return the counts of two texts together."""
        return TextCounts(*(one + another for one, another in zip(self, other, strict=True)))


def counts_of(sentence: str, language: Language, easy_words: Collection[str] = ()) -> TextCounts:
    """Count one sentence.

    Args:
        sentence: running text.
        language: language of the sentence.
        easy_words: the list of easy words, lowercased. A word is familiar if it is on the list, or an inflection of
            a listed word, a name (a capital inside the sentence) or a number, as in Chall and Dale (1995).
    """
    words = words_of(sentence)
    syllables = [language.syllables.count(word) for word in words]
    letters = [sum(map(str.isalnum, word)) for word in words]
    return TextCounts(
        int(bool(words)),
        len(words),
        sum(syllables),
        sum(letters),
        sum(count >= POLYSYLLABIC for count in syllables),
        _complex(words, syllables, language),
        sum(count > LONG_LETTERS for count in letters),
        sum(_is_unfamiliar(place, word, language, easy_words) for place, word in enumerate(words)) if easy_words else 0,
    )


def _complex(words: Sequence[str], syllables: Sequence[int], language: Language) -> int:
    return sum(
        count >= POLYSYLLABIC
        and "-" not in word
        and word.isalpha()
        and not _is_name(place, word)
        and all(language.syllables.count(form) >= POLYSYLLABIC for form in language.base_forms(word.lower()))
        for place, (word, count) in enumerate(zip(words, syllables, strict=True))
    )


def _is_unfamiliar(place: int, word: str, language: Language, easy: Collection[str]) -> bool:
    if _is_name(place, word) or any(map(str.isdigit, word)):
        return False
    parts = word.lower().replace("’", "'").split("-")
    return not all(any(form in easy for form in language.base_forms(part)) for part in parts if part)


def _is_name(place: int, word: str) -> bool:
    return place > 0 and word[:1].isupper()
