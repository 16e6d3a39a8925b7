"""Scoring many candidates of one sentence, the inner loop of tuning."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from simplifier.evaluation.metrics.expression import parse_metric
from simplifier.evaluation.segments.metric import FloatArray, Metric
from simplifier.evaluation.segments.preprocessing import Text
from simplifier.evaluation.segments.reference_set import ReferenceSet
from simplifier.languages import Language

__all__ = ["CandidateScorer"]


class CandidateScorer:
    """Scores candidates against sources and references that are indexed once.

    Args:
        metric: a metric or an expression such as ``0.5*sari-paper + 0.5*fkbleu``.
        sources: one text per sentence.
        references: [reference][sentence].
        language: language of the texts, as for `ReferenceSet`.

    A text is a string, which the metric tokenises and lowercases in its own way, or a sequence of words, which is
    taken as it is and costs less. Then sources, references and candidates must all be words of the same kind.
    """

    def __init__(
        self,
        metric: Metric | str,
        sources: Sequence[Text],
        references: Sequence[Sequence[Text]],
        language: Language | None = None,
    ) -> None:
        self.metric = parse_metric(metric) if isinstance(metric, str) else metric
        self.data = ReferenceSet(sources, references, language=language)

    def __len__(self) -> int:
        return len(self.data)

    @property
    def width(self) -> int:
        """Number of sufficient statistics of a candidate."""
        return self.metric.width

    def statistics(self, sentence: int, candidates: Sequence[Text]) -> FloatArray:
        """Return the sufficient statistics of candidates for one sentence, [candidates, width]."""
        return self.metric.statistics(candidates, self.data, np.full(len(candidates), sentence))

    def score(self, sentence: int, candidates: Sequence[Text]) -> FloatArray:
        """Return the sentence-level score of each candidate, [candidates]."""
        return self.metric.segment_scores(self.statistics(sentence, candidates))

    def segment_scores(self, statistics: FloatArray) -> FloatArray:
        """Return the sentence-level score of each row of statistics, [rows]."""
        return self.metric.segment_scores(statistics)

    def corpus_score(self, statistics: FloatArray) -> float:
        """Return the corpus score of one row of statistics per sentence, [sentences, width]."""
        return self.metric.corpus_score(statistics)
