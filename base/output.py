"""Where a command writes: standard output, or a file that appears only when it is complete."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from base.errors import InputError

__all__ = ["open_output"]


@contextmanager
def open_output(path: Path | None) -> Iterator[BinaryIO]:
    """Give a stream for bytes; a file is written under a temporary name beside it and renamed at the end.

    An error or Ctrl-C inside the block removes the temporary file and leaves an older one as it was.

    Raises:
        InputError: the file cannot be written.
    """
    if path is None or str(path) == "-":
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    if path.exists() and not path.is_file():  # a device or a pipe is not replaced
        if path.is_dir():
            raise InputError(f"{path}: is a directory; name a file to write")
        with path.open("wb") as stream:
            yield stream
        return
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    except OSError as error:
        raise InputError(f"{path}: cannot be written: {error.strerror}") from None
    temporary = Path(name)
    try:
        with open(handle, "wb") as stream:
            yield stream
        temporary.chmod(_mode(path))
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)


def _mode(path: Path) -> int:
    """Return the permissions of the file that is replaced, or those that a new file would get."""
    if path.exists():
        return path.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
