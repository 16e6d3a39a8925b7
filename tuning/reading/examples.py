"""Marked edits by sentence, with what the selection trees say of each: what the reader of context learns from."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from simplifier import Simplifier
from simplifier.core import JUDGED_OUTPUTS
from simplifier.decoder.boosted_trees import load_trees
from simplifier.languages.analysis.tokens import Token
from simplifier.rules.resources.judgements import stands
from simplifier.tuning.boosting.judged import MarkedEdit, judged_rows

__all__ = ["ReadSentence", "sentences_to_read"]

#: Most changes of a sentence that are read in one pass while learning; of more, there are several passes.
_MOST: Final = 24


@dataclass(frozen=True, slots=True)
class ReadSentence:
    """A sentence with changes that are read in one pass.

    Attributes:
        words: the tokens of the sentence.
        changes: first token, the one after the last, and the new words of each change.
        labels: shares of readers (0 to 1) who let the change stand and who find that it fits, and how much it helps
            (0 to 1), float32 [changes, 3]; NaN where nobody graded the changes of the sentence.
        weights: how much each counts, float32 [changes].
        chances: what the trees say of the two shares, float32 [changes, 2]; -1 where the decoder offers no such change.
        measured: True if the sentence only measures.
    """

    words: tuple[str, ...]
    changes: tuple[tuple[int, int, tuple[str, ...]], ...]
    labels: NDArray[np.float32]
    weights: NDArray[np.float32]
    chances: NDArray[np.float32]
    measured: bool


def sentences_to_read(
    simplifier: Simplifier, trees: Path, edits: Sequence[MarkedEdit], splits: Sequence[MarkedEdit] = ()
) -> list[ReadSentence]:
    """Return the sentences of the edits, in their order, with what cross-fitted trees say of each edit.

    Args:
        simplifier: the model whose decoder offers the changes, without selection trees.
        trees: the file of trees with all folds; an edit is judged by the forest that did not learn from it.
        edits: the marked edits.
        splits: marked changes of structure, which the trees are not asked about.

    Raises:
        InputError: the decoder offers none of the edits.
    """
    chances = [*_chances(simplifier, trees, edits), *((-1.0, -1.0) for _ in splits)]
    edits = [*edits, *splits]
    own: defaultdict[str, list[int]] = defaultdict(list)
    for number, edit in enumerate(edits):
        own[edit.sentence].append(number)
    found = []
    for text, numbers in own.items():
        tokens = simplifier.language.tokenise(text)
        # A change that does not fit helps nobody; but where only such changes had a label, nothing would seem to help.
        graded = any(edits[number].grades for number in numbers)
        placed = [(number, place) for number in numbers if (place := _place(tokens, edits[number])) is not None]
        for first in range(0, len(placed), _MOST):
            part = placed[first : first + _MOST]
            here = [edits[number] for number, _ in part]
            found.append(
                ReadSentence(
                    tuple(token.form for token in tokens),
                    tuple(
                        (*place, tuple(simplifier.language.tokenise_forms(edit.target)))
                        for edit, (_, place) in zip(here, part, strict=True)
                    ),
                    np.array([_labels(edit, graded) for edit in here], dtype=np.float32),
                    np.array([edit.weight for edit in here], dtype=np.float32),
                    np.array([chances[number] for number, _ in part], dtype=np.float32),
                    all(edit.fold == 0 for edit in here),
                )
            )
    return found


def _chances(simplifier: Simplifier, path: Path, edits: Sequence[MarkedEdit]) -> list[tuple[float, float]]:
    """Return the two probabilities of each edit, the mean over the rules that make it; -1 if no rule does."""
    trees = load_trees(path)
    rows = judged_rows(simplifier, simplifier.selection_sources.inputs(trees.input_names), edits)
    columns = [trees.output_names.index(name) for name in JUDGED_OUTPUTS]
    sums: defaultdict[int, NDArray[np.float64]] = defaultdict(lambda: np.zeros(2))
    for fold in np.unique(rows.folds):
        here = np.flatnonzero(rows.folds == fold)
        said = trees.predict(np.ascontiguousarray(rows.inputs[here]), int(fold))[:, columns]
        for place, one in zip(here, said, strict=True):
            number = int(rows.edits[place])
            sums[number] += one * rows.weights[place] / edits[number].weight
    return [
        (float(sums[number][0]), float(sums[number][1])) if number in sums else (-1.0, -1.0)
        for number in range(len(edits))
    ]


def _place(tokens: Sequence[Token], edit: MarkedEdit) -> tuple[int, int] | None:
    """Return the span of tokens that an edit touches; None if there is none."""
    inside = list(_touched(tokens, edit.start, max(edit.end, edit.start + 1)))
    return (inside[0], inside[-1] + 1) if inside else None


def _touched(tokens: Sequence[Token], start: int, end: int) -> Iterator[int]:
    return (number for number, token in enumerate(tokens) if token.start < end and token.end > start)


def help_of(edit: MarkedEdit) -> float:
    """Return how much an edit helps by its grades, from 0 to 1; NaN for one that fits and was not graded."""
    if edit.grades:
        return sum(map(int, edit.grades)) / (2 * len(edit.grades))
    return float("nan") if "f" in edit.marks else 0.0


def _labels(edit: MarkedEdit, graded: bool) -> tuple[float, float, float]:
    number = len(edit.marks)
    fits = sum(mark == "f" for mark in edit.marks) / number
    return sum(map(stands, edit.marks)) / number, fits, help_of(edit) if graded else float("nan")
