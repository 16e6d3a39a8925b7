"""A text that an editor changes piece by piece, and its positions as the protocol counts them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable
from typing import Final, NamedTuple

__all__ = ["ENCODINGS", "EditedText", "Spot"]

#: What ends a line in the protocol, and nothing else does.
_LINE_END: Final = re.compile(r"\r\n|\n|\r")
#: Units of a character, by the name of the encoding in which positions are counted.
ENCODINGS: Final[dict[str, Callable[[str], int]]] = {
    "utf-8": lambda character: len(character.encode("utf-8", "surrogatepass")),
    "utf-16": lambda character: 2 if ord(character) > 0xFFFF else 1,
    "utf-32": lambda character: 1,
}


class Spot(NamedTuple):
    """A position: line from 0, and units of the encoding from the line's beginning."""

    line: int
    unit: int


class EditedText:
    """One version of a text; it is not changed.

    Args:
        text: all of it.
        version: as the editor numbers it.
        encoding: the encoding of positions, one of `ENCODINGS`.
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
        """Return the character at a position; beyond its line the end of it, beyond the text its end.

        Within a character, it is that one.
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
        """Return the position of a character."""
        line = bisect_right(self._starts, offset) - 1
        return Spot(line, sum(map(self._units, self.text[self._starts[line] : offset])))

    def changed(self, start: Spot, end: Spot, words: str, version: int) -> EditedText:
        """Return the text with other words between two positions."""
        text = f"{self.text[: self.offset(start)]}{words}{self.text[self.offset(end) :]}"
        return EditedText(text, version, self.encoding)

    def whole(self, text: str, version: int) -> EditedText:
        """Return another text in place of this one."""
        return EditedText(text, version, self.encoding)
