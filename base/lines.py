"""Lines of a grammar file, plain or gzip, streamed; and what to do about broken ones."""

from __future__ import annotations

import gzip
import zlib
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import BinaryIO, cast

from base.errors import FormatError, InputError

__all__ = ["BadLines", "byte_blocks", "line_blocks", "list_lines", "not_utf8", "open_binary", "shorten"]

_GZIP_MAGIC = b"\x1f\x8b"
_LONGEST_LINE = 1 << 26


def shorten(text: str, width: int = 60) -> str:
    """Return the text fit for an error message: one line, at most ``width`` characters."""
    flat = text.replace("\n", " ").strip()
    return flat if len(flat) <= width else flat[: width - 3] + "..."


@dataclass(slots=True)
class BadLines:
    """The policy for broken lines: stop at the first (default), or skip them and count by kind."""

    skip: bool = False
    counts: Counter[str] = field(default_factory=Counter)

    def report(self, path: Path, line: int, text: str, expected: str, kind: str = "") -> None:
        """Handle one broken line.

        Raises:
            FormatError: with file, line, offending text and what was expected, unless lines are skipped.
        """
        if not self.skip:
            raise FormatError(path, f"{expected}; found {shorten(text)!r}", line)
        self.counts[kind or expected.split(",")[0]] += 1


@contextmanager
def open_binary(path: Path) -> Iterator[BinaryIO]:
    """Open a file for reading bytes, unpacking gzip by its first two bytes, whatever the name says.

    Raises:
        InputError: missing file, directory or no permission.
        FormatError: a gzip stream that is damaged or cut off.
    """
    try:
        with path.open("rb") as raw:
            if raw.peek(2)[:2] != _GZIP_MAGIC:  # not read: a pipe cannot be rewound
                yield raw
                return
            with gzip.open(raw, "rb") as stream:
                yield cast(BinaryIO, stream)
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise FormatError(
            path, f"the gzip data are damaged or cut off ({error}); fetch the file again"
        ) from error
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror or error})") from error


def line_blocks(path: Path, block_size: int) -> Iterator[tuple[int, list[str]]]:
    """Yield blocks of lines without their ends, each with the 1-based number of its first line.

    Raises:
        InputError: as `open_binary`.
        FormatError: as `open_binary`, or bytes that are not UTF-8 (names the line).
    """
    first = 1
    with open_binary(path) as stream:
        while chunk := list(islice(stream, block_size)):
            try:
                lines = b"".join(chunk).decode("utf-8").split("\n")
            except UnicodeDecodeError:
                raise not_utf8(path, first, chunk) from None
            if not lines[-1]:
                lines.pop()
            yield first, [line.removesuffix("\r") for line in lines] if b"\r" in chunk[0] else lines
            first += len(lines)


def byte_blocks(path: Path, size: int) -> Iterator[bytes]:
    """Yield the bytes of a file in blocks of whole lines, of about ``size`` bytes each.

    Raises:
        InputError: as `open_binary`.
        FormatError: as `open_binary`, or a line longer than any rule.
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


def not_utf8(path: Path, first: int, chunk: list[bytes]) -> FormatError:
    """Return the error that names the foreign byte; the lines of the chunk count from ``first``."""
    for offset, line in enumerate(chunk):
        try:
            line.decode("utf-8")
        except UnicodeDecodeError as error:
            byte = f"byte 0x{line[error.start]:02x} at byte {error.start + 1} of the line"
            problem = f"expected UTF-8 text; found {byte}"
            return FormatError(path, problem, first + offset)
    raise AssertionError("some line of the chunk is not UTF-8")


def list_lines(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the entries of a list kept by hand, with their line numbers: no empty lines, no ``#`` comments.

    Raises:
        InputError: as `line_blocks`.
    """
    for first, lines in line_blocks(path, 50_000):
        for number, line in enumerate(lines, first):
            if line.strip() and not line.startswith("#"):
                yield number, line
