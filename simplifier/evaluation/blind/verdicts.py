"""Verdicts of readers: a line ``id TAB G TAB M TAB S TAB note`` for every pair on the sheets."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from simplifier.base.errors import FormatError, InputError
from simplifier.base.reading import shorten, text_lines

__all__ = ["SIMPLICITY", "Verdict", "read_verdicts", "verdict_of"]

#: What a mark of simplicity says of a rewriting. ``++`` is asked for since 2026-11-28; earlier readers had three marks.
SIMPLICITY: Final = {"++": "clearly easier", "+": "easier", "=": "as before", "-": "harder"}


@dataclass(frozen=True, slots=True)
class Verdict:
    """One reader's verdict on a pair.

    Attributes:
        grammar: true if the grammar is worse than in the original.
        meaning: true if the meaning has changed.
        simplicity: one of `SIMPLICITY`.
        note: the reason, if something is wrong.
    """

    grammar: bool
    meaning: bool
    simplicity: str
    note: str = ""

    @property
    def bad(self) -> bool:
        """True if the grammar is worse or the meaning has changed."""
        return self.grammar or self.meaning

    @property
    def good(self) -> bool:
        """True if nothing is wrong and the rewriting is easier."""
        return not self.bad and self.simplicity in ("+", "++")

    @property
    def clearly_easier(self) -> bool:
        """True if nothing is wrong and a reader who fails at the original would understand the rewriting."""
        return not self.bad and self.simplicity == "++"

    def fields(self) -> tuple[str, str, str, str]:
        """Return the verdict as fields of a line."""
        return str(int(self.grammar)), str(int(self.meaning)), self.simplicity, self.note


def verdict_of(fields: Iterable[str]) -> Verdict | None:
    """Return the verdict in the fields G, M, S and perhaps note; None if they are not clear."""
    marks = [field.strip() for field in fields]
    if len(marks) not in (3, 4) or not {*marks[:2]} <= {"0", "1"} or marks[2] not in SIMPLICITY:
        return None
    return Verdict(marks[0] == "1", marks[1] == "1", marks[2], *marks[3:])


def read_verdicts(path: Path, pairs: Iterable[str]) -> dict[str, Verdict]:
    """Read a reader's file, which has every pair once.

    Raises:
        FormatError: a line is not clear, or has a pair that is unknown or was already judged.
        InputError: there is no such file, or pairs are missing.
    """
    wanted = dict.fromkeys(pairs)
    found: dict[str, Verdict] = {}
    for number, line in enumerate(text_lines(path), start=1):
        if not line.strip():
            continue
        identity, *fields = line.split("\t")
        verdict = verdict_of(fields)
        if verdict is None:
            raise FormatError(
                path,
                f"{shorten(line)!r}: write id, G (0 or 1), M (0 or 1), S (++ + = -), note, tabs between",
                number,
            )
        if identity not in wanted:
            raise FormatError(path, f"{identity!r} is on no sheet; take the line out", number)
        if identity in found:
            raise FormatError(path, f"{identity} stands here for the second time; keep one line", number)
        found[identity] = verdict
    missing = [identity for identity in wanted if identity not in found]
    if missing:
        raise InputError(
            f"{path}: {len(missing)} of {len(wanted)} pairs have no line: {shorten(', '.join(missing))}; judge them too"
        )
    return found
