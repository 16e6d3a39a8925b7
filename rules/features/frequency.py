"""How frequent the words of both sides are, from counts of a text (a unigram count file)."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from simplifier.rules.features.encoding import EncodedBatch, FloatArray
from simplifier.rules.features.registry import FeatureGroup, FeatureSpec, sided

__all__ = ["FrequencyFeatures"]


class FrequencyFeatures(FeatureGroup):
    """Log frequency of the rarest word of each side: ln((count + 1) / (words + types) x 10^6).

    On this scale a word that occurs once in a million words has 0, and a word ten times as frequent has 2.3
    more. The Zipf scale is the same in base 10, with 3 added. Numbers and punctuation count like words.
    """

    name = "frequency"
    specs = (
        *sided("MinLogFreq", "ln of occurrences per million of the rarest word", "nats"),
        FeatureSpec(
            "MinDiffLogFreqDiff",
            "rarest word only in t - rarest word only in s; 0 if a side has none",
            "nats",
        ),
    )

    def __init__(self, counts: Mapping[str, int] | None = None) -> None:
        """Without counts the features are registered but stay missing."""
        self._counts = counts or {}
        self._scale = np.log(1e6 / max(sum(self._counts.values()) + len(self._counts), 1))

    def compute(self, batch: EncodedBatch) -> Mapping[str, np.ndarray]:
        """Compute all of them, or none without counts."""
        if not self._counts:
            return {}
        frequency = batch.vocabulary.column("log_frequency", self._frequencies)
        source, target = batch.source, batch.target
        source_values, target_values = frequency[source.ids], frequency[target.ids]
        source_rarest = source.min(source_values, source.terminal)
        target_rarest = target.min(target_values, target.terminal)
        source_rarest_only = source.min(source_values, batch.source_only, np.nan)
        target_rarest_only = target.min(target_values, batch.target_only, np.nan)
        return {
            "SourceMinLogFreq": source_rarest,
            "TargetMinLogFreq": target_rarest,
            "MinLogFreqDiff": target_rarest - source_rarest,
            "MinDiffLogFreqDiff": np.nan_to_num(target_rarest_only - source_rarest_only, nan=0.0),
        }

    def _frequencies(self, words: list[str]) -> FloatArray:
        counts = np.fromiter((self._counts.get(word, 0) for word in words), dtype=np.float64, count=len(words))
        return np.asarray(np.log(counts + 1.0) + self._scale, dtype=np.float64)
