"""Meanings of English words that an audit of rules asks about, by lists, prefixes and suffixes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from importlib.resources import files
from itertools import product
from pathlib import Path
from typing import Final

from simplifier.base.reading import text_lines
from simplifier.languages.analysis.meaning import Meaning
from simplifier.languages.analysis.scales import read_scales
from simplifier.languages.en.words.stems import base_forms, is_inflection
from simplifier.languages.en.words.word_lists import FUNCTION_WORDS, NEGATIONS

__all__ = ["OPPOSITES_FILE", "EnglishMeaning", "read_meaning"]

#: Opposite senses of WordNet, made by ``scripts/lists/build_opposites.py``.
OPPOSITES_FILE = Path(__file__).parent / "data" / "wordnet_opposites.txt.gz"

_OPPOSITE_PREFIXES: Final = ("un", "in", "im", "il", "ir", "non-", "non", "dis", "mis", "ab", "anti-", "anti")
_OPPOSITE_SUFFIXES: Final = (("less", ("ful", "", "y", "ed")),)
# Words that begin with an opposite prefix, but are no opposites of the rest of the word.
_FALSE_OPPOSITES: Final = frozenset(
    """invaluable inflammable inhabitant inhabitants inhabit inside income inclose incrust indeed
    install installed instead insure inform infuse inflame intense unravel unloose unthaw discount
    dissever disannul impress import important importance improve improving improved immigrant
    immigrants irradiate inquire inquiry intrust insure inflow inflows imprint imprints imprinted
    imprinting infighting infield inland inmate invest incense infirm incorporate inborn inbred
    inset input into union unit united under until dispatch display distribute imprison imprisons
    imprisoned imprisoning imprisonment recovering recovered disproportionate disproportionately""".split()
)
#: Fewest letters that a word shares with the stem of its opposite, and the least share of the stem (0 to 1).
_SHARED_LETTERS: Final = 4
_SHARED_PART: Final = 0.55
_NO_SIDES: Final[frozenset[tuple[int, bool]]] = frozenset()
# Words that turn the word after them round. Unlike the negations, none is itself the opposite of another word.
_WEAKENERS: Final = frozenset(
    """not no never none neither nor without cannot less least little hardly barely scarcely lack lacks
    lacking lacked loss""".split()
)
#: Names of several words in the list of names, where otherwise each word is a name.
_LONG_NAMES: Final = (
    "united states",
    "united kingdom",
    "united nations",
    "new zealand",
    "north atlantic treaty organization",
)


class EnglishMeaning(Meaning):
    """Meanings by lists; "n't" at the end of a word negates it."""

    def is_negation(self, word: str) -> bool:
        """Return whether a word negates."""
        return word in self.negations or word.endswith("n't")

    def is_weakener(self, word: str) -> bool:
        """Return whether a word turns the one after it round."""
        return word in _WEAKENERS or word.endswith("n't")

    def are_opposites(self, first: str, second: str) -> bool:
        """Return whether one word is the other with an opposite prefix or suffix, whatever their inflection.

        "Untreated" and "treatment" are opposites too, and so are words of opposite senses in WordNet.
        """
        return _are_opposites(first, second) or _are_opposite_senses(first, second)


def read_meaning() -> EnglishMeaning:
    """Return the meanings read from the lists in ``data``."""
    pairs = set(_opposites(_lines("antonyms.txt")))
    return EnglishMeaning(
        NEGATIONS,
        frozenset(pairs | {(second, first) for first, second in pairs}),
        dict(_feelings(_lines("sentiment.txt"))),
        frozenset(word for line in _lines("offensive.txt") for word in line.split()),
        dict(_entities(_lines("names.txt"))),
        read_scales(_lines("scales.txt")),
    )


@lru_cache(maxsize=200_000)
def _are_opposites(first: str, second: str) -> bool:
    longer, shorter = (first, second) if len(first) >= len(second) else (second, first)
    if longer in _FALSE_OPPOSITES or shorter in FUNCTION_WORDS:
        return False
    for word, other in ((first, second), (second, first)):
        for prefix in _OPPOSITE_PREFIXES:
            stem = word.removeprefix(prefix)
            if stem != word and len(stem) > 3 and word not in _FALSE_OPPOSITES:
                if _same_word(stem, other) or (len(prefix) > 1 and _derived(stem, other)):
                    return True
        for ending, others in _OPPOSITE_SUFFIXES:
            stem = word.removesuffix(ending)
            if stem != word and len(stem) > 2 and any(other == stem + one for one in others if one):
                return True
    return False


def _same_word(first: str, second: str) -> bool:
    return first == second or is_inflection(first, second) or first in base_forms(second)


def _derived(stem: str, other: str) -> bool:
    """Return whether a word may be built on a stem that stood after an opposite prefix."""
    length = 0
    while length < min(len(stem), len(other)) and stem[length] == other[length]:
        length += 1
    return length >= max(_SHARED_LETTERS, _SHARED_PART * len(stem)) and not other.endswith("less")


@lru_cache(maxsize=200_000)
def _are_opposite_senses(first: str, second: str) -> bool:
    sides = _opposite_senses()
    ours = [sides.get(form, _NO_SIDES) for form in base_forms(first)]
    if not any(ours):
        return False
    return any(
        not one & other and any((number, not side) in other for number, side in one)
        for one in ours
        for other in (sides.get(form, _NO_SIDES) for form in base_forms(second))
        if one and other
    )


@lru_cache(maxsize=1)
def _opposite_senses() -> Mapping[str, frozenset[tuple[int, bool]]]:
    """Return, for each word, the pairs of opposite senses that it stands in: the number and the side of each."""
    found: defaultdict[str, set[tuple[int, bool]]] = defaultdict(set)
    lines = (line for line in text_lines(OPPOSITES_FILE) if line and not line.startswith("#"))
    for number, line in enumerate(lines):
        for side, words in enumerate(line.split(" / ")):
            for word in words.split():
                found[word].add((number, bool(side)))
    return {word: frozenset(sides) for word, sides in found.items()}


def _lines(name: str) -> list[str]:
    text = files("simplifier.languages.en").joinpath("data", name).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def _opposites(lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    for line in lines:
        first, _, second = line.partition("/")
        yield from product(first.split(), second.split())


def _feelings(lines: Iterable[str]) -> Iterator[tuple[str, int]]:
    for line in lines:
        sign, *words = line.split()
        yield from ((word, 1 if sign == "+" else -1) for word in words)


def _entities(lines: Iterable[str]) -> Iterator[tuple[str, int]]:
    for number, line in enumerate(lines):
        rest = f" {line} "
        for name in _LONG_NAMES:
            if f" {name} " in rest:
                yield name, number
                rest = rest.replace(f" {name} ", " ")
        yield from ((word, number) for word in rest.split())
