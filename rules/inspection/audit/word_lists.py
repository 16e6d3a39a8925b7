"""The words an audit knows: small lists of our own, and any files the user adds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from itertools import product
from pathlib import Path

from base.errors import FormatError
from base.reading import line_blocks, list_lines, shorten
from rules.lists.lexicon import read_word_list
from rules.tables.resources import read_word_pairs

__all__ = ["AuditWords", "load_words"]


@dataclass(frozen=True, slots=True)
class AuditWords:
    """What an audit looks words up in, everything lowercased.

    Attributes:
        antonyms: pairs in both directions.
        sentiment: 1 or -1 by word.
        offensive: words that no rule may bring in.
        entities: number of the entity by each form of its name, words between single spaces.
    """

    antonyms: frozenset[tuple[str, str]]
    sentiment: dict[str, int]
    offensive: frozenset[str]
    entities: dict[str, int]


def load_words(
    antonyms: Sequence[Path] = (), sentiment: Sequence[Path] = (), offensive: Sequence[Path] = ()
) -> AuditWords:
    """Read our own lists and the files given on top of them.

    Args:
        antonyms: tab-separated pairs of words.
        sentiment: word, tab, positive or negative number.
        offensive: one word a line.

    Raises:
        FormatError: a file of another shape.
    """
    pairs = set(_opposites(_own_lines("antonyms.txt")))
    for path in antonyms:
        pairs |= read_word_pairs(path)
    feelings = dict(_feelings(_own_lines("sentiment.txt")))
    for path in sentiment:
        feelings |= _read_sentiment(path)
    rude = {word for line in _own_lines("offensive.txt") for word in line.split()}
    for path in offensive:
        rude.update(read_word_list(path))
    return AuditWords(
        frozenset(pairs | {(second, first) for first, second in pairs}),
        feelings,
        frozenset(rude),
        dict(_entities(_own_lines("names.txt"))),
    )


def _own_lines(name: str) -> list[str]:
    path = Path(str(files("languages.en").joinpath("data", name)))
    return [line for _, line in list_lines(path)]


def _opposites(lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    for line in lines:
        first, _, second = line.partition("/")
        yield from product(first.split(), second.split())


def _feelings(lines: Iterable[str]) -> Iterator[tuple[str, int]]:
    for line in lines:
        sign, *words = line.split()
        yield from ((word, 1 if sign == "+" else -1) for word in words)


#: Names of two words and more in the list of names, which is otherwise words between spaces.
_LONG_NAMES = (
    "united states",
    "united kingdom",
    "united nations",
    "new zealand",
    "north atlantic treaty organization",
)


def _entities(lines: Iterable[str]) -> Iterator[tuple[str, int]]:
    for number, line in enumerate(lines):
        rest = f" {line} "
        for name in _LONG_NAMES:
            if f" {name} " in rest:
                yield name, number
                rest = rest.replace(f" {name} ", " ")
        yield from ((word, number) for word in rest.split())


def _read_sentiment(path: Path) -> dict[str, int]:
    found = {}
    for first, lines in line_blocks(path, 50_000):
        for number, line in enumerate(lines, first):
            word, _, value = line.lower().partition("\t")
            try:
                strength = float(value)
            except ValueError:
                problem = f"expected a word, a tab and a number; found {shorten(line)!r}"
                raise FormatError(path, problem, number) from None
            if strength:
                found[word] = 1 if strength > 0 else -1
    return found
