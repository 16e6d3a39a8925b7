"""The text of a file and back, to the same bytes."""

from __future__ import annotations

from simplifier.base.reading import not_utf8

__all__ = ["decoded"]


def decoded(data: bytes, name: str) -> str:
    """Return the text of a UTF-8 file, a byte order mark and line ends as they are.

    Raises:
        FormatError: a byte that is not UTF-8 (names line and byte).
    """
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise not_utf8(name, 1, data.split(b"\n")) from None
