"""Evidence from complex-simple parallel text: for the rule itself, and for its phrases."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

import numpy as np

from simplifier.rules.features.encoding import BoolArray, EncodedBatch, FloatArray, Side
from simplifier.rules.features.registry import FeatureGroup, FeatureSpec
from simplifier.rules.resources.phrase_evidence import PhraseValuesTable

__all__ = ["EvidenceFeatures"]

# Less likely than any pair that the extraction writes (ln of half an occurrence in a few thousand changes).
_UNSEEN = -8.0
_SENTENCE_ENDS = frozenset(".!?")


class EvidenceFeatures(FeatureGroup):
    """Counts of the pair, and relative log-odds of its phrases (0 is an average phrase of the same length).

    The log-odds of a phrase are the same whatever file the rule comes from. The propensities of the source side
    to be changed or dropped are 0 for rules that keep it.
    """

    name = "evidence"
    specs = (
        FeatureSpec("InParallel", "1 if the pair was extracted from parallel text", "flag"),
        FeatureSpec("ParallelLogProb", "ln p(t | s is changed) in parallel text; 0 for self-rules", "nats", _UNSEEN),
        FeatureSpec("ParallelLogCount", "ln(1 + occurrences of the pair in parallel text)", "nats"),
        FeatureSpec("FramedShare", "share of the neighbours of its occurrences that are linked to each other", "0-1"),
        FeatureSpec("SimplifyingShare", "share of its occurrences in normal-to-simple text", "0-1"),
        FeatureSpec("LogFillers", "ln of the different fillers that a rule with gaps was seen with", "nats"),
        FeatureSpec(
            "FillerShare",
            "share of the fillers of its source pattern that a rule with gaps was seen with",
            "0-1",
        ),
        FeatureSpec("ChangePropensity", "log-odds that s is replaced rather than kept; 0 if s = t", "nats"),
        FeatureSpec("ChangePropensityWords", "sum over the words only in s of the log-odds of replacement", "nats"),
        FeatureSpec("DropPropensity", "log-odds that s is left out; 0 if s = t", "nats"),
        FeatureSpec("DropPropensityWords", "sum over the words only in s of the log-odds of being left out", "nats"),
        FeatureSpec("SourceSimpleLogOdds", "ln of the share of simple over normal text of s", "nats"),
        FeatureSpec("TargetSimpleLogOdds", "ln of the share of simple over normal text of t", "nats"),
        FeatureSpec("SimpleLogOddsDiff", "TargetSimpleLogOdds - SourceSimpleLogOdds", "nats"),
        FeatureSpec(
            "SimpleLogOddsDiffWords",
            "mean over the words only in t - only in s; 0 if a side has none",
            "nats",
        ),
        FeatureSpec("SentenceEnds", "sentence ends in t - in s", "marks"),
    )

    def __init__(self, phrases: PhraseValuesTable | None = None) -> None:
        """Without a table of phrases, only the features that follow from the rules themselves are computed."""
        self._phrases = phrases

    def compute(self, batch: EncodedBatch) -> Mapping[str, np.ndarray]:
        """Compute what the resources allow."""
        ends = batch.vocabulary.column("sentence_end", _sentence_ends)
        columns: dict[str, np.ndarray] = {
            "SentenceEnds": batch.target.sum(ends[batch.target.ids]) - batch.source.sum(ends[batch.source.ids])
        }
        if "ParallelLogProb" in batch.given:
            columns["InParallel"] = ~np.isnan(batch.given["ParallelLogProb"]) & ~batch.identity
        if self._phrases is not None:
            columns.update(self._of_phrases(batch, self._phrases))
        return columns

    def _of_phrases(self, batch: EncodedBatch, table: PhraseValuesTable) -> dict[str, np.ndarray]:
        source, target = _phrase_values(table, batch.source), _phrase_values(table, batch.target)
        changed = np.where(batch.identity, 0.0, 1.0)
        change, drop, simple = (
            batch.vocabulary.column(f"phrase {name}", _word_values(table, name))
            for name in ("change", "drop", "simple")
        )
        source_mean = batch.source.mean(simple[batch.source.ids], batch.source_only, np.nan)
        target_mean = batch.target.mean(simple[batch.target.ids], batch.target_only, np.nan)
        return {
            "ChangePropensity": source[:, 0] * changed,
            "ChangePropensityWords": _sum(batch.source, change, batch.source_only),
            "DropPropensity": source[:, 1] * changed,
            "DropPropensityWords": _sum(batch.source, drop, batch.source_only),
            "SourceSimpleLogOdds": source[:, 2],
            "TargetSimpleLogOdds": target[:, 2],
            "SimpleLogOddsDiff": target[:, 2] - source[:, 2],
            "SimpleLogOddsDiffWords": np.nan_to_num(target_mean - source_mean, nan=0.0),
        }


def _phrase_values(table: PhraseValuesTable, side: Side) -> FloatArray:
    return np.array([table.phrase(text) for text in side.texts], dtype=np.float64).reshape(-1, 3)


def _word_values(
    table: PhraseValuesTable, name: Literal["change", "drop", "simple"]
) -> Callable[[list[str]], FloatArray]:
    def values(words: list[str]) -> FloatArray:
        return np.array([getattr(table.word(word), name) for word in words], dtype=np.float64)

    return values


def _sum(side: Side, values: FloatArray, where: BoolArray) -> FloatArray:
    return side.sum(np.where(where, values[side.ids], 0.0))


def _sentence_ends(words: list[str]) -> FloatArray:
    return np.array([word in _SENTENCE_ENDS for word in words], dtype=np.float64)
