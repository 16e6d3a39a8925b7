"""Training the trees that tell how probable it is that a reader lets a split stand.

LightGBM trains them (Ke et al., NIPS 2017) on splits that strict readers judged in their places; the core
runs them without it (`languages.structure.standing`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evaluation.segments.metric import FloatArray
from languages.structure.standing import STANDS
from tuning.boosting.library import import_lightgbm
from tuning.boosting.writing import write_trees

__all__ = ["JudgedSplit", "StandingTraining", "cross_fitted", "train_standing"]


@dataclass(frozen=True, slots=True)
class JudgedSplit:
    """A split with what it shows and what readers say.

    Attributes:
        numbers: of `languages.structure.evidence`.
        stands: share of its readers who let it stand.
        fold: part that it belongs to in cross-fitting, from 0; all splits of a sentence are in one.
        rule: that made it; for tables.
    """

    numbers: Mapping[str, float]
    stands: float
    fold: int
    rule: str = ""


@dataclass(frozen=True, slots=True)
class StandingTraining:
    """How the trees are trained.

    Attributes:
        trees: number of trees.
        leaves: of each.
        rate: learning rate.
        least: splits that a leaf holds at least.
        occurrences: numbers that fewer splits show are left out.
    """

    trees: int = 300
    leaves: int = 16
    rate: float = 0.03
    least: int = 12
    occurrences: int = 12


def train_standing(
    splits: Sequence[JudgedSplit],
    path: Path,
    settings: StandingTraining = StandingTraining(),  # noqa: B008
) -> list[str]:
    """Train trees on all splits and write them.

    Returns:
        the names of the numbers that they ask for.

    Raises:
        ConfigError: LightGBM is not installed.
        InputError: the file cannot be written.
    """
    names = _names(splits, settings.occurrences)
    booster = _fit(_matrix(splits, names), _stands(splits), settings)
    return write_trees(path, {STANDS: [booster]}, names)


def cross_fitted(
    splits: Sequence[JudgedSplit],
    settings: StandingTraining = StandingTraining(),  # noqa: B008
) -> FloatArray:
    """Return for each split the probability that trees give it which learnt from the other folds alone."""
    names = _names(splits, settings.occurrences)
    matrix, stands = _matrix(splits, names), _stands(splits)
    folds = np.array([one.fold for one in splits])
    found = np.zeros(len(splits))
    for fold in np.unique(folds):
        held = folds == fold
        found[held] = _fit(matrix[~held], stands[~held], settings).predict(matrix[held], num_threads=1)
    return found


def _names(splits: Sequence[JudgedSplit], occurrences: int) -> list[str]:
    counts = Counter(name for one in splits for name in one.numbers)
    return sorted(name for name, count in counts.items() if count >= occurrences)


def _matrix(splits: Sequence[JudgedSplit], names: Sequence[str]) -> NDArray[np.float32]:
    places = {name: place for place, name in enumerate(names)}
    found = np.zeros((len(splits), len(names)), dtype=np.float32)
    for row, one in zip(found, splits, strict=True):
        for name, value in one.numbers.items():
            if name in places:
                row[places[name]] = value
    return found


def _stands(splits: Sequence[JudgedSplit]) -> FloatArray:
    return np.array([one.stands for one in splits])


def _fit(inputs: NDArray[np.float32], stands: FloatArray, settings: StandingTraining) -> Any:
    lightgbm = import_lightgbm()
    parameters = {
        "objective": "cross_entropy",
        "learning_rate": settings.rate,
        "num_leaves": settings.leaves,
        "min_data_in_leaf": settings.least,
        "feature_fraction": 0.3,
        "bagging_fraction": 0.7,
        "bagging_freq": 1,
        "lambda_l2": 10.0,
        "max_bin": 63,
        "num_threads": 1,
        "deterministic": True,
        "seed": 1,
        "verbose": -1,
    }
    return lightgbm.train(parameters, lightgbm.Dataset(inputs, stands), settings.trees)
