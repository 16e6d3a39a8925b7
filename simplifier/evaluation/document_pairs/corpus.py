"""A corpus of documents and their simple versions: operations, lengths, odds of words and patterns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from simplifier.base.terminal import progress
from simplifier.evaluation.document_pairs.alignment import align, similarities, word_weights
from simplifier.evaluation.document_pairs.odds import Odds, odds_table
from simplifier.evaluation.document_pairs.operations import OPERATIONS, operations
from simplifier.evaluation.document_pairs.sentences import DocumentPair
from simplifier.languages import Language
from simplifier.languages.analysis.tagger import Tagger

__all__ = ["CorpusStatistics", "corpus_statistics"]

#: Number of tags in a pattern.
_PATTERN: Final = 3


@dataclass(frozen=True, slots=True)
class CorpusStatistics:
    """Counts of a corpus.

    Attributes:
        documents: number of pairs of documents.
        sentences: number of sentences of both sides, source and simple.
        words: number of words of both sides, marks included.
        operations: how often each operation was found.
        with_operation: number of documents with each operation.
        compressions: words of the simple version over those of the source, for each document.
        odds: odds ratios of ``words``, of ``conjunctions``, and with a tagger of ``patterns``.
    """

    documents: int
    sentences: tuple[int, int]
    words: tuple[int, int]
    operations: Counter[str]
    with_operation: Counter[str]
    compressions: tuple[float, ...]
    odds: dict[str, list[Odds]]

    def to_json(self) -> dict[str, Any]:
        """Return the counts as plain values."""
        return {
            "documents": self.documents,
            "sentences": list(self.sentences),
            "words": list(self.words),
            "operations": {
                name: {"count": self.operations[name], "documents": self.with_operation[name]} for name in OPERATIONS
            },
            "odds": {
                name: [
                    {
                        "name": one.name,
                        "source": one.source,
                        "target": one.target,
                        "odds_ratio": round(one.ratio, 6),
                        "chi_square": round(one.chi_square, 4),
                        "p": one.p,
                    }
                    for one in rows
                ]
                for name, rows in self.odds.items()
            },
        }


def corpus_statistics(
    pairs: Sequence[DocumentPair],
    language: Language,
    tagger: Tagger | None = None,
    least: int = 20,
    most_p: float = 0.001,
) -> CorpusStatistics:
    """Count a corpus.

    Args:
        pairs: the documents.
        language: language of the documents.
        tagger: gives patterns of parts of speech; None for no patterns.
        least: least number of occurrences for a comparison.
        most_p: highest p-value of a difference that is kept.
    """
    split = [[[one.split() for one in side] for side in pair] for pair in pairs]
    weights = word_weights({word for sentence in side for word in sentence} for document in split for side in document)
    words = language.words
    found: Counter[str] = Counter()
    documents: Counter[str] = Counter()
    compressions = []
    counts: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
    patterns: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
    with progress(len(split), "documents") as advance:
        for sources, targets in split:
            values = similarities(sources, targets, weights.__getitem__)
            own = operations(sources, targets, align(values), words.pronouns, words.function)
            found.update(own)
            documents.update(name for name, count in own.items() if count)
            for side, sentences in enumerate((sources, targets)):
                for sentence in sentences:
                    counts[side].update(sentence)
                if tagger is not None:
                    for tags in tagger.tag_batch(sentences):
                        patterns[side].update(_patterns(tags))
            lengths = [sum(map(len, sentences)) for sentences in (sources, targets)]
            if lengths[0]:
                compressions.append(lengths[1] / lengths[0])
            advance()
    joining: tuple[Counter[str], ...] = tuple(
        Counter({word: count for word, count in own.items() if word in words.conjunctions}) for own in counts
    )
    named = tuple(Counter({word: count for word, count in own.items() if word.isalpha()}) for own in counts)
    odds = {
        "words": odds_table(named[0], named[1], least, most_p),
        "conjunctions": odds_table(joining[0], joining[1], least, most_p, (named[0].total(), named[1].total())),
    }
    if tagger is not None:
        odds["patterns"] = odds_table(*patterns, least, most_p)
    return CorpusStatistics(
        len(split),
        (sum(len(one[0]) for one in split), sum(len(one[1]) for one in split)),
        (counts[0].total(), counts[1].total()),
        found,
        documents,
        tuple(compressions),
        odds,
    )


def _patterns(tags: Sequence[str]) -> list[str]:
    return [" ".join(tags[start : start + _PATTERN]) for start in range(len(tags) - _PATTERN + 1)]
