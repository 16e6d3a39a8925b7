"""Scores of best outputs for the history: the objective, its parts, and other metrics."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tuning.dev_set import DevSet
from tuning.metrics import Metric, ReferenceSet
from tuning.objective import Objective

__all__ = ["DevScores"]


class DevScores:
    """Scores outputs of one part of the development set.

    Args:
        dev_set: the part.
        objective: on the same part.
        metrics: what else to report.
    """

    def __init__(self, dev_set: DevSet, objective: Objective, metrics: Sequence[Metric]) -> None:
        self._objective = objective
        self._metrics = metrics
        self._data = ReferenceSet(dev_set.sources, dev_set.references)
        self._sources = [" ".join(words) for words in dev_set.sources]

    def evaluate(self, outputs: Sequence[str]) -> dict[str, float]:
        """Return scores by name; ``NAME.PART`` for the parts of a metric, ``copied`` in percent."""
        numbers = np.arange(len(outputs), dtype=np.int32)
        summands, _ = self._objective.evaluate(outputs, numbers)
        scores = {"objective": float(self._objective.corpus(summands.sum(axis=0, keepdims=True))[0])}
        words = [output.split() for output in outputs]
        for metric in self._metrics:
            statistics = metric.statistics(words, self._data)
            scores[metric.name] = metric.corpus_score(statistics)
            for part, value in metric.corpus_parts(statistics).items():
                scores[f"{metric.name}.{part}"] = value
        same = sum(output == source for output, source in zip(outputs, self._sources, strict=True))
        scores["copied"] = 100 * same / len(outputs)
        return scores
