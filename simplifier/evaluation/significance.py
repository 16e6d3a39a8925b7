"""Are two systems different? Confidence intervals, paired bootstrap, approximate randomisation.

Everything works on sufficient statistics, so that a thousand resamples of a corpus cost one matrix product
and no text is read again. Koehn (2004), Statistical significance tests for machine translation evaluation,
EMNLP; Riezler and Maxwell (2005), On some pitfalls in automatic evaluation and significance testing for MT,
ACL workshop.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simplifier.base.errors import ConfigError, InputError
from simplifier.evaluation.metrics import Metric

__all__ = [
    "Comparison",
    "Interval",
    "approximate_randomisation",
    "bootstrap_weights",
    "compare",
    "confidence_interval",
    "mean_intervals",
]

FloatArray = NDArray[np.float64]

_CHUNK = 250  # resamples at a time; 250 x 2,000 segments is 4 MB
_TIE = 1e-9  # differences closer than this count as equal: sums of floats depend on their order


@dataclass(frozen=True, slots=True)
class Interval:
    """A confidence interval from percentiles of bootstrap samples."""

    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """A system against a baseline under one metric.

    Attributes:
        difference: score of the system minus score of the baseline.
        interval: confidence interval of the difference.
        p_bootstrap: two-sided p-value of the paired bootstrap.
        p_randomisation: two-sided p-value of approximate randomisation.
    """

    difference: float
    interval: Interval
    p_bootstrap: float
    p_randomisation: float


def confidence_interval(
    metric: Metric, statistics: FloatArray, samples: int = 1000, level: float = 0.95, seed: int = 12345
) -> Interval:
    """Return the percentile bootstrap interval of a corpus score.

    Args:
        metric: the metric the statistics belong to.
        statistics: [segments, width].
        samples: bootstrap samples, each as many segments as the corpus, drawn with replacement.
        level: confidence, 0-1.
        seed: seed of the random choice of segments.
    """
    _check(statistics, samples, level)
    chunks = bootstrap_weights(len(statistics), samples, seed)
    return _interval(np.concatenate([metric.corpus_scores(statistics, weights) for weights in chunks]), level)


def mean_intervals(values: FloatArray, samples: int = 1000, level: float = 0.95, seed: int = 12345) -> list[Interval]:
    """Return the percentile bootstrap interval of each column's mean; all columns have the same samples.

    Args:
        values: [segments, columns].
        samples: bootstrap samples, each as many segments as there are, drawn with replacement.
        level: confidence, 0-1.
        seed: the seed of the random choice of segments.
    """
    _check(values, samples, level)
    sums = [weights @ values for weights in bootstrap_weights(len(values), samples, seed)]
    return [_interval(column, level) for column in np.concatenate(sums).T / len(values)]


def compare(
    metric: Metric,
    system: FloatArray,
    baseline: FloatArray,
    samples: int = 1000,
    level: float = 0.95,
    seed: int = 12345,
) -> Comparison:
    """Compare two systems on the same segments.

    The paired bootstrap draws the same segments for both; its p-value is the share of samples whose
    difference is at least as far from the samples' mean as the observed one is from 0.

    Args:
        metric: the metric the statistics belong to.
        system: statistics [segments, width].
        baseline: the same for the other system.
        samples: samples of the bootstrap, and trials of the randomisation.
        level: confidence of the interval, 0-1.
        seed: the seed of both tests.

    Raises:
        InputError: the systems differ in their numbers of segments.
    """
    _check(system, samples, level)
    if system.shape != baseline.shape:
        raise InputError(f"cannot compare {len(system)} segments with {len(baseline)}")
    observed = metric.corpus_score(system) - metric.corpus_score(baseline)
    differences = np.concatenate(
        [
            metric.corpus_scores(system, weights) - metric.corpus_scores(baseline, weights)
            for weights in bootstrap_weights(len(system), samples, seed)
        ]
    )
    extreme = np.abs(differences - differences.mean()) >= abs(observed) - _TIE
    return Comparison(
        difference=observed,
        interval=_interval(differences, level),
        p_bootstrap=float((extreme.sum() + 1) / (samples + 1)),
        p_randomisation=approximate_randomisation(metric, system, baseline, samples, seed),
    )


def approximate_randomisation(
    metric: Metric, system: FloatArray, baseline: FloatArray, trials: int = 1000, seed: int = 12345
) -> float:
    """Return the two-sided p-value of a difference: how often chance alone makes one at least as large.

    Each trial swaps the two systems' outputs on a random half of the segments.
    """
    observed = abs(metric.corpus_score(system) - metric.corpus_score(baseline))
    both = np.vstack([system, baseline])
    generator = np.random.default_rng(seed)
    extreme = 0
    for size in _chunk_sizes(trials):
        swapped = generator.integers(0, 2, size=(size, len(system))).astype(np.float64)
        # Weights over the stacked rows of both systems: they say which output of a segment goes to which side.
        first = metric.corpus_scores(both, np.hstack([1 - swapped, swapped]))
        second = metric.corpus_scores(both, np.hstack([swapped, 1 - swapped]))
        extreme += int((np.abs(first - second) >= observed - _TIE).sum())
    return (extreme + 1) / (trials + 1)


def bootstrap_weights(segments: int, samples: int, seed: int) -> Iterator[FloatArray]:
    """Yield how often each segment stands in each bootstrap sample, [some of the samples, segments].

    Args:
        segments: in a sample, as many as there are.
        samples: in all blocks together.
        seed: the seed of the random choice.
    """
    generator = np.random.default_rng(seed)
    for size in _chunk_sizes(samples):
        drawn = generator.integers(0, segments, size=(size, segments))
        drawn += segments * np.arange(size)[:, np.newaxis]
        counts = np.bincount(drawn.ravel(), minlength=size * segments)
        yield counts.reshape(size, segments).astype(np.float64)


def _chunk_sizes(total: int) -> Iterator[int]:
    for start in range(0, total, _CHUNK):
        yield min(_CHUNK, total - start)


def _interval(values: FloatArray, level: float) -> Interval:
    low, high = np.quantile(values, [(1 - level) / 2, (1 + level) / 2])
    return Interval(float(low), float(high))


def _check(statistics: FloatArray, samples: int, level: float) -> None:
    if not len(statistics):
        raise InputError("there are no segments to resample")
    if samples < 1:
        raise ConfigError(f"resampling needs at least 1 sample, not {samples}")
    if not 0 < level < 1:
        raise ConfigError(f"a confidence level lies between 0 and 1; {level:g} does not")
