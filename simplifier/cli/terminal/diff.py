"""`--diff`: the text with old and new words marked, in colour or as ``[-old-]{+new+}``."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, TextIO

import click

from simplifier.base.differences import Piece, joined_pieces

if TYPE_CHECKING:
    from simplifier.record.result import Result

__all__ = ["COLOUR_CHOICES", "in_colour", "marked", "marked_result"]

COLOUR_CHOICES: Final = ("auto", "always", "never")


def in_colour(choice: str, stream: TextIO, environment: Mapping[str, str] = os.environ) -> bool:
    """Return True if marks are written in colour.

    Args:
        choice: ``always``, ``never``, or ``auto``, which means colour on a terminal, unless ``NO_COLOR`` is set
            (https://no-color.org) or ``TERM`` is ``dumb``.
        stream: the stream that is written to.
        environment: the environment variables.
    """
    if choice != "auto":
        return choice == "always"
    return stream.isatty() and not environment.get("NO_COLOR") and environment.get("TERM") != "dumb"


def marked_result(result: Result, colour: bool) -> str:
    """Return the text of a result with its changes marked; without the old words it is the new text."""
    pieces: list[Piece] = []
    place = 0
    for edit in result.edits:
        same = result.source[place : edit.start]
        pieces += (Piece(same, same), Piece(edit.source, edit.target))
        place = edit.end
    rest = result.source[place:]
    return "".join(marked(one, colour) for one in joined_pieces([*pieces, Piece(rest, rest)]))


def marked(piece: Piece, colour: bool) -> str:
    """Return a piece as text, with marks if it was changed."""
    old, new = piece
    if old == new:
        return new
    if colour:
        old = click.style(old, fg="red", strikethrough=True) if old else ""
        return old + (click.style(new, fg="green") if new else "")
    return (f"[-{old}-]" if old else "") + (f"{{+{new}+}}" if new else "")
