"""A batch as a Spark job without a shuffle: every task rewrites one piece of the input.

Spark cuts the files into pieces, gives them to workers, and repeats pieces that were lost. Rows are rewritten by
the same formats and processes as on one machine. Lines of text, JSON Lines and CSV arrive as plain bytes, Parquet
as record batches, so that all columns keep their types.
"""

from __future__ import annotations

import io
import json
import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial, reduce
from itertools import chain
from pathlib import Path
from typing import Any, BinaryIO, Final, cast

import pyarrow as pa
from pyspark import StorageLevel, TaskContext
from pyspark.errors import PySparkException
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.functions import col
from pyspark.sql.pandas.types import from_arrow_schema, to_arrow_schema

from simplifier.base.errors import FormatError, InputError, InternalError
from simplifier.batch.choice import format_of
from simplifier.batch.formats import BatchColumns, BatchFormat, LineFormat, Row, edit_values
from simplifier.batch.parquet import ParquetRows, batch_rows, check_columns, own_columns
from simplifier.batch.rows import Outcome, RowRewriter
from simplifier.batch.run import outcomes_of, reject_line
from simplifier.batch.spark.place import ARCHIVE, ModelPlace, opened
from simplifier.batch.workers import Workers
from simplifier.pipeline import Simplifier

__all__ = ["SparkCounts", "SparkJob", "run_spark_batch", "spark_session", "told"]

#: The size of a piece: a task takes some minutes, so little is lost when one fails.
_PIECE: Final = "8m"
#: Extra columns: the number of the piece; in its last row, its counts of rows and of rejects; a rejected row as JSON.
_BESIDE: Final = (
    ("simplifier_piece", pa.int32()),
    ("simplifier_rows", pa.int64()),
    ("simplifier_rejected", pa.int64()),
    ("simplifier_reject", pa.string()),
)
_LINE: Final = pa.schema([("value", pa.binary()), *_BESIDE])


@dataclass(frozen=True, slots=True)
class SparkJob:
    """The description of a batch on a cluster.

    Attributes:
        input: a file, or a folder whose files are taken in the order of their names; any address that Spark reads.
        output: the folder that is made; rejected rows go to ``OUTPUT.rejects`` beside it.
        columns: the columns that are read and made.
        model: the place where the workers find the model.
        form: the format of the files; None to tell it by the name of the first.
        archive: an archive (zip, tar.gz) with the model, which is sent to the workers; empty for none.
        restart: True to replace an output that is there.
        load: a function that opens the model in a worker.
    """

    input: str
    output: str
    columns: BatchColumns
    model: ModelPlace = ModelPlace()
    form: type[BatchFormat] | None = None
    archive: str = ""
    restart: bool = False
    load: Callable[[ModelPlace], Simplifier] = opened


@dataclass(frozen=True, slots=True)
class SparkCounts:
    """The counts of a finished batch.

    Attributes:
        rows: rows of the input.
        rejected: rejected rows, which are among ``rows``.
        pieces: pieces of the input.
        rejects: the folder of the rejected rows.
    """

    rows: int
    rejected: int
    pieces: int
    rejects: str


def spark_session(master: str = "", settings: Mapping[str, str] | None = None) -> SparkSession:
    """Return the Spark session of ``spark-submit``, or else a new one.

    Args:
        master: the address of the cluster. Empty for that of ``spark-submit``; without ``spark-submit``, all cores
            of this machine are used, and a failed task is repeated as on a cluster.
        settings: settings of Spark, by name.
    """
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = SparkSession.builder.appName("simplifier batch")
    if not master and "PYSPARK_GATEWAY_PORT" not in os.environ:
        master = "local[*,4]"
    if master:
        builder = builder.master(master)
    values = {
        "spark.sql.files.maxPartitionBytes": _PIECE,
        "spark.sql.files.openCostInBytes": "1",  # small files are cut too, so that every core has a piece
        **(settings or {}),
    }
    return builder.config(map=values).getOrCreate()


def run_spark_batch(session: SparkSession, job: SparkJob) -> SparkCounts:
    """Rewrite a column of files on a cluster.

    Raises:
        InputError: the input cannot be read, a column is missing, the output is there already, or a worker cannot
            open the model.
    """
    try:
        return _run(session, job)
    except PySparkException as error:
        raise told(error, job.input) from error


def told(error: PySparkException, name: str) -> InputError:
    """Return an error of Spark as one line: the error of this project that a worker raised, or else its first line."""
    text = str(error)
    ours = re.findall(r"^(?:\w+\.)*errors\.\w+: (.+)$", text, re.MULTILINE)
    if ours:
        return InputError(ours[-1])
    return InputError(f"{name}: Spark could not do it ({text.strip().splitlines()[0]})")


