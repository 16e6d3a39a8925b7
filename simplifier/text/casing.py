"""Casing: new words are written like the words that they replace."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from functools import lru_cache
from types import MappingProxyType

from simplifier.languages.analysis.writing import Writing

__all__ = ["Casing", "capitalise", "casing_of", "cased", "is_shouted"]


class Casing(Enum):
    """The casing of a word."""

    NONE = "no letters, or a single capital that says nothing"
    LOWER = "lower"
    TITLE = "Title"
    UPPER = "UPPER"
    MIXED = "miXed"


@lru_cache(maxsize=1 << 16)
def casing_of(surface: str) -> Casing:
    """Return the casing of a word; letters without case count as lower and as upper case alike."""
    letters = [character for character in surface if character.isalpha()]
    if not letters or (len(letters) == 1 and letters[0].isupper()):
        return Casing.NONE
    if all(letter.islower() or not letter.isupper() for letter in letters):
        return Casing.LOWER
    if all(not letter.islower() for letter in letters):
        return Casing.UPPER
    if letters[0].isupper() and not any(letter.isupper() for letter in letters[1:]):
        return Casing.TITLE
    return Casing.MIXED


def capitalise(word: str) -> str:
    """Return the word with its first letter in upper case; a word with a digit before any letter stays as it is."""
    for place, character in enumerate(word):
        if character.isalpha():
            return word[:place] + character.upper() + word[place + 1 :]
        if character.isdigit():
            break
    return word


def is_shouted(surfaces: Sequence[str]) -> bool:
    """Return True if a sentence is written in capitals: at least two words with a casing, and most of them UPPER."""
    casings = [casing for surface in surfaces if (casing := casing_of(surface)) is not Casing.NONE]
    return len(casings) >= 2 and 2 * sum(casing is Casing.UPPER for casing in casings) > len(casings)


def cased(
    targets: Sequence[str],
    replaced: Sequence[str],
    writing: Writing,
    *,
    starts: bool,
    shouted: bool,
    written: Mapping[str, str] = MappingProxyType({}),
) -> list[str]:
    """Return the new words of a phrase in the casing of the words that they replace.

    Args:
        targets: decoder forms of the new words.
        replaced: surfaces of the words that they replace.
        writing: the writing of the language.
        starts: True if the phrase opened its sentence, so that its first capital may only mark the start.
        shouted: True if the whole sentence is in capitals.
        written: how some words are written wherever they stand, by their decoder form.
    """
    words = [written.get(form) or writing.capitals.get(form, form) for form in targets]
    casings = [casing for surface in replaced if (casing := casing_of(surface)) is not Casing.NONE]
    if not casings:
        return [word.upper() for word in words] if shouted else words
    if all(casing is Casing.UPPER for casing in casings):
        # A single word in capitals is emphasis or an abbreviation. If a phrase replaces it, the phrase is taken for the
        # expansion of an abbreviation, which is not written in capitals.
        if shouted or len(replaced) > 1 or len(words) == 1:
            return [word.upper() for word in words]
        return words
    titled = [casing is Casing.TITLE for casing in casings]
    if len(replaced) > 1 and all(
        casing_of(surface) is not Casing.LOWER or surface in writing.small for surface in replaced[1:]
    ):
        if titled[0] and sum(titled) > 1:
            return [word if word in writing.small and place else capitalise(word) for place, word in enumerate(words)]
    elif titled[0] and len(replaced) == len(words) and not starts:
        pairs = zip(words, replaced, strict=True)
        return [capitalise(word) if casing_of(old) is Casing.TITLE else word for word, old in pairs]
    if titled[0] and casing_of(replaced[0]) is Casing.TITLE and words:
        return [capitalise(words[0]), *words[1:]]
    return words
