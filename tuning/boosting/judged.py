"""Judged edits as rows that trees learn from: whether an editor lets a change stand, and whether it helps.

The decoder builds the chart of every judged sentence, as it does for sentences with references. A change in the chart
gets the marks of a judged edit if both are equal apart from words with which both their sides begin or end.

Rule tables have features that count the judgements of a pair (`simplifier.rules.features.judgements`). For the rows to
learn from, these features are computed anew from the sentences of other folds. Otherwise the features of an edit would
reveal its own mark. Leaving out that edit alone would not help: its mark would show in what is missing from the counts.
For some rows the features are those of a pair that nobody judged, so that the trees learn what to predict for such
pairs.
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
from simplifier.languages import Language
from simplifier.languages.analysis.tokens import Token
from simplifier.rules.features.judgements import JUDGED_FEATURES
from simplifier.rules.resources.cores import core_of_pair
from simplifier.rules.resources.judgements import Judgements, stands
from simplifier.text import Sentence

__all__ = ["JudgedRows", "MarkedEdit", "judged_rows", "judgements_of"]

#: Most rules of one source side on one span, and how far below the best of them one may score. Both are larger than for
#: references, because some edits were judged that the model hardly makes.
_MOST, _MARGIN = 40, 12.0
_BATCH: Final = 500
#: Share of the rows to learn from whose pairs are treated as never judged. Shares of 0, 0.2 and 0.4 were tried
#: (docs/understand/selection.md).
_FORGOTTEN: Final = 0.4


class MarkedEdit(NamedTuple):
    """An edit in its sentence with the marks of its readers.

    Attributes:
        sentence: the text of the sentence.
        start: place of the first character that is replaced.
        end: place after the last character that is replaced.
        target: the new text; empty for a deletion.
        marks: the mark of each reader (`simplifier.rules.resources.judgements.MARKS`).
        fold: 0 for an edit to measure on, otherwise the fold of its sentence, from 1.
        weight: how much it counts.
        grades: how much it helps, a digit from 0 to 2 for each grader (`simplifier.evaluation.published.GRADES`); empty
            where nobody graded it.
    """

    sentence: str
    start: int
    end: int
    target: str
    marks: tuple[str, ...]
    fold: int
    weight: float = 1.0
    grades: str = ""


@dataclass(frozen=True, slots=True)
class JudgedRows:
    """Rows of changes that equal judged edits.

    Attributes:
        inputs: the inputs of the trees, float32 [rows, inputs].
        labels: shares of readers (0 to 1) who let the edit stand and who find that it helps, float32
            [rows, `simplifier.core.JUDGED_OUTPUTS`].
        folds: the fold of each edit, int64 [rows].
        weights: the weight of the edit divided by the number of its rows, float64 [rows].
        edits: the place of the edit in the list of edits, int64 [rows].
    """

    inputs: NDArray[np.float32]
    labels: NDArray[np.float32]
    folds: NDArray[np.int64]
    weights: NDArray[np.float64]
    edits: NDArray[np.int64]


class _Place(NamedTuple):
    """The tokens of an edit, without the words that both its sides share at the edges."""

    sentence: int
    start: int
    end: int
    target: str


def judgements_of(edits: Iterable[MarkedEdit], language: Language, without: int = 0) -> Judgements:
    """Return the judgements of the edits to learn from, by the first mark of each.

    Args:
        edits: the edits; those of fold 0 are left out.
        language: the language, which tells the decoder forms.
        without: a fold that is left out too.
    """
    counts = Judgements(language)
    forms = language.tokenise_forms
    for edit in edits:
        if edit.fold not in (0, without):
            source = " ".join(forms(edit.sentence[edit.start : edit.end]))
            if source:
                counts.add(source, " ".join(forms(edit.target)), edit.marks[0])
    return counts


def judged_rows(
    simplifier: Simplifier, inputs: SelectionInputs, edits: Sequence[MarkedEdit], seed: int = 1
) -> JudgedRows:
    """Return the rows of judged edits.

    An edit can have several rows, because several rules can make the same change.

    Args:
        simplifier: the model whose decoder offers the changes.
        inputs: the inputs that are read for every change.
        edits: the judged edits.
        seed: the seed of the choice of pairs that are treated as never judged.

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
    judgements = {fold: judgements_of(edits, simplifier.language, fold) for fold in folds}
    forgetting = np.random.default_rng(seed)
    columns = [(inputs.names.index(name), i) for i, name in enumerate(JUDGED_FEATURES) if name in inputs.names]
    matrices, chosen = [], []
    tables = [part.table for part in simplifier.decoder.grammars]
    for first in range(0, len(texts), _BATCH):
        batch = range(first, min(first + _BATCH, len(texts)))
        sentences = simplifier.annotate([Sentence(texts[i], 0, tuple(tokens[i])) for i in batch])
        # One empty reference for each sentence: the shares of references are not used here.
        nobody: list[list[list[str]]] = [[[]] for _ in batch]
        rows = simplifier.decoder.selection_rows(inputs, sentences, nobody, _MOST, _MARGIN, simplifier.threads)
        for row, (sentence, start, end, grammar, rule) in enumerate(rows.places.tolist()):
            _, source, target, *_ = tables[grammar].rule(rule)
            if "[" in source:  # a rule with gaps: its target alone does not tell the words of the edit
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
        np.array([edits[number].weight / times[number] for number in chosen]),
        np.array(chosen, dtype=np.int64),
    )


def _place(edit: MarkedEdit, sentence: int, tokens: Sequence[Sequence[Token]], simplifier: Simplifier) -> _Place | None:
    """Return the tokens of an edit; None if it begins or ends within a token."""
    own = tokens[sentence]
    inside = [i for i, token in enumerate(own) if token.start < edit.end and edit.start < token.end]
    if not inside or own[inside[0]].start != edit.start or own[inside[-1]].end != edit.end:
        return None
    words = [own[i].form for i in inside]
    return _core_place(sentence, inside[0], words, simplifier.language.tokenise_forms(edit.target))


def _core_place(sentence: int, start: int, words: Sequence[str], target: Sequence[str]) -> _Place:
    before, old, new = core_of_pair(words, target)
    return _Place(sentence, start + before, start + before + len(old), " ".join(new))
