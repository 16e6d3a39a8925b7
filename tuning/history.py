"""The history of a run: one JSON record a line, for people, plots and tables."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from base.errors import FormatError, InputError
from base.reading import text_lines

__all__ = ["History", "read_history"]


class History:
    """Records appended to a file; what lies after the checkpoint is cut off first.

    Args:
        path: the file.
        size: bytes of it that count.
        records: records in them.

    Raises:
        FormatError: the file does not hold so many.
        InputError: it cannot be written.
    """

    def __init__(self, path: Path, size: int = 0, records: int = 0) -> None:
        self._path = path
        try:
            with path.open("ab") as stream:
                whole = stream.tell() >= size
                if whole:
                    stream.truncate(size)
        except OSError as error:
            raise InputError(f"{path}: cannot be written ({error.strerror or error})") from None
        if not whole or len(self.read()) != records:
            raise FormatError(path, "holds less than its checkpoint says; start the run anew (--overwrite)")

    def append(self, record: dict[str, Any]) -> int:
        """Write a record and return the size of the file.

        Raises:
            InputError: it cannot be written.
        """
        try:
            with self._path.open("ab") as stream:
                stream.write((json.dumps(record, ensure_ascii=False) + "\n").encode())
                stream.flush()
                os.fsync(stream.fileno())
                return stream.tell()
        except OSError as error:
            raise InputError(
                f"{self._path}: cannot be written ({error.strerror or error}); make room, then go on with "
                "--resume, or start again where no iteration is done yet"
            ) from None

    def read(self) -> list[dict[str, Any]]:
        """Return all records."""
        return read_history(self._path)

    @staticmethod
    def line(record: dict[str, Any]) -> str:
        """Return what a user wants to see of a record while the run goes on."""
        parts = [f"iteration {record['iteration']}"]
        if "stage" in record:
            parts.append(record["stage"])
        parts.append(f"tuning {record['tuning']['objective']:.3f}")
        if "held_out" in record:
            parts.append(
                f"held out {record['held_out']['objective']:.3f}{' (best)' if record['best'] else ''}"
            )
        if "reranker" in record:
            weight = record["reranker"]["score_weight"]
            parts.append("reranker off" if weight is None else f"score weight {weight:.3g}")
        if "kbest" in record:
            parts.append(f"{record['kbest']['new']} new of {record['kbest']['candidates']} candidates")
        parts.append(f"{sum(record['seconds'].values()):.1f} s")
        return ", ".join(parts)


def read_history(path: Path) -> list[dict[str, Any]]:
    """Read the records of a history file.

    Raises:
        FormatError: a line that is no record.
    """
    records = []
    for number, line in enumerate(text_lines(path), start=1):
        try:
            records.append(json.loads(line))
        except ValueError:
            raise FormatError(path, "expected a JSON record of an iteration", number) from None
    return records
