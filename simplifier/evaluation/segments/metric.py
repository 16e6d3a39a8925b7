"""The base class of metrics: sufficient statistics per segment, and a score for any sum or choice of segments.

A metric first turns each output into a row of numbers. Everything else is computed from such rows: the score
of one sentence, of the corpus, of ten thousand bootstrap samples of it, of three hundred candidates for one
sentence during tuning. No text is read twice.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from simplifier.base.errors import InputError
from simplifier.evaluation.segments.preprocessing import Text
from simplifier.evaluation.segments.questions import Question, check_answer
from simplifier.evaluation.segments.reference_set import ReferenceSet
from simplifier.evaluation.segments.score import Score, Signature
from simplifier.languages import Language

__all__ = ["FloatArray", "Metric", "ratio"]

FloatArray = NDArray[np.float64]

#: Signatures name the language of the texts unless it is this one, because published signatures have no such field.
_UNNAMED: Final = "en"


def ratio(numerator: FloatArray, denominator: FloatArray) -> FloatArray:
    """Divide element by element; 0/0 is 0 (a denominator of 0 must have a numerator of 0)."""
    return np.asarray(numerator / np.where(denominator == 0, 1.0, denominator))


class Metric(ABC):
    """A named way to score outputs.

    A subclass says what a row of statistics is (`_statistics`, `width`), which scores rows give (`segment_scores`), and
    whether the corpus score is the mean of the segments' scores or the score of their summed statistics (`level`).
    """

    name: str
    level: str = "sentence"
    """``sentence``: the mean of segment scores; ``corpus``: the score of the summed statistics."""
    higher_is_better: bool = True
    needs_references: bool = True
    compares_words: bool = True
    """Whether a word that is cased or cut differently counts as another word."""
    asks: tuple[Question, ...] = ()
    """What the language of the texts must answer; none for metrics that compare words and nothing else."""

    @property
    def preset(self) -> str:
        """The name without the options of an expression, which are among the settings."""
        return self.name.partition("[")[0]

    @property
    @abstractmethod
    def width(self) -> int:
        """Number of statistics per segment."""

    @abstractmethod
    def _statistics(self, outputs: Sequence[Text], data: ReferenceSet, segments: NDArray[np.int64]) -> FloatArray: ...

    @abstractmethod
    def segment_scores(self, statistics: FloatArray) -> FloatArray:
        """Return the score of each row, [rows], 0-100 unless the metric says otherwise."""

    def segment_parts(self, statistics: FloatArray) -> dict[str, FloatArray]:
        """Return the named parts of each row's score, each [rows]."""
        return {}

    @abstractmethod
    def settings(self) -> dict[str, str]:
        """Return the entries of the signature, except the number of references and what depends on the language."""

    def language_settings(self, language: Language) -> dict[str, str]:
        """Return the entries that depend on the language: new values for some of `settings`, and further entries."""
        return {"lang": language.code} if self.asks and language.code != _UNNAMED else {}

    def settings_in(self, language: Language | None) -> dict[str, str]:
        """Return the entries of the signature for texts in a language, except the number of references."""
        return self.settings() | ({} if language is None else self.language_settings(language))

    def check_language(self, language: Language | None) -> None:
        """Check that texts in a language can be measured.

        Raises:
            InputError: the metric asks about the language, and the language is unknown or cannot answer.
        """
        for question in self.asks:
            check_answer(self.name, question, language)

    def statistics(self, outputs: Sequence[Text], data: ReferenceSet, segments: ArrayLike | None = None) -> FloatArray:
        """Return the statistics of outputs, float64 [outputs, width].

        Args:
            outputs: texts; a string is tokenised as the metric does, a sequence of words is taken as it is.
            data: the sources and references.
            segments: which segment each output belongs to; by default output i belongs to segment i.

        Raises:
            InputError: the number of outputs differs from the number of segments, or references are missing, or the
                language of the texts is unknown or cannot answer (`check_language`).
        """
        if self.needs_references and not data.reference_count:
            raise InputError(f"{self.name} needs references; give at least one")
        self.check_language(data.language)
        if segments is None:
            if len(outputs) != len(data):
                raise InputError(
                    f"{len(outputs)} outputs but {data.source_name} has {len(data)} lines; give one for each"
                )
            segments = np.arange(len(data))
        return self._statistics(outputs, data, np.ascontiguousarray(segments, dtype=np.int64))

    @property
    def summand_width(self) -> int:
        """Number of columns of `summands`."""
        return self.width if self.level == "corpus" else 1

    def summands(self, statistics: FloatArray) -> FloatArray:
        """Return what each row adds to the corpus, [rows, summand_width]; its sum gives the score."""
        return statistics if self.level == "corpus" else self.segment_scores(statistics)[:, np.newaxis]

    def score_of_sums(self, sums: FloatArray, segments: FloatArray) -> FloatArray:
        """Return the corpus score of each row of summed summands, [samples].

        Args:
            sums: [samples, summand_width].
            segments: [samples]; how many segments each sum is over.
        """
        return self.segment_scores(sums) if self.level == "corpus" else ratio(sums[:, 0], segments)

    def corpus_scores(self, statistics: FloatArray, weights: FloatArray) -> FloatArray:
        """Return the corpus score under each row of segment weights, [samples].

        Args:
            statistics: [segments, width].
            weights: [samples, segments]; how often each segment stands in each sample.
        """
        return self.score_of_sums(weights @ self.summands(statistics), weights.sum(axis=1))

    def corpus_score(self, statistics: FloatArray) -> float:
        """Return the score of all segments together."""
        return float(self.corpus_scores(statistics, np.ones((1, len(statistics))))[0])

    def corpus_parts(self, statistics: FloatArray) -> dict[str, float]:
        """Return the named parts of the corpus score."""
        if self.level == "corpus":
            statistics = statistics.sum(axis=0, keepdims=True)
        return {name: float(values.mean()) for name, values in self.segment_parts(statistics).items()}

    def signature(self, data: ReferenceSet) -> Signature:
        """Return the settings behind this metric's numbers on ``data``."""
        references = {"refs": str(data.reference_count)} if self.needs_references else {}
        return Signature(self.preset, self.settings_in(data.language) | references)

    def score(self, outputs: Sequence[Text], data: ReferenceSet) -> Score:
        """Score one output per segment."""
        return self.score_statistics(self.statistics(outputs, data), data)

    def score_statistics(self, statistics: FloatArray, data: ReferenceSet) -> Score:
        """Return the score of one row of statistics per segment."""
        return Score(self.name, self.corpus_score(statistics), self.signature(data), self.corpus_parts(statistics))
