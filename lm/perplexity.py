"""Perplexity of a text: how surprised a model is per word."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from simplifier.lm.model import LanguageModel

__all__ = ["Perplexity", "measure_perplexity"]


@dataclass(frozen=True, slots=True)
class Perplexity:
    """Sums over a text, from which its perplexities follow.

    Attributes:
        sentences: number of lines that hold a word; each also scores its end ``</s>``.
        words: number of tokens, without sentence ends.
        unknown: number of tokens outside the vocabulary.
        log_probability: sum of the natural log-probabilities of all tokens and sentence ends.
        unknown_log_probability: the part of this sum that comes from unknown tokens.
    """

    sentences: int
    words: int
    unknown: int
    log_probability: float
    unknown_log_probability: float

    @property
    def including_unknown(self) -> float:
        """Perplexity over all words and sentence ends: exp(-log_probability / events); NaN without any."""
        return _perplexity(self.log_probability, self.words + self.sentences)

    @property
    def excluding_unknown(self) -> float:
        """Perplexity over known words and sentence ends only."""
        known = self.log_probability - self.unknown_log_probability
        return _perplexity(known, self.words + self.sentences - self.unknown)


def _perplexity(log_probability: float, events: int) -> float:
    return math.exp(-log_probability / events) if events else math.nan


def measure_perplexity(model: LanguageModel, lines: Iterable[str]) -> Perplexity:
    """Return the sums over lines, one tokenised sentence each; lines without a word do not count."""
    sentences = words = unknown = 0
    total = lost = 0.0
    for line in lines:
        scores = model.word_scores(line)
        if len(scores) == 1:  # the sentence end alone
            continue
        sentences += 1
        words += len(scores) - 1
        total += math.fsum(score.log_probability for score in scores)
        missing = [score.log_probability for score in scores if score.unknown]
        unknown += len(missing)
        lost += math.fsum(missing)
    return Perplexity(sentences, words, unknown, total, lost)
