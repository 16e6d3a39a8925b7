"""Sheets for raters, which do not show who wrote what, and the key to the sheets.

::

    FOLDER/sheet.tsv   page, item, original, version, and empty columns for the marks: for the raters
    FOLDER/scale.txt   what the marks mean: for the raters
    FOLDER/key.tsv     item, sentence, kind, name: whose the items are; not for the raters
    FOLDER/ratings/    one file for each rater: item, grammar, meaning, simplicity
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Final

from simplifier.base.errors import ConfigError, FormatError, InputError
from simplifier.base.writing import write_text
from simplifier.evaluation.blind.fields import check_field
from simplifier.evaluation.ratings.scale import ASPECTS
from simplifier.evaluation.ratings.spreadsheets import table, table_rows

__all__ = [
    "BROKEN",
    "CHECK",
    "IDENTICAL",
    "SYSTEM",
    "Item",
    "KeyRow",
    "RatingSheets",
    "make_rating_sheets",
    "ratings_folder",
    "read_items",
    "read_key",
    "write_rating_sheets",
]

SYSTEM: Final = "system"
CHECK: Final = "check"
#: Names of attention checks.
BROKEN: Final = "broken"
IDENTICAL: Final = "identical"

_SHEET: Final = ("page", "item", "original", "version")
_KEY: Final = ("item", "sentence", "kind", "name")
#: Least number of different words of a sentence to be scrambled; a shorter one might not be clearly wrong.
_LEAST: Final = 5
_ORDERS: Final = 100


@dataclass(frozen=True, slots=True)
class Item:
    """A version of a sentence, to be rated.

    Attributes:
        id: an id that reveals neither the system nor the sentence.
        page: number of the page, from 1; all versions of a sentence are on one page.
        original: the sentence.
        version: a version of the sentence.
    """

    id: str
    page: int
    original: str
    version: str


@dataclass(frozen=True, slots=True)
class KeyRow:
    """A row of the key, which tells who wrote an item. An item written by several systems has a row for each.

    Attributes:
        item: id of the item.
        sentence: line of the source, from 1.
        kind: `SYSTEM` or `CHECK`.
        name: name of the system; for a check, `BROKEN` or `IDENTICAL`.
    """

    item: str
    sentence: int
    kind: str
    name: str


@dataclass(frozen=True, slots=True)
class RatingSheets:
    """Items in the order in which they are rated, and the key."""

    items: tuple[Item, ...]
    key: tuple[KeyRow, ...]


def make_rating_sheets(
    sources: Sequence[str],
    systems: Mapping[str, Sequence[str]],
    sentences: int | None = None,
    seed: int = 1,
    attention: int = 4,
) -> RatingSheets:
    """Draw and shuffle sentences, and shuffle the versions of each sentence. Equal versions become one item.

    Args:
        sources: the originals.
        systems: versions by name of the system, one for each original.
        sentences: number of sentences to draw; None for all. Blank ones are never drawn.
        seed: seed of the draw and of all shuffling.
        attention: number of pages with an attention check. One half of these checks are scrambled sentences, the other
            half (rounded down) are the originals themselves.

    Raises:
        InputError: there are no systems, or one lacks versions of some originals.
        ConfigError: more sentences or checks are asked for than there are.
    """
    _check(sources, systems)
    mixed = random.Random(seed)
    known = [place for place, source in enumerate(sources) if source.strip()]
    number = len(known) if sentences is None else sentences
    if not 1 <= number <= len(known):
        raise ConfigError(f"cannot draw {number} sentences from {len(known)}; set --sentences")
    drawn = mixed.sample(known, number)
    checks = _place_checks(sources, drawn, attention, mixed)
    items: list[Item] = []
    key: list[KeyRow] = []
    for page, place in enumerate(drawn, start=1):
        source = " ".join(sources[place].split())
        versions = [(SYSTEM, name, " ".join(lines[place].split())) for name, lines in systems.items()]
        if checks.get(place) == IDENTICAL:
            versions.append((CHECK, IDENTICAL, source))
        elif place in checks:
            versions.append((CHECK, BROKEN, _broken(source, mixed)))
        # Sorted, because the order of a set may differ from run to run, and a seed must always give the same sheets.
        different = sorted({version for _, _, version in versions})
        mixed.shuffle(different)
        ids = {version: f"P{page:03}-{number}" for number, version in enumerate(different, start=1)}
        items += [Item(identity, page, source, version) for version, identity in ids.items()]
        key += [KeyRow(ids[version], place + 1, kind, name) for kind, name, version in versions]
    return RatingSheets(tuple(items), tuple(key))


def _check(sources: Sequence[str], systems: Mapping[str, Sequence[str]]) -> None:
    if not systems:
        raise InputError("there is no system to rate; give --system NAME=FILE")
    for name, lines in systems.items():
        check_field("a system's name", name)
        if len(lines) != len(sources):
            raise InputError(
                f"{name} has {len(lines)} lines, the source {len(sources)};"
                " line i of every file must belong to the same sentence"
            )


def _place_checks(sources: Sequence[str], drawn: Sequence[int], attention: int, mixed: random.Random) -> dict[int, str]:
    """Return the attention check of each sentence that gets one."""
    long = [place for place in drawn if len({*sources[place].split()}) >= _LEAST]
    broken = (attention + 1) // 2
    if attention > len(drawn) or broken > len(long):
        raise ConfigError(
            f"cannot place {attention} attention checks on {len(drawn)} sentences, {len(long)} of them of"
            f" {_LEAST} words or more; set --attention"
        )
    found = dict.fromkeys(mixed.sample(long, broken), BROKEN)
    left = [place for place in drawn if place not in found]
    return found | dict.fromkeys(mixed.sample(left, attention - broken), IDENTICAL)


def _broken(source: str, mixed: random.Random) -> str:
    """Return a scrambled sentence: of 100 random orders, the one that keeps fewest neighbours together."""
    words = source.split()
    neighbours = {*pairwise(words)}
    orders = [mixed.sample(words, len(words)) for _ in range(_ORDERS)]
    return " ".join(min(orders, key=lambda order: len(neighbours & {*pairwise(order)})))


def write_rating_sheets(folder: Path, sheets: RatingSheets) -> None:
    """Write the sheet, the scale and the key, and make an empty folder for the ratings.

    Raises:
        InputError: the folder has sheets already, or a file cannot be written.
    """
    for name in ("sheet.tsv", "key.tsv"):
        if (folder / name).exists():
            raise InputError(f"{folder / name} is there already; name another folder")
    try:
        ratings_folder(folder).mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise InputError(f"{folder}: not a folder; name one to write into") from None
    names = [aspect.name for aspect in ASPECTS]
    rows = [(one.page, one.id, one.original, one.version, *("" for _ in names)) for one in sheets.items]
    write_text(folder / "sheet.tsv", table([(*_SHEET, *names), *rows]))
    write_text(folder / "scale.txt", "".join(f"{line}\n" for line in _scale()))
    key = sorted(sheets.key, key=lambda row: row.sentence)
    write_text(folder / "key.tsv", table([_KEY, *((row.item, row.sentence, row.kind, row.name) for row in key)]))


def _scale() -> Iterator[str]:
    yield "Compare each version with its original. Judge it by itself, not beside the other versions."
    for aspect in ASPECTS:
        yield ""
        yield f"{aspect.name}: {aspect.question}"
        yield from (f"  {mark}  {answer}" for mark, answer in enumerate(aspect.answers))


def ratings_folder(folder: Path) -> Path:
    """Return the folder of the raters' files."""
    return folder / "ratings"


