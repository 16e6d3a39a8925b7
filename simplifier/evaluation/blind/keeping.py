"""Sheets, key and verdicts kept in one packed table, with a row for each text, sentence and system."""

from __future__ import annotations

import lzma
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from simplifier.base.errors import FormatError
from simplifier.base.reading import text_lines
from simplifier.base.writing import write_bytes
from simplifier.evaluation.blind.results import Verdicts
from simplifier.evaluation.blind.sheets import KeyRow, Sheets
from simplifier.evaluation.blind.verdicts import Verdict, verdict_of

__all__ = ["Kept", "keep", "read_kept"]

_FIRST: Final = ("text", "sentence", "system", "pair", "original", "rewriting")
_MARKS: Final = ("grammar", "meaning", "simplicity", "note")


@dataclass(frozen=True, slots=True)
class Kept:
    """The key, and the verdicts of each reader on the pairs."""

    key: tuple[KeyRow, ...]
    verdicts: dict[str, dict[str, Verdict]]


def keep(path: Path, sheets: Sheets, verdicts: Verdicts, without: Collection[str] = ()) -> None:
    """Write a table packed by xz.

    Args:
        path: file of the table.
        sheets: the sheets that were read.
        verdicts: verdicts by reader, then by pair.
        without: texts that must not be passed on; their sentences and notes are left out.

    Raises:
        InputError: the file cannot be written.
    """
    pairs = {pair.id: pair for pair in sheets.pairs}
    rows = [(*_FIRST, *(f"{reader} {mark}" for reader in verdicts for mark in _MARKS))]
    for one in sheets.key:
        row = [one.text, one.sentence, one.system, one.pair]
        if one.pair:
            pair, own = pairs[one.pair], [judged[one.pair].fields() for judged in verdicts.values()]
            if one.text in without:
                row += ["", "", *(field for marks in own for field in (*marks[:3], ""))]
            else:
                row += [pair.original, pair.rewriting, *(field for marks in own for field in marks)]
        else:
            row += [""] * (2 + len(_MARKS) * len(verdicts))
        rows.append((*row,))
    write_bytes(path, lzma.compress("".join("\t".join(row) + "\n" for row in rows).encode("utf-8")))


def read_kept(path: Path) -> Kept:
    """Read a table made by `keep`.

    Raises:
        InputError: there is no such file.
        FormatError: the header or a row is not as `keep` writes it.
    """
    lines = text_lines(path)
    header = next(lines, "").split("\t")
    readers = [name.removesuffix(f" {_MARKS[0]}") for name in header[len(_FIRST) :: len(_MARKS)]]
    if header != [*_FIRST, *(f"{reader} {mark}" for reader in readers for mark in _MARKS)]:
        raise FormatError(path, "not a table of kept verdicts; `frontier report --keep` writes one", 1)
    key: list[KeyRow] = []
    verdicts: dict[str, dict[str, Verdict]] = {reader: {} for reader in readers}
    for number, line in enumerate(lines, start=2):
        row = line.split("\t")
        if len(row) != len(header):
            raise FormatError(path, f"{len(row)} fields where {len(header)} belong", number)
        key.append(KeyRow(*row[:4]))
        for place, reader in enumerate(readers):
            if row[3]:
                start = len(_FIRST) + len(_MARKS) * place
                verdict = verdict_of(row[start : start + len(_MARKS)])
                if verdict is None:
                    raise FormatError(path, f"no clear marks of {reader}", number)
                verdicts[reader][row[3]] = verdict
    return Kept(tuple(key), verdicts)
