"""Tables of text with a header line, with tabs between cells, or with commas and quotes."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simplifier.base.errors import FormatError
from simplifier.base.reading import read_text, shorten

__all__ = ["Table", "read_table"]

FloatArray = NDArray[np.float64]


class Table(NamedTuple):
    """A table by columns.

    Attributes:
        path: file of the table.
        columns: columns of text by name, all of one length.
        lines: line of the file, from 1, where each row begins.
    """

    path: Path
    columns: dict[str, list[str]]
    lines: list[int]

    def numbers(self, column: str) -> FloatArray:
        """Return a column of numbers; nan for an empty cell or ``nan``.

        Raises:
            FormatError: a cell is no number; the message names its line.
        """
        found = np.empty(len(self.lines))
        for place, (cell, line) in enumerate(zip(self.columns[column], self.lines, strict=True)):
            try:
                found[place] = float(cell) if cell.strip() else np.nan
            except ValueError:
                problem = f"column {column!r} holds numbers, not {shorten(cell, 30)!r}"
                raise FormatError(self.path, problem, line) from None
            if np.isinf(found[place]):
                raise FormatError(self.path, f"column {column!r}: {cell} is not finite; leave it empty", line)
        return found

    def is_numeric(self, column: str) -> bool:
        """Return whether every cell of a column is a number or empty, and one is a number."""
        try:
            return not np.isnan(self.numbers(column)).all()
        except FormatError:
            return False

    def first_of(self, *columns: str) -> str | None:
        """Return the first of these names that is the name of a column."""
        return next((name for name in columns if name in self.columns), None)


def read_table(path: Path, needed: Sequence[str] = ()) -> Table:
    """Read a table, separated by tabs if its header has any, otherwise by commas.

    Args:
        path: UTF-8 file. Between tabs, quotes are text; between commas, cells may be quoted and contain line ends.
        needed: columns that must be there.

    Raises:
        InputError: the file cannot be read.
        FormatError: there are no rows, a column is there twice or missing, or a row has too many or too few cells.
    """
    text = read_text(path)
    if "\t" in text.partition("\n")[0]:
        numbered = [(n, line.split("\t")) for n, line in enumerate(text.splitlines(), 1) if line.strip()]
    else:
        numbered = _commas(path, text)
    if len(numbered) < 2:
        raise FormatError(path, "expected a header line and rows of ratings")
    head = [cell.strip().removeprefix("\ufeff") for cell in numbered[0][1]]
    twice = next((name for name in head if name and head.count(name) > 1), None)
    if twice is not None:
        raise FormatError(path, f"two columns are called {twice!r}", 1)
    for line, cells in numbered[1:]:
        if len(cells) != len(head):
            raise FormatError(path, f"{len(cells)} cells where the header has {len(head)}", line)
    rows = [cells for _, cells in numbered[1:]]
    columns = {name: list(cells) for name, cells in zip(head, zip(*rows, strict=True), strict=True)}
    missing = [name for name in needed if name not in columns]
    if missing:
        raise FormatError(path, f"no column {missing[0]!r}; there are {', '.join(head)}", 1)
    return Table(path, columns, [line for line, _ in numbered[1:]])


def _commas(path: Path, text: str) -> list[tuple[int, list[str]]]:
    reader = csv.reader(text.splitlines(keepends=True), strict=True)
    found: list[tuple[int, list[str]]] = []
    begin = 1
    try:
        for cells in reader:
            if cells:
                found.append((begin, cells))
            begin = reader.line_num + 1
    except csv.Error as error:
        raise FormatError(path, f"no table with commas between cells ({error})", begin) from None
    return found