def read_items(folder: Path) -> tuple[Item, ...]:
    """Read the items of the sheet.

    Raises:
        InputError: there is no such file.
        FormatError: there are no items, or a row is not as it was written.
    """
    path = folder / "sheet.tsv"
    items: dict[str, Item] = {}
    for line, (page, identity, original, version) in table_rows(path, _SHEET):
        if not page.isdigit() or not identity or identity in items:
            raise FormatError(path, "needs the number of a page and an item of its own", line)
        items[identity] = Item(identity, int(page), original, version)
    if not items:
        raise FormatError(path, "has no items; make the sheets again")
    return (*items.values(),)


def read_key(folder: Path) -> tuple[KeyRow, ...]:
    """Read the rows of the key, in their order.

    Raises:
        InputError: there is no such file.
        FormatError: there are no rows, or a row is not as it was written.
    """
    path = folder / "key.tsv"
    key = []
    for line, (item, sentence, kind, name) in table_rows(path, _KEY):
        known = kind == SYSTEM or (kind == CHECK and name in (BROKEN, IDENTICAL))
        if not (sentence.isdigit() and known):
            raise FormatError(path, f"not a row of a key: {item} {sentence} {kind} {name}", line)
        key.append(KeyRow(item, int(sentence), kind, name))
    if not key:
        raise FormatError(path, "has no rows; make the sheets again")
    return (*key,)
