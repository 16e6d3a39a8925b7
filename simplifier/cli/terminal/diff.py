"""`--diff`: the text with old and new words marked, in colour or as ``[-old-]{+new+}``."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import TYPE_CHECKING, Final, TextIO

import click

from simplifier.base.differences import Piece, joined_pieces, pieces_by_words

if TYPE_CHECKING:
    from simplifier.record.result import Result, SentenceResult

__all__ = ["COLOUR_CHOICES", "in_colour", "marked", "marked_result", "pieces_of"]

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
    """Return the text of a result with marked changes; without marks and old words, it would be the new text."""
    from simplifier.text.segmentation import BEHIND_LIST, is_list  # loaded only where they are of use

    parts: list[str] = []
    place = 0
    listed = False
    for start, group in groupby(result.sentences, key=lambda sentence: sentence.start):
        sentences = tuple(group)
        source = sentences[0].source if sentences[0].split is None else sentences[0].split.whole
        gap = result.source[place:start]
        parts += (
            marked(Piece(gap, BEHIND_LIST), colour) if listed and not gap.strip() else gap,
            *(marked(piece, colour) for piece in pieces_of(sentences)),
        )
        place = start + len(source)
        listed = is_list(sentences[-1].split)
    parts.append(result.source[place:])
    return "".join(parts)


def pieces_of(sentences: tuple[SentenceResult, ...]) -> list[Piece]:
    """Return the pieces of one sentence, or of all parts of a split sentence together."""
    from simplifier.text import joined  # loaded only where it is of use

    only = sentences[0]
    if only.split is not None:
        return joined_pieces(pieces_by_words(only.split.whole, joined((one.split, one.output) for one in sentences)))
    pieces = joined_pieces(_by_edits(only))
    if "".join(piece.new for piece in pieces) == only.output:
        return pieces
    # The edits alone do not give the output, because words were moved.
    return joined_pieces(pieces_by_words(only.source, only.output))


def marked(piece: Piece, colour: bool) -> str:
    """Return a piece as text, with marks if it was changed."""
    old, new = piece
    if old == new:
        return new
    if colour:
        old = click.style(old, fg="red", strikethrough=True) if old else ""
        return old + (click.style(new, fg="green") if new else "")
    return (f"[-{old}-]" if old else "") + (f"{{+{new}+}}" if new else "")


def _by_edits(sentence: SentenceResult) -> Iterator[Piece]:
    """Yield the pieces of a sentence by its edits."""
    source, output = sentence.source, sentence.output
    place = written = 0
    for edit in sentence.edits:
        # Between edits the text is the same, except for spaces beside words that were left out.
        yield from pieces_by_words(source[place : edit.start], output[written : edit.output_start])
        yield Piece(source[edit.start : edit.end], output[edit.output_start : edit.output_end])
        place, written = edit.end, max(written, edit.output_end)
    yield from pieces_by_words(source[place:], output[written:])
