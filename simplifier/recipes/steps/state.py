"""State of a build: hashes of files, and a record for each step of what it read and made.

Everything is kept in ``WORK/.steps``: one JSON file per step, and one for hashes. A file is hashed again only when its
size or its time of change differs, so a big file is read once.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from simplifier.base.writing import write_text

__all__ = ["FileHashes", "Record", "flat", "read_record", "write_record"]


class FileHashes:
    """SHA-256 hashes of files and folders.

    Args:
        path: a JSON file that keeps the hashes between runs.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._known: dict[str, list[Any]] = {}
        try:
            self._known = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError):  # no file yet, or a damaged one: all files are hashed again
            pass

    def of(self, path: Path) -> str | None:
        """Return the hash of a file, or of the names and contents in a folder; None if the path does not exist."""
        if path.is_dir():
            digest = hashlib.sha256()
            for file in sorted(path.rglob("*")):
                if file.is_file():
                    digest.update(f"{file.relative_to(path)}\0{self.of(file)}\n".encode())
            return digest.hexdigest()
        try:
            stat = path.stat()
        except OSError:
            return None
        key = str(path.resolve())
        size, time, known = self._known.get(key, (None, None, ""))
        if (size, time) == (stat.st_size, stat.st_mtime_ns):
            return str(known)
        with path.open("rb") as stream:
            found = hashlib.file_digest(stream, "sha256").hexdigest()
        self._known[key] = [stat.st_size, stat.st_mtime_ns, found]
        return found

    def save(self) -> None:
        """Write the hashes, unless their folder is missing: a dry run must not make one."""
        if not self._path.parent.is_dir():
            return
        write_text(self._path, json.dumps(self._known, indent=0) + "\n")


@dataclass(frozen=True, slots=True)
class Record:
    """Record of what a step read and made when it last ran.

    Attributes:
        version: version of the step's code.
        settings: plain values by dotted key.
        inputs: hashes by label of the file; None for a missing file.
        products: hashes by label of the file.
    """

    version: int
    settings: Mapping[str, Any]
    inputs: Mapping[str, str | None]
    products: Mapping[str, str | None]

    def digest(self) -> str:
        """Return a hash of version, settings and inputs, 16 hexadecimal digits."""
        text = json.dumps([self.version, dict(self.settings), dict(self.inputs)], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]


def read_record(path: Path) -> Record | None:
    """Return the record in a file; None if the file is missing or damaged."""
    try:
        return Record(**json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def write_record(path: Path, record: Record) -> None:
    """Write a record, either whole or not at all."""
    write_text(path, json.dumps(asdict(record), indent=1) + "\n")


def flat(settings: object, prefix: str = "") -> dict[str, Any]:
    """Return nested settings as plain values by dotted key."""
    if isinstance(settings, Mapping):
        items = [(str(name), value) for name, value in settings.items()]
    elif isinstance(settings, list | tuple):
        items = [(str(number), value) for number, value in enumerate(settings)]
    else:
        plain = settings if settings is None or isinstance(settings, bool | int | float) else str(settings)
        return {prefix: plain}
    found: dict[str, Any] = {}
    for name, value in items:
        found |= flat(value, f"{prefix}.{name}" if prefix else name)
    return found
