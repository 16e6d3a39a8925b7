"""Plain text: every line is a passage, and code stays as it is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import ClassVar, Final

from simplifier.documents.base import Passage, PassageResult
from simplifier.documents.decoding import decoded
from simplifier.documents.positions import PlaceBuilder
from simplifier.text.code import without_code

__all__ = ["PlainText"]

_LINE: Final = re.compile(r"[^\n]*\n|[^\n]+")


class PlainText:
    """A text file.

    Args:
        data: the bytes of the file, UTF-8.
        name: the name of the file, for messages.

    Raises:
        FormatError: a byte that is not UTF-8.
    """

    name: ClassVar[str] = "text"
    suffixes: ClassVar[tuple[str, ...]] = (".txt", ".text")

    def __init__(self, data: bytes, name: str = "<input>") -> None:
        self._lines = _LINE.findall(decoded(data, name))
        self._passages: list[Passage] = []
        self._numbers: list[int] = []
        start = 0
        for number, (line, code) in enumerate(without_code(self._lines)):
            if not code and line.strip():
                builder = PlaceBuilder()
                builder.add(line, start, start + len(line))
                self._passages.append(Passage(line, builder.place(), number + 1))
                self._numbers.append(number)
            start += len(line)

    def passages(self) -> Sequence[Passage]:
        """See `DocumentReader`."""
        return self._passages

    def fitted(self, changed: Sequence[PassageResult]) -> Sequence[PassageResult]:
        """Return these passages: plain text has no marks."""
        return changed

    def written(self, changed: Sequence[PassageResult]) -> bytes:
        """See `DocumentReader`."""
        lines = list(self._lines)
        for result in changed:
            lines[self._numbers[result.number]] = result.text
        return "".join(lines).encode("utf-8")