def _run(session: SparkSession, job: SparkJob) -> SparkCounts:
    if job.archive:
        session.sparkContext.addArchive(f"{job.archive}#{ARCHIVE}")
    found = session.read.format("binaryFile").load(job.input).select("path").collect()
    files = sorted(row.path for row in found)
    if not files:
        raise InputError(f"{job.input}: holds no files")
    form = job.form or format_of(Path(files[0]))
    make = _tables if form is ParquetRows else partial(_lines, cast(type[LineFormat], form))
    made: DataFrame = make(session, files, job)
    made = made.persist(StorageLevel.DISK_ONLY)  # it is read three times below, and must be rewritten only once
    try:
        lines = form is not ParquetRows
        beside = [name for name, _ in _BESIDE]
        kept = made.filter("value is not null" if lines else f"coalesce({', '.join(beside)}) is null")
        kept = kept.select(col("value").cast("string")) if lines else kept.drop(*beside)
        writer = kept.write.mode("overwrite" if job.restart else "error")
        if lines:
            writer.text(job.output, lineSep="\n")
        else:
            writer.parquet(job.output, compression="zstd")
        ends = made.filter("simplifier_rows is not null").select(*beside[:3]).collect()
        before, rows = {}, 0  # the number of rows in the pieces before each one
        for piece, count, _ in sorted(ends):
            before[piece] = rows
            rows += count
        rejects = f"{job.output.rstrip('/')}.rejects"
        rejected = made.filter("simplifier_reject is not null").select(beside[0], beside[3])
        numbered = rejected.mapInArrow(partial(_numbered, before), "value string")
        numbered.write.mode("overwrite").text(rejects, lineSep="\n")
        return SparkCounts(rows, sum(end[2] for end in ends), len(ends), rejects)
    finally:
        made.unpersist()


def _numbered(before: Mapping[int, int], batches: Iterator[Any]) -> Iterator[Any]:
    """Yield rejected rows numbered from the first row of the whole input, not of their piece."""
    for batch in batches:
        lines = []
        for piece, text in zip(batch.column(0).to_pylist(), batch.column(1).to_pylist(), strict=True):
            record = json.loads(text)
            record["row"] += before[piece]
            lines.append(json.dumps(record))
        yield pa.RecordBatch.from_arrays([pa.array(lines, pa.string())], names=["value"])


@contextmanager
def _rewriting(job: SparkJob) -> Iterator[Workers]:
    """Yield a process beside the worker: a text that kills it is found, and the worker itself survives."""
    with Workers(RowRewriter(job.load(job.model), job.columns.traced), 1) as workers:
        yield workers


def _end(schema: Any, rows: int, rejected: int) -> Any:
    """Return the last row of a piece, which has only its counts."""
    values = {"simplifier_piece": _piece(), "simplifier_rows": rows, "simplifier_rejected": rejected}
    return _beside(schema, [values])


def _rejects(schema: Any, found: list[tuple[Row, Outcome]]) -> Any:
    """Return rejected rows as JSON in the extra columns."""
    return _beside(
        schema,
        [
            {
                "simplifier_piece": _piece(),
                "simplifier_reject": reject_line(row, reason).decode("ascii").rstrip("\n"),
            }
            for row, reason in found
            if isinstance(reason, str)
        ],
    )


def _beside(schema: Any, values: list[dict[str, Any]]) -> Any:
    columns = [pa.array([value.get(name) for value in values], kind) for name, kind in _BESIDE]
    empty = [pa.nulls(len(values), field.type) for field in schema][: -len(_BESIDE)]
    return pa.RecordBatch.from_arrays([*empty, *columns], schema=schema)


def _piece() -> int:
    context = TaskContext.get()
    if context is None:
        raise InternalError("rewriting outside of a Spark task")
    return int(context.partitionId())


# Lines of text, JSON Lines, CSV


def _lines(form: type[LineFormat], session: SparkSession, files: list[str], job: SparkJob) -> DataFrame:
    def of(file: str) -> DataFrame:
        place = [f"_metadata.file_block_{name}" for name in ("start", "length")]
        return session.read.text(file, lineSep="\n").select(col("value").cast("binary"), *place, "_metadata.file_size")

    frames = [of(file) for file in files]
    first = frames[0].first()
    head = b"" if first is None else bytes(first[0]) + b"\n"
    form(Path(files[0]), job.columns, lambda: nullcontext(io.BytesIO(head)))  # checks that the columns are there
    return _union(frames).mapInArrow(partial(_rewrite_lines, job, form, head), from_arrow_schema(_LINE))


