"""The numbers that a phrase names, in digits or in words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

__all__ = ["numbers_of"]

_ONES: Final = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
).split()
_TENS: Final = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_SCALES: Final = {"hundred": 1e2, "thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12}
_VALUES: Final = {word: float(value) for value, word in enumerate(_ONES)} | {
    word: 10.0 * value for value, word in enumerate(_TENS, 2)
}
_ORDINALS: Final = {
    "third": 3.0,
    "fourth": 4.0,
    "fifth": 5.0,
    "sixth": 6.0,
    "seventh": 7.0,
    "eighth": 8.0,
    "ninth": 9.0,
    "tenth": 10.0,
    "both": 2.0,
    "twice": 2.0,
    "dozen": 12.0,
}
_DIGITS: Final = re.compile(r"\d[\d,]*(?:\.\d+)?")
# "one" is a pronoun as often as a number, and "first" and "second" mean "at the start" and a unit of time.
_AMBIGUOUS: Final = frozenset({1.0})


def numbers_of(words: Sequence[str]) -> frozenset[float]:
    """Return the set of numbers a phrase names; 1 does not count, it is a pronoun as often as a number."""
    found: set[float] = set()
    current: float | None = None
    for word in (part for whole in words for part in _parts(whole)):
        value = _VALUES.get(word)
        if value is not None:
            current = value if current is None else current + value
        elif word in _SCALES:
            current = (1.0 if current is None else current) * _SCALES[word]
        else:
            if current is not None:
                found.add(current)
                current = None
            if word in _ORDINALS:
                found.add(_ORDINALS[word])
            match = _DIGITS.search(word)
            if match:
                current = float(match[0].replace(",", ""))
    if current is not None:
        found.add(current)
    return frozenset(found - _AMBIGUOUS)


def _parts(word: str) -> list[str]:
    """Cut twenty-one in two; what holds digits stays whole, but for a hyphen between."""
    return [part for part in word.split("-") if part] if "-" in word else [word]
