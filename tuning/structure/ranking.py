"""Weights of a log-linear choice among a few ways to say each sentence, learnt from the ways that are preferred.

There are two learners. `fit_choices` maximises the likelihood of the preferred ways (conditional logit; McFadden 1974,
Conditional logit analysis of qualitative choice behavior). `fit_pairs` orders pairs of ways as a metric does (PRO;
Hopkins and May 2011, Tuning as ranking, EMNLP); it takes every pair instead of a sample, because there are few.
Both are convex problems without a random start, so the same table gives the same weights.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

from simplifier.base.errors import InputError
from simplifier.evaluation.segments.metric import FloatArray
from simplifier.tuning.optimisers.minimise import minimise

__all__ = ["ChoiceTable", "Pull", "fit_choices", "fit_pairs", "likelihood"]

IntArray = NDArray[np.int64]
#: A function from the scores of all ways to a loss and its derivative by each score.
Loss = Callable[[FloatArray], tuple[float, FloatArray]]


@dataclass(frozen=True, slots=True)
class ChoiceTable:
    """The ways to say sentences; those of one sentence follow one another.

    Attributes:
        names: the names of the features.
        features: the feature values, [ways, features].
        starts: the first way of each sentence, and at the end the number of all ways, [sentences + 1].
    """

    names: tuple[str, ...]
    features: FloatArray
    starts: IntArray

    @classmethod
    def of(cls, ways: Sequence[Sequence[Mapping[str, float]]]) -> ChoiceTable:
        """Return the table of the features of every way of every sentence.

        Raises:
            InputError: there is no sentence, or a sentence has no way.
        """
        sizes = [len(own) for own in ways]
        if not all(sizes) or not sizes:
            raise InputError("nothing to learn from: every sentence needs a way to say it")
        names = tuple(sorted({name for own in ways for one in own for name in one}))
        column = {name: place for place, name in enumerate(names)}
        features = np.zeros((sum(sizes), len(names)))
        for row, one in enumerate(one for own in ways for one in own):
            for name, value in one.items():
                features[row, column[name]] = value
        return cls(names, features, np.concatenate([[0], np.cumsum(sizes)]))

    def __len__(self) -> int:
        return len(self.starts) - 1

    @property
    def sentences(self) -> IntArray:
        """The number of the sentence of every way, [ways]."""
        return np.repeat(np.arange(len(self)), np.diff(self.starts))

    def vector(self, weights: Mapping[str, float]) -> FloatArray:
        """Return weights in the order of the features, [features]; 0 for a feature without a weight."""
        return np.array([weights.get(name, 0.0) for name in self.names])

    def chosen(self, weights: FloatArray) -> IntArray:
        """Return the way of each sentence with the highest score, [sentences]; among equals, the first."""
        scores = self.features @ weights
        return np.array([start + int(np.argmax(scores[start:stop])) for start, stop in self._spans()], dtype=np.int64)

    def best(self, gains: FloatArray) -> NDArray[np.bool_]:
        """Return which ways have the highest gain of their sentence, [ways]."""
        highest = np.maximum.reduceat(gains, self.starts[:-1])
        return np.asarray(gains == highest[self.sentences])

    def _spans(self) -> zip[tuple[int, int]]:
        return zip(self.starts[:-1].tolist(), self.starts[1:].tolist(), strict=True)


class Pull(NamedTuple):
    """The weights that learning is pulled towards, and the limits of single weights.

    Attributes:
        weights: the weights that learning starts from and is pulled towards; 0 for features that are not named.
        strength: strength of the pull, for a feature whose values other than 0 have a root mean square of 1.
        fixed: features whose weight stays.
        positive: features whose weight may not fall below 0.
    """

    weights: Mapping[str, float] = {}
    strength: float = 0.001
    fixed: Collection[str] = ()
    positive: Collection[str] = ()


def fit_choices(table: ChoiceTable, wanted: NDArray[np.bool_], pull: Pull = Pull()) -> dict[str, float]:  # noqa: B008
    """Return the weights under which the preferred ways are most probable, by feature name.

    Args:
        table: the ways; the probability of a way is the softmax of the scores of its sentence's ways.
        wanted: which ways are preferred, [ways]; at least one of each sentence. The probabilities of several are added.
        pull: the pull towards other weights.
    """
    starts, sentences = table.starts[:-1], table.sentences

    # Minus the log-likelihood of the preferred ways. Its slope is the probability of a way among all ways of its
    # sentence, less its probability among the preferred ones.
    def loss(scores: FloatArray) -> tuple[float, FloatArray]:
        all_of, some_of = (
            _logsum(scores, starts, sentences),
            _logsum(np.where(wanted, scores, -np.inf), starts, sentences),
        )
        slope = np.exp(scores - all_of[sentences]) - np.where(wanted, np.exp(scores - some_of[sentences]), 0.0)
        return float((all_of - some_of).mean()), slope / len(table)

    return _fitted(table, loss, pull)


def fit_pairs(
    table: ChoiceTable,
    gains: FloatArray,
    pull: Pull = Pull(),  # noqa: B008
    threshold: float = 0.0,
) -> dict[str, float]:
    """Return the weights that order the ways of each sentence as their gains do, by feature name.

    Every pair of ways of one sentence counts in proportion to its difference in gain.

    Args:
        table: the ways.
        gains: the gain of each way in points of the metric, [ways].
        pull: the pull towards other weights.
        threshold: a pair counts if its difference in gain is greater.

    Raises:
        InputError: no pair has a greater difference than the threshold.
    """
    better, worse = _pairs(table, gains, threshold)
    if not len(better):
        raise InputError("no two ways to say a sentence differ in their gain; check which sentences are split")
    size = gains[better] - gains[worse]
    size = size / size.sum()

    def loss(scores: FloatArray) -> tuple[float, FloatArray]:
        margins = scores[better] - scores[worse]
        part = size * expit(-margins)
        slope = np.zeros(len(scores))
        # A way is in several pairs: add.at adds them all, where += would keep only the last.
        np.add.at(slope, worse, part)
        np.subtract.at(slope, better, part)
        return float(size @ np.logaddexp(0.0, -margins)), slope

    return _fitted(table, loss, pull)


def likelihood(table: ChoiceTable, wanted: NDArray[np.bool_], weights: Mapping[str, float]) -> float:
    """Return the mean over sentences of the natural logarithm of the probability of the preferred ways."""
    scores = table.features @ table.vector(weights)
    starts, sentences = table.starts[:-1], table.sentences
    some = _logsum(np.where(wanted, scores, -np.inf), starts, sentences)
    return float((some - _logsum(scores, starts, sentences)).mean())


def _pairs(table: ChoiceTable, gains: FloatArray, threshold: float) -> tuple[IntArray, IntArray]:
    # Quadratic in the ways of a sentence, which are few.
    better: list[int] = []
    worse: list[int] = []
    for start, stop in table._spans():
        for one in range(start, stop):
            for other in range(start, stop):
                if gains[one] - gains[other] > threshold:
                    better.append(one)
                    worse.append(other)
    return np.array(better, dtype=np.int64), np.array(worse, dtype=np.int64)


def _logsum(scores: FloatArray, starts: IntArray, sentences: IntArray) -> FloatArray:
    """Return for each sentence the natural logarithm of the sum of the exponentials of its scores, [sentences].

    The highest score is taken out first, so that no exponential overflows.
    """
    highest = np.maximum.reduceat(scores, starts)
    return np.asarray(highest + np.log(np.add.reduceat(np.exp(scores - highest[sentences]), starts)))


def _fitted(table: ChoiceTable, loss_of_scores: Loss, pull: Pull) -> dict[str, float]:
    """Return the weights that minimise a loss of the scores of all ways, plus the pull, by feature name.

    Each feature is divided by its unit, the root mean square of its values other than 0. So a feature that seldom
    occurs is pulled as hard as a common one.
    """
    there = np.count_nonzero(table.features, axis=0)
    unit = np.sqrt((table.features**2).sum(axis=0) / np.maximum(there, 1))
    unit = np.where(there > 0, unit, 1.0)
    scaled = table.features / unit
    home = table.vector(pull.weights) * unit
    fixed = np.array([name in pull.fixed for name in table.names])
    positive = np.array([name in pull.positive for name in table.names])
    lower = np.where(fixed, home, np.where(positive, 0.0, -np.inf))
    upper = np.where(fixed, home, np.inf)

    def loss(x: FloatArray) -> tuple[float, FloatArray]:
        value, slope = loss_of_scores(scaled @ x)
        moved = x - home
        return (
            value + pull.strength / 2 * float(moved @ moved),
            scaled.T @ slope + pull.strength * moved,
        )

    found, _ = minimise(loss, home, lower, upper, steps=500)
    weights = found / unit
    return dict(pull.weights) | {name: float(weight) for name, weight in zip(table.names, weights, strict=True)}
