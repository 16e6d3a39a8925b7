"""What happens to a phrase when a text is simplified: kept, replaced or dropped; and which side uses it more.

Log-odds are relative to all phrases of the same length, so a phrase that was never seen has 0. A prior worth a
few observations draws them towards 0, so that a phrase seen once is no certainty.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simplifier.rules.extraction.occurrences import Corpus, Occurrences

__all__ = ["PhraseFates", "PhraseEvidence", "count_fates", "phrase_evidence", "relative_log_odds"]

BoolArray = NDArray[np.bool_]
FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]

#: Observations that the prior counts for: of a word and of longer phrases, chosen by the likelihood of held-out
#: pairs; and for the use in simple text.
WORD_STRENGTH = 16.0
PHRASE_STRENGTH = 6.0
SIMPLE_STRENGTH = 4.0


@dataclass(frozen=True, slots=True)
class PhraseFates:
    """What became of each n-gram, counted by its number.

    Attributes:
        kept: occurrences on the complex side that stand unchanged, in one piece, on the simple side.
        replaced: occurrences aligned to another phrase.
        dropped: occurrences without any link.
        complex: all occurrences on complex sides.
        simple: all occurrences on simple sides.
    """

    kept: IntArray
    replaced: IntArray
    dropped: IntArray
    complex: IntArray
    simple: IntArray


def count_fates(
    corpus: Corpus, changed: Occurrences, identities: Occurrences, pairs: BoolArray | None = None
) -> PhraseFates:
    """Count what happens to every n-gram; ``pairs`` marks the sentence pairs that count (all by default)."""
    wanted = np.ones(len(corpus.pairs), dtype=np.bool_) if pairs is None else pairs
    nothing = np.zeros_like(wanted)
    size = len(corpus.ngrams)

    def sources(rows: Occurrences) -> IntArray:
        return corpus.ngrams.ids(rows.source_starts, rows.source_lengths)

    kept = sources(identities.select(wanted[identities.pairs]))
    # A source span has one minimal target span; its extensions would count it again.
    minimal = changed.select(changed.minimal & wanted[changed.pairs])
    ids = sources(minimal)
    differs = ids != corpus.ngrams.ids(minimal.target_starts, minimal.target_lengths)
    unlinked = corpus.unlinked_spans()
    dropped = sources(unlinked.select(wanted[unlinked.pairs]))
    return PhraseFates(
        np.bincount(kept, minlength=size),
        np.bincount(ids[differs], minlength=size),
        np.bincount(dropped, minlength=size),
        corpus.ngrams.counts(np.concatenate((wanted, nothing))),
        corpus.ngrams.counts(np.concatenate((nothing, wanted))),
    )


@dataclass(frozen=True, slots=True)
class PhraseEvidence:
    """Relative log-odds by n-gram number; 0 is the average phrase of its length.

    Attributes:
        change: log-odds that it is replaced rather than kept.
        drop: log-odds that it is left out rather than kept or replaced.
        simple: log-odds that it is used in simple rather than in normal text.
    """

    change: FloatArray
    drop: FloatArray
    simple: FloatArray


def phrase_evidence(fates: PhraseFates, lengths: IntArray) -> PhraseEvidence:
    """Turn counts into smoothed log-odds; ``lengths`` holds the number of words of each n-gram."""
    strength = np.where(lengths == 1, WORD_STRENGTH, PHRASE_STRENGTH)
    return PhraseEvidence(
        relative_log_odds(fates.replaced, fates.kept, lengths, strength),
        relative_log_odds(fates.dropped, fates.kept + fates.replaced, lengths, strength),
        relative_log_odds(fates.simple, fates.complex, lengths, np.full(len(lengths), SIMPLE_STRENGTH)),
    )


def relative_log_odds(happened: IntArray, otherwise: IntArray, lengths: IntArray, strength: FloatArray) -> FloatArray:
    """Return ln odds that something happens to a phrase, less the ln odds over all phrases of its length.

    To each phrase's own observations, ``strength`` observations with the average share are added.
    """
    yes = np.bincount(lengths, happened) + 0.5
    share = (yes / (yes + np.bincount(lengths, otherwise) + 0.5))[lengths]
    odds = (happened + strength * share) / (otherwise + strength * (1 - share))
    log_odds: FloatArray = np.log(odds) - np.log(share / (1 - share))
    return log_odds
