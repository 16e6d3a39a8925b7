"""A rater's file: a row for each item, ``item, grammar, meaning, simplicity``, marks 0-4.

The form adds rows at its end; a filled-in copy of the sheet does as well. Where an item has several rows, the
last one counts.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Final

from simplifier.base.errors import FormatError, InputError
from simplifier.base.reading import read_text
from simplifier.base.writing import write_text
from simplifier.evaluation.ratings.scale import ASPECTS, MARKS, Marks, marks_of
from simplifier.evaluation.ratings.tables import table, table_rows

__all__ = ["add_answers", "rater_name", "read_answers"]

_COLUMNS: Final = ("item", *(aspect.name for aspect in ASPECTS))
_NAME: Final = re.compile(r"\w[\w-]{0,39}")


def rater_name(text: str) -> str | None:
    """Return the name that a rater's file gets: small letters, digits, hyphens; None where there is none."""
    name = "-".join(unicodedata.normalize("NFC", text).casefold().split())
    return name if _NAME.fullmatch(name) else None


def read_answers(path: Path, items: Collection[str]) -> dict[str, Marks]:
    """Read what a rater has said so far; rows without any mark are not answered yet.

    Raises:
        InputError: no such file.
        FormatError: a mark that is none, or an item that is on no sheet.
    """
    found = {}
    for line, (item, *fields) in table_rows(path, _COLUMNS):
        if not any(field.strip() for field in fields):
            continue
        marks = marks_of((*fields,))
        if marks is None:
            wanted = f"{MARKS[0]} to {MARKS[-1]}"
            raise FormatError(path, f"{item}: {', '.join(_COLUMNS[1:])} must each be {wanted}", line)
        if item not in items:
            raise FormatError(path, f"{item!r} is on no sheet; take the line out", line)
        found[item] = marks
    return found


def add_answers(path: Path, answers: Mapping[str, Marks]) -> None:
    """Add rows to a rater's file, all or none; the file begins with the first.

    Raises:
        InputError: it cannot be read or written, or another program wrote it.
    """
    header, rows = table([_COLUMNS]), table((item, *marks) for item, marks in answers.items())
    before = read_text(path) if path.exists() else header
    if not before.startswith(header) or not before.endswith("\n"):
        raise InputError(f"{path} was not written by the form; choose another name")
    write_text(path, before + rows)
