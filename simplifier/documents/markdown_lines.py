"""Places of the content of a Markdown block in the lines of its file."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

__all__ = ["content_positions"]

_CLOSING: Final = re.compile(r"(?<![ \t])[ \t]+#+[ \t]*$")
_BAR: Final = re.compile(r"\\.|\|", re.DOTALL)


def content_positions(
    content: str, lines: Sequence[tuple[int, str]], kind: str, place: int
) -> tuple[list[int] | None, int]:
    """Return the place in the file of every character of a block's content, and of its end.

    Args:
        content: the content of the block, without the marks before and behind it in its lines.
        lines: the lines of the block, each with its start in the file.
        kind: the kind of the token that opens the block.
        place: for a cell of a table, how far its row has been read.

    Returns:
        The places, or None if they cannot be found; and how far the row has been read now.
    """
    if kind in ("th_open", "td_open"):
        return _cell(content, lines[0], place)
    found: list[int] = []
    rest = iter(lines)
    for number, wanted in enumerate(content.split("\n")):
        start, line = next(rest, (0, ""))
        if kind == "heading_open":
            line = line.rstrip()
            if not line.endswith(wanted) or line.endswith("#"):
                line = _CLOSING.sub("", line)
        # The content ends where its line ends, or before the white space at the end of the line.
        bare = line if line.endswith(wanted) else line.rstrip()
        at = len(bare) - len(wanted)
        if number:
            found.append(found[-1] + 1 if found else start)  # the line break before this line
        if not bare.endswith(wanted):
            return None, place
        found += range(start + at, start + at + len(wanted))
    found.append(found[-1] + 1 if found else 0)
    return found, place


def _cell(content: str, line: tuple[int, str], place: int) -> tuple[list[int] | None, int]:
    """Return the places of the next cell of a row; an escaped bar does not end a cell."""
    start, text = line
    if not place:
        bar = re.match(r"[^|]*?(?=\|)", text)
        # A bar may stand before the first cell; before that bar there may be marks of quotes and items, and spaces.
        if bar and not bar[0].strip(" \t>-*+0123456789.)"):
            place = bar.end() + 1
    end = next((match.start() for match in _BAR.finditer(text, place) if match[0] == "|"), len(text))
    cell = text[place:end]
    at = place + len(cell) - len(cell.lstrip())
    if cell.strip() != content:
        return None, end + 1
    return [*range(start + at, start + at + len(content) + 1)], end + 1
