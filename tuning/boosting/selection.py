"""Train selection trees on a development set, and write them for the decoder."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from base.errors import ConfigError
from native import SELECTION_OUTPUTS
from simplifier import Simplifier
from simplifier.decoder import SelectionRows
from tuning.boosting.cross_fitting import BoostingSettings, input_gains, train_cross_fitted
from tuning.boosting.writing import write_trees
from tuning.candidates.dev_set import DevSet

__all__ = ["SelectionReport", "train_selection"]

#: Rules of one source side on one span that are trained on, and how far below the best they may score.
_MOST, _MARGIN = 25, 8.0
_DEFAULTS: Final = BoostingSettings()


@dataclass(frozen=True, slots=True)
class SelectionReport:
    """What training did.

    Attributes:
        changes: rows of all sentences.
        inputs: names of those that the trees read.
        cross_fitted: correlation of predictions and labels on the tuning sentences, by output.
        held_out: the same on the others; NaN where there are none.
    """

    changes: int
    inputs: tuple[str, ...]
    cross_fitted: dict[str, float]
    held_out: dict[str, float]


def train_selection(
    simplifier: Simplifier,
    dev_set: DevSet,
    tuning: int,
    folds: int,
    path: Path,
    most_inputs: int = 0,
    settings: BoostingSettings = _DEFAULTS,
    report: Callable[[str], None] = lambda line: None,
    names: Sequence[str] = (),
) -> SelectionReport:
    """Train on the first sentences of a development set; measure on the others; write the trees.

    Args:
        simplifier: the model whose decoder is to have the features; its weights say which rules are worth
            a look.
        dev_set: sentences and references.
        tuning: sentences to train on; must be what weights are tuned on later, for the same folds.
        folds: parts of them for cross-fitting.
        path: the file to write: fold 0 trained on all of them, the others each without a part.
        most_inputs: so many that bring most are read; 0 is all.
        settings: of the trees.
        report: takes a line of progress.
        names: of the inputs that may be read; all if none is named.

    Raises:
        ConfigError: a name of no input.
        InputError: too few sentences; no weights; LightGBM is missing; the file cannot be written.
    """
    _check(simplifier, len(dev_set), tuning, folds)
    inputs = simplifier.selection_sources.inputs(names)
    rows = simplifier.decoder.selection_rows(
        inputs,
        dev_set.sentences,
        [[list(reference[i]) for reference in dev_set.references] for i in range(len(dev_set))],
        _MOST,
        _MARGIN,
        simplifier.threads,
    )
    report(f"{len(rows.inputs):,} changes of {len(dev_set):,} sentences, {len(inputs.names)} inputs")
    folded = dev_set.part(0, tuning).with_folds(folds)
    fold_of_sentence = np.array([one.fold for one in folded.sentences] + [0] * (len(dev_set) - tuning))
    fold_of_row: NDArray[np.int64] = fold_of_sentence[rows.places[:, 0]]
    matrix, read = _best_inputs(rows, inputs.names, fold_of_row, most_inputs, settings, report)
    forests, cross_fitted, held_out = {}, {}, {}
    for output, name in enumerate(SELECTION_OUTPUTS):
        labels = rows.labels[:, output]
        found = train_cross_fitted(matrix, labels, fold_of_row, settings)
        forests[name] = found.boosters
        cross_fitted[name] = _correlation(found.predictions, labels, fold_of_row > 0)
        held_out[name] = _correlation(found.predictions, labels, fold_of_row == 0)
        report(f"{name}: correlation {cross_fitted[name]:.3f} cross-fitted, {held_out[name]:.3f} held out")
    used = write_trees(path, forests, read)
    return SelectionReport(len(rows.inputs), tuple(used), cross_fitted, held_out)


def _check(simplifier: Simplifier, sentences: int, tuning: int, folds: int) -> None:
    """See that there is something to train on."""
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
    names: list[str],
    folds: NDArray[np.int64],
    most: int,
    settings: BoostingSettings,
    report: Callable[[str], None],
) -> tuple[NDArray[np.float32], list[str]]:
    """Return the columns of the inputs that rough forests gain most by, summed over the outputs."""
    if not 0 < most < len(names):
        return rows.inputs, names
    gains = np.zeros(len(names))
    for labels in rows.labels.T:
        gains += input_gains(rows.inputs, labels, folds, settings)
    chosen = np.sort(np.argsort(-gains, kind="stable")[:most])
    report(f"{most} inputs bring {gains[chosen].sum() / gains.sum():.1%} of the gain")
    return np.ascontiguousarray(rows.inputs[:, chosen]), [names[place] for place in chosen]


def _correlation(
    predictions: NDArray[np.float64], labels: NDArray[np.float32], rows: NDArray[np.bool_]
) -> float:
    """Return Pearson's correlation over the rows with a label; NaN where it is not defined."""
    rows = rows & ~np.isnan(labels)
    if rows.sum() < 2 or np.ptp(predictions[rows]) == 0 or np.ptp(labels[rows]) == 0:
        return float("nan")
    return float(np.corrcoef(predictions[rows], labels[rows])[0, 1])
