"""Give new words the casing of the words that they replace."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from importlib.resources import files
from types import MappingProxyType
from typing import Final

__all__ = ["Casing", "capitalise", "casing_of", "cased", "is_shouted", "proper_surfaces"]


class Casing(Enum):
    """How a word is written."""

    NONE = "no letters, or a single capital that says nothing"
    LOWER = "lower"
    TITLE = "Title"
    UPPER = "UPPER"
    MIXED = "miXed"


# Small words that stay lowercase inside a title.
_SMALL: Final = frozenset("a an and as at but by for from in nor of on or the to via with".split())


def casing_of(surface: str) -> Casing:
    """Return how a word is written."""
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
    """Return the word with its first letter in upper case, the rest untouched."""
    for place, character in enumerate(word):
        if character.isalpha():
            return word[:place] + character.upper() + word[place + 1 :]
        if character.isdigit():
            break
    return word


def is_shouted(surfaces: Sequence[str]) -> bool:
    """Whether a sentence is written in capitals throughout."""
    casings = [casing for surface in surfaces if (casing := casing_of(surface)) is not Casing.NONE]
    return len(casings) >= 2 and 2 * sum(casing is Casing.UPPER for casing in casings) > len(casings)


def proper_surfaces() -> dict[str, str]:
    """Return words always written with a capital (days, months, peoples, languages), by their lowercase."""
    global _proper
    if _proper is None:
        text = files("languages.en").joinpath("data", "capitalised.txt").read_text(encoding="utf-8")
        names = [word for line in text.splitlines() if not line.startswith("#") for word in line.split()]
        _proper = {name.lower(): name for name in names}
    return _proper


_proper: dict[str, str] | None = None


def cased(
    targets: Sequence[str],
    replaced: Sequence[str],
    *,
    starts: bool,
    shouted: bool,
    written: Mapping[str, str] = MappingProxyType({}),
) -> list[str]:
    """Return the new words of a phrase, written as the words that they replace.

    Args:
        targets: decoder forms of the new words.
        replaced: surfaces of the words that they replace.
        starts: the phrase opened its sentence, so that its first capital may mean nothing.
        shouted: the whole sentence is in capitals.
        written: how some words are written wherever they stand, by their decoder form.
    """
    proper = proper_surfaces() | dict(written) if written else proper_surfaces()
    words = [proper.get(form, "I" if form == "i" else form) for form in targets]
    casings = [casing for surface in replaced if (casing := casing_of(surface)) is not Casing.NONE]
    if not casings:
        return [word.upper() for word in words] if shouted else words
    if all(casing is Casing.UPPER for casing in casings):
        # One word in capitals amid others is emphasis or an abbreviation; the latter's expansion is a phrase.
        if shouted or len(replaced) > 1 or len(words) == 1:
            return [word.upper() for word in words]
        return words
    titled = [casing is Casing.TITLE for casing in casings]
    if len(replaced) > 1 and all(
        casing_of(surface) is not Casing.LOWER or surface in _SMALL for surface in replaced[1:]
    ):
        if titled[0] and sum(titled) > 1:
            return [
                word if word in _SMALL and place else capitalise(word) for place, word in enumerate(words)
            ]
    elif titled[0] and len(replaced) == len(words) and not starts:
        pairs = zip(words, replaced, strict=True)
        return [capitalise(word) if casing_of(old) is Casing.TITLE else word for word, old in pairs]
    if titled[0] and casing_of(replaced[0]) is Casing.TITLE and words:
        return [capitalise(words[0]), *words[1:]]
    return words
