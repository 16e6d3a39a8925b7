"""Scores of the best outputs for the history: the objective, and other metrics with their parts."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from simplifier.evaluation.metrics import Metric
from simplifier.tuning.candidates.objective import Objective

__all__ = ["DevScores"]


class DevScores:
    """The scoring of outputs of one part of the development set.

    Args:
        objective: the objective on this part.
        metrics: further metrics to report, on the same form of texts as the objective.
    """

    def __init__(self, objective: Objective, metrics: Sequence[Metric]) -> None:
        self._objective = objective
        self._metrics = metrics

    def evaluate(self, outputs: Sequence[str]) -> dict[str, float]:
        """Return the scores of one output per sentence, by name.

        ``objective`` is signed so that higher is better; metrics have their own sign. ``NAME.PART`` is a part of a
        metric, and ``copied`` the percentage of outputs that equal their source.
        """
        numbers = np.arange(len(outputs), dtype=np.int32)
        summands, _ = self._objective.evaluate(outputs, numbers)
        scores = {"objective": float(self._objective.corpus(summands.sum(axis=0, keepdims=True))[0])}
        for metric in self._metrics:
            statistics = metric.statistics(outputs, self._objective.data)
            scores[metric.name] = metric.corpus_score(statistics)
            for part, value in metric.corpus_parts(statistics).items():
                scores[f"{metric.name}.{part}"] = value
        sources = self._objective.data.sources
        copies = sum(output == source for output, source in zip(outputs, sources, strict=True))
        scores["copied"] = 100 * copies / len(outputs)
        return scores
