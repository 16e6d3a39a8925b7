"""Cross-fitting of boosted trees: for every fold of the training data, a forest that was trained without it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from scipy.stats import rankdata

from simplifier.base.errors import InputError
from simplifier.tuning.boosting.library import import_lightgbm
from simplifier.tuning.boosting.writing import Booster

__all__ = ["BoostingSettings", "CrossFitted", "input_gains", "separation", "train_cross_fitted"]

#: Most trees of the rough forest by which inputs are chosen.
_TREES_TO_CHOOSE_BY: Final = 40


@dataclass(frozen=True, slots=True)
class BoostingSettings:
    """The settings with which LightGBM grows the trees; the defaults are those of docs/understand/selection.md.

    Attributes:
        trees: number of trees of a forest.
        leaves: most leaves of a tree.
        learning_rate: the factor on the values of each tree.
        least_rows: fewest rows of a leaf.
        inputs: share of the inputs (0 to 1) that a tree may read.
        rows: share of the rows (0 to 1) that a tree is grown on.
        penalty: L2 penalty on the values of leaves.
        bins: most bins into which the values of an input are put.
        seed: the seed of the choice of inputs and rows.
    """

    trees: int = 120
    leaves: int = 31
    learning_rate: float = 0.1
    least_rows: int = 100
    inputs: float = 0.4
    rows: float = 0.7
    penalty: float = 10.0
    bins: int = 63
    seed: int = 1

    def parameters(self) -> dict[str, Any]:
        """Return the settings by LightGBM's names; with them, training is deterministic and uses one thread."""
        return {
            "objective": "cross_entropy",
            "learning_rate": self.learning_rate,
            "num_leaves": self.leaves,
            "min_data_in_leaf": self.least_rows,
            "feature_fraction": self.inputs,
            "bagging_fraction": self.rows,
            "bagging_freq": 1,
            "lambda_l2": self.penalty,
            "max_bin": self.bins,
            "seed": self.seed,
            "num_threads": 1,
            "deterministic": True,
            "force_col_wise": True,
            "verbose": -1,
        }


@dataclass(frozen=True, slots=True)
class CrossFitted:
    """The forests of one output.

    Attributes:
        boosters: the forests by fold; that of fold 0 is trained on all training rows, that of fold f on the training
            rows of other folds.
        predictions: the prediction for every row by a forest that was trained without it, float64 [rows].
    """

    boosters: Sequence[Booster]
    predictions: NDArray[np.float64]


def train_cross_fitted(
    matrix: NDArray[np.float32],
    labels: NDArray[np.float32],
    folds: NDArray[np.int64],
    settings: BoostingSettings,
    weights: NDArray[np.float64] | None = None,
) -> CrossFitted:
    """Train the forests of one output.

    Args:
        matrix: the inputs, [rows, inputs].
        labels: the labels, 0 to 1, [rows]; rows whose label is NaN are not trained on.
        folds: the fold of each row, [rows]: from 1 for rows to train on, 0 for rows that no forest is trained on.
        settings: the settings of the trees.
        weights: the weights of the rows, [rows]; all are equal if None.

    Raises:
        ConfigError: LightGBM is not installed.
        InputError: a fold leaves too few rows to train on.
    """
    lightgbm = import_lightgbm()
    known = ~np.isnan(labels)
    names = [f"i{number}" for number in range(matrix.shape[1])]
    parameters = settings.parameters()
    usable = np.flatnonzero(known & (folds > 0))
    # The inputs are put into bins once, for all forests; each is then trained on a subset of the rows.
    whole = lightgbm.Dataset(
        matrix[usable],
        labels[usable],
        weight=None if weights is None else weights[usable],
        feature_name=names,
        params=parameters,
        free_raw_data=True,
    )
    boosters: list[Booster] = []
    predictions = np.full(len(labels), np.nan)
    for fold in range(int(folds.max(initial=0)) + 1):
        chosen = np.flatnonzero(folds[usable] != fold)
        if len(chosen) < 2 * settings.least_rows:
            raise InputError(
                f"fold {fold} leaves {len(chosen)} labelled changes to train on, too few for leaves of "
                f"{settings.least_rows}; give more sentences or fewer folds"
            )
        booster = lightgbm.train(parameters, whole.subset(chosen), settings.trees)
        rows = folds == fold
        if rows.any():
            predictions[rows] = booster.predict(matrix[rows], num_threads=1)
        boosters.append(booster)
    return CrossFitted(boosters, predictions)


def input_gains(
    matrix: NDArray[np.float32],
    labels: NDArray[np.float32],
    folds: NDArray[np.int64],
    settings: BoostingSettings,
) -> NDArray[np.float64]:
    """Return the share of a rough forest's gain (0 to 1) that every input brings, float64 [inputs]."""
    lightgbm = import_lightgbm()
    rows = np.flatnonzero(~np.isnan(labels) & (folds > 0))
    parameters = settings.parameters()
    data = lightgbm.Dataset(matrix[rows], labels[rows], params=parameters)
    booster = lightgbm.train(parameters, data, min(settings.trees, _TREES_TO_CHOOSE_BY))
    gains: NDArray[np.float64] = booster.feature_importance("gain")
    return gains / max(float(gains.sum()), 1e-12)


def separation(predictions: NDArray[np.float64], positive: NDArray[np.bool_]) -> float:
    """Return the area under the ROC curve, 0 to 1; NaN if all rows are positive or none is.

    Args:
        predictions: the prediction for each row, [rows].
        positive: which rows ought to have the higher predictions, [rows].
    """
    ups, downs = int(positive.sum()), int((~positive).sum())
    if not ups or not downs:
        return float("nan")
    # The Mann-Whitney statistic of the positive rows, as a share of all pairs of a positive and another row.
    ranks = rankdata(predictions)
    return float((ranks[positive].sum() - ups * (ups + 1) / 2) / (ups * downs))
