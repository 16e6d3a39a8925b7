"""Reading files: text or bytes, plain or packed, with the same error messages everywhere.

Every reader recognises gzip, bzip2 and xz by their first bytes, whatever the name of the file. Text is UTF-8. A
line feed ends a line, with or without a carriage return before it. A byte order mark at the start of a file is
dropped.
"""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import sys
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import IO, Any, BinaryIO, Final, cast

from simplifier.base.errors import FormatError, InputError

__all__ = [
    "BadLines",
    "byte_blocks",
    "check_inputs",
    "input_name",
    "is_packed",
    "line_blocks",
    "list_lines",
    "not_utf8",
    "open_binary",
    "open_input",
    "read_lines",
    "read_text",
    "shorten",
    "stream_lines",
    "text_lines",
]

#: The longest piece of a line in bytes; `stream_lines` cuts longer lines, so that memory stays bounded.
LONGEST_PIECE: Final = 1 << 20

_LONGEST_LINE: Final = 1 << 26
_BLOCK: Final = 1 << 17
_MARK: Final = "\ufeff"

_UNPACKERS: Final[dict[bytes, Callable[[BinaryIO], Any]]] = {
    b"\x1f\x8b": lambda raw: gzip.GzipFile(fileobj=raw, mode="rb"),
    b"BZh": bz2.BZ2File,
    b"\xfd7zXZ\x00": lzma.LZMAFile,
}


def shorten(text: str, width: int = 60) -> str:
    """Return a text shortened for an error message: one line of at most ``width`` characters."""
    flat = text.replace("\n", " ").strip()
    return flat if len(flat) <= width else flat[: width - 3] + "..."


@dataclass(slots=True)
class BadLines:
    """The policy for broken lines: stop at the first one (default), or skip them and count them by kind."""

    skip: bool = False
    counts: Counter[str] = field(default_factory=Counter)

    def report(self, path: Path, line: int, text: str, expected: str, kind: str = "") -> None:
        """Handle one broken line.

        Raises:
            FormatError: broken lines are not skipped; names the file, the line, its text and what was expected.
        """
        if not self.skip:
            raise FormatError(path, f"{expected}; found {shorten(text)!r}", line)
        self.counts[kind or expected.split(",")[0]] += 1


class _File(io.FileIO):
    """A file that is named in every error of reading it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        super().__init__(path)

    def readinto(self, buffer: Any) -> int | None:
        try:
            return super().readinto(buffer)
        except OSError as error:
            raise _unreadable(self._path, error) from None

    def readall(self) -> bytes:
        try:
            return super().readall()
        except OSError as error:
            raise _unreadable(self._path, error) from None


class _Unpacked(io.RawIOBase):
    """The unpacked content of a stream; an error about damaged data names the file."""

    def __init__(self, path: Path, packed: IO[bytes]) -> None:
        self._path = path
        self._packed = packed

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        try:
            data = self._packed.read(len(buffer))
        except (EOFError, OSError, lzma.LZMAError, zlib.error) as error:
            if isinstance(error, OSError) and error.errno is not None:  # an error of the system, not of the data
                raise _unreadable(self._path, error) from None
            problem = f"the packed data are damaged or cut off ({error}); fetch the file again"
            raise FormatError(self._path, problem) from None
        buffer[: len(data)] = data
        return len(data)


def _unreadable(path: Path, error: OSError, kind: str = "") -> InputError:
    named = f"{kind} file".strip()
    if isinstance(error, FileNotFoundError):
        return InputError(f"{path}: no such {named}")
    if isinstance(error, IsADirectoryError):
        return InputError(f"{path}: is a directory; name a {named} in it")
    return InputError(f"{path}: cannot be read ({error.strerror or error})")


@contextmanager
def open_binary(path: Path, kind: str = "") -> Iterator[BinaryIO]:
    """Open a file for reading bytes, unpacked on the way.

    Args:
        path: a file, device or pipe.
        kind: the kind of file that the user should have named, for the message, such as ``language model``.

    Raises:
        InputError: the file is missing, is a directory, or cannot be read.
        FormatError: packed data are damaged or cut off; raised while the stream is read.
    """
    try:
        raw = io.BufferedReader(_File(path), _BLOCK)
    except OSError as error:
        raise _unreadable(path, error, kind) from None
    with raw:
        unpacker = _unpacker(raw.peek(6))  # peeked at, not read: a pipe cannot be rewound
        if unpacker is None:
            yield raw
            return
        with unpacker(raw) as packed, io.BufferedReader(_Unpacked(path, packed), _BLOCK) as stream:
            yield cast(BinaryIO, stream)


def _unpacker(start: bytes) -> Callable[[BinaryIO], Any] | None:
    return next((opener for magic, opener in _UNPACKERS.items() if start.startswith(magic)), None)


def is_packed(path: Path) -> bool:
    """Return True if a file is packed; False for a pipe, which cannot be looked into without losing bytes."""
    if not path.is_file():
        return False
    with path.open("rb") as raw:
        return _unpacker(raw.peek(6)) is not None


@contextmanager
def open_input(path: Path) -> Iterator[BinaryIO]:
    """Open the input of a command: a file as `open_binary` does, or for ``-`` standard input, which is not unpacked.

    Raises:
        InputError: as `open_binary`.
        FormatError: as `open_binary`.
    """
    if str(path) == "-":
        yield sys.stdin.buffer
        return
    with open_binary(path) as stream:
        yield stream


def check_inputs(paths: Iterable[Path]) -> None:
    """Check the names of the inputs of a command before anything is read or written.

    Raises:
        InputError: a file is missing or is a directory.
    """
    for path in paths:
        if path.is_dir():
            raise _unreadable(path, IsADirectoryError())
        if str(path) != "-" and not path.exists():
            raise _unreadable(path, FileNotFoundError())


def input_name(path: Path) -> str:
    """Return the name of a command's input for messages."""
    return "<stdin>" if str(path) == "-" else str(path)


