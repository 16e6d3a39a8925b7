"""Tables for spreadsheets, with tabs between cells, and quotation marks where needed."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from simplifier.base.errors import FormatError
from simplifier.base.reading import text_lines

__all__ = ["table", "table_rows"]


def table(rows: Iterable[Sequence[object]]) -> str:
    """Return rows as text."""
    stream = io.StringIO()
    csv.writer(stream, delimiter="\t", lineterminator="\n").writerows(rows)
    return stream.getvalue()


def table_rows(path: Path, columns: Sequence[str]) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield the rows of a file: line number, and the cells of the wanted columns in the given order.

    The first line names the columns. Other columns and blank lines are skipped; cells missing at the end of a row are
    empty.

    Raises:
        InputError: there is no such file.
        FormatError: a column is missing.
    """
    reader = csv.reader(text_lines(path), delimiter="\t")
    names = [name.strip().lower() for name in next(reader, [])]
    lacking = [name for name in columns if name not in names]
    if lacking:
        raise FormatError(path, f"no column {lacking[0]!r}; the first line names {', '.join(columns)}", 1)
    places = [names.index(name) for name in columns]
    for row in reader:
        if any(cell.strip() for cell in row):
            yield reader.line_num, tuple(row[place] if place < len(row) else "" for place in places)
