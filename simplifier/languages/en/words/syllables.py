"""Syllables of English words, by the CMU Pronouncing Dictionary, and by a learned estimate for other words.

The dictionary gives the count of a word's first pronunciation. For other words the estimate is a sum over the groups
of vowel letters. A group is worth what its neighbours make of it (the silent e of ``baked``, the two vowels of
``neon``); the worths are a least-squares fit to nine tenths of the dictionary. On the tenth left out, one word in
twenty is estimated wrongly (a test counts them). ``scripts/lists/build_syllables.py`` makes both tables; the notice
of the dictionary heads the file.
"""

from __future__ import annotations

import functools
import hashlib
import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path

from simplifier.base.errors import FormatError
from simplifier.base.reading import list_lines
from simplifier.languages.analysis.syllables import RememberingCounter

__all__ = ["SyllableCounter", "estimate_syllables", "is_held_out", "vowel_contexts"]

DATA_FILE = Path(__file__).parents[1] / "data" / "syllables.txt.gz"
_VOWELS = re.compile("[aeiouy]+")
_LETTERS = re.compile("[a-z]+")


class SyllableCounter(RememberingCounter):
    """Counts syllables. It is cheap to construct, because all counters of a process share one pair of tables."""

    name = "cmudict+fit1"

    def __init__(self) -> None:
        super().__init__()
        self._dictionary, self._worths = _load(DATA_FILE)

    def __contains__(self, word: str) -> bool:
        """Return whether the dictionary itself holds the word, in upper or lower case."""
        return word.lower() in self._dictionary

    def _count(self, word: str) -> int:
        found = self._dictionary.get(word)
        if found is not None:
            return found
        # With hyphens, accents or marks: the sum over the parts that have letters.
        plain = unicodedata.normalize("NFKD", word).encode("ascii", "ignore").decode().replace("'", "")
        parts = _LETTERS.findall(plain)
        return sum(self._dictionary.get(part) or self.estimate(part) for part in parts)

    def estimate(self, word: str) -> int:
        """Return the estimate for a word of the letters a to z, at least 1, whether or not the dictionary has it."""
        return estimate_syllables(word, self._worths)


def estimate_syllables(word: str, worths: dict[str, float]) -> int:
    """Return the sum of what each vowel group of ``word`` is worth in its contexts, rounded, and at least 1."""
    return max(1, round(sum(worths.get(context, 0.0) for context in vowel_contexts(word))))


def vowel_contexts(word: str) -> Iterator[str]:
    """Yield the contexts that the estimate sums over: each vowel group with up to two letters on each side."""
    framed = f"^{word}$"
    for group in _VOWELS.finditer(framed):
        start, end = group.span()
        before, after = max(0, start - 2), end + 2
        yield group.group()
        yield f"{framed[start - 1]}<{framed[start : end + 1]}"
        yield f"{framed[before:start]}<{framed[start:end]}"
        yield f"{framed[start:end]}>{framed[end:after]}"
        yield f"{framed[start - 1]}<{framed[start:end]}>{framed[end:after]}"


def is_held_out(word: str) -> bool:
    """Return whether a dictionary word belongs to the tenth that the estimate was not fitted to."""
    return hashlib.sha1(word.encode()).digest()[0] < 26


@functools.cache
def _load(path: Path) -> tuple[dict[str, int], dict[str, float]]:
    dictionary: dict[str, int] = {}
    worths: dict[str, float] = {}
    for number, line in list_lines(path):
        kind, value, *entries = line.split()
        if kind == "words":
            dictionary.update(dict.fromkeys(entries, int(value)))
        elif kind == "worth":
            worths.update(dict.fromkeys(entries, float(value)))
        else:
            raise FormatError(path, f"unknown table {kind!r}; reinstall the package", number)
    return dictionary, worths
