"""The phrase table of a corpus: every pair with its label, counts and probabilities, in columns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from simplifier.rules.extraction.occurrences import Corpus, Occurrences
from simplifier.rules.extraction.probabilities import conditional_costs

__all__ = ["Examples", "PhraseTable", "Phrases", "build_phrase_table"]

BoolArray = NDArray[np.bool_]
FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]


class Phrases(Protocol):
    """Phrases by number, such as an `NgramIndex`."""

    def __len__(self) -> int: ...

    def lengths(self, numbers: IntArray) -> IntArray:
        """Return the length of each phrase in words."""

    def texts(self, numbers: IntArray) -> list[str]:
        """Return the text of each phrase, words separated by spaces."""


class Examples(Protocol):
    """The first occurrence of each row of a phrase table."""

    def target_tags(self, rows: IntArray) -> list[tuple[str, ...]]:
        """Return the parts of speech of the target spans."""

    def alignments(self, rows: IntArray) -> list[str]:
        """Return the links inside, such as ``0-0 1-1``."""


@dataclass(frozen=True, slots=True)
class PhraseTable:
    """Distinct triples of source phrase, target phrase and label, in columns.

    Attributes:
        sources: number of the source phrase.
        targets: number of the target phrase.
        labels: number of the label of the source span in its sentence.
        counts: occurrences.
        agreeing: those of them whose target span has the same label in its own sentence.
        flanks: neighbours that are linked to each other, 0 to 2 for each occurrence, added up.
        simplifying: occurrences in text that simplifies.
        examples: tags and links of the first occurrence of each row.
        probabilities: -ln of the eight conditional probabilities by PPDB name (f source, e target).
    """

    sources: IntArray
    targets: IntArray
    labels: IntArray
    counts: IntArray
    agreeing: IntArray
    flanks: IntArray
    simplifying: IntArray
    examples: Examples
    probabilities: dict[str, FloatArray]

    def __len__(self) -> int:
        return len(self.sources)


@dataclass(frozen=True, slots=True)
class _FirstOccurrences:
    corpus: Corpus
    occurrences: Occurrences
    first: IntArray

    def target_tags(self, rows: IntArray) -> list[tuple[str, ...]]:
        return self.corpus.target_tags(self.occurrences.select(self.first[rows]))

    def alignments(self, rows: IntArray) -> list[str]:
        return self.corpus.alignment(self.occurrences.select(self.first[rows]))


def build_phrase_table(
    corpus: Corpus, changed: Occurrences, identities: Occurrences, simplifying: BoolArray | None = None
) -> PhraseTable:
    """Count phrase pairs by label and estimate their probabilities, identities included.

    Args:
        corpus: aligned pairs.
        changed: `Corpus.changed`.
        identities: `Corpus.identities`.
        simplifying: marks the sentence pairs from normal to simple text; None for all.
    """
    occurrences = changed.join(identities)
    sources = corpus.ngrams.ids(occurrences.source_starts, occurrences.source_lengths)
    targets = corpus.ngrams.ids(occurrences.target_starts, occurrences.target_lengths)
    labels = corpus.span_labels(occurrences.source_starts, occurrences.source_lengths)
    agree = labels == corpus.span_labels(occurrences.target_starts, occurrences.target_lengths)
    wanted = np.ones(len(corpus.pairs), dtype=np.bool_) if simplifying is None else simplifying
    pair_keys, pairs = np.unique(sources * len(corpus.ngrams) + targets, return_inverse=True)
    keys, first, rows, counts = np.unique(
        pairs * len(corpus.labels) + labels, return_index=True, return_inverse=True, return_counts=True
    )
    pair_of, label_of = keys // len(corpus.labels), keys % len(corpus.labels)
    source_of, target_of = pair_keys[pair_of] // len(corpus.ngrams), pair_keys[pair_of] % len(corpus.ngrams)

    def total(values: NDArray[np.generic]) -> IntArray:
        return np.bincount(rows, values, len(keys)).astype(np.int64)

    return PhraseTable(
        source_of,
        target_of,
        label_of,
        counts,
        total(agree),
        total(occurrences.flanks),
        total(wanted[occurrences.pairs]),
        _FirstOccurrences(corpus, occurrences, first),
        conditional_costs(counts, source_of, target_of, label_of),
    )
