"""Decoding of files whose text must encode to the same bytes again."""

from __future__ import annotations

from simplifier.base.reading import not_utf8

__all__ = ["decoded"]


def decoded(data: bytes, name: str) -> str:
    """Return the text of a UTF-8 file, with its byte order mark and its line ends.

    Raises:
        FormatError: a byte that is not UTF-8; the message names line and byte.
    """
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise not_utf8(name, 1, data.split(b"\n")) from None
