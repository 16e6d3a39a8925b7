"""What the formulas of readability count in a text."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from simplifier.languages import Language
from simplifier.languages.parts.reading_grade import words_of

__all__ = ["LONG_LETTERS", "POLYSYLLABIC", "TextCounts", "counts_of"]

#: Syllables from which a word is long to Gunning (1952) and McLaughlin (1969).
POLYSYLLABIC: Final = 3
#: Letters above which a word is long to Björnsson (1968).
LONG_LETTERS: Final = 6


class TextCounts(NamedTuple):
    """Counts of a text; those of its parts add up to those of the whole.

    Attributes:
        sentences: with a word at least.
        words: between spaces, with a letter or digit.
        syllables: of the words.
        letters: of the words, digits among them, marks not.
        polysyllables: words of three syllables or more.
        complex_words: the same, without names, joined words and words that an ending makes so long (Gunning).
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
        language: of the sentence; its counter counts the syllables.
        easy_words: lowercased; a word is familiar if it is among them or an inflection of one, or if it is a
            name (a capital inside the sentence) or a number, as Chall and Dale (1995) count.
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
