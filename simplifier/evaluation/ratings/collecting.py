"""Collection of the raters' files: who has finished, who paid attention, and one table of all marks.

::

    system  sentence  item  rater  grammar  meaning  simplicity  grammar_z  meaning_z  simplicity_z

The table has a row for each rater and each system's version of a sentence. A sentence is a line of the source, counted
from 1. Marks are 0-4. Columns with z are marks minus the rater's mean for the aspect, divided by the rater's standard
deviation (with n - 1 in the denominator).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from simplifier.base.errors import InputError
from simplifier.base.reading import shorten
from simplifier.base.writing import write_text
from simplifier.evaluation.ratings.answers import read_answers
from simplifier.evaluation.ratings.scale import ASPECTS, Marks
from simplifier.evaluation.ratings.sheets import (
    BROKEN,
    CHECK,
    SYSTEM,
    KeyRow,
    ratings_folder,
    read_items,
    read_key,
)
from simplifier.evaluation.ratings.spreadsheets import table

__all__ = ["Collected", "Rater", "collect", "passes", "standardised", "write_collected"]

FloatArray = NDArray[np.float64]

_NAMES: Final = [aspect.name for aspect in ASPECTS]
_COLUMNS: Final = ("system", "sentence", "item", "rater", *_NAMES, *(f"{name}_z" for name in _NAMES))


@dataclass(frozen=True, slots=True)
class Rater:
    """A rater and what the rater has done so far.

    Attributes:
        name: name of the rater's file, without its ending.
        rated: number of items with marks.
        checks: number of attention checks among them.
        passed: number of checks passed.
        counts: true if the rater's marks are in the table.
    """

    name: str
    rated: int
    checks: int
    passed: int
    counts: bool


@dataclass(frozen=True, slots=True)
class Collected:
    """The collected marks.

    Attributes:
        raters: all raters, including those who do not count.
        asked: number of items on the sheets.
        items: items of systems that all counting raters have rated, in a fixed order.
        marks: [items, counting raters, aspects], 0-4.
        z: marks standardised by rater and aspect, in the same shape.
        key: the systems behind the items, without attention checks.
    """

    raters: tuple[Rater, ...]
    asked: int
    items: tuple[str, ...]
    marks: FloatArray
    z: FloatArray
    key: tuple[KeyRow, ...]

    @property
    def names(self) -> list[str]:
        """Return the names of the raters who count."""
        return [rater.name for rater in self.raters if rater.counts]

    @property
    def systems(self) -> list[str]:
        """Return the systems' names, in the order of the key."""
        return [*dict.fromkeys(row.name for row in self.key)]


def passes(check: str, marks: Marks) -> bool:
    """Return whether the marks of an attention check come from somebody who read the item.

    A scrambled sentence (`BROKEN`) must get 0 or 1 for grammar. The original itself (`IDENTICAL`) must get 3 or 4 for
    meaning, and 0 for simplicity, where 1 is allowed as a slip.
    """
    if check == BROKEN:
        return marks.grammar <= 1
    return marks.meaning >= 3 and marks.simplicity <= 1


def standardised(marks: FloatArray) -> FloatArray:
    """Return z-scores by rater and aspect, in the same shape; 0 if a rater gave the same mark to everything.

    Args:
        marks: [items, raters, aspects].
    """
    away = marks - marks.mean(axis=0)
    spread = np.sqrt(np.square(away).sum(axis=0) / max(1, len(marks) - 1))
    scores: FloatArray = np.divide(away, spread, out=np.zeros_like(away), where=spread > 0)
    return scores


def collect(folder: Path, without: Collection[str] = (), partial: bool = False, attention: float = 0.75) -> Collected:
    """Read the sheets, the key and all answers in a folder.

    Args:
        folder: the folder that `write_rating_sheets` made, with the raters' files.
        without: raters to leave out.
        partial: true to take the sentences that all raters have rated, instead of requiring all sentences.
        attention: share of attention checks that a rater must pass to count, 0-1.

    Raises:
        InputError: there are no ratings, a rater has not finished, nobody counts, or a rater to leave out is unknown.
        FormatError: a file is not valid.
    """
    items, key = read_items(folder), read_key(folder)
    pages = {one.id: one.page for one in items}
    strange = next((row.item for row in key if row.item not in pages), None)
    if strange is not None:
        raise InputError(f"{folder}: the key has {strange}, which is on no sheet; make the sheets again")
    paths = {path.stem: path for path in sorted(ratings_folder(folder).glob("*.tsv"))}
    unknown = [name for name in without if name not in paths]
    if unknown:
        raise InputError(f"{folder}: there is no rater {unknown[0]!r}; there are {', '.join(paths) or 'none'}")
    answers = {name: read_answers(path, pages) for name, path in paths.items() if name not in without}
    if not any(answers.values()):
        raise InputError(f"{ratings_folder(folder)}: no ratings yet; see `simplifier rate serve`")
    raters = tuple(_rater(name, marks, key, attention) for name, marks in answers.items())
    chosen = {rater.name: answers[rater.name] for rater in raters if rater.counts}
    if not chosen:
        raise InputError(f"{folder}: no rater passed {attention:.0%} of the attention checks; see --attention")
    if not partial:
        _insist(folder, chosen, [*pages])
    missing = {pages[item] for item in pages for marks in chosen.values() if item not in marks}
    rows = tuple(row for row in key if row.kind == SYSTEM and pages[row.item] not in missing)
    common = tuple(dict.fromkeys(row.item for row in rows))
    if not common:
        raise InputError(f"{folder}: there is no sentence that all raters have rated; see --without")
    marks = np.array([[own[item] for own in chosen.values()] for item in common], dtype=np.float64)
    return Collected(raters, len(items), common, marks, standardised(marks), rows)


def _rater(name: str, marks: Mapping[str, Marks], key: Sequence[KeyRow], attention: float) -> Rater:
    checks = [row for row in key if row.kind == CHECK and row.item in marks]
    passed = sum(passes(row.name, marks[row.item]) for row in checks)
    return Rater(name, len(marks), len(checks), passed, passed >= attention * len(checks))


def _insist(folder: Path, answers: Mapping[str, Mapping[str, Marks]], items: Sequence[str]) -> None:
    for name, marks in answers.items():
        missing = [item for item in items if item not in marks]
        if missing:
            raise InputError(
                f"{folder}: {name} has not rated {len(missing)} of {len(items)} items"
                f" ({shorten(', '.join(missing))}); wait, or use --partial or --without {name}"
            )


def write_collected(path: Path, collected: Collected) -> None:
    """Write the table.

    Raises:
        InputError: the file cannot be written.
    """
    place = {item: number for number, item in enumerate(collected.items)}
    rows = [
        (
            *(row.name, row.sentence, row.item, rater),
            *(int(mark) for mark in collected.marks[place[row.item], number]),
            *(f"{z:.6f}" for z in collected.z[place[row.item], number]),
        )
        for row in collected.key
        for number, rater in enumerate(collected.names)
    ]
    write_text(path, table([_COLUMNS, *rows]))
