"""Lengths, syllables and common words of both sides: what makes a phrase easy to read.

Source: Xu et al. 2016, section 4.3 and the feature names of its released system. Differences are t - s. The
features over the words that differ (``MaxDiff...``) leave out words that stand on both sides; a side without
such a word counts 0.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

import numpy as np

from simplifier.languages.language import Language
from simplifier.rules.features.encoding import EncodedBatch, FloatArray
from simplifier.rules.features.registry import FeatureGroup, FeatureSpec, sided
from simplifier.rules.resources.word_values import is_listed

__all__ = ["SimplificationFeatures"]


class SimplificationFeatures(FeatureGroup):
    """Characters, syllables, longest words and the share of words outside a list of common ones."""

    name = "simplification"
    source = "Xu et al. 2016"
    specs = (
        *sided("Chars", "characters of the words", "characters")[:2],
        *sided("Syllables", "syllables", "syllables"),
        *sided("MaxWordSyl", "most syllables of a word", "syllables"),
        *sided("MaxWordLen", "characters of the longest word", "characters"),
        FeatureSpec("MaxDiffWordSylDiff", "most syllables of a word only in t - of a word only in s", "syllables"),
        FeatureSpec("MaxDiffWordLenDiff", "longest word only in t - longest word only in s", "characters"),
        *sided("HardWord", "share of the words that are not in the list of common words", "0-1"),
    )

    def __init__(self, language: Language, common_words: Collection[str] = ()) -> None:
        """``common_words`` in lower case; without them the hard-word features stay missing."""
        self._language = language
        self._common = frozenset(common_words)

    def compute(self, batch: EncodedBatch) -> Mapping[str, np.ndarray]:
        """Compute all of them; hard words only where common words were given."""
        syllables = batch.vocabulary.column("syllables", self._syllables)
        characters = batch.vocabulary.characters
        columns: dict[str, np.ndarray] = {}
        sides = (("Source", batch.source, batch.source_only), ("Target", batch.target, batch.target_only))
        differing: dict[str, tuple[FloatArray, FloatArray]] = {}
        for name, side, only in sides:
            word_syllables, lengths = syllables[side.ids], characters[side.ids]
            columns[f"{name}Chars"] = side.sum(lengths)
            columns[f"{name}Syllables"] = side.sum(np.where(side.terminal, word_syllables, 0.0))
            columns[f"{name}MaxWordSyl"] = side.max(word_syllables, side.terminal)
            columns[f"{name}MaxWordLen"] = side.max(lengths, side.terminal)
            differing[name] = side.max(word_syllables, only), side.max(lengths, only)
            if self._common:
                hard = batch.vocabulary.column("hard", self._hard)
                columns[f"{name}HardWord"] = side.mean(hard[side.ids], side.terminal)
        for name in ("Syllables", "MaxWordSyl", "MaxWordLen", *(("HardWord",) if self._common else ())):
            columns[f"{name}Diff"] = columns[f"Target{name}"] - columns[f"Source{name}"]
        columns["MaxDiffWordSylDiff"] = differing["Target"][0] - differing["Source"][0]
        columns["MaxDiffWordLenDiff"] = differing["Target"][1] - differing["Source"][1]
        return columns

    def _syllables(self, words: list[str]) -> FloatArray:
        return self._language.syllables.counts(words).astype(np.float64)

    def _hard(self, words: list[str]) -> FloatArray:
        return np.array([not is_listed(word, self._common, self._language) for word in words], dtype=np.float64)
