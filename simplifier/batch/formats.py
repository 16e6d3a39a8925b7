"""Formats of tables that are read row by row: lines of text, JSON Lines, tables with commas or tabs.

Every row keeps its place and its content; new columns come behind the others. `simplifier.batch.parquet` has
the one format that is not text.
"""

from __future__ import annotations

import csv
import io
import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO, ClassVar, Final, NamedTuple, Protocol

from simplifier.base.errors import ConfigError, FormatError, nearest
from simplifier.base.reading import open_binary, shorten
from simplifier.batch.rows import LONGEST, Outcome, Rewritten

__all__ = [
    "BatchColumns",
    "BatchFormat",
    "LineFormat",
    "Row",
    "TextRows",
]

#: The longest line in bytes; a longer one is rejected, and only its beginning is kept in memory.
_LONGEST_LINE: Final = 1 << 26


@dataclass(frozen=True, slots=True)
class BatchColumns:
    """The columns of a table that are read and made.

    Attributes:
        text: the column that is rewritten.
        into: the new column for the rewritten text.
        row: the column that names a row in the list of rejected rows; empty for none.
        traced: True to write the edits into a column of their own, ``INTO_edits``.
    """

    text: str = ""
    into: str = "simple"
    row: str = ""
    traced: bool = False

    @property
    def edits(self) -> str:
        """The name of the column of edits."""
        return f"{self.into}_edits"


class Row(NamedTuple):
    """A row of a table.

    Attributes:
        number: the number of the row, from 1.
        text: the text to rewrite; None if there is none.
        content: the content that the format needs to write the row.
        name: the value of the column that names rows, or None.
        problem: the reason why the row cannot be rewritten; empty if it can.
    """

    number: int
    text: str | None
    content: Any
    name: object = None
    problem: str = ""


#: Opens the input of a format from its start; it may be called several times.
Opened = Callable[[], AbstractContextManager[BinaryIO]]


class BatchFormat(Protocol):
    """A format of tables, opened on an input file."""

    name: ClassVar[str]
    suffixes: ClassVar[tuple[str, ...]]

    def __init__(self, path: Path, columns: BatchColumns) -> None:
        """Open the file and find its columns.

        Raises:
            InputError: the file cannot be read, or lacks one of the columns.
        """

    def rows(self, skip: int) -> Iterator[Row]:
        """Yield the rows behind the first ``skip``."""

    def header(self) -> bytes:
        """Return the bytes before the first row of the output."""

    def written(self, row: Row, outcome: Outcome) -> bytes:
        """Return the bytes of a row for the output; empty for a rejected row that is left out."""

    def assemble(self, made: Path, target: Path) -> None:
        """Make the output from the written rows, for formats where these are not the output yet (`assembled`)."""

    @property
    def assembled(self) -> bool:
        """True if `assemble` is needed."""


def edit_values(outcome: Rewritten) -> list[dict[str, Any]]:
    """Return the edits of a row as plain values."""
    return [{**edit._asdict(), "provenance": list(edit.provenance)} for edit in outcome.edits]


class LineFormat(ABC):
    """A file in which each row is one line or several lines.

    Attributes:
        opened: opens the file; replace it to read the lines, or a part of them, from elsewhere.
    """

    def __init__(self, path: Path, columns: BatchColumns, opened: Opened | None = None) -> None:
        self._path = path
        self._columns = columns
        self.opened: Opened = opened or partial(open_binary, path)

    def header(self) -> bytes:
        """See `BatchFormat`."""
        return b""

    @abstractmethod
    def rows(self, skip: int) -> Iterator[Row]:
        """See `BatchFormat`."""

    @abstractmethod
    def written(self, row: Row, outcome: Outcome) -> bytes:
        """See `BatchFormat`."""

    def _lines(self, skip: int) -> Iterator[tuple[int, bytes, str]]:
        """Yield number, bytes and problem of every line behind the first ``skip``."""
        with self.opened() as stream:
            number = 0
            while line := stream.readline(_LONGEST_LINE):
                number += 1
                problem = ""
                if len(line) == _LONGEST_LINE and not line.endswith(b"\n"):
                    problem = f"a line of more than {_LONGEST_LINE:,} bytes"
                    # The rest is read piece by piece and dropped; the next row begins behind its line end.
                    line = line[:LONGEST]
                    while (more := stream.readline(_LONGEST_LINE)) and not more.endswith(b"\n"):
                        pass
                    line += b"\n"
                if number > skip:
                    yield number, line, problem

    def assemble(self, made: Path, target: Path) -> None:
        """Raise an error: rows of lines are the output already (`assembled`)."""
        raise AssertionError("rows of lines need no assembling")

    @property
    def assembled(self) -> bool:
        """See `BatchFormat`."""
        return False


class TextRows(LineFormat):
    """A text, in which each line is rewritten by itself; a rejected line stays as it is."""

    name: ClassVar[str] = "text"
    suffixes: ClassVar[tuple[str, ...]] = (".txt", ".text", ".src")

    def __init__(self, path: Path, columns: BatchColumns, opened: Opened | None = None) -> None:
        super().__init__(path, columns, opened)
        if columns.text or columns.row or columns.traced:
            raise ConfigError(f"{path}: lines of text have no columns; take --column, --id and --trace away")

    def rows(self, skip: int) -> Iterator[Row]:
        """See `BatchFormat`."""
        for number, line, problem in self._lines(skip):
            text = None
            if not problem:
                try:
                    text = line.decode("utf-8")
                except UnicodeDecodeError as error:
                    problem = f"byte {error.start + 1} of the line is not UTF-8"
            yield Row(number, text, line, None, problem)

    def written(self, row: Row, outcome: Outcome) -> bytes:
        """See `BatchFormat`."""
        if isinstance(outcome, str) or outcome.text is None:
            content: bytes = row.content
            return content
        return outcome.text.encode("utf-8")


