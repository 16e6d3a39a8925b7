"""Values of words from any lexicon (complexity, age of acquisition, word lists) as rule features."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from simplifier.languages.language import Language
from simplifier.rules.features.encoding import BoolArray, EncodedBatch, FloatArray, Side
from simplifier.rules.features.registry import FeatureGroup, FeatureSpec, sided
from simplifier.rules.resources.word_values import WordValues

__all__ = ["WordValueFeatures"]


class WordValueFeatures(FeatureGroup):
    """Source, target, difference, and difference over the words that differ, for each lexicon.

    Words of which no base form is in the lexicon are left out, or have its value for unlisted words. A side without
    any value takes the lexicon's value for missing ones: the mean of the lexicon unless configured otherwise.
    """

    name = "lexicon"

    def __init__(self, language: Language, lexicons: Sequence[WordValues] = ()) -> None:
        self._language = language
        self._lexicons = tuple(lexicons)
        specs: list[FeatureSpec] = []
        for lexicon in self._lexicons:
            formula = f"{lexicon.aggregate} of {lexicon.name} over the listed words"
            specs += sided(lexicon.name, formula, "lexicon value", lexicon.missing)
            only = f"{lexicon.aggregate} of {lexicon.name} over words only in t - only in s"
            specs.append(FeatureSpec(f"{lexicon.name}DiffWords", f"{only}; 0 if a side has none", "lexicon value"))
        self.specs = tuple(specs)

    def compute(self, batch: EncodedBatch) -> Mapping[str, np.ndarray]:
        """Compute all of them."""
        columns: dict[str, np.ndarray] = {}
        for lexicon in self._lexicons:
            values = batch.vocabulary.column(f"lexicon {lexicon.name}", _Values(lexicon, self._language))
            source = _aggregate(lexicon, batch.source, values, batch.source.terminal, lexicon.missing)
            target = _aggregate(lexicon, batch.target, values, batch.target.terminal, lexicon.missing)
            source_only = _aggregate(lexicon, batch.source, values, batch.source_only, np.nan)
            target_only = _aggregate(lexicon, batch.target, values, batch.target_only, np.nan)
            columns[f"Source{lexicon.name}"] = source
            columns[f"Target{lexicon.name}"] = target
            columns[f"{lexicon.name}Diff"] = target - source
            columns[f"{lexicon.name}DiffWords"] = np.nan_to_num(target_only - source_only, nan=0.0)
        return columns


class _Values:
    """Asks a lexicon for the values of words."""

    def __init__(self, lexicon: WordValues, language: Language) -> None:
        self._lexicon = lexicon
        self._language = language

    def __call__(self, words: list[str]) -> FloatArray:
        values = (self._lexicon.value(word, self._language) for word in words)
        return np.fromiter(values, dtype=np.float64, count=len(words))


def _aggregate(lexicon: WordValues, side: Side, values: FloatArray, where: BoolArray, empty: float) -> FloatArray:
    of_symbols = values[side.ids]
    listed = where & ~np.isnan(of_symbols)
    if lexicon.aggregate == "mean":
        return side.mean(of_symbols, listed, empty)
    if lexicon.aggregate == "min":
        return side.min(of_symbols, listed, empty)
    return side.max(of_symbols, listed, empty)
