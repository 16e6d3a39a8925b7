"""A rater's file: a row for each item, ``item, grammar, meaning, simplicity``, marks 0-4.

The form appends rows; a filled-in copy of the sheet works too. If an item has several rows, the last one counts.
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
from simplifier.evaluation.ratings.spreadsheets import table, table_rows

__all__ = ["add_answers", "rater_name", "read_answers"]

_COLUMNS: Final = ("item", *(aspect.name for aspect in ASPECTS))
_NAME: Final = re.compile(r"\w[\w-]{0,39}")


def rater_name(text: str) -> str | None:
    """Return the name for a rater's file: lowercase letters, digits, hyphens; None if the text gives no such name."""
    name = "-".join(unicodedata.normalize("NFC", text).casefold().split())
    return name if _NAME.fullmatch(name) else None


def read_answers(path: Path, items: Collection[str]) -> dict[str, Marks]:
    """Read a rater's answers so far, by item. Rows without marks are skipped.

    Args:
        path: the rater's file.
        items: ids of all items on the sheets.

    Raises:
        InputError: there is no such file.
        FormatError: a mark is not valid, or an item is on no sheet.
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
    """Append rows to a rater's file, all or none; the file is made for the first rows.

    Raises:
        InputError: the file cannot be read or written, or another program made it.
    """
    header, rows = table([_COLUMNS]), table((item, *marks) for item, marks in answers.items())
    before = read_text(path) if path.exists() else header
    if not before.startswith(header) or not before.endswith("\n"):
        raise InputError(f"{path} was not written by the form; choose another name")
    write_text(path, before + rows)
