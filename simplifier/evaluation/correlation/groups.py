"""Outputs in groups: by rating, by system, by type of system, by operation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from simplifier.base.differences import joined_pieces, pieces_by_words
from simplifier.base.errors import InputError
from simplifier.evaluation.correlation.ratings import RatedOutputs
from simplifier.evaluation.segments.preprocessing import is_word
from simplifier.languages import Language

__all__ = ["GROUPINGS", "OPERATIONS", "Group", "groups_of", "operations_of"]

FloatArray = NDArray[np.float64]

GROUPINGS: Final = ("band", "type", "system", "operation")
OPERATIONS: Final = ("copy", "replacement", "deletion", "addition", "split")
_NAMED_BANDS: Final = {2: ("low", "high"), 3: ("low", "middle", "high")}


@dataclass(frozen=True, slots=True)
class Group:
    """A group of outputs.

    Attributes:
        grouping: ``all`` or a name of `GROUPINGS`.
        name: name of the group.
        rows: places of its outputs.
        note: a remark for readers; may be empty.
    """

    grouping: str
    name: str
    rows: NDArray[np.intp]
    note: str = ""


def groups_of(
    grouping: str, ratings: RatedOutputs, marks: FloatArray, rows: NDArray[np.intp], bands: int = 2
) -> list[Group]:
    """Return the groups of a grouping. Groups by operation may overlap.

    Args:
        grouping: one of `GROUPINGS`.
        ratings: the rated outputs.
        marks: ratings of the aspect in question, [all outputs].
        rows: places of the outputs to divide.
        bands: number of groups of equal size, from the lowest ratings to the highest.

    Raises:
        InputError: the ratings lack the column to group by.
    """
    if grouping == "band":
        return [*_bands(marks, rows, bands)]
    if grouping == "operation":
        own = operations_of(ratings)
        names = dict.fromkeys(name for row in rows.tolist() for name in own[row])
        ordered = [name for name in OPERATIONS if name in names]
        ordered += [name for name in names if name not in OPERATIONS]
        return [Group(grouping, name, np.array([r for r in rows.tolist() if name in own[r]])) for name in ordered]
    labels = ratings.types if grouping == "type" else ratings.systems
    if not any(labels):
        told = "types of systems (column type)" if grouping == "type" else "systems"
        raise InputError(f"the ratings name no {told}, so there are no groups by {grouping}")
    return [
        Group(grouping, name, np.array([row for row in rows.tolist() if labels[row] == name]))
        for name in dict.fromkeys(labels[row] for row in rows.tolist())
    ]


def _bands(marks: FloatArray, rows: NDArray[np.intp], bands: int) -> Iterator[Group]:
    order = rows[np.argsort(marks[rows], kind="stable")]
    cuts = [len(order) * number // bands for number in range(bands + 1)]
    names = _NAMED_BANDS.get(bands) or [f"band {number + 1} of {bands}" for number in range(bands)]
    for number, name in enumerate(names):
        own = order[cuts[number] : cuts[number + 1]]
        notes = []
        for cut in cuts[number : number + 2]:
            if 0 < cut < len(order) and marks[order[cut - 1]] == marks[order[cut]]:
                tied = int((marks[order] == marks[order[cut]]).sum())
                notes.append(f"{tied} outputs rated {marks[order[cut]]:g} lie at a cut")
        note = "; ".join(notes) + ": their order in the file parts them, so this figure is partly chance"
        yield Group("band", name, own, note if notes else "")


def operations_of(ratings: RatedOutputs) -> Sequence[Sequence[str]]:
    """Return the operations on each sentence: those in the ratings, otherwise those that the texts show.

    In the texts, ``split`` means more sentences than in the source; ``copy``: the same words, except for case;
    ``replacement``, ``deletion``, ``addition``: some words replace others, are missing, or are new. The operations are
    those of Alva-Manchego et al. (2021), found by a difference of words instead of an aligner.

    Raises:
        InputError: there are neither operations nor texts, or the language of the texts is unknown.
    """
    if ratings.operations:
        return ratings.operations
    if not ratings.sources or not ratings.outputs:
        raise InputError("operations need texts; give --source FILE and --output, or a column operation")
    if ratings.language is None:
        raise InputError("operations need to know the language of the texts; give --language CODE")
    return [_operations(*pair, ratings.language) for pair in zip(ratings.sources, ratings.outputs, strict=True)]


def _operations(source: str, output: str, language: Language) -> list[str]:
    found = set()
    for old, new in joined_pieces(pieces_by_words(source.lower(), output.lower())):
        gone, come = (any(map(is_word, side.split())) for side in (old, new))
        if old != new and (gone or come):
            found.add("replacement" if gone and come else "deletion" if gone else "addition")
    if language.count_sentences(output) > language.count_sentences(source):
        found.add("split")
    return [name for name in OPERATIONS if name in (found or {"copy"})]
