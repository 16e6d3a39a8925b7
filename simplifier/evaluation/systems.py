"""Comparison of systems: scores, confidence intervals, tests against a baseline."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from simplifier.base.errors import InputError
from simplifier.evaluation.metrics import Metric, ReferenceSet, Score, Text
from simplifier.evaluation.significance import Comparison, Interval, compare, confidence_interval

__all__ = ["Evaluation", "Resampling", "Result", "SystemRow", "evaluate", "references_against_the_rest"]


@dataclass(frozen=True, slots=True)
class Resampling:
    """Settings of the significance tests; with 0 samples there are none."""

    samples: int = 1000
    level: float = 0.95
    seed: int = 12345


@dataclass(frozen=True, slots=True)
class Result:
    """One system under one metric. A row that is a mean of others has no values for single sentences.

    Attributes:
        score: the score of all sentences.
        interval: confidence interval of the score.
        comparison: comparison with the baseline.
        segments: score of each sentence, [segments].
        segment_parts: parts of these scores by name, each [segments].
        statistics: statistics behind the scores, [segments, width].
    """

    score: Score
    interval: Interval | None = None
    comparison: Comparison | None = None
    segments: NDArray[np.float64] | None = None
    segment_parts: Mapping[str, NDArray[np.float64]] | None = None
    statistics: NDArray[np.float64] | None = None


@dataclass(frozen=True, slots=True)
class SystemRow:
    """One system under every metric, in the metrics' order."""

    name: str
    results: tuple[Result, ...]


@dataclass(frozen=True, slots=True)
class Evaluation:
    """A table of systems by metrics; comparisons are with `baseline`."""

    metrics: tuple[Metric, ...]
    rows: tuple[SystemRow, ...]
    segments: int
    references: int
    baseline: str | None
    resampling: Resampling


def evaluate(
    metrics: Sequence[Metric],
    data: ReferenceSet,
    systems: Mapping[str, Sequence[Text]],
    baseline: str | None = None,
    resampling: Resampling | None = None,
    statistics_of: Callable[[Sequence[Metric], Sequence[Text]], list[NDArray[np.float64]]] | None = None,
) -> Evaluation:
    """Score systems and compare each with the baseline.

    Args:
        metrics: what to compute.
        data: sources and references.
        systems: one output per source, by the system's name.
        baseline: the system the others are compared with; the first by default.
        resampling: settings of the tests.
        statistics_of: returns the statistics of a system under every metric; by default they are computed here.

    Raises:
        InputError: a system has too many or too few outputs, a metric lacks references, or the baseline is unknown.
    """
    resampling = resampling or Resampling()
    if not len(data):
        raise InputError(f"{data.source_name} has no lines; there is nothing to score")
    if baseline is None and len(systems) > 1:
        baseline = next(iter(systems))
    if baseline is not None and baseline not in systems:
        raise InputError(f"no system {baseline!r} to compare with; there are {', '.join(systems)}")
    if statistics_of is None:
        statistics_of = partial(_counted_here, data)
    statistics = {name: statistics_of(metrics, outputs) for name, outputs in systems.items()}
    rows = []
    for name, own in statistics.items():
        results = []
        for position, metric in enumerate(metrics):
            interval = comparison = None
            if resampling.samples:
                settings = (resampling.samples, resampling.level, resampling.seed)
                interval = confidence_interval(metric, own[position], *settings)
                if baseline is not None and name != baseline:
                    comparison = compare(metric, own[position], statistics[baseline][position], *settings)
            results.append(
                Result(
                    metric.score_statistics(own[position], data),
                    interval,
                    comparison,
                    metric.segment_scores(own[position]),
                    metric.segment_parts(own[position]),
                    own[position],
                )
            )
        rows.append(SystemRow(name, tuple(results)))
    return Evaluation(tuple(metrics), tuple(rows), len(data), data.reference_count, baseline, resampling)


def _counted_here(data: ReferenceSet, metrics: Sequence[Metric], outputs: Sequence[Text]) -> list[NDArray[np.float64]]:
    return [metric.statistics(outputs, data) for metric in metrics]


def references_against_the_rest(metrics: Sequence[Metric], data: ReferenceSet) -> SystemRow:
    """Score each reference against all the others and return the means: what people achieve.

    The signatures name one reference less. Numbers are therefore a little lower than they would be with all references.

    Raises:
        InputError: fewer than two references.
    """
    if data.reference_count < 2:
        raise InputError(f"the reference row needs two references or more, not {data.reference_count}")
    scores: list[list[Score]] = [[] for _ in metrics]
    for left_out, reference in enumerate(data.references):
        others = [other for number, other in enumerate(data.references) if number != left_out]
        rest = ReferenceSet(data.sources, others, source_name=data.source_name, language=data.language)
        for metric, found in zip(metrics, scores, strict=True):
            found.append(metric.score(reference, rest))
    return SystemRow("references", tuple(Result(_mean(found)) for found in scores))


def _mean(scores: Sequence[Score]) -> Score:
    parts = {name: float(np.mean([score.parts[name] for score in scores])) for name in scores[0].parts}
    value = float(np.mean([score.value for score in scores]))
    return Score(scores[0].name, value, scores[0].signature, parts)
