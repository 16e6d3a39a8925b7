"""Minimum Bayes risk: prefer the candidate that is best on average, with every candidate as the reference.

The expected gain of candidate i is the sum over candidates j of P(j) x metric(i | source, reference j), with
P(j) proportional to exp(scale x model score of j) (Kumar and Byrne 2004). Any metric of `simplifier.evaluation.metrics`
serves; it is computed against one reference at a time.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from simplifier.base.errors import ConfigError
from simplifier.decoder import Derivation, InputSentence
from simplifier.evaluation.metrics import CandidateScorer, Metric, parse_metric
from simplifier.languages import Language

__all__ = ["MbrReordering", "expected_gains", "posteriors"]


def posteriors(scores: Sequence[float], scale: float) -> NDArray[np.float64]:
    """Return the probabilities of candidates with these model scores."""
    scaled = scale * np.asarray(scores, dtype=np.float64)
    weights = np.exp(scaled - scaled.max())
    probabilities: NDArray[np.float64] = weights / weights.sum()
    return probabilities


def expected_gains(
    metric: Metric,
    source: Sequence[str],
    candidates: Sequence[Sequence[str]],
    probabilities: NDArray[np.float64],
    language: Language | None = None,
) -> NDArray[np.float64]:
    """Return the expected metric of every candidate.

    Args:
        metric: a metric where higher is better.
        source: words of the source.
        candidates: words of each candidate.
        probabilities: probability of each candidate.
        language: language of the words; some metrics need it.
    """
    count = len(candidates)
    scorer = CandidateScorer(metric, [source] * count, [list(candidates)], language)
    gains = np.zeros(count)
    for place, probability in enumerate(probabilities):
        if probability > 0.0:
            gains += probability * scorer.score(place, candidates)
    return gains


class MbrReordering:
    """Orders the candidates of a sentence by expected gain; ties keep the model's order.

    Args:
        metric: a metric or an expression of metrics.
        scale: factor of the model scores; with 0 all candidates are equally probable.
        language: language of the sentences; some metrics need it.

    Raises:
        ConfigError: the scale is negative or not finite.
        InputError: the metric is unknown.
    """

    def __init__(self, metric: Metric | str, scale: float = 1.0, language: Language | None = None) -> None:
        if not (np.isfinite(scale) and scale >= 0.0):
            raise ConfigError(f"a posterior scale of {scale}; it must be a finite number, at least 0")
        self.metric = parse_metric(metric) if isinstance(metric, str) else metric
        self.scale = scale
        self._language = language

    def __call__(self, sentence: InputSentence, derivations: Sequence[Derivation]) -> list[Derivation]:
        """Return the derivations in the order of their expected gain, which becomes the feature ``ExpectedGain``."""
        if not derivations:
            return []
        probabilities = posteriors([one.score for one in derivations], self.scale)
        words = [one.tokens for one in derivations]
        gains = expected_gains(self.metric, sentence.tokens, words, probabilities, self._language)
        order = np.argsort(-gains, kind="stable")
        return [
            dataclasses.replace(
                derivations[place],
                features=derivations[place].features | {"ExpectedGain": float(gains[place])},
            )
            for place in order.tolist()
        ]
