"""The phrase table of a corpus: every pair with its label, counts and probabilities, in columns."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rules.extraction.occurrences import Corpus, Occurrences
from rules.extraction.probabilities import conditional_costs

__all__ = ["PhraseTable", "build_phrase_table"]

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class PhraseTable:
    """Distinct (source phrase, target phrase, label) in columns.

    Attributes:
        sources: number of the source phrase in the corpus's n-gram index.
        targets: number of the target phrase.
        labels: number of the label of the source span in its sentence.
        counts: occurrences.
        agreeing: of these, occurrences whose target span has the same label in its own sentence.
        examples: a row of the occurrences for each.
        occurrences: all occurrences.
        rows: the row of this table that each occurrence belongs to.
        probabilities: -ln of the eight conditional probabilities by PPDB name (f source, e target).
    """

    sources: IntArray
    targets: IntArray
    labels: IntArray
    counts: IntArray
    agreeing: IntArray
    examples: IntArray
    occurrences: Occurrences
    rows: IntArray
    probabilities: dict[str, FloatArray]

    def __len__(self) -> int:
        return len(self.sources)


def build_phrase_table(corpus: Corpus, changed: Occurrences, identities: Occurrences) -> PhraseTable:
    """Count phrase pairs by label and estimate their probabilities, identities included."""
    occurrences = changed.join(identities)
    sources = corpus.ngrams.ids(occurrences.source_starts, occurrences.source_lengths)
    targets = corpus.ngrams.ids(occurrences.target_starts, occurrences.target_lengths)
    labels = corpus.span_labels(occurrences.source_starts, occurrences.source_lengths)
    agree = labels == corpus.span_labels(occurrences.target_starts, occurrences.target_lengths)
    pair_keys, pairs = np.unique(sources * len(corpus.ngrams) + targets, return_inverse=True)
    keys, examples, rows, counts = np.unique(
        pairs * len(corpus.labels) + labels, return_index=True, return_inverse=True, return_counts=True
    )
    pair_of, label_of = keys // len(corpus.labels), keys % len(corpus.labels)
    source_of, target_of = pair_keys[pair_of] // len(corpus.ngrams), pair_keys[pair_of] % len(corpus.ngrams)
    return PhraseTable(
        source_of, target_of, label_of, counts,
        np.bincount(rows, agree).astype(np.int64),
        examples, occurrences, rows,
        conditional_costs(counts, source_of, target_of, label_of),
    )  # fmt: skip
