"""Model files: what every reader of this room checks first, and unpacking for KenLM, which wants a name."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from base.errors import InputError
from base.reading import is_packed, open_binary

__all__ = ["check_file", "uncompressed"]


def check_file(path: Path, kind: str) -> None:
    """Refuse a path that is missing, a directory, unreadable or empty.

    Args:
        path: the file.
        kind: what the user was to name, for the message: ``language model``.

    Raises:
        InputError: one line that says which of these it is.
    """
    if path.exists() and not (path.is_file() or path.is_dir()):  # a pipe is not opened twice
        return
    with open_binary(path, kind):  # which says what keeps it from being read
        pass
    if path.stat().st_size == 0:
        raise InputError(f"{path}: an empty file, not a {kind}")


@contextmanager
def uncompressed(path: Path, kind: str = "language model") -> Iterator[Path]:
    """Give a path whose content is not compressed: the same one, or a temporary copy inside the block.

    A model that is memory-mapped stays valid after the copy is gone.

    Raises:
        InputError: as `check_file`; or the compressed data is damaged.
    """
    check_file(path, kind)
    if not is_packed(path):
        yield path
        return
    with tempfile.TemporaryDirectory(prefix="simplifier-lm-") as folder:
        copy = Path(folder) / path.stem
        with open_binary(path, kind) as source, copy.open("wb") as target:
            shutil.copyfileobj(source, target, 1 << 20)
        yield copy
