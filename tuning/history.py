"""The history of a run: one JSON record a line, for people, plots and tables."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from base.errors import FormatError
from base.reading import text_lines

__all__ = ["History", "read_history"]


class History:
    """Records appended to a file; what lies after the checkpoint is cut off first.

    Args:
        path: the file.
        size: bytes of it that count.
    """

    def __init__(self, path: Path, size: int) -> None:
        self._path = path
        with path.open("ab") as stream:
            stream.truncate(size)

    def append(self, record: dict[str, Any]) -> int:
        """Write a record and return the size of the file."""
        with self._path.open("ab") as stream:
            stream.write((json.dumps(record, ensure_ascii=False) + "\n").encode())
            stream.flush()
            os.fsync(stream.fileno())
            return stream.tell()

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
