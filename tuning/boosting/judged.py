"""Judged edits as rows that trees learn from: whether an editor lets a change stand, and whether it helps.

The chart of every judged sentence is built by the decoder, as for the shares of references; a change that
equals a judged edit, but for words that both of its sides begin or end with, gets the marks of that edit.
What tables know of the judgements of a pair (`simplifier.rules.features.judgements`) is computed anew for the rows to
learn from, by the sentences of other folds alone: otherwise each edit would bring its own answer along, even
if only it were left out (its mark shows in what is missing). And for some rows nothing is known at all, so
that the trees learn what to think of a pair that nobody judged.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simplifier import Simplifier
from simplifier.base.errors import InputError
from simplifier.core import SelectionInputs
from simplifier.languages.analysis.tokens import Token
from simplifier.rules.features.judgements import JUDGED_FEATURES
from simplifier.rules.resources.cores import core_of_pair
from simplifier.rules.resources.judgements import Judgements, stands
from simplifier.text import Sentence

__all__ = ["JudgedRows", "MarkedEdit", "judged_rows", "judgements_of"]

#: Rules of one source side on one span, and how far below the best they may score: wider than for references,
#: because edits were judged that the model hardly makes.
_MOST, _MARGIN = 40, 12.0
_BATCH: Final = 500
#: Share of the rows to learn from whose pairs are taken for never judged; tried: 0, 0.2 and 0.4
#: (docs/understand/selection.md).
_FORGOTTEN: Final = 0.4


class MarkedEdit(NamedTuple):
    """An edit in its sentence with the marks of its readers.

    Attributes:
        sentence: the text.
        start: first character of what is replaced.
        end: the character after it.
        target: what stands there then, empty for a deletion.
        marks: the marks of every reader who judged it (`simplifier.rules.resources.judgements.MARKS`).
        fold: 0 for an edit to measure on, otherwise the part of its sentence, from 1.
    """

    sentence: str
    start: int
    end: int
    target: str
    marks: tuple[str, ...]
    fold: int


@dataclass(frozen=True, slots=True)
class JudgedRows:
    """Changes that equal judged edits.

    Attributes:
        inputs: float32 [rows, inputs].
        labels: float32 [rows, `simplifier.core.JUDGED_OUTPUTS`], shares of readers.
        folds: int64 [rows].
        weights: float64 [rows]: 1 by the rows of the same edit.
        edits: int64 [rows]: places in the list of edits.
    """

    inputs: NDArray[np.float32]
    labels: NDArray[np.float32]
    folds: NDArray[np.int64]
    weights: NDArray[np.float64]
    edits: NDArray[np.int64]


class _Place(NamedTuple):
    """An edit by tokens, without the words that both sides share at the edges."""

    sentence: int
    start: int
    end: int
    target: str


def judgements_of(edits: Iterable[MarkedEdit], simplifier: Simplifier, without: int = 0) -> Judgements:
    """Return the counts of the edits to learn from, each by its first reader, but for one fold."""
    counts = Judgements(simplifier.language)
    forms = simplifier.language.tokenise_forms
    for edit in edits:
        if edit.fold not in (0, without):
            source = " ".join(forms(edit.sentence[edit.start : edit.end]))
            if source:
                counts.add(source, " ".join(forms(edit.target)), edit.marks[0])
    return counts


def judged_rows(
    simplifier: Simplifier, inputs: SelectionInputs, edits: Sequence[MarkedEdit], seed: int = 1
) -> JudgedRows:
    """Return the rows of edits.

    Args:
        simplifier: the model whose decoder offers the changes.
        inputs: what is read of every change.
        edits: judged ones.
        seed: the seed of which pairs are taken for never judged.

    Raises:
        InputError: the decoder offers none of the edits.
    """
    texts = list(dict.fromkeys(edit.sentence for edit in edits))
    numbers = {text: number for number, text in enumerate(texts)}
    tokens = [simplifier.language.tokenise(text) for text in texts]
    known: dict[_Place, int] = {}
    for number, edit in enumerate(edits):
        place = _place(edit, numbers[edit.sentence], tokens, simplifier)
        if place is not None:
            known[place] = number
    folds = sorted({edit.fold for edit in edits} | {0})
    judgements = {fold: judgements_of(edits, simplifier, fold) for fold in folds}
    forgetting = np.random.default_rng(seed)
    columns = [(inputs.names.index(name), i) for i, name in enumerate(JUDGED_FEATURES) if name in inputs.names]
    matrices, chosen = [], []
    tables = [part.table for part in simplifier.decoder.grammars]
    for first in range(0, len(texts), _BATCH):
        batch = range(first, min(first + _BATCH, len(texts)))
        sentences = simplifier.annotate([Sentence(texts[i], 0, tuple(tokens[i])) for i in batch])
        nobody: list[list[list[str]]] = [[[]] for _ in batch]
        rows = simplifier.decoder.selection_rows(inputs, sentences, nobody, _MOST, _MARGIN, simplifier.threads)
        for row, (sentence, start, end, grammar, rule) in enumerate(rows.places.tolist()):
            _, source, target, *_ = tables[grammar].rule(rule)
            if "[" in source:  # its gaps were judged with it
                continue
            words = sentences[sentence].tokens[start:end]
            found = known.get(_core_place(first + sentence, start, words, target.split()))
            if found is None:
                continue
            fold = edits[found].fold
            forgotten = fold and forgetting.random() < _FORGOTTEN
            pair = ("", "") if forgotten else (" ".join(words), target)
            shares = judgements[fold].shares(*pair)
            for column, i in columns:
                rows.inputs[row, column] = shares[i]
            matrices.append(rows.inputs[row])
            chosen.append(found)
    if not chosen:
        raise InputError("the model offers none of the judged edits; are they of its language?")
    return _with_labels(np.array(matrices, dtype=np.float32), chosen, edits)


def _with_labels(matrix: NDArray[np.float32], chosen: Sequence[int], edits: Sequence[MarkedEdit]) -> JudgedRows:
    times = Counter(chosen)
    marks = [edits[number].marks for number in chosen]
    labels = [(sum(map(stands, own)) / len(own), sum(mark == "f" for mark in own) / len(own)) for own in marks]
    return JudgedRows(
        matrix,
        np.array(labels, dtype=np.float32),
        np.array([edits[number].fold for number in chosen], dtype=np.int64),
        np.array([1 / times[number] for number in chosen]),
        np.array(chosen, dtype=np.int64),
    )


def _place(edit: MarkedEdit, sentence: int, tokens: Sequence[Sequence[Token]], simplifier: Simplifier) -> _Place | None:
    """Return an edit by tokens; None where it begins or ends within one."""
    own = tokens[sentence]
    inside = [i for i, token in enumerate(own) if token.start < edit.end and edit.start < token.end]
    if not inside or own[inside[0]].start != edit.start or own[inside[-1]].end != edit.end:
        return None
    words = [own[i].form for i in inside]
    return _core_place(sentence, inside[0], words, simplifier.language.tokenise_forms(edit.target))


def _core_place(sentence: int, start: int, words: Sequence[str], target: Sequence[str]) -> _Place:
    before, old, new = core_of_pair(words, target)
    return _Place(sentence, start + before, start + before + len(old), " ".join(new))
