"""CSV and TSV: cells of the named columns are rewritten; separators and line ends stay."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import ClassVar, Final

from simplifier.base.errors import FormatError, nearest
from simplifier.base.reading import shorten
from simplifier.documents.base import Passage, PassageResult
from simplifier.documents.decoding import decoded
from simplifier.documents.positions import Replacement, spliced, with_lines

__all__ = ["Csv", "Tsv"]

_MARK: Final = "\ufeff"


class _Table:
    """A file of rows, the first of which names the columns.

    Args:
        data: the bytes of the file, UTF-8.
        name: the name of the file, for messages.
        columns: the names of the columns whose cells are running text.

    Raises:
        FormatError: a byte that is not UTF-8, no columns, or a column that the file does not have.
    """

    _separators: ClassVar[str]

    def __init__(self, data: bytes, name: str = "<input>", columns: Sequence[str] = ()) -> None:
        self._text = decoded(data, name)
        header = self._text.removeprefix(_MARK).split("\n", 1)[0]
        self._separator = max(self._separators, key=header.count)
        rows = self._rows(len(self._text) - len(self._text.removeprefix(_MARK)))
        heads = [_value(self._text[start:end]) for start, end in next(rows, [])]
        if not columns:
            raise FormatError(name, f"a table: say which columns are text with --column NAME; it has {_listed(heads)}")
        for column in columns:
            if column not in heads:
                raise FormatError(name, f"has no column {column!r}{nearest(column, heads)}; it has {_listed(heads)}")
        wanted = {heads.index(column) for column in columns}
        self._passages: list[Passage] = []
        for row in rows:
            for number, (start, end) in enumerate(row):
                cell = _value(self._text[start:end])
                if number in wanted and any(map(str.isalpha, cell)):
                    self._passages.append(Passage(cell, (start, end)))
        self._passages = with_lines(self._text, self._passages)

    def _rows(self, place: int) -> Iterator[list[tuple[int, int]]]:
        """Yield the rows, each as the half-open spans of its cells, quotation marks included."""
        text = self._text
        # A cell is quoted only if its closing mark ends it. Possessive repetition keeps a cell without a closing mark
        # from being tried again at every mark in it.
        field = re.compile(rf'"(?:[^"]++|"")*+"(?=[{self._separator}\r\n]|\Z)|[^{self._separator}\r\n]*')
        row: list[tuple[int, int]] = []
        while place < len(text):
            match = field.match(text, place)
            assert match is not None
            row.append(match.span())
            place = match.end()
            if text.startswith(self._separator, place):
                place += 1
                if place == len(text):
                    row.append((place, place))
                continue
            place += 2 if text.startswith("\r\n", place) else 1
            yield row
            row = []
        if row:
            yield row

    def passages(self) -> Sequence[Passage]:
        """See `DocumentReader`."""
        return self._passages

    def fitted(self, changed: Sequence[PassageResult]) -> Sequence[PassageResult]:
        """Return these passages: a cell takes any text."""
        return changed

    def written(self, changed: Sequence[PassageResult]) -> bytes:
        """See `DocumentReader`."""
        found = []
        for result in changed:
            place = self._passages[result.number].place
            assert isinstance(place, tuple)
            start, end = place
            old = self._text[start:end]
            quoted = _is_quoted(old) or any(mark in result.text for mark in (self._separator, "\r", "\n"))
            quoted = quoted or result.text[:1] == '"' != old[:1]  # a new first mark would be read as an opening quote
            cell = '"' + result.text.replace('"', '""') + '"' if quoted else result.text
            found.append(Replacement(start, end, cell))
        return spliced(self._text, found).encode("utf-8")


def _value(cell: str) -> str:
    return cell[1:-1].replace('""', '"') if _is_quoted(cell) else cell


def _is_quoted(cell: str) -> bool:
    return len(cell) > 1 and cell[0] == cell[-1] == '"'


def _listed(heads: Sequence[str]) -> str:
    return shorten(", ".join(heads), 200) or "no header"


class Csv(_Table):
    """A table with commas or semicolons; see `FORMATS`."""

    name: ClassVar[str] = "csv"
    suffixes: ClassVar[tuple[str, ...]] = (".csv",)
    _separators: ClassVar[str] = ",;"


class Tsv(_Table):
    """A table with tabs."""

    name: ClassVar[str] = "tsv"
    suffixes: ClassVar[tuple[str, ...]] = (".tsv", ".tab")
    _separators: ClassVar[str] = "\t"
