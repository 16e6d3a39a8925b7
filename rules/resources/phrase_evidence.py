"""What parallel text tells about single phrases: whether they change, are left out, or are simple.

The table is written by `simplifier/recipes/data/extract_rules.py`; docs/build/extraction.md says how the values come
about. A value belongs to the phrase, whatever the source of a rule that uses the phrase.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from simplifier.base.errors import FormatError
from simplifier.base.reading import line_blocks, shorten

__all__ = ["UNKNOWN_PHRASE", "PhraseValues", "PhraseValuesTable", "read_phrase_values"]

_COLUMNS = ["phrase", "change", "drop", "simple"]


class PhraseValues(NamedTuple):
    """Relative log-odds of one phrase (natural logarithm); 0 is the average phrase of its length.

    Attributes:
        change: log-odds that simplification replaces it rather than keeps it.
        drop: log-odds that simplification leaves it out.
        simple: log-odds that it is used in simple rather than in normal text.
    """

    change: float
    drop: float
    simple: float


UNKNOWN_PHRASE = PhraseValues(0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class PhraseValuesTable:
    """Values by phrase, words separated by one space."""

    values: Mapping[str, PhraseValues]

    def word(self, word: str) -> PhraseValues:
        """Return the values of a word; zeros if it was never seen."""
        return self.values.get(word, UNKNOWN_PHRASE)

    def phrase(self, phrase: str) -> PhraseValues:
        """Return the values of a phrase; for one that was never seen, the mean over its words."""
        known = self.values.get(phrase)
        if known is not None:
            return known
        words = [self.word(word) for word in phrase.split()]
        if len(words) < 2:
            return UNKNOWN_PHRASE
        return PhraseValues(*(math.fsum(column) / len(words) for column in zip(*words, strict=True)))


def read_phrase_values(path: Path) -> PhraseValuesTable:
    """Read a tab-separated table whose first columns are phrase, change, drop and simple; others are ignored.

    Raises:
        FormatError: another header, a line too short, or a value that is no finite number.
    """
    values: dict[str, PhraseValues] = {}
    for first, lines in line_blocks(path, 100_000):
        for number, line in enumerate(lines, first):
            row = line.split("\t")
            if number == 1:
                if row[:4] != _COLUMNS:
                    raise FormatError(path, f"expected the columns {', '.join(_COLUMNS)}; found {shorten(line)!r}", 1)
                continue
            try:
                numbers = PhraseValues(float(row[1]), float(row[2]), float(row[3]))
            except (IndexError, ValueError):
                numbers = PhraseValues(math.nan, math.nan, math.nan)
            if not all(map(math.isfinite, numbers)):
                raise FormatError(path, f"expected a phrase and numbers; found {shorten(line)!r}", number)
            values[row[0]] = numbers
    if not values:
        raise FormatError(path, "expected phrases with values; found none")
    return PhraseValuesTable(values)
