"""Two versions of a text compared word by word."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from itertools import groupby
from typing import Final, NamedTuple

__all__ = ["Piece", "joined_pieces", "pieces_by_words"]

_WORD_OR_SPACE: Final = re.compile(r"\s+|\w+|[^\w\s]")


class Piece(NamedTuple):
    """A stretch of text before and after; both are the same where nothing changed."""

    old: str
    new: str


def pieces_by_words(old: str, new: str) -> Iterator[Piece]:
    """Yield the pieces of a text and its new version, compared word by word."""
    before, after = _WORD_OR_SPACE.findall(old), _WORD_OR_SPACE.findall(new)
    for _, a, b, c, d in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        yield Piece("".join(before[a:b]), "".join(after[c:d]))


def joined_pieces(pieces: Iterable[Piece]) -> list[Piece]:
    """Join neighbouring unchanged pieces, and changed pieces with the changed white space between them."""
    found: list[Piece] = []
    for same, run in groupby(filter(any, pieces), key=lambda piece: piece.old == piece.new):
        joined: list[Piece] = []
        for piece in run:
            if joined and (same or _is_blank(piece) or _is_blank(joined[-1])):
                joined[-1] = Piece(joined[-1].old + piece.old, joined[-1].new + piece.new)
            else:
                joined.append(piece)
        found += joined
    return found


def _is_blank(piece: Piece) -> bool:
    return not (piece.old + piece.new).strip()
