"""A text that a text editor changes piece by piece, with positions as LSP counts them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable
from typing import Final, NamedTuple

__all__ = ["ENCODINGS", "EditedText", "Spot"]

#: The line ends of the protocol; no other character ends a line.
_LINE_END: Final = re.compile(r"\r\n|\n|\r")
#: The number of units of a character, by the encoding in which positions are counted.
ENCODINGS: Final[dict[str, Callable[[str], int]]] = {
    "utf-8": lambda character: len(character.encode("utf-8", "surrogatepass")),
    "utf-16": lambda character: 2 if ord(character) > 0xFFFF else 1,
    "utf-32": lambda character: 1,
}


class Spot(NamedTuple):
    """A position: the line, from 0, and the units of the encoding from the beginning of the line."""

    line: int
    unit: int


class EditedText:
    """One version of a text; changes make new versions.

    Args:
        text: the whole text.
        version: the number that the editor gives to the version.
        encoding: the encoding in which positions are counted, one of `ENCODINGS`.
    """

    def __init__(self, text: str, version: int, encoding: str = "utf-16") -> None:
        self.text = text
        self.version = version
        self.encoding = encoding
        self._units = ENCODINGS[encoding]
        ends = list(_LINE_END.finditer(text))
        self._starts = [0, *(end.end() for end in ends)]
        self._ends = [*(end.start() for end in ends), len(text)]

    def offset(self, spot: Spot) -> int:
        """Return the place of a position as a number of characters from the beginning of the text.

        A position behind its line means the end of the line, one behind the text means the end of the text. A
        position inside a character means the beginning of that character.
        """
        if spot.line >= len(self._starts):
            return len(self.text)
        place, left = self._starts[spot.line], spot.unit
        while place < self._ends[spot.line]:
            left -= self._units(self.text[place])
            if left < 0:
                break
            place += 1
        return place

    def spot(self, offset: int) -> Spot:
        """Return the position of a character, given by its number from the beginning of the text."""
        line = bisect_right(self._starts, offset) - 1
        return Spot(line, sum(map(self._units, self.text[self._starts[line] : offset])))

    def changed(self, start: Spot, end: Spot, words: str, version: int) -> EditedText:
        """Return a new version with other words between two positions."""
        text = f"{self.text[: self.offset(start)]}{words}{self.text[self.offset(end) :]}"
        return EditedText(text, version, self.encoding)

    def whole(self, text: str, version: int) -> EditedText:
        """Return a new version with another text."""
        return EditedText(text, version, self.encoding)