def text_lines(path: Path) -> Iterator[str]:
    """Yield the lines of a text file without their ends, each as soon as it has been read.

    Raises:
        InputError: as `open_binary`.
        FormatError: as `open_binary`, or a byte that is not UTF-8 (names line and byte).
    """
    with open_binary(path) as stream:
        for number, line in enumerate(stream, start=1):
            try:
                text = line.decode("utf-8")
            except UnicodeDecodeError as error:
                raise _foreign_byte(path, number, line, error) from None
            if number == 1:
                text = text.removeprefix(_MARK)
            yield text.removesuffix("\n").removesuffix("\r")


def read_lines(path: Path) -> list[str]:
    """Return the lines of a text file without their ends.

    Raises:
        InputError: as `text_lines`.
    """
    return list(text_lines(path))


def read_text(path: Path) -> str:
    """Return the text of a file, with line ends as they are.

    Raises:
        InputError: as `open_binary`.
        FormatError: as `text_lines`.
    """
    with open_binary(path) as stream:
        data = stream.read()
    try:
        return data.decode("utf-8").removeprefix(_MARK)
    except UnicodeDecodeError:
        raise not_utf8(path, 1, data.split(b"\n")) from None


def stream_lines(stream: BinaryIO, name: str) -> Iterator[str]:
    """Yield the lines of a stream with their own ends, as they come; memory stays bounded.

    A line of more than `LONGEST_PIECE` bytes is cut at white space if possible, else between two characters.

    Args:
        stream: a stream of UTF-8.
        name: the name of the stream, for messages.

    Raises:
        FormatError: a byte is not UTF-8; names line and byte.
    """
    number = 1
    before = 0  # bytes of the same line in earlier pieces
    kept = b""  # the rest behind a cut, which begins the next piece
    while data := kept + stream.readline(LONGEST_PIECE):
        kept = b""
        if not data.endswith(b"\n") and len(data) >= LONGEST_PIECE:
            cut = max(data.rfind(b" "), data.rfind(b"\t")) + 1 or _last_character(data)
            data, kept = data[:cut], data[cut:]
        try:
            yield data.decode("utf-8")
        except UnicodeDecodeError as error:
            raise _foreign_byte(name, number, data, error, before) from None
        before = 0 if data.endswith(b"\n") else before + len(data)
        number += data.endswith(b"\n")


def _last_character(data: bytes) -> int:
    """Return where the last UTF-8 character begins, so that a cut there splits no character."""
    start = len(data) - 1
    while start > max(0, len(data) - 4) and data[start] & 0xC0 == 0x80:
        start -= 1
    return start or len(data)


def line_blocks(path: Path, block_size: int) -> Iterator[tuple[int, list[str]]]:
    """Yield blocks of lines without their ends, each with the 1-based number of its first line.

    Raises:
        InputError: as `open_binary`.
        FormatError: as `text_lines`.
    """
    first = 1
    with open_binary(path) as stream:
        while chunk := list(islice(stream, block_size)):
            data = b"".join(chunk)
            try:
                lines = data.decode("utf-8").split("\n")
            except UnicodeDecodeError:
                raise not_utf8(path, first, chunk) from None
            if not lines[-1]:
                lines.pop()
            if first == 1:
                lines[0] = lines[0].removeprefix(_MARK)
            yield first, [line.removesuffix("\r") for line in lines] if b"\r" in data else lines
            first += len(lines)


def byte_blocks(path: Path, size: int) -> Iterator[bytes]:
    """Yield the bytes of a file in blocks of whole lines, of about ``size`` bytes each.

    Raises:
        InputError: as `open_binary`.
        FormatError: as `open_binary`, or a line has over `_LONGEST_LINE` bytes, which no rule has.
    """
    with open_binary(path) as stream:
        rest = b""
        while chunk := stream.read(size):
            end = chunk.rfind(b"\n") + 1
            if end:
                yield rest + chunk[:end]
                rest = chunk[end:]
            else:
                rest += chunk
                if len(rest) > _LONGEST_LINE:
                    raise FormatError(path, f"expected lines of text; one has over {_LONGEST_LINE} bytes")
        if rest:
            yield rest


def not_utf8(path: str | Path, first: int, chunk: list[bytes]) -> FormatError:
    """Return the error for the first byte of a chunk of lines that is not UTF-8; the lines count from ``first``."""
    for offset, line in enumerate(chunk):
        try:
            line.decode("utf-8")
        except UnicodeDecodeError as error:
            return _foreign_byte(path, first + offset, line, error)
    raise AssertionError("some line of the chunk is not UTF-8")


def _foreign_byte(
    path: str | Path, number: int, line: bytes, error: UnicodeDecodeError, before: int = 0
) -> FormatError:
    at = error.start
    problem = (
        f"byte {before + at + 1} of the line (0x{line[at]:02x}) is not UTF-8; convert the file, for example with iconv"
    )
    return FormatError(path, problem, number)


def list_lines(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the entries of a hand-kept list with their line numbers, without empty lines and ``#`` comments.

    Raises:
        InputError: as `text_lines`.
    """
    for number, line in enumerate(text_lines(path), start=1):
        if line.strip() and not line.startswith("#"):
            yield number, line
