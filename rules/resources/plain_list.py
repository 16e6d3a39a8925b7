"""A list of plain English, or of another plain language: rewrites for everybody, with the frames where they fit.

Tab-separated, one entry a line; columns that are not needed at the end may be left out::

    # source        target          part of speech  frame               doubt
    commence        start           verb                                A
    subsequent to   after           phrase
    sufficiently    enough          adverb          before: PUNCT|END   B
    hereby          ""              adverb

The part of speech is one of the language, a label of its tagger, ``phrase`` (as written, any tags) or
empty. A target ``""`` leaves the words out. In the lexicon of a language (`simplifier.languages.lexicon`), which
has the same cells, the lines with the use ``rewrite`` are read. `simplifier.rules.resources.frames` describes
frames. The doubt is a letter of `DOUBTS`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from simplifier.base.errors import FormatError
from simplifier.base.reading import list_lines, shorten
from simplifier.languages.language import Language
from simplifier.languages.lexicon import REWRITE, is_lexicon, lexicon_lines
from simplifier.rules.readers.user_list import part_of_speech, plain_phrase
from simplifier.rules.resources.frames import checked_frame

__all__ = ["DOUBTS", "PHRASE", "PlainEntry", "read_plain_list"]

#: The part of speech of entries that are taken only as they are written, without inflected forms.
PHRASE: Final = "phrase"

#: A reader's estimate of how many, of 40 places that an entry allows, an editor would refuse.
DOUBTS: Final = {"A": 0.5, "B": 1.0, "C": 2.5, "D": 5.5, "E": 10.0}

_COLUMNS: Final = "source, target, part of speech, frame and doubt between tabs"


class PlainEntry(NamedTuple):
    """One line of the list.

    Attributes:
        source: the phrase, words between single spaces, as written.
        target: its replacement; empty to leave it out.
        part: name of a part of speech, a label, `PHRASE`, or empty for any.
        frame: where it fits (`checked_frame`); empty for everywhere.
        line: its number in the file.
        doubt: how unsure it is, one of `DOUBTS`; empty where nobody has said.
    """

    source: str
    target: str
    part: str = ""
    frame: str = ""
    line: int = 0
    doubt: str = ""


def read_plain_list(path: Path, language: Language) -> list[PlainEntry]:
    """Return the entries of a list; ``language`` names parts of speech and classes of tags.

    Raises:
        InputError: the file cannot be read.
        FormatError: a broken line, or one that stands twice; names the line and what was expected.
    """
    lines: dict[tuple[str, str, str, str], int] = {}
    found = []
    for number, cells in _rows(path):
        try:
            entry = _entry(cells, number, language)
            key = (entry.source.lower(), entry.target.lower(), entry.part, entry.frame)
            if key in lines:
                raise ValueError(f"expected every entry once; line {lines[key]} is the same")
        except ValueError as error:
            raise FormatError(path, f"{error}; found {shorten(chr(9).join(cells))!r}", number) from None
        lines[key] = number
        found.append(entry)
    return found


def _rows(path: Path) -> Iterator[tuple[int, list[str]]]:
    """Yield line number and cells of every entry; in a lexicon only lines that rewrite are entries."""
    if not is_lexicon(path):
        yield from ((number, text.split("\t")) for number, text in list_lines(path))
        return
    for one in lexicon_lines(path, REWRITE):
        yield one.number, [one.expression, one.replacement or '""', one.part, one.frame, one.judgement]


def _entry(given: Sequence[str], number: int, language: Language) -> PlainEntry:
    cells = [cell.strip() for cell in given]
    while cells and not cells[-1]:
        cells.pop()
    if not 2 <= len(cells) <= 5:
        raise ValueError(f"expected {_COLUMNS}")
    if not cells[1]:
        raise ValueError('expected a replacement in the second column ("" to leave the words out)')
    source, target, part, frame, doubt = *map(plain_phrase, cells[:2]), *cells[2:], *[""] * (5 - len(cells))
    if not source:
        raise ValueError("expected a phrase in the first column")
    if source.lower() == target.lower():
        raise ValueError("expected two different phrases")
    if part not in ("", PHRASE):
        part = part_of_speech(part, language)
    if doubt and doubt not in DOUBTS:
        raise ValueError(f"expected a doubt of {', '.join(DOUBTS)} in the fifth column")
    return PlainEntry(source, target, part, checked_frame(frame, language.frame_classes), number, doubt)
