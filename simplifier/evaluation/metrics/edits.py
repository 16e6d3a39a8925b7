"""Distance of outputs from their sources, without references: edits, copies, words, length, splits.

The negative Levenshtein distance as a measure of conservatism: Sulem, Abend and Rappoport (2018), BLEU is not
suitable for the evaluation of text simplification, EMNLP.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from simplifier.base.errors import ConfigError
from simplifier.evaluation.segments.kernel_metric import EDITS, KernelMetric
from simplifier.evaluation.segments.metric import FloatArray, Metric, ratio
from simplifier.evaluation.segments.preprocessing import Preprocessing, Text
from simplifier.evaluation.segments.questions import Question
from simplifier.evaluation.segments.reference_set import ReferenceSet

__all__ = ["EditMeasure", "SourceRatio"]

_MEASURES = {"distance": (0, -1.0), "additions": (1, 1.0), "deletions": (2, 1.0), "copies": (3, 100.0)}
_SENTENCES: Final = "sentences"
_UNITS: Final = ("characters", "words", _SENTENCES)


@dataclass(frozen=True)
class EditMeasure(KernelMetric):
    """The mean over sentences of a count of changed words.

    Attributes:
        measure: ``distance``: minus the least number of words to insert, delete and replace; ``additions``: words
            of the output beyond those of the source; ``deletions``: the other way round; ``copies``: percentage of
            outputs with the same words as their source.
    """

    measure: str = "distance"
    needs_references = False

    def __post_init__(self) -> None:
        if self.measure not in _MEASURES:
            raise ConfigError(f"cannot measure {self.measure!r}; choose one of {', '.join(_MEASURES)}")

    @property
    def blocks(self) -> int:
        """The block of edits."""
        return EDITS

    def segment_scores(self, statistics: FloatArray) -> FloatArray:
        """Return the measure of each row, in words (copies: 0 or 100)."""
        column, factor = _MEASURES[self.measure]
        return np.asarray(factor * statistics[:, column] + 0.0)  # no negative zeros

    def settings(self) -> dict[str, str]:
        """Return the unit and the preprocessing."""
        return {"unit": "percent" if self.measure == "copies" else "words"} | self.preprocessing.settings()


@dataclass(frozen=True)
class SourceRatio(Metric):
    """The mean over sentences of the output's size over the source's, in characters, words or sentences.

    A source without any such unit (an empty line) has no ratio: its score is 1, and the mean leaves it out.
    """

    name: str
    unit: str = "characters"
    preprocessing: Preprocessing = Preprocessing("none", "mixed")
    needs_references = False
    compares_words = False

    def __post_init__(self) -> None:
        if self.unit not in _UNITS:
            raise ConfigError(f"cannot count {self.unit!r}; choose one of {', '.join(_UNITS)}")

    @property
    def asks(self) -> tuple[Question, ...]:  # type: ignore[override]
        """The question where sentences end, if sentences are counted."""
        return ("sentences",) if self.unit == _SENTENCES else ()

    @property
    def width(self) -> int:
        """Sizes of output and source."""
        return 2

    def _statistics(self, outputs: Sequence[Text], data: ReferenceSet, segments: NDArray[np.int64]) -> FloatArray:
        size, line = self._size(data), self.preprocessing.line

        def sizes(texts: Sequence[Text]) -> FloatArray:
            return np.array([size(line(text)) for text in texts], dtype=np.float64)

        sources = data.keep((self.unit, self.preprocessing), lambda: sizes(data.sources))
        return np.column_stack([sizes(outputs), sources[segments]])

    def _size(self, data: ReferenceSet) -> Callable[[str], int]:
        if self.unit == _SENTENCES:
            return data.spoken.count_sentences
        return len if self.unit == "characters" else _count_words

    def segment_scores(self, statistics: FloatArray) -> FloatArray:
        """Return the ratio of each row; 1 if the source has no such unit."""
        sizes, source_sizes = statistics.T
        return np.where(source_sizes > 0, sizes / np.maximum(source_sizes, 1), 1.0)

    @property
    def summand_width(self) -> int:
        """The ratio, and whether there is one."""
        return 2

    def summands(self, statistics: FloatArray) -> FloatArray:
        """Return ratios and ones, [rows, 2]; zeros for the rows that the mean leaves out."""
        counted = (statistics[:, 1] > 0).astype(np.float64)
        return np.column_stack([self.segment_scores(statistics) * counted, counted])

    def score_of_sums(self, sums: FloatArray, segments: FloatArray) -> FloatArray:
        """Return the mean over the sentences that have a ratio; 1 if none has."""
        return np.where(sums[:, 1] > 0, ratio(sums[:, 0], sums[:, 1]), 1.0)

    def settings(self) -> dict[str, str]:
        """Return the unit, the treatment of empty sources, and the preprocessing."""
        return {"unit": self.unit, "empty": "skipped"} | self.preprocessing.settings()


def _count_words(text: str) -> int:
    return len(text.split())
