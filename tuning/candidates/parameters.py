"""The parameters that an optimiser may move: free, tied and bounded weights on a common scale.

An optimiser sees a short vector of parameters. A parameter is the weight of one feature, or of a group of tied
features, times the scale of that feature: its standard deviation within sentences over the pool. So a step of 1
changes the ranking of candidates by the same amount, whatever the unit of the feature.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from simplifier.base.errors import ConfigError, nearest
from simplifier.evaluation.segments.metric import FloatArray
from simplifier.tuning.candidates.pool import CandidatePool

__all__ = ["Constraints", "Parameters", "feature_scales"]


class Constraints:
    """Frozen, tied and bounded features.

    Args:
        names: the names of all features.
        frozen: features whose weights stay as they are.
        groups: names of features that share one weight, by the name of the group.
        bounds: least and greatest weight, by the name of a feature or group.

    Raises:
        ConfigError: a feature is unknown, is in two groups, or is frozen and in a group; a group has no features
            or the name of a feature; a bound is of no free feature or group, or is above its upper bound.
    """

    def __init__(
        self,
        names: Sequence[str],
        frozen: Collection[str] = (),
        groups: Mapping[str, Sequence[str]] | None = None,
        bounds: Mapping[str, Sequence[float]] | None = None,
    ) -> None:
        self.names = tuple(names)
        place = {name: i for i, name in enumerate(names)}
        taken: dict[str, str] = {}
        for name in frozen:
            self._check(name, place, "weights.frozen")
            taken[name] = "weights.frozen"
        self.labels: list[str] = []
        self.members: list[NDArray[np.intp]] = []
        for group, members in (groups or {}).items():
            if group in place or not members:
                problem = "is the name of a feature" if group in place else "has no features"
                raise ConfigError(f"weights.groups: group {group!r} {problem}")
            for name in members:
                self._check(name, place, f"weights.groups.{group}")
                if name in taken:
                    raise ConfigError(f"weights.groups.{group}: {name!r} is in {taken[name]} already")
                taken[name] = f"weights.groups.{group}"
            self.labels.append(group)
            self.members.append(np.array([place[name] for name in members]))
        # A feature that is neither frozen nor in a group is a parameter of its own.
        for name in names:
            if name not in taken:
                self.labels.append(name)
                self.members.append(np.array([place[name]]))
        self.lower = np.full(len(self.labels), -np.inf)
        self.upper = np.full(len(self.labels), np.inf)
        for name, (low, high) in (bounds or {}).items():
            if name not in self.labels:
                where = f"; it is in {taken[name]}" if name in taken else nearest(name, self.labels)
                raise ConfigError(f"weights.bounds: no free feature or group {name!r}{where}")
            if not low <= high:
                raise ConfigError(f"weights.bounds.{name}: {low} is above {high}")
            self.lower[self.labels.index(name)], self.upper[self.labels.index(name)] = low, high

    def apply(self, weights: FloatArray) -> FloatArray:
        """Return weights inside their bounds, where the features of a group all have their mean weight."""
        result = weights.copy()
        for members, low, high in zip(self.members, self.lower, self.upper, strict=True):
            result[members] = np.clip(weights[members].mean(), low, high)
        return result

    @staticmethod
    def _check(name: str, place: Mapping[str, int], where: str) -> None:
        if name not in place:
            raise ConfigError(f"{where}: unknown feature {name!r}{nearest(name, place)}")


def feature_scales(pool: CandidatePool, members: Sequence[NDArray[np.intp]]) -> FloatArray:
    """Return each parameter's standard deviation within sentences over the pool, [parameters].

    The scale is at least a hundredth of the greatest deviation of a candidate from the mean of its sentence.
    Without that floor, the weight of a feature that hardly ever occurs could move very far for a small step. A
    scale of 0 says that the feature never tells two candidates of a sentence apart.
    """
    # Two passes over the pool, means first: sums of squares alone would lose the digits of small deviations.
    columns = np.concatenate(members) if members else np.empty(0, dtype=np.intp)
    starts = np.cumsum([0, *(len(of_one) for of_one in members)])[:-1]
    means = np.zeros((int(pool.sentences.max(initial=-1)) + 1, len(members)))
    for sentences, values in _chunks(pool, columns, starts):
        # Rows of one sentence mostly follow one another, so each run is summed first. A sentence may have several
        # runs in a chunk, one for each iteration: add.at adds them all, where += would keep only the last.
        firsts = np.flatnonzero(np.diff(sentences, prepend=-1))
        np.add.at(means, sentences[firsts], np.add.reduceat(values, firsts, axis=0))
    means[pool.present] /= pool.sizes[:, np.newaxis]
    squares, greatest = np.zeros(len(members)), np.zeros(len(members))
    for sentences, values in _chunks(pool, columns, starts):
        values -= means[sentences]
        squares += np.einsum("rk,rk->k", values, values)
        greatest = np.maximum(greatest, np.maximum(values.max(axis=0), -values.min(axis=0)))
    scales: FloatArray = np.maximum(np.sqrt(squares / max(len(pool), 1)), greatest / 100)
    return np.where(greatest > 1e-6, scales, 0.0)  # a smaller deviation is rounding error of float32 sums


def _chunks(
    pool: CandidatePool, columns: NDArray[np.intp], starts: NDArray[np.intp], size: int = 8192
) -> Iterator[tuple[NDArray[np.int32], FloatArray]]:
    """Yield the sentence numbers and the unscaled parameter values of the pool, ``size`` rows at a time."""
    tied = len(starts) < len(columns)
    for start in range(0, len(pool), size):
        part = slice(start, start + size)
        values = pool.features[part][:, columns].astype(np.float64)
        yield pool.sentences[part], np.add.reduceat(values, starts, axis=1) if tied else values


class Parameters:
    """The translation between weights and an optimiser's parameters.

    Args:
        constraints: which features are frozen, tied and bounded.
        scales: the scale of each parameter; a parameter with scale 0 is left out.
        weights: the present weights of all features; those that belong to no parameter stay as they are.
    """

    def __init__(self, constraints: Constraints, scales: FloatArray, weights: FloatArray) -> None:
        kept = np.flatnonzero(scales > 0)
        self.labels = [constraints.labels[k] for k in kept]
        self._members = [constraints.members[k] for k in kept]
        self._scales = scales[kept]
        self._weights = weights.copy()
        self.lower = constraints.lower[kept] * self._scales
        self.upper = constraints.upper[kept] * self._scales
        self._features = np.concatenate(self._members) if self._members else np.empty(0, dtype=np.intp)
        self._owners = np.repeat(np.arange(len(kept)), [len(members) for members in self._members])
        self._starts = np.flatnonzero(np.diff(self._owners, prepend=-1))

    def __len__(self) -> int:
        return len(self.labels)

    @property
    def start(self) -> FloatArray:
        """The parameters of the present weights."""
        return np.asarray(self._weights[self._features[self._starts]] * self._scales)

    def clip(self, values: FloatArray) -> FloatArray:
        """Return the parameters, moved inside their bounds, [parameters]."""
        return np.clip(values, self.lower, self.upper)

    def weights(self, values: FloatArray) -> FloatArray:
        """Return the weights of all features for these parameters, [features]."""
        result = self._weights.copy()
        result[self._features] = (values / self._scales)[self._owners]
        return result

    def direction(self, values: FloatArray) -> FloatArray:
        """Return the change of all weights that a change of parameters makes, [features]; 0 for fixed weights."""
        result = np.zeros_like(self._weights)
        result[self._features] = (values / self._scales)[self._owners]
        return result

    def reduce(self, columns: FloatArray) -> FloatArray:
        """Turn feature values, [..., features], into the values that parameters multiply, [..., parameters].

        The values of tied features are added. Dividing by the scale keeps the model score the same: a parameter
        is a weight times its scale.
        """
        summed = np.add.reduceat(columns[..., self._features], self._starts, axis=-1)
        return np.asarray(summed / self._scales)
