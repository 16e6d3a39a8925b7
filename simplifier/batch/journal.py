"""The journal of a batch: finished work is on the disk, so that a killed run can be continued.

``OUTPUT.journal`` is a folder with the output so far and one progress line for every time that the output was
brought to the disk. A progress line is written after the output that it speaks of, and counts only if it is whole.
Output behind the last whole line is cut off and made again. At the end, the output gets its own name, then the
folder is removed.
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple, Self

from simplifier.base.errors import InputError
from simplifier.base.writing import sync_folder, write_text

__all__ = ["Journal", "Progress"]

_VERSION: Final = 1


class Progress(NamedTuple):
    """How far a run is.

    Attributes:
        rows: rows of the input that are done.
        output: bytes of output.
        rejects: bytes of the list of rejected rows.
        rejected: rejected rows, which are among ``rows``.
        whole: True if the whole input is done.
    """

    rows: int = 0
    output: int = 0
    rejects: int = 0
    rejected: int = 0
    whole: bool = False


class Journal:
    """The journal of one output, used in a ``with`` block, which locks it.

    Args:
        output: the output file.
        run: what the run reads and how, as plain values; only a run with the same values continues the work.
        restart: True to discard the work of an earlier run.

    Raises:
        InputError: another process writes the output, or the journal belongs to another run. Raised by the block.
    """

    def __init__(self, output: Path, run: dict[str, object], restart: bool = False) -> None:
        self._target = Path(os.path.realpath(output))
        self.folder = self._target.with_name(f"{self._target.name}.journal")
        self._over = self._target.with_name(f".{self._target.name}.journal.over")
        self._run = {"version": _VERSION, **run}
        self._restart = restart
        self.progress = Progress()
        self._lock = -1
        self._output: BinaryIO | None = None
        self._rejects: BinaryIO | None = None
        self._lines: BinaryIO | None = None

    @property
    def rejects_path(self) -> Path:
        """The path of the list of rejected rows after the run."""
        return self._target.with_name(f"{self._target.name}.rejects.jsonl")

    def __enter__(self) -> Self:
        shutil.rmtree(self._over, ignore_errors=True)
        try:
            self.folder.mkdir(exist_ok=True)
            sync_folder(self.folder.parent)
            self._lock = os.open(self.folder, os.O_RDONLY | os.O_DIRECTORY)
        except OSError as error:
            raise InputError(f"{self.folder}: cannot be made ({error.strerror or error})") from None
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            # A run that ended between opening and locking has renamed its folder: the lock is then on that one.
            gone = not os.path.samestat(os.fstat(self._lock), os.stat(self.folder))
        except (BlockingIOError, FileNotFoundError):
            gone = True
        if gone:
            os.close(self._lock)
            raise InputError(f"{self._target}: another run writes it; wait until it is done") from None
        try:
            self._open()
        except BaseException:
            os.close(self._lock)
            raise
        return self

    def __exit__(self, *_: object) -> None:
        for stream in (self._output, self._rejects, self._lines):
            if stream is not None:
                stream.close()
        os.close(self._lock)

    def leave(self) -> None:
        """Close the lock in a forked process, so that it ends with the process that opened the journal."""
        os.close(self._lock)

    def _open(self) -> None:
        known = self.folder / "run.json"
        if self._restart:
            self._clear()
        if known.exists():
            self._check(known)
        else:
            self._clear()
            write_text(known, json.dumps(self._run, indent=1, sort_keys=True) + "\n")
        self.progress = self._read()
        if self.progress.whole:
            return
        self._output = self._cut(self.folder / "output", self.progress.output)
        self._rejects = self._cut(self.folder / "rejects", self.progress.rejects)
        self._lines = (self.folder / "progress").open("ab")

    def _check(self, known: Path) -> None:
        try:
            found = json.loads(known.read_text(encoding="utf-8"))
        except ValueError:
            found = {}
        changed = sorted(key for key in {*found, *self._run} if found.get(key) != self._run.get(key))
        if changed:
            raise InputError(
                f"{self.folder}: the work of another run ({', '.join(changed)} changed since); give its "
                "settings and input again to finish it, or --restart to begin anew"
            )

    def _clear(self) -> None:
        for path in self.folder.iterdir():
            path.unlink()

    def _read(self) -> Progress:
        """Return the progress of the last whole line, and cut off the file behind it."""
        path = self.folder / "progress"
        data = path.read_bytes() if path.exists() else b""
        progress, end = Progress(), 0
        for line in data.splitlines(keepends=True):
            text, _, check = line.rstrip(b"\n").rpartition(b" ")
            if not line.endswith(b"\n") or check != _check_of(text):
                break
            progress = Progress(*json.loads(text))
            end += len(line)
        if end < len(data):
            with path.open("r+b") as stream:
                stream.truncate(end)
                os.fsync(stream.fileno())
        return progress

    def _cut(self, path: Path, size: int) -> BinaryIO:
        """Open a file to append at a size that is known to be on the disk, and cut off the rest."""
        stream = path.open("ab")
        if stream.tell() < size:
            stream.close()
            raise InputError(f"{path}: is shorter than its journal says; begin anew with --restart")
        stream.truncate(size)
        return stream

    def add(self, rows: int, output: bytes, rejects: bytes, rejected: int) -> None:
        """Write the output and rejects of the next rows of the input; they count only after the next `commit`."""
        assert self._output is not None and self._rejects is not None
        self._output.write(output)
        self._rejects.write(rejects)
        done = self.progress
        self.progress = Progress(
            done.rows + rows,
            done.output + len(output),
            done.rejects + len(rejects),
            done.rejected + rejected,
        )

    def commit(self, whole: bool = False) -> None:
        """Bring all added output to the disk, then write a progress line; ``whole`` says that it was the last."""
        assert self._output is not None and self._rejects is not None and self._lines is not None
        for stream in (self._output, self._rejects):
            stream.flush()
            os.fsync(stream.fileno())
        sync_folder(self.folder)
        self.progress = self.progress._replace(whole=whole)
        text = json.dumps(self.progress, separators=(",", ":")).encode()
        self._lines.write(text + b" " + _check_of(text) + b"\n")
        self._lines.flush()
        os.fsync(self._lines.fileno())

    def finish(self, assemble: Callable[[Path, Path], None] | None = None) -> None:
        """Give the output its name, and remove the journal.

        A killed run may repeat this step: each part is skipped if it was done before.

        Args:
            assemble: a function that makes the output from the written rows, given both paths; without it the
                written rows are the output.
        """
        made, rejects = self.folder / "output", self.folder / "rejects"
        if rejects.exists():  # False if a run before this one renamed it and was then killed
            if self.progress.rejects:
                os.replace(rejects, self.rejects_path)
            else:
                self.rejects_path.unlink(missing_ok=True)
                rejects.unlink()
        if made.exists():
            whole = made
            if assemble is not None:
                whole = self.folder / "assembled"
                assemble(made, whole)
                handle = os.open(whole, os.O_RDONLY)
                os.fsync(handle)
                os.close(handle)
            os.replace(whole, self._target)
        sync_folder(self._target.parent)
        # Renamed before it is emptied, so that a kill in between leaves no half journal under the name.
        os.replace(self.folder, self._over)
        sync_folder(self._target.parent)
        shutil.rmtree(self._over, ignore_errors=True)


def _check_of(text: bytes) -> bytes:
    return b"%08x" % zlib.crc32(text)
