"""Measures of substitutes against those that people named.

For candidates as a set (Paetzold and Specia, A Survey on Lexical Simplification, 2017): potential, the share of words
with a right candidate; precision and recall of candidates, and their harmonic mean. For their order (Saggion et al.,
Findings of the TSAR-2022 Shared Task, arXiv 2302.02888): accuracy@1, the first is right; accuracy@k@top1, one of the
first k is the one that most people named; MAP@k, the mean over words of the sum of the precisions at the right places
up to k, divided by k; potential@k. A candidate is right if the test set lists it. The word itself and repetitions are
removed first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from simplifier.evaluation.lexical.sets import WordInPlace

__all__ = ["LexicalScores", "cleaned", "score_substitutes"]


@dataclass(frozen=True)
class LexicalScores:
    """Shares, 0 to 1; the module defines the measures.

    Attributes:
        words: number of words.
        answered: number of words with a candidate.
        potential: share of words with a right candidate.
        precision: precision of all candidates.
        recall: recall of all substitutes that people named.
        accuracy: accuracy@1.
        accuracy_top: accuracy@k@top1 for k = 1, 2, 3.
        mean_precision: MAP@k for k = 1, 3, 5, 10.
        potential_at: potential@k for k = 3, 5, 10.
    """

    words: int
    answered: int
    potential: float
    precision: float
    recall: float
    accuracy: float
    accuracy_top: tuple[float, ...]
    mean_precision: tuple[float, ...]
    potential_at: tuple[float, ...]

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall."""
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0

    def columns(self) -> dict[str, float]:
        """Return all measures by name."""
        named = {
            "potential": self.potential,
            "precision": self.precision,
            "recall": self.recall,
            "F1": self.f1,
            "ACC@1": self.accuracy,
        }
        named |= {f"ACC@{k}@top1": one for k, one in zip((1, 2, 3), self.accuracy_top, strict=True)}
        named |= {f"MAP@{k}": one for k, one in zip((3, 5, 10), self.mean_precision[1:], strict=True)}
        return named | {f"potential@{k}": one for k, one in zip((3, 5, 10), self.potential_at, strict=True)}


def cleaned(word: str, substitutes: Sequence[str]) -> list[str]:
    """Return substitutes lowercased, without the word itself and without repetitions."""
    lowered = dict.fromkeys(one.lower() for one in substitutes)
    lowered.pop(word.lower(), None)
    return list(lowered)


def score_substitutes(words: Sequence[WordInPlace], substitutes: Sequence[Sequence[str]]) -> LexicalScores:
    """Score the substitutes of each word, best first.

    Raises:
        ValueError: the numbers of lists and words differ, or there are no words.
    """
    if not words or len(words) != len(substitutes):
        raise ValueError(f"{len(words)} words and {len(substitutes)} lists of substitutes")
    own = [cleaned(word.word, one) for word, one in zip(words, substitutes, strict=True)]
    right = [[one in word.gold for one in found] for word, found in zip(words, own, strict=True)]
    top = [[one in word.best for one in found] for word, found in zip(words, own, strict=True)]
    named, given = sum(len(word.gold) for word in words), sum(map(len, own))
    hits = sum(map(sum, right))
    return LexicalScores(
        len(words),
        sum(map(bool, own)),
        _share(any(one) for one in right),
        hits / given if given else 0.0,
        hits / named if named else 0.0,
        _share(any(one[:1]) for one in right),
        tuple(_share(any(one[:k]) for one in top) for k in (1, 2, 3)),
        tuple(_share(_average_precision(one, k) for one in right) for k in (1, 3, 5, 10)),
        tuple(_share(any(one[:k]) for one in right) for k in (3, 5, 10)),
    )


def _average_precision(right: Sequence[bool], k: int) -> float:
    found, total = 0, 0.0
    for place, one in enumerate(right[:k], 1):
        found += one
        total += found / place if one else 0.0
    return total / k


def _share(values: Iterable[float]) -> float:
    own = list(values)
    return sum(own) / len(own)
