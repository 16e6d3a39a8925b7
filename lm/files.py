"""Opening model and text files: what every reader of this room checks first, and decompression."""

from __future__ import annotations

import bz2
import gzip
import lzma
import shutil
import tempfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, BinaryIO, cast

from base.errors import FormatError, InputError

__all__ = ["check_file", "open_uncompressed", "text_lines", "uncompressed"]

_Opener = Callable[[Path], BinaryIO | gzip.GzipFile | bz2.BZ2File | lzma.LZMAFile]

# Compressed files are known by their first bytes, not by their names.
_OPENERS: dict[bytes, _Opener] = {
    b"\x1f\x8b": lambda path: gzip.open(path, "rb"),
    b"BZh": lambda path: bz2.open(path, "rb"),
    b"\xfd7zXZ\x00": lambda path: lzma.open(path, "rb"),
}
_DECOMPRESSION_ERRORS = (EOFError, gzip.BadGzipFile, lzma.LZMAError, zlib.error)


def check_file(path: Path, kind: str) -> None:
    """Refuse a path that is missing, a directory, unreadable or empty.

    Args:
        path: the file.
        kind: what the user was to name, for the message: ``"language model"``.

    Raises:
        InputError: one line that says which of these it is.
    """
    if path.is_dir():
        raise InputError(f"{path}: a directory, not a {kind} file")
    if not path.exists():
        raise InputError(f"{path}: no such {kind} file")
    try:
        with path.open("rb") as stream:
            empty = path.is_file() and not stream.read(1)
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from None
    if empty:
        raise InputError(f"{path}: an empty file, not a {kind}")


def _opener(path: Path) -> _Opener | None:
    if not path.is_file():  # a pipe cannot be looked into and read again
        return None
    with path.open("rb") as stream:
        start = stream.read(6)
    return next((opener for magic, opener in _OPENERS.items() if start.startswith(magic)), None)


@contextmanager
def open_uncompressed(path: Path, kind: str = "text") -> Iterator[IO[bytes]]:
    """Open a file for reading bytes, decompressing gzip, bzip2 and xz on the way.

    Raises:
        InputError: as `check_file`; or the compressed data is damaged.
    """
    check_file(path, kind)
    opener = _opener(path)
    try:
        with opener(path) if opener else path.open("rb") as stream:
            yield cast(IO[bytes], stream)
    except _DECOMPRESSION_ERRORS as error:
        raise InputError(f"{path}: damaged or truncated compressed file: {error}") from None


@contextmanager
def uncompressed(path: Path, kind: str = "language model") -> Iterator[Path]:
    """Give a path whose content is not compressed: the same one, or a temporary copy inside the block.

    A model that is memory-mapped stays valid after the copy is gone.

    Raises:
        InputError: as `open_uncompressed`.
    """
    check_file(path, kind)
    if _opener(path) is None:
        yield path
        return
    with tempfile.TemporaryDirectory(prefix="simplifier-lm-") as folder:
        copy = Path(folder) / path.stem
        with open_uncompressed(path, kind) as source, copy.open("wb") as target:
            shutil.copyfileobj(source, target, 1 << 20)
        yield copy


def text_lines(path: Path) -> Iterator[str]:
    """Yield the lines of a UTF-8 text file, compressed or not, without their ends.

    Raises:
        FormatError: a line is not UTF-8 (names the line and the byte).
        InputError: as `open_uncompressed`.
    """
    with open_uncompressed(path) as stream:
        for number, line in enumerate(stream, start=1):
            try:
                yield line.decode("utf-8").rstrip("\r\n")
            except UnicodeDecodeError as error:
                problem = f"not UTF-8 at byte {error.start + 1} of the line; convert the file to UTF-8"
                raise FormatError(path, problem, number) from None