class JsonRows(LineFormat):
    """JSON Lines: an object a line. New fields come behind the others, whose bytes do not change."""

    name: ClassVar[str] = "jsonl"
    suffixes: ClassVar[tuple[str, ...]] = (".jsonl", ".ndjson")

    def __init__(self, path: Path, columns: BatchColumns, opened: Opened | None = None) -> None:
        super().__init__(path, columns, opened)
        if not columns.text:
            raise ConfigError(f"{path}: JSON Lines: say which field is text with --column NAME")

    def rows(self, skip: int) -> Iterator[Row]:
        """See `BatchFormat`."""
        for number, line, problem in self._lines(skip):
            yield self._row(number, line, problem)

    def _row(self, number: int, line: bytes, problem: str) -> Row:
        if problem or not line.strip():
            return Row(number, None, line, None, problem)
        try:
            value = json.loads(line.decode("utf-8"))
        except UnicodeDecodeError as error:
            return Row(number, None, line, None, f"byte {error.start + 1} of the line is not UTF-8")
        except (ValueError, RecursionError) as error:
            return Row(number, None, line, None, f"not JSON: {shorten(str(error), 80)}")
        if not isinstance(value, dict):
            return Row(number, None, line, None, "no JSON object")
        name = value.get(self._columns.row) if self._columns.row else None
        for own in (self._columns.into, self._columns.edits if self._columns.traced else ""):
            if own and own in value:
                return Row(number, None, line, name, f"has a field {own!r} already; choose another with --into")
        if self._columns.text not in value:
            problem = f"no field {self._columns.text!r}{nearest(self._columns.text, [*value])}"
            return Row(number, None, line, name, problem)
        text = value[self._columns.text]
        if text is not None and not isinstance(text, str):
            return Row(number, None, line, name, f"the field {self._columns.text!r} is no text")
        return Row(number, text, line, name)

    def written(self, row: Row, outcome: Outcome) -> bytes:
        """See `BatchFormat`."""
        line: bytes = row.content
        if not line.strip():
            return line
        if isinstance(outcome, str):
            return b""
        added: dict[str, Any] = {self._columns.into: outcome.text}
        if self._columns.traced:
            added[self._columns.edits] = edit_values(outcome)
        start = line.rstrip()[:-1].rstrip()  # without the closing brace
        # A comma is always right, since the object has at least the field of the text.
        return start + b", " + json.dumps(added, ensure_ascii=False).encode("utf-8")[1:] + b"\n"


class CsvRows(LineFormat):
    """A table with commas, semicolons or tabs in UTF-8; the first row names the columns."""

    name: ClassVar[str] = "csv"
    suffixes: ClassVar[tuple[str, ...]] = (".csv", ".tsv", ".tab")

    def __init__(self, path: Path, columns: BatchColumns, opened: Opened | None = None) -> None:
        super().__init__(path, columns, opened)
        csv.field_size_limit(_LONGEST_LINE)
        with self.opened() as stream:
            first = stream.readline(_LONGEST_LINE).decode("utf-8", "replace").removeprefix("\ufeff")
        self._separator = max(",;\t", key=first.count)
        self._heads = next(iter(self._records()), [])
        for name in filter(None, (columns.text or "--column", columns.row)):
            if name not in self._heads:
                known = ", ".join(self._heads) or "no header"
                raise FormatError(path, f"has no column {name!r}; name one with --column: {shorten(known, 200)}")
        self._own = [columns.into, *([columns.edits] if columns.traced else [])]
        for name in self._own:
            if name in self._heads:
                raise FormatError(path, f"has a column {name!r} already; choose another with --into")

    def _records(self) -> Iterator[list[str]]:
        """Yield records; a broken one has a single cell with a NUL and the reason."""
        with (
            self.opened() as stream,
            io.TextIOWrapper(stream, "utf-8-sig", errors="surrogateescape", newline="") as text,
        ):
            reader = csv.reader(text, delimiter=self._separator, strict=True)
            while True:
                try:
                    yield next(reader)
                except StopIteration:
                    return
                except csv.Error as error:
                    yield [f"\0{error}"]  # unmistakable: the reader refuses records with a NUL

    def rows(self, skip: int) -> Iterator[Row]:
        """See `BatchFormat`."""
        place = self._heads.index(self._columns.text)
        named = self._heads.index(self._columns.row) if self._columns.row else None
        for number, record in enumerate(islice(self._records(), 1 + skip, None), 1 + skip):
            if not record:
                yield Row(number, None, record, None, "an empty line")
            elif record[0].startswith("\0"):
                yield Row(number, None, [], None, f"no row of a table: {record[0][1:]}")
            elif len(record) != len(self._heads):
                problem = f"{len(record)} cells where the table has {len(self._heads)} columns"
                yield Row(number, None, record, None, problem)
            else:
                yield Row(number, record[place], record, None if named is None else record[named])

    def _line(self, cells: Sequence[str]) -> bytes:
        line = io.StringIO()
        csv.writer(line, delimiter=self._separator, lineterminator="\n").writerow(cells)
        return line.getvalue().encode("utf-8", "surrogateescape")

    def header(self) -> bytes:
        """See `BatchFormat`."""
        return self._line([*self._heads, *self._own])

    def written(self, row: Row, outcome: Outcome) -> bytes:
        """See `BatchFormat`."""
        if isinstance(outcome, str):
            return b""
        cells = [*row.content, outcome.text or ""]
        if self._columns.traced:
            cells.append(json.dumps(edit_values(outcome), ensure_ascii=False))
        return self._line(cells)
