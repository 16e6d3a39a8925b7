"""What a build remembers: hashes of files, and for each step what it read and made.

Everything stands in ``WORK/.steps``: a JSON file per step, and one of hashes, so that a big file is read once
and afterwards known by its size and time of change.
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
    """SHA-256 of files and folders.

    Args:
        path: a JSON file that keeps them between runs.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._known: dict[str, list[Any]] = {}
        try:
            self._known = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError):  # none yet, or cut off: files are read again
            pass

    def of(self, path: Path) -> str | None:
        """Return the hash of a file, or of the names and contents in a folder; None where nothing is."""
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
        """Keep what was found, where a build has begun: a folder is not made for it."""
        if not self._path.parent.is_dir():
            return
        write_text(self._path, json.dumps(self._known, indent=0) + "\n")


@dataclass(frozen=True, slots=True)
class Record:
    """What a step read and made when it was last done.

    Attributes:
        version: the version of the step's code.
        settings: the settings, by dotted key.
        inputs: hash by the name of a file.
        products: the same.
    """

    version: int
    settings: Mapping[str, Any]
    inputs: Mapping[str, str | None]
    products: Mapping[str, str | None]

    def digest(self) -> str:
        """Return a hash of what was read."""
        text = json.dumps([self.version, dict(self.settings), dict(self.inputs)], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]


def read_record(path: Path) -> Record | None:
    """Return a record; None where there is none that can be read."""
    try:
        return Record(**json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def write_record(path: Path, record: Record) -> None:
    """Write a record, whole or not at all."""
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
