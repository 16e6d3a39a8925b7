"""Training of the estimation model, with settings chosen by cross-validation on the training pairs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from simplifier.estimation.model import LABELS, MARKS, EstimateModel
from simplifier.evaluation.qats.measures import confusion, pearson, weighted_f

__all__ = ["Choice", "choose", "grouped_folds", "held_out"]

IntArray = NDArray[np.int64]
FloatArray = NDArray[np.float64]

_WIDTHS: Final = (0.5, 1.0)
_RIDGES: Final = (0.3, 0.6)
_EVENINGS: Final = (0.0, 0.2, 0.4)
_SEEDS: Final = (1, 2, 3)


@dataclass(frozen=True, slots=True)
class Choice:
    """Settings, with their results on held-out training pairs.

    Attributes:
        width: width of the kernel (`EstimateModel.fit`).
        ridge: ridge of the regression (`EstimateModel.fit`).
        evening: for each aspect, the power of a label's share by which its probability is divided before a decision.
        pearson: Pearson's r of the marks by aspect, averaged over divisions into folds.
        weighted_f: weighted F of the labels by aspect, 0 to 100, averaged in the same way.
    """

    width: float
    ridge: float
    evening: tuple[float, ...]
    pearson: tuple[float, ...]
    weighted_f: tuple[float, ...]

    @property
    def value(self) -> float:
        """The value to maximise: the sum of 100 r and weighted F over all aspects."""
        return 100 * sum(self.pearson) + sum(self.weighted_f)


def grouped_folds(groups: IntArray, folds: int, seed: int) -> Iterator[tuple[IntArray, IntArray]]:
    """Yield the places of training and of test pairs for each fold; pairs of one group stay together."""
    numbers = np.unique(groups)
    fold = np.random.default_rng(seed).permutation(len(numbers)) % folds
    own = fold[np.searchsorted(numbers, groups)]
    for number in range(folds):
        yield np.flatnonzero(own != number), np.flatnonzero(own == number)


def held_out(
    names: Sequence[str],
    values: FloatArray,
    labels: IntArray,
    groups: IntArray,
    *,
    width: float,
    ridge: float,
    seed: int,
    folds: int = 10,
) -> FloatArray:
    """Return probabilities of labels, [pairs, aspects, labels], by models that were not trained on the pair's group."""
    found = np.zeros((*labels.shape, len(LABELS)))
    for train, test in grouped_folds(groups, folds, seed):
        model = EstimateModel.fit(names, values[train], labels[train], width, ridge)
        found[test] = model.probabilities(values[test])
    return found


def choose(names: Sequence[str], values: FloatArray, labels: IntArray, groups: IntArray) -> Choice:
    """Return the settings with the best results on held-out pairs, averaged over three divisions into folds."""
    shares = np.eye(len(LABELS))[labels].mean(axis=0)
    tried = []
    for width, ridge in product(_WIDTHS, _RIDGES):
        runs = [held_out(names, values, labels, groups, width=width, ridge=ridge, seed=seed) for seed in _SEEDS]
        evening, fs, rs = [], [], []
        for aspect, gold in enumerate(labels.T):
            own = [run[:, aspect] for run in runs]
            rs.append(float(np.mean([pearson(one @ np.array(MARKS), np.array(MARKS)[gold]) for one in own])))
            by_evening = {
                strength: float(
                    np.mean(
                        [weighted_f(confusion(gold, (one / shares[aspect] ** strength).argmax(axis=1))) for one in own]
                    )
                )
                for strength in _EVENINGS
            }
            best = max(by_evening, key=lambda strength: by_evening[strength])
            evening.append(best)
            fs.append(by_evening[best])
        tried.append(Choice(width, ridge, tuple(evening), tuple(rs), tuple(fs)))
    return max(tried, key=lambda one: one.value)
