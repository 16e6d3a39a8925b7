"""Reversals and shifts of meaning by a change of words: opposites, amounts, units, duties and permissions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import chain

from simplifier.languages.analysis.meaning import Meaning
from simplifier.languages.language import Language

__all__ = ["Reversals", "are_opposites", "opposites"]

_MOST_WORDS = 1 << 16


class Reversals:
    """Finds reversals and shifts, and remembers what it learnt about words. Safe to share between threads.

    Args:
        language: the language of the changes.
    """

    def __init__(self, language: Language) -> None:
        self._language = language
        self._scales = language.meaning.scales
        self._are_opposites = lru_cache(_MOST_WORDS)(partial(are_opposites, language.meaning, language.base_forms))
        self._scales_of = lru_cache(_MOST_WORDS)(self._find_scales)

    def of(self, before: Sequence[str], after: Sequence[str]) -> Iterator[tuple[str, str]]:
        """Yield the kind and the words of every reversal or shift that a change makes.

        Args:
            before: decoder forms of the words that were there.
            after: decoder forms of the words that are there now.
        """
        pair = opposites(before, after, self._language.meaning.is_weakener, self._are_opposites)
        if pair is not None:
            yield "opposite", f"{pair[0]} -> {pair[1]}"
        # Only scales with a word of the change in one of their expressions can have shifted.
        told = {number for word in chain(before, after) for number in self._scales_of(word)}
        for number in sorted(told):
            scale = self._scales[number]
            what = scale.lost_or_changed(before, after, self._language.base_forms)
            if what is not None and not (scale.counted and self._same_numbers(before, after)):
                yield scale.name, what

    def _find_scales(self, word: str) -> tuple[int, ...]:
        """Return the numbers of the scales that have a word in one of their expressions."""
        forms = {word, *self._language.base_forms(word)}
        return tuple(at for at, scale in enumerate(self._scales) if not scale.words.isdisjoint(forms))

    def _same_numbers(self, before: Sequence[str], after: Sequence[str]) -> bool:
        numbers = self._language.numbers_of(before)
        return bool(numbers) and numbers == self._language.numbers_of(after)


def opposites(
    before: Sequence[str],
    after: Sequence[str],
    is_weakener: Callable[[str], bool],
    are_opposites: Callable[[str, str], bool],
) -> tuple[str, str] | None:
    """Return a lost word and a new word that is its opposite; None if there is no such pair.

    There is none either if a negation or weakening word came or went as well: "not big" may become "small", and "less
    fortunate" may become "unfortunate".
    """
    if any(map(is_weakener, before)) != any(map(is_weakener, after)):
        return None
    gone = [word for word in dict.fromkeys(before) if word not in after]
    new = [word for word in dict.fromkeys(after) if word not in before]
    return next(((one, other) for one in gone for other in new if are_opposites(one, other)), None)


def are_opposites(meaning: Meaning, base_forms: Callable[[str], Iterable[str]], first: str, second: str) -> bool:
    """Return True if two words are opposites, by their form or by the antonyms of the language."""
    if meaning.are_opposites(first, second):
        return True
    listed = meaning.antonyms
    return any((one, other) in listed for one in base_forms(first) for other in base_forms(second))
