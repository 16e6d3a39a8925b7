"""Sheets of originals and rewritings, which do not show who wrote what, and the key to them.

::

    FOLDER/sheets/TEXT.tsv   id, original, rewriting: for the readers
    FOLDER/key.tsv           text, sentence, system, id: not for them; no id where a sentence is unchanged
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from simplifier.base.errors import FormatError, InputError
from simplifier.base.reading import text_lines
from simplifier.base.writing import write_text
from simplifier.evaluation.blind.fields import check_field

__all__ = ["KeyRow", "Pair", "Sheets", "TextOutputs", "make_sheets", "read_sheets", "write_sheets"]

_KEY: Final = ("text", "sentence", "system", "pair")


@dataclass(frozen=True, slots=True)
class TextOutputs:
    """Sentences of one text with the rewritings of each system.

    Attributes:
        name: name of the text.
        sentences: ids of the originals.
        originals: originals as readers see them.
        systems: rewritings by name of the system, one for each original.
    """

    name: str
    sentences: Sequence[str]
    originals: Sequence[str]
    systems: Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class Pair:
    """An original and a rewriting, to be judged by a reader."""

    id: str
    text: str
    original: str
    rewriting: str


@dataclass(frozen=True, slots=True)
class KeyRow:
    """The pair with a system's rewriting of a sentence; empty if the system left the sentence unchanged."""

    text: str
    sentence: str
    system: str
    pair: str


@dataclass(frozen=True, slots=True)
class Sheets:
    """Pairs in the order in which they are read, and the key."""

    pairs: tuple[Pair, ...]
    key: tuple[KeyRow, ...]


def make_sheets(texts: Sequence[TextOutputs], seed: int) -> Sheets:
    """Shuffle the rewritings of all systems, text by text. Equal rewritings become one pair.

    Raises:
        InputError: a field has a tab or a line end, or a system does not have one rewriting for each original.
    """
    mixed = random.Random(seed)
    pairs: list[Pair] = []
    key: list[KeyRow] = []
    for text in texts:
        _check(text)
        different = sorted(
            {
                (original, rewriting)
                for outputs in text.systems.values()
                for original, rewriting in zip(text.originals, outputs, strict=True)
                if rewriting != original
            }
        )
        mixed.shuffle(different)
        ids = {one: f"P{number:04}" for number, one in enumerate(different, start=len(pairs) + 1)}
        pairs += [Pair(identity, text.name, *one) for one, identity in ids.items()]
        key += [
            KeyRow(text.name, sentence, system, ids.get((original, outputs[place]), ""))
            for place, (sentence, original) in enumerate(zip(text.sentences, text.originals, strict=True))
            for system, outputs in text.systems.items()
        ]
    return Sheets(tuple(pairs), tuple(key))


def _check(text: TextOutputs) -> None:
    for system, outputs in text.systems.items():
        if len(outputs) != len(text.originals):
            raise InputError(f"{text.name}: {system} has {len(outputs)} rewritings for {len(text.originals)} sentences")
    for field in (text.name, *text.sentences, *text.originals, *text.systems):
        check_field(text.name, field)
    for outputs in text.systems.values():
        for field in outputs:
            check_field(text.name, field)


def write_sheets(folder: Path, sheets: Sheets) -> None:
    """Write a sheet for each text, and the key.

    Raises:
        InputError: a file cannot be written.
    """
    (folder / "sheets").mkdir(parents=True, exist_ok=True)
    for name in dict.fromkeys(pair.text for pair in sheets.pairs):
        rows = ((one.id, one.original, one.rewriting) for one in sheets.pairs if one.text == name)
        write_text(folder / "sheets" / f"{name}.tsv", _table(rows))
    key = ((one.text, one.sentence, one.system, one.pair) for one in sheets.key)
    write_text(folder / "key.tsv", _table([_KEY, *key]))


def _table(rows: Sequence[tuple[str, ...]] | Iterator[tuple[str, ...]]) -> str:
    return "".join("\t".join(row) + "\n" for row in rows)


def read_sheets(folder: Path) -> Sheets:
    """Read the files of `write_sheets`.

    Raises:
        InputError: a file is missing.
        FormatError: a line has too many or too few fields, or a pair is on no sheet.
    """
    path = folder / "key.tsv"
    rows = [(number, KeyRow(*row)) for number, row in _rows(path, len(_KEY)) if number > 1]
    pairs = [
        Pair(row[0], name, row[1], row[2])
        for name in dict.fromkeys(one.text for _, one in rows if one.pair)
        for _, row in _rows(folder / "sheets" / f"{name}.tsv", 3)
    ]
    known = {pair.id for pair in pairs}
    for number, one in rows:
        if one.pair and one.pair not in known:
            raise FormatError(path, f"pair {one.pair} is on no sheet; make the sheets again", number)
    return Sheets(tuple(pairs), tuple(one for _, one in rows))


def _rows(path: Path, fields: int) -> Iterator[tuple[int, list[str]]]:
    for number, line in enumerate(text_lines(path), start=1):
        row = line.split("\t")
        if len(row) != fields:
            raise FormatError(path, f"{len(row)} fields where {fields} belong, tabs between them", number)
        yield number, row
