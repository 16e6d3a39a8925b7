"""The history of a run: a file with one JSON record per line and iteration, for people, plots and tables."""

from __future__ import annotations

import json
import os
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from simplifier.base.errors import FormatError, InputError
from simplifier.base.reading import text_lines
from simplifier.tuning.candidates.pool import ANEW, GO_ON

__all__ = ["History", "HistoryEnd", "read_history"]


@dataclass(frozen=True, slots=True)
class HistoryEnd:
    """The end of a history file.

    Attributes:
        size: number of bytes of the file.
        checksum: CRC-32 of these bytes.
    """

    size: int = 0
    checksum: int = 0


class History:
    """A file to which records are appended; on opening, bytes after the checkpoint are cut off.

    Args:
        path: the file; it is made if it is missing.
        end: the end of the file according to the checkpoint.

    Attributes:
        end: the present end of the file.

    Raises:
        FormatError: the file is shorter than its checkpoint says, or its checksum differs.
        InputError: the file cannot be written.
    """

    def __init__(self, path: Path, end: HistoryEnd = HistoryEnd()) -> None:  # noqa: B008
        self._path = path
        self.end = end
        try:
            # Opened for appending: a missing file is made, and nothing is cut off before the check.
            with path.open("a+b") as stream:
                stream.seek(0)
                found = stream.read(end.size)
                whole = len(found) == end.size and zlib.crc32(found) == end.checksum
                if whole:
                    stream.truncate(end.size)
        except OSError as error:
            raise _unwritable(path, error) from None
        if not whole:
            raise FormatError(path, f"is not what its checkpoint says; {ANEW}")

    def append(self, record: dict[str, Any]) -> None:
        """Append a record and sync it to disk.

        Raises:
            InputError: the file cannot be written.
        """
        line = (json.dumps(record, ensure_ascii=False) + "\n").encode()
        try:
            with self._path.open("ab") as stream:
                stream.write(line)
                stream.flush()
                os.fsync(stream.fileno())
        except OSError as error:
            raise _unwritable(self._path, error) from None
        self.end = HistoryEnd(self.end.size + len(line), zlib.crc32(line, self.end.checksum))

    def read(self) -> list[dict[str, Any]]:
        """Return all records."""
        return read_history(self._path)

    @staticmethod
    def line(record: dict[str, Any]) -> str:
        """Return a record as one line of text, to be shown while the run goes on."""
        parts = [f"iteration {record['iteration']}"]
        if "stage" in record:
            parts.append(record["stage"])
        parts.append(f"tuning {record['tuning']['objective']:.3f}")
        if "held_out" in record:
            parts.append(f"held out {record['held_out']['objective']:.3f}{' (best)' if record['best'] else ''}")
        if "reranker" in record:
            weight = record["reranker"]["score_weight"]
            parts.append("reranker off" if weight is None else f"score weight {weight:.3g}")
        if "kbest" in record:
            parts.append(f"{record['kbest']['new']} new of {record['kbest']['candidates']} candidates")
        parts.append(f"{sum(record['seconds'].values()):.1f} s")
        return ", ".join(parts)


def _unwritable(path: Path, error: OSError) -> InputError:
    return InputError(f"{path}: cannot be written ({error.strerror or error}); {GO_ON}")


def read_history(path: Path) -> list[dict[str, Any]]:
    """Read the records of a history file.

    Raises:
        FormatError: a line is not a JSON record.
    """
    records = []
    for number, line in enumerate(text_lines(path), start=1):
        try:
            records.append(json.loads(line))
        except ValueError:
            raise FormatError(path, "expected a JSON record of an iteration", number) from None
    return records
