"""E-Score: the complexity of a document by its statements, its syllables and two language models.

Mathias and Bhattacharyya (2016), How hard is it to read? The E-Score is the mean over sentences of Sc + Lc. Sc is the
number of simple statements in a sentence. Lc is the sum over n = 1, 2 and over the n-grams g of the sentence of
syll(g) Cc(g) / n. syll(g) is the number of syllables. Cc(g) compares g by a model of normal and one of simple text.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, Protocol

from simplifier.languages import Language

__all__ = ["COMPARISONS", "EScore", "ScoringModel"]

#: Ways to compare the two models. ``loglik`` is the quotient of log probabilities, simple over normal, so that harder
#: words are above 1. ``loglik-printed`` is its inverse, as the paper prints it. ``freq`` is the quotient of
#: probabilities, normal over simple.
COMPARISONS: Final = ("loglik", "loglik-printed", "freq")


class ScoringModel(Protocol):
    """An n-gram model, such as that of the core."""

    def score_words(self, words: Sequence[str], begins_sentence: bool = False) -> float:
        """Return the natural-log probability of words without a context."""


class EScore:
    """Scores sentences; higher is harder.

    Args:
        language: language of the sentences, which counts syllables and statements.
        normal: model of normal text.
        simple: model of simple text.
        comparison: one of `COMPARISONS`.
        normalised: true to divide Lc by the number of words. The printed formula is a sum, which would exceed the
            range from 0 to about 2 that the paper gives.

    Raises:
        ValueError: no such comparison.
    """

    def __init__(
        self,
        language: Language,
        normal: ScoringModel,
        simple: ScoringModel,
        comparison: str = "loglik",
        normalised: bool = True,
    ) -> None:
        if comparison not in COMPARISONS:
            raise ValueError(f"comparison: {comparison!r} is none of {', '.join(COMPARISONS)}")
        self._language = language
        self._normal = normal
        self._simple = simple
        self._comparison = comparison
        self._normalised = normalised
        self._compared = lru_cache(maxsize=1 << 17)(self._compare)

    def lexical(self, forms: Sequence[str]) -> float:
        """Return Lc of a sentence; 0 without words.

        Args:
            forms: decoder forms of the sentence; punctuation is ignored.
        """
        words = [form for form in forms if any(map(str.isalnum, form))]
        if not words:
            return 0.0
        total = 0.0
        for n in (1, 2):
            for start in range(len(words) - n + 1):
                gram = tuple(words[start : start + n])
                total += sum(map(self._language.syllables.count, gram)) * self._compared(gram) / n
        return total / len(words) if self._normalised else total

    def statements(self, tags: Sequence[str]) -> float:
        """Return Sc of a sentence."""
        return float(self._language.count_statements(tags))

    def score(self, forms: Sequence[str], tags: Sequence[str]) -> float:
        """Return Sc + Lc of one sentence. The E-Score of a document is the mean over its sentences."""
        return self.statements(tags) + self.lexical(forms)

    def _compare(self, gram: tuple[str, ...]) -> float:
        normal, simple = self._normal.score_words(gram), self._simple.score_words(gram)
        if self._comparison == "freq":
            return math.exp(min(normal - simple, 50.0))
        return normal / simple if self._comparison == "loglik-printed" else simple / normal
