"""A batch on one machine: chunks of rows go to processes, their outcomes to the journal, in order."""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from simplifier.base.errors import ConfigError
from simplifier.base.settings import to_toml
from simplifier.batch.formats import BatchColumns, BatchFormat, Row, TextRows
from simplifier.batch.journal import Journal
from simplifier.batch.rows import Outcome, RowRewriter
from simplifier.batch.workers import Workers
from simplifier.config import Config
from simplifier.pipeline import Simplifier

__all__ = ["BatchCounts", "BatchJob", "outcomes_of", "reject_line", "run_batch"]

#: The most rows and characters that a process gets at once; the first limit reached counts.
_ROWS: Final = 128
_CHARACTERS: Final = 1 << 17
#: Bytes of output after which the output is brought to the disk, however little time has passed.
_BYTES: Final = 1 << 24
#: The most characters of a rejected row that are listed.
_SHOWN: Final = 1000


@dataclass(frozen=True, slots=True)
class BatchJob:
    """The description of a batch.

    Attributes:
        input: the file that is read.
        output: the file that is made.
        form: the format of both files.
        columns: the columns that are read and made.
        config: the configuration of the model.
        processes: the number of processes that rewrite; 0 for one per core.
        commit_seconds: the seconds after which new output is brought to the disk.
        restart: True to discard the work of a killed run.
    """

    input: Path
    output: Path
    form: type[BatchFormat]
    columns: BatchColumns
    config: Config
    processes: int = 0
    commit_seconds: float = 1.0
    restart: bool = False


@dataclass(frozen=True, slots=True)
class BatchCounts:
    """The counts of a finished batch.

    Attributes:
        rows: rows of the input.
        rejected: rejected rows, which are among ``rows``.
        before: rows that an earlier run had done before it was killed.
        rejects: the path of the list of rejected rows.
    """

    rows: int
    rejected: int
    before: int
    rejects: Path


def run_batch(
    job: BatchJob,
    told: Callable[[int], None] = lambda rows: None,
    load: Callable[[Config], Simplifier] = Simplifier.load,
) -> BatchCounts:
    """Rewrite a column of a file, or continue the work of a killed run.

    Args:
        job: the description of the batch.
        told: a function that is called with the number of newly finished rows.
        load: a function that opens the model.

    Raises:
        InputError: a file cannot be read or written, a column is missing, or the journal belongs to a run with
            other settings.
    """
    if os.path.realpath(job.input) == os.path.realpath(job.output):
        raise ConfigError(f"{job.output}: is the input; name another file to write")
    form = job.form(job.input, job.columns)
    with Journal(job.output, _identity(job), job.restart) as journal:
        before = journal.progress.rows
        told(before)
        if not journal.progress.whole:
            rewriter = RowRewriter(load(_of_rows(job.config, form)), job.columns.traced)
            count = job.processes or len(os.sched_getaffinity(0))
            with Workers(rewriter, count, journal.leave) as workers:
                _rewrite(job, form, journal, workers, told)
        journal.finish(form.assemble if form.assembled else None)
        done = journal.progress
        return BatchCounts(done.rows, done.rejected, before, journal.rejects_path)


def _of_rows(config: Config, form: BatchFormat) -> Config:
    """Return a configuration that fits a format: if a row is a line, no rule may make a list of several lines."""
    if form.name != TextRows.name:
        return config
    structure = config.structure.model_copy(update={"without": [*config.structure.without, "list"]})
    return config.model_copy(update={"structure": structure})


def _rewrite(job: BatchJob, form: BatchFormat, journal: Journal, workers: Workers, told: Callable[[int], None]) -> None:
    if journal.progress.rows == 0 and journal.progress.output == 0:
        journal.add(0, form.header(), b"", 0)
    last, size = time.monotonic(), 0
    for rows in outcomes_of(form.rows(journal.progress.rows), workers):
        made, rejects = [], []
        for row, outcome in rows:
            made.append(form.written(row, outcome))
            if isinstance(outcome, str):
                rejects.append(reject_line(row, outcome))
        output = b"".join(made)
        journal.add(len(rows), output, b"".join(rejects), len(rejects))
        size += len(output)
        if time.monotonic() - last >= job.commit_seconds or size >= _BYTES:
            journal.commit()
            last, size = time.monotonic(), 0
        told(len(rows))
    journal.commit(whole=True)


def outcomes_of(rows: Iterator[Row], workers: Workers) -> Iterator[list[tuple[Row, Outcome]]]:
    """Yield all rows with their outcomes, in order and in lists of several rows."""
    chunks: deque[list[Row]] = deque()  # the chunks whose outcomes are still to come: `map` reads ahead

    def tasks() -> Iterator[list[str | None]]:
        for chunk in _chunks(rows):
            chunks.append(chunk)
            yield [None if row.problem else row.text for row in chunk]

    for found in workers.map(tasks()):
        outcomes = zip(chunks.popleft(), found, strict=True)
        yield [(row, row.problem or outcome) for row, outcome in outcomes]


def _chunks(rows: Iterator[Row]) -> Iterator[list[Row]]:
    chunk: list[Row] = []
    characters = 0
    for row in rows:
        chunk.append(row)
        characters += len(row.text or "")
        if len(chunk) == _ROWS or characters >= _CHARACTERS:
            yield chunk
            chunk, characters = [], 0
    if chunk:
        yield chunk


def reject_line(row: Row, reason: str) -> bytes:
    """Return the JSON line of a rejected row: its number, its name, the reason, and the beginning of its content."""
    content = row.text if row.text is not None else row.content
    if isinstance(content, bytes):
        content = content.decode("utf-8", "backslashreplace")
    elif isinstance(content, list):
        content = " ".join(content)
    shown = "" if content is None else content[:_SHOWN].removesuffix("\n")
    record = {"row": row.number, "id": row.name, "reason": reason, "content": shown}
    text = json.dumps(record, ensure_ascii=True, default=str)
    return text.encode("ascii") + b"\n"


def _identity(job: BatchJob) -> dict[str, object]:
    """Return everything that the output depends on, as plain values; files count by size and time of change."""
    status = job.input.stat()
    config = to_toml(job.config)
    files = sorted(
        str(value) for value in _paths(job.config.model_dump()) if isinstance(value, Path) and value.is_file()
    )
    model = hashlib.sha256(config.encode())
    for name in files:
        file = os.stat(name)
        model.update(f"{name}\0{file.st_size}\0{file.st_mtime_ns}\n".encode())
    return {
        "input": [str(job.input.resolve()), status.st_size, status.st_mtime_ns],
        "format": job.form.name,
        "columns": asdict(job.columns),
        "model": model.hexdigest(),
    }


def _paths(value: object) -> Iterator[object]:
    """Yield all single values of nested settings."""
    if isinstance(value, dict):
        for one in value.values():
            yield from _paths(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _paths(one)
    else:
        yield value
