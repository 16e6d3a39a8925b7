"""Metrics made of metrics: weighted sums (interpolated objectives), arithmetic and geometric means."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simplifier.base.errors import ConfigError
from simplifier.core import metric_width
from simplifier.evaluation.segments.kernel_metric import KernelMetric, block_columns
from simplifier.evaluation.segments.metric import FloatArray, Metric
from simplifier.evaluation.segments.preprocessing import Preprocessing, Text
from simplifier.evaluation.segments.reference_set import ReferenceSet
from simplifier.languages import Language

__all__ = ["Combination", "GeometricMean", "WeightedSum", "arithmetic_mean"]


@dataclass(frozen=True)
class _Layout:
    """Places of each component's statistics in the rows of a combination.

    Attributes:
        kernels: blocks of kernel statistics by preprocessing; their columns come first, in this order.
        others: metrics with statistics of their own, whose columns follow.
        columns: columns of each component, in the order of the components.
        width: number of columns.
    """

    kernels: dict[Preprocessing, int]
    others: list[Metric]
    columns: list[NDArray[np.intp]]
    width: int


def _lay_out(metrics: Sequence[Metric]) -> _Layout:
    # Kernel metrics with the same preprocessing share one pass and one set of blocks.
    kernels: dict[Preprocessing, int] = {}
    for metric in metrics:
        if type(metric)._statistics is KernelMetric._statistics:
            assert isinstance(metric, KernelMetric)
            kernels[metric.preprocessing] = kernels.get(metric.preprocessing, 0) | metric.blocks
    starts = {}
    width = 0
    for preprocessing, blocks in kernels.items():
        starts[preprocessing] = width
        width += metric_width(blocks)
    others: list[Metric] = []
    columns: list[NDArray[np.intp]] = []
    for metric in metrics:
        if type(metric)._statistics is KernelMetric._statistics:
            assert isinstance(metric, KernelMetric)
            place = block_columns(metric.blocks, kernels[metric.preprocessing])
            columns.append(starts[metric.preprocessing] + place)
        else:
            others.append(metric)
            columns.append(np.arange(width, width + metric.width))
            width += metric.width
    return _Layout(kernels, others, columns, width)


class Combination(Metric):
    """A function of the scores of other metrics, for segments and for the corpus alike."""

    def __init__(self, name: str, metrics: Sequence[Metric]) -> None:
        directions = {metric.higher_is_better for metric in metrics}
        if not metrics:
            raise ConfigError("a combination needs at least one metric")
        self.name = name
        self.metrics = tuple(metrics)
        self.higher_is_better = directions != {False}
        self.needs_references = any(metric.needs_references for metric in metrics)
        self._layout = _lay_out(self.metrics)

    @property
    def preset(self) -> str:
        """The whole expression."""
        return self.name

    @property
    def width(self) -> int:
        """Number of statistics per segment, shared ones counted once."""
        return self._layout.width

    @abstractmethod
    def combine(self, scores: FloatArray) -> FloatArray:
        """Return the combined score of scores [metrics, rows]."""

    def segment_scores(self, statistics: FloatArray) -> FloatArray:
        """Return the combined score of each row."""
        return self.combine(np.array([m.segment_scores(own) for m, own in self._own(statistics)]))

    def segment_parts(self, statistics: FloatArray) -> dict[str, FloatArray]:
        """Return each component's score of each row."""
        return {m.name: m.segment_scores(own) for m, own in self._own(statistics)}

    @property
    def summand_width(self) -> int:
        """Number of columns of `summands`: those of the components side by side."""
        return sum(metric.summand_width for metric in self.metrics)

    def summands(self, statistics: FloatArray) -> FloatArray:
        """Return the summands of the components side by side."""
        return np.hstack([m.summands(own) for m, own in self._own(statistics)])

    def score_of_sums(self, sums: FloatArray, segments: FloatArray) -> FloatArray:
        """Return the combination of the components' corpus scores."""
        borders = np.cumsum([metric.summand_width for metric in self.metrics])[:-1]
        parts = zip(self.metrics, np.split(sums, borders, axis=1), strict=True)
        return self.combine(np.array([m.score_of_sums(own, segments) for m, own in parts]))

    def corpus_parts(self, statistics: FloatArray) -> dict[str, float]:
        """Return each component's corpus score."""
        return {m.name: m.corpus_score(own) for m, own in self._own(statistics)}

    def _own(self, statistics: FloatArray) -> list[tuple[Metric, FloatArray]]:
        return [(m, statistics[:, own]) for m, own in zip(self.metrics, self._layout.columns, strict=True)]

    def _statistics(self, outputs: Sequence[Text], data: ReferenceSet, segments: NDArray[np.int64]) -> FloatArray:
        parts = [
            data.index(preprocessing).statistics(segments, [preprocessing(text) for text in outputs], blocks)
            for preprocessing, blocks in self._layout.kernels.items()
        ]
        parts += [metric.statistics(outputs, data, segments) for metric in self._layout.others]
        return np.hstack(parts)

    def settings(self) -> dict[str, str]:
        """Return the settings of every component, in brackets after its name."""
        return self.settings_in(None)

    def settings_in(self, language: Language | None) -> dict[str, str]:
        """Return the settings of every component for texts of a language, in brackets after its name."""
        return {
            metric.name: "(" + ",".join(f"{key}:{value}" for key, value in metric.settings_in(language).items()) + ")"
            for metric in self.metrics
        }

    def check_language(self, language: Language | None) -> None:
        """Check that every component can measure texts of a language.

        Raises:
            InputError: as `Metric.check_language`; names the component.
        """
        for metric in self.metrics:
            metric.check_language(language)


class WeightedSum(Combination):
    """The sum of weight times metric: several goals as one objective.

    A metric where lower is better enters with its own sign; give it a negative weight.
    """

    def __init__(self, name: str, metrics: Sequence[Metric], weights: Sequence[float]) -> None:
        super().__init__(name, metrics)
        if len(weights) != len(metrics) or not all(map(math.isfinite, weights)):
            raise ConfigError(f"{name} needs one finite weight for each of its {len(metrics)} metrics")
        self.weights = np.array(weights, dtype=np.float64)
        self.higher_is_better = any(m.higher_is_better == (w > 0) for m, w in zip(metrics, weights, strict=True))

    def combine(self, scores: FloatArray) -> FloatArray:
        """Return the weighted sum."""
        return self.weights @ scores


class GeometricMean(Combination):
    """The geometric mean of metrics with values 0-100; 0 if any of them is not positive."""

    def combine(self, scores: FloatArray) -> FloatArray:
        """Return the geometric mean."""
        mean: FloatArray = np.exp(np.log(np.where(scores > 0, scores, 1.0)).mean(axis=0))
        return np.where((scores > 0).all(axis=0), mean, 0.0)


def arithmetic_mean(name: str, metrics: Sequence[Metric]) -> WeightedSum:
    """Return the mean of metrics as one metric."""
    return WeightedSum(name, metrics, [1 / len(metrics)] * len(metrics))