def _union(frames: list[DataFrame]) -> DataFrame:
    """Return the rows of all frames in order; pieces of one file never mix with those of the next."""
    while len(frames) > 1:  # a flat tree of unions instead of a chain of thousands
        frames = [reduce(DataFrame.union, frames[at : at + 16]) for at in range(0, len(frames), 16)]
    return frames[0]


class _Stream(io.RawIOBase):
    """A stream of the bytes that an iterator yields."""

    def __init__(self, blocks: Iterator[bytes]) -> None:
        self._blocks = blocks
        self._left = memoryview(b"")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int:
        while not self._left:
            block = next(self._blocks, None)
            if block is None:
                return 0
            self._left = memoryview(block)
        count = min(len(buffer), len(self._left))
        buffer[:count] = self._left[:count]
        self._left = self._left[count:]
        return count


def _rewrite_lines(job: SparkJob, kind: type[LineFormat], head: bytes, batches: Iterator[Any]) -> Iterator[Any]:
    first = next(batches, None)
    rows = rejected = 0
    if first is not None and first.num_rows:
        start, length, size = (first.column(place)[0].as_py() for place in (1, 2, 3))
        path = Path(job.input)
        form = kind(path, job.columns, lambda: nullcontext(io.BytesIO(head)))
        header = form.header()
        begins = start == 0
        if header and begins and first.column(0)[0].as_py() + b"\n" != head:
            raise FormatError(path, "holds files with other headers; rewrite each by itself")

        def blocks() -> Iterator[bytes]:
            if header and not begins:
                yield head
            for batch in chain([first], batches):
                yield b"".join(line + b"\n" for line in batch.column(0).to_pylist())

        form.opened = lambda: nullcontext(cast(BinaryIO, io.BufferedReader(_Stream(blocks()), 1 << 20)))
        if header:
            yield _values([header])
        with _rewriting(job) as workers:
            for found in outcomes_of(form.rows(0), workers):
                yield _values([form.written(row, outcome) for row, outcome in found])
                bad = _rejects(_LINE, found)
                if bad.num_rows:
                    yield bad
                rows += len(found)
                rejected += bad.num_rows
                # A piece ends at a line end, which may lie inside a quoted cell; its record is then cut in two.
                last, outcome = found[-1]
                if "unexpected end of data" in last.problem and start + length < size:
                    raise FormatError(
                        path,
                        "a cell with a line break goes from one piece to the next; make pieces larger "
                        "(spark.sql.files.maxPartitionBytes), or pack the file with gzip",
                    )
    yield _end(_LINE, rows, rejected)


def _values(written: list[bytes]) -> Any:
    lines = pa.array([line.removesuffix(b"\n") for line in written if line], pa.binary())
    empty = [pa.nulls(len(lines), kind) for _, kind in _BESIDE]
    return pa.RecordBatch.from_arrays([lines, *empty], schema=_LINE)


# Parquet


def _tables(session: SparkSession, files: list[str], job: SparkJob) -> DataFrame:
    frame = _union([session.read.parquet(file) for file in files])
    given = to_arrow_schema(frame.schema)
    check_columns(job.input, given, job.columns)
    own = [pa.field(name, kind) for name, kind in own_columns(job.columns)]
    schema = pa.schema([*given, *own, *(pa.field(name, kind) for name, kind in _BESIDE)])
    return frame.mapInArrow(partial(_rewrite_batches, job, schema), from_arrow_schema(schema))


def _rewrite_batches(job: SparkJob, schema: Any, batches: Iterator[Any]) -> Iterator[Any]:
    rows = rejected = 0
    with _rewriting(job) as workers:
        for batch in batches:
            found = [one for some in outcomes_of(batch_rows(batch, job.columns, rows + 1), workers) for one in some]
            yield _widened(job.columns, schema, batch, [outcome for _, outcome in found])
            bad = _rejects(schema, found)
            yield bad
            rows += batch.num_rows
            rejected += bad.num_rows
    yield _end(schema, rows, rejected)


def _widened(columns: BatchColumns, schema: Any, batch: Any, outcomes: list[Outcome]) -> Any:
    """Return the rows that are not rejected, with the new columns and empty extra ones."""
    kept = batch.filter(pa.array([not isinstance(outcome, str) for outcome in outcomes]))
    good = [outcome for outcome in outcomes if not isinstance(outcome, str)]
    own: list[list[Any]] = [[outcome.text for outcome in good]]
    if columns.traced:
        own.append([edit_values(outcome) for outcome in good])
    made = [pa.array(cells, kind) for cells, (_, kind) in zip(own, own_columns(columns), strict=True)]
    empty = [pa.nulls(len(good), kind) for _, kind in _BESIDE]
    return pa.RecordBatch.from_arrays([*kept.columns, *made, *empty], schema=schema)
