"""Training of the selection trees on a development set, and of their file for the decoder."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from simplifier import Simplifier
from simplifier.base.errors import ConfigError
from simplifier.core import JUDGED_OUTPUTS, SELECTION_OUTPUTS, SelectionInputs
from simplifier.decoder import SelectionRows
from simplifier.tuning.boosting.cross_fitting import (
    BoostingSettings,
    input_gains,
    separation,
    train_cross_fitted,
)
from simplifier.tuning.boosting.judged import JudgedRows, MarkedEdit, judged_rows
from simplifier.tuning.boosting.writing import write_trees
from simplifier.tuning.candidates.dev_set import fold_numbers

__all__ = ["ReferencedSentences", "SelectionReport", "train_selection"]

#: Most rules of one source side on one span that are trained on, and how far below the best of them one may score.
_MOST, _MARGIN = 25, 8.0
_DEFAULTS: Final = BoostingSettings()
#: Judged edits are fewer than changes with references, and each says more.
_JUDGED: Final = BoostingSettings(trees=240, learning_rate=0.06, least_rows=40, seed=2)


@dataclass(frozen=True, slots=True)
class SelectionReport:
    """The result of training.

    Attributes:
        changes: number of changes in all sentences.
        inputs: the names of the inputs that the trees read.
        cross_fitted: Pearson's correlation of cross-fitted predictions and labels on the tuning sentences, by output.
        held_out: the same correlation on the other sentences, by output; NaN if there are none.
        judged: number of rows of judged edits.
        separated: area under the ROC curve of the cross-fitted predictions for judged edits, by output: how well they
            tell the edits that stand (or that help) from the others.
        separated_held_out: the same area on the edits that are only measured on, by output; NaN if there are none.
    """

    changes: int
    inputs: tuple[str, ...]
    cross_fitted: dict[str, float]
    held_out: dict[str, float]
    judged: int = 0
    separated: dict[str, float] = field(default_factory=dict)
    separated_held_out: dict[str, float] = field(default_factory=dict)


class ReferencedSentences(Protocol):
    """Sentences with references whose changes can be read: a `DevSet`, or sentences that a cluster holds."""

    def __len__(self) -> int:
        """Return the number of sentences."""
        ...

    def selection_rows(
        self, simplifier: Simplifier, inputs: SelectionInputs, most: int, margin: float
    ) -> SelectionRows:
        """Return the changes of all sentences in order, as `DevSet.selection_rows` does."""
        ...


def train_selection(
    simplifier: Simplifier,
    dev_set: ReferencedSentences,
    tuning: int,
    folds: int,
    path: Path,
    most_inputs: int = 0,
    settings: BoostingSettings = _DEFAULTS,
    report: Callable[[str], None] = lambda line: None,
    names: Sequence[str] = (),
    judged: Sequence[MarkedEdit] = (),
    judged_settings: BoostingSettings = _JUDGED,
) -> SelectionReport:
    """Train trees on the first sentences of a development set, measure them on the others, and write them to a file.

    Args:
        simplifier: the model whose decoder will use the trees; its weights say which rules of a span are good enough
            to be read.
        dev_set: the sentences and references.
        tuning: number of sentences to train on; weights must later be tuned on the same, so that the folds are the
            same.
        folds: number of folds of these sentences for cross-fitting.
        path: the file to write. Its forest of fold 0 is trained on all folds, each of the others without its own.
        most_inputs: most inputs that are read, those that bring the most; 0 is all.
        settings: the settings of the trees.
        report: takes lines of text about the progress.
        names: the names of the inputs that may be read; all if none is named.
        judged: edits with marks of readers; with them the trees also predict what an editor lets stand.
        judged_settings: the settings of the trees that learn from ``judged``.

    Raises:
        ConfigError: a name is of no input, there are too few sentences, all weights are 0, or LightGBM is not
            installed.
        InputError: a fold leaves too few rows, the decoder offers none of the judged edits, or the file cannot be
            written.
    """
    _check(simplifier, len(dev_set), tuning, folds)
    inputs = simplifier.selection_sources.inputs(names)
    rows = dev_set.selection_rows(simplifier, inputs, _MOST, _MARGIN)
    report(f"{len(rows.inputs):,} changes of {len(dev_set):,} sentences, {len(inputs.names)} inputs")
    # The sentences after the tuning sentences are in fold 0, on which no forest is trained.
    fold_of_sentence = np.array(fold_numbers(tuning, folds) + [0] * (len(dev_set) - tuning))
    fold_of_row: NDArray[np.int64] = fold_of_sentence[rows.places[:, 0]]
    marked = None
    if judged:
        marked = judged_rows(simplifier, inputs, judged)
        report(f"{len(marked.inputs):,} of them equal {len(set(marked.edits.tolist())):,} judged edits")
    chosen = _best_inputs(rows, marked, fold_of_row, len(inputs.names), most_inputs, settings, report)
    matrix, read = np.ascontiguousarray(rows.inputs[:, chosen]), [inputs.names[place] for place in chosen]
    forests, cross_fitted, held_out = {}, {}, {}
    for output, name in enumerate(SELECTION_OUTPUTS):
        labels = rows.labels[:, output]
        found = train_cross_fitted(matrix, labels, fold_of_row, settings)
        forests[name] = found.boosters
        cross_fitted[name] = _correlation(found.predictions, labels, fold_of_row > 0)
        held_out[name] = _correlation(found.predictions, labels, fold_of_row == 0)
        report(f"{name}: correlation {cross_fitted[name]:.3f} cross-fitted, {held_out[name]:.3f} held out")
    separated, separated_held_out = {}, {}
    if marked is not None:
        of_edits = np.ascontiguousarray(marked.inputs[:, chosen])
        for output, name in enumerate(JUDGED_OUTPUTS):
            labels = marked.labels[:, output]
            found = train_cross_fitted(of_edits, labels, marked.folds, judged_settings, marked.weights)
            forests[name] = found.boosters
            learnt, positive = marked.folds > 0, labels > 0.5
            separated[name] = separation(found.predictions[learnt], positive[learnt])
            separated_held_out[name] = separation(found.predictions[~learnt], positive[~learnt])
            report(f"{name}: AUC {separated[name]:.3f} cross-fitted, {separated_held_out[name]:.3f} held out")
    used = write_trees(path, forests, read)
    judged_rows_read = 0 if marked is None else len(marked.inputs)
    return SelectionReport(
        len(rows.inputs),
        tuple(used),
        cross_fitted,
        held_out,
        judged_rows_read,
        separated,
        separated_held_out,
    )


def _check(simplifier: Simplifier, sentences: int, tuning: int, folds: int) -> None:
    """Check that there are enough sentences for the folds, and that some weight is not 0."""
    if not 2 <= folds <= tuning <= sentences:
        raise ConfigError(
            f"{tuning} of {sentences} sentences cannot be cut in {folds} folds; there must be 2 folds or "
            "more, and a sentence in each"
        )
    if not any(simplifier.decoder.weights.values()):
        raise ConfigError(
            "all weights are 0, so every rule is as good as another; name tuned weights (--weights), or put "
            "some in the configuration"
        )


def _best_inputs(
    rows: SelectionRows,
    judged: JudgedRows | None,
    folds: NDArray[np.int64],
    inputs: int,
    most: int,
    settings: BoostingSettings,
    report: Callable[[str], None],
) -> NDArray[np.int64]:
    """Return the columns of the inputs that bring rough forests the most, as a sum of shares over all outputs."""
    if not 0 < most < inputs:
        return np.arange(inputs)
    gains = np.zeros(inputs)
    for labels in rows.labels.T:
        gains += input_gains(rows.inputs, labels, folds, settings)
    if judged is not None:
        for labels in judged.labels.T:
            gains += input_gains(judged.inputs, labels, judged.folds, settings)
    chosen = np.sort(np.argsort(-gains, kind="stable")[:most])
    report(f"{most} inputs bring {gains[chosen].sum() / gains.sum():.1%} of the gain")
    return np.asarray(chosen, dtype=np.int64)


def _correlation(predictions: NDArray[np.float64], labels: NDArray[np.float32], rows: NDArray[np.bool_]) -> float:
    """Return Pearson's correlation over the chosen rows that have a label; NaN if it is not defined."""
    rows = rows & ~np.isnan(labels)
    if rows.sum() < 2 or np.ptp(predictions[rows]) == 0 or np.ptp(labels[rows]) == 0:
        return float("nan")
    return float(np.corrcoef(predictions[rows], labels[rows])[0, 1])
