"""Values of words, and plain word lists, from files the caller names.

No lexicon is built in: whoever builds a model chooses its lexicons and heeds their licences.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from simplifier.base.errors import ConfigError, FormatError, nearest
from simplifier.base.reading import line_blocks, shorten
from simplifier.languages.language import Language

__all__ = ["Aggregate", "WordValues", "is_listed", "read_counts", "read_word_list", "read_word_values"]

Aggregate = Literal["max", "min", "mean"]


@dataclass(frozen=True, slots=True)
class WordValues:
    """A lexicon: values of words under one name.

    Attributes:
        name: names the features: SourceNAME, TargetNAME, NAMEDiff, NAMEDiffWords.
        values: the values, by lowercased word.
        aggregate: how the values of a phrase's words become one.
        missing: value of a phrase none of whose words has a value.
        unlisted: value of a word outside the lexicon; NaN leaves the word out.
    """

    name: str
    values: dict[str, float]
    aggregate: Aggregate
    missing: float
    unlisted: float = math.nan

    def value(self, word: str, language: Language) -> float:
        """Return the value of the word or else of its first listed base form; ``unlisted`` if there is none."""
        for form in language.base_forms(word):
            if form in self.values:
                return self.values[form]
        return self.unlisted


def is_listed(word: str, words: Collection[str], language: Language) -> bool:
    """Return whether the word or one of its base forms is in a list."""
    return any(form in words for form in language.base_forms(word))


def read_word_values(
    path: Path, name: str, column: str, aggregate: Aggregate = "max", missing: float | None = None
) -> WordValues:
    """Read a lexicon from a tab-separated file with a header line, words in the first column.

    Args:
        path: the file, plain or gzip.
        name: names the features.
        column: header of the column that holds the values; empty cells are left out.
        aggregate: how the values of a phrase's words become one.
        missing: value of a phrase without listed words; the mean of the lexicon when None.

    Raises:
        ConfigError: no such column.
        FormatError: a value that is no number, or a line of another width.
    """
    values: dict[str, float] = {}
    place = 0
    width = 0
    for first, lines in line_blocks(path, 50_000):
        for number, line in enumerate(lines, first):
            row = line.split("\t")
            if number == 1:
                place, width = _place(path, row, column), len(row)
                continue
            if len(row) != width:
                raise FormatError(path, f"expected {width} tab-separated values; found {shorten(line)!r}", number)
            if row[place]:
                values[row[0].lower()] = _value(path, number, row[place])
    if not values:
        raise FormatError(path, "expected words with values; found none")
    mean = math.fsum(values.values()) / len(values)
    return WordValues(name, values, aggregate, mean if missing is None else missing)


def read_word_list(path: Path) -> list[str]:
    """Read a word list, one word a line, lowercased, in file order without repetitions.

    Raises:
        FormatError: an empty list.
    """
    words = (line.strip().lower() for _, lines in line_blocks(path, 50_000) for line in lines)
    listed = list(dict.fromkeys(word for word in words if word))
    if not listed:
        raise FormatError(path, "expected one word per line; found none")
    return listed


def read_counts(path: Path) -> dict[str, int]:
    """Read unigram counts, ``word TAB count`` per line, plain or gzip.

    Raises:
        FormatError: a line of another shape, or no line at all.
    """
    counts: dict[str, int] = {}
    for first, lines in line_blocks(path, 100_000):
        for number, line in enumerate(lines, first):
            word, tab, count = line.partition("\t")
            if not (word and tab and count.isdecimal()):
                raise FormatError(path, f"expected a word, a tab and a count; found {shorten(line)!r}", number)
            counts[word] = int(count)
    if not counts:
        raise FormatError(path, "expected lines of word, tab, count; found none")
    return counts


def _place(path: Path, header: list[str], column: str) -> int:
    if column not in header[1:]:
        names = ", ".join(header[1:])
        raise ConfigError(f"{path}: no column {column!r}{nearest(column, header[1:])}; the columns are {names}")
    return header.index(column, 1)


def _value(path: Path, number: int, text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise FormatError(path, f"expected a number as value; found {shorten(text)!r}", number)
    return value
