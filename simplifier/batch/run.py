"""A batch on one machine: rows in chunks to the processes, their outcomes to the journal, in order."""

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

#: Rows and characters that a process gets at once, whichever is reached first.
_ROWS: Final = 128
_CHARACTERS: Final = 1 << 17
#: Bytes of output after which they are brought to the disk, whatever the time.
_BYTES: Final = 1 << 24
#: Characters of a rejected row that are shown.
_SHOWN: Final = 1000


@dataclass(frozen=True, slots=True)
class BatchJob:
    """What a batch is to do.

    Attributes:
        input: file that is read.
        output: file that is made.
        form: its format.
        columns: the columns that are read and made.
        config: the configuration of the model.
        processes: how many processes rewrite; 0 for one a core.
        commit_seconds: after which what was made is brought to the disk.
        restart: forget what a run left that was killed.
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
    """What a batch did: rows of the input, of these rejected, and done by a run before that was killed."""

    rows: int
    rejected: int
    before: int
    rejects: Path


def run_batch(
    job: BatchJob,
    told: Callable[[int], None] = lambda rows: None,
    load: Callable[[Config], Simplifier] = Simplifier.load,
) -> BatchCounts:
    """Rewrite a column of a file, or go on where a run was killed.

    Args:
        job: what to do.
        told: of rows done.
        load: opens the model.

    Raises:
        InputError: a file that cannot be read or written, columns that are not there, or the journal of a
            run with other settings.
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
    """Return a configuration whose results are rows of a format: where a row is a line, it makes no lists."""
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
    """Yield all rows with what becomes of them, some at once, in order."""
    chunks: deque[list[Row]] = deque()

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
    """Return the line of a rejected row: its number, what its own column says, why, and how it begins."""
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
    """Return what the output depends on, as plain values."""
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
    """Yield all that is in nested settings."""
    if isinstance(value, dict):
        for one in value.values():
            yield from _paths(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _paths(one)
    else:
        yield value
