"""Parquet tables, read and written by pyarrow: the extra ``parquet``.

A Parquet file has its index at the end, so half a file cannot be continued. The journal therefore holds a line of
JSON for every row. When all rows are done, the output is made from these lines and the input.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import Any, ClassVar, Final

from simplifier.base.errors import ConfigError, FormatError, nearest
from simplifier.base.installation import install_hint
from simplifier.batch.formats import BatchColumns, Row, edit_values
from simplifier.batch.rows import Outcome

__all__ = ["ParquetRows", "batch_rows", "check_columns", "edits_type", "own_columns"]

_ROWS: Final = 8192  # rows that are read, or written, at once


def edits_type() -> Any:
    """Return the type of the column of edits: a list of structs."""
    import pyarrow as pa

    names = {
        "start": pa.int32(),
        "end": pa.int32(),
        "source": pa.string(),
        "target": pa.string(),
        "change": pa.int32(),
        "kind": pa.string(),
        "probability": pa.float64(),
        "reason": pa.string(),
        "lhs": pa.string(),
        "grammar": pa.string(),
        "provenance": pa.list_(pa.string()),
        "score": pa.float64(),
    }
    return pa.list_(pa.struct(list(names.items())))


def own_columns(columns: BatchColumns) -> list[tuple[str, Any]]:
    """Return the names and Arrow types of the new columns."""
    import pyarrow as pa

    traced = [(columns.edits, edits_type())] if columns.traced else []
    return [(columns.into, pa.string()), *traced]


def check_columns(path: str | Path, schema: Any, columns: BatchColumns) -> None:
    """Check that an Arrow schema has the columns to be read, and none of the new ones.

    Raises:
        InputError: a column to be read is missing or is not text, or a new one is there already.
    """
    import pyarrow as pa

    if not columns.text:
        raise ConfigError(f"{path}: say which column is text with --column NAME")
    for name in filter(None, (columns.text, columns.row)):
        if name not in schema.names:
            raise FormatError(path, f"has no column {name!r}{nearest(name, schema.names)}")
    kind = schema.field(columns.text).type
    if pa.types.is_dictionary(kind):
        kind = kind.value_type
    if not (pa.types.is_string(kind) or pa.types.is_large_string(kind)):
        raise FormatError(path, f"the column {columns.text!r} holds {kind}, not text")
    for name, _ in own_columns(columns):
        if name in schema.names:
            raise FormatError(path, f"has a column {name!r} already; choose another with --into")


def batch_rows(batch: Any, columns: BatchColumns, first: int) -> Iterator[Row]:
    """Yield the rows of an Arrow record batch, numbered from ``first``."""
    texts = batch.column(columns.text)
    names = batch.column(columns.row) if columns.row else None
    for place in range(batch.num_rows):
        name = None if names is None else names[place].as_py()
        try:
            yield Row(first + place, texts[place].as_py(), None, name)
        except UnicodeDecodeError as error:
            yield Row(first + place, None, None, name, f"byte {error.start + 1} is not UTF-8")


class ParquetRows:
    """A Parquet file; see `BatchFormat`."""

    name: ClassVar[str] = "parquet"
    suffixes: ClassVar[tuple[str, ...]] = (".parquet", ".pq")

    def __init__(self, path: Path, columns: BatchColumns) -> None:
        if find_spec("pyarrow") is None:
            raise ConfigError(f"{path}: Parquet needs pyarrow; {install_hint('parquet')}")
        import pyarrow as pa
        import pyarrow.parquet as pq

        self._path, self._columns = path, columns
        try:
            schema = pq.read_schema(path)
        except (pa.ArrowException, OSError) as error:
            raise FormatError(path, f"no Parquet file that can be read ({error})") from None
        check_columns(path, schema, columns)

    def rows(self, skip: int) -> Iterator[Row]:
        """See `BatchFormat`."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        wanted = list(dict.fromkeys(filter(None, (self._columns.text, self._columns.row))))
        number = 0
        try:
            with pq.ParquetFile(self._path) as file:
                for batch in file.iter_batches(_ROWS, columns=wanted):
                    if number + batch.num_rows <= skip:
                        number += batch.num_rows
                        continue
                    behind = max(0, skip - number)
                    yield from islice(batch_rows(batch, self._columns, number + 1), behind, None)
                    number += batch.num_rows
        except (pa.ArrowException, OSError) as error:
            raise FormatError(self._path, f"cannot be read behind row {number} ({error})") from None

    def header(self) -> bytes:
        """See `BatchFormat`."""
        return b""

    def written(self, row: Row, outcome: Outcome) -> bytes:
        """See `BatchFormat`."""
        if isinstance(outcome, str):
            return b"null\n"
        made: list[Any] = [outcome.text]
        if self._columns.traced:
            made.append(edit_values(outcome))
        return json.dumps(made, ensure_ascii=False, separators=(",", ":")).encode("utf-8") + b"\n"

    @property
    def assembled(self) -> bool:
        """See `BatchFormat`."""
        return True

    def assemble(self, made: Path, target: Path) -> None:
        """See `BatchFormat`."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        own = own_columns(self._columns)
        with pq.ParquetFile(self._path) as file, made.open("rb") as lines:
            schema = file.schema_arrow
            for name, kind in own:
                schema = schema.append(pa.field(name, kind))
            with pq.ParquetWriter(target, schema, compression="zstd") as writer:
                for batch in file.iter_batches(_ROWS):
                    values = [json.loads(next(lines)) for _ in range(batch.num_rows)]
                    kept = batch.filter(pa.array([value is not None for value in values]))
                    columns = [*kept.columns]
                    for place, (_, kind) in enumerate(own):
                        cells = [value[place] for value in values if value is not None]
                        columns.append(pa.array(cells, kind))
                    writer.write_batch(pa.RecordBatch.from_arrays(columns, schema=schema))
