"""The objective that tuning maximises: a metric over one chosen candidate per sentence.

Every candidate is kept as its own sentence score and its summands, which are what it adds to the corpus
(`Metric.summands`). The corpus score of any choice of candidates then costs one sum, and so does the exact effect of
exchanging a single candidate.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from simplifier.base.errors import InputError
from simplifier.evaluation.metrics import Metric, ReferenceSet
from simplifier.evaluation.segments.metric import FloatArray
from simplifier.tuning.candidates.acceptance import judges
from simplifier.tuning.candidates.dev_set import DevSet

__all__ = ["DEFAULT_METRIC", "JoinedObjective", "Objective", "reference_set"]

#: Of seven objectives tried, the one whose outputs strict readers liked best (docs/build/tuning.md).
DEFAULT_METRIC: Final = "0.5*sari-paper + 0.25*sentence-bleu + 0.25*fkbleu"

#: Rows whose exchanged sums are held in memory at once.
_CHUNK: Final = 65536


def reference_set(dev_set: DevSet) -> ReferenceSet:
    """Return the sources and references of a development set as lines of decoder forms."""
    references = [[" ".join(words) for words in reference] for reference in dev_set.references]
    return ReferenceSet([" ".join(words) for words in dev_set.sources], references, language=dev_set.language)


class Objective:
    """A metric on a development set, signed so that higher is better.

    Args:
        metric: a metric of decoder forms.
        data: the sources and references.
    """

    def __init__(self, metric: Metric, data: ReferenceSet) -> None:
        self.metric = metric
        self.data = data
        self.sign = 1.0 if metric.higher_is_better else -1.0

    def __len__(self) -> int:
        return len(self.data)

    @property
    def judges(self) -> bool:
        """True if outputs must be `JudgedText`."""
        return judges(self.metric)

    @property
    def width(self) -> int:
        """Number of summands of a candidate."""
        return self.metric.summand_width

    def evaluate(self, outputs: Sequence[str], sentences: NDArray[np.int32]) -> tuple[FloatArray, FloatArray]:
        """Return the summands [outputs, width] and the signed sentence scores [outputs] of outputs.

        Args:
            outputs: lines of decoder forms.
            sentences: the number of the sentence that each output belongs to, [outputs].
        """
        statistics = self.metric.statistics(outputs, self.data, sentences)
        return self.metric.summands(statistics), self.sign * self.metric.segment_scores(statistics)

    def corpus(self, sums: FloatArray, count: float | None = None) -> FloatArray:
        """Return the signed corpus score of each row of summed summands, [rows].

        Args:
            sums: summands, summed over the sentences of a corpus, [rows, width].
            count: the number of sentences in a sum; all sentences of the objective if None.
        """
        segments = np.full(len(sums), float(len(self)) if count is None else count)
        return self.sign * self.metric.score_of_sums(sums, segments)

    def effects(self, summands: NDArray[np.float32], sentences: NDArray[np.int32], current: FloatArray) -> FloatArray:
        """Return how much the corpus score gains when a candidate replaces the present output of its sentence, [rows].

        The gain is exact. It is multiplied by the number of sentences, so that for a mean of sentence scores it
        is the difference of two sentence scores.

        Args:
            summands: the summands of the candidates, [rows, width].
            sentences: the number of the sentence that each candidate belongs to, [rows].
            current: the summands of the present output of each sentence, [sentences, width].
        """
        total = current.sum(axis=0)
        base = float(self.corpus(total[np.newaxis])[0])
        gains = np.empty(len(summands))
        for start in range(0, len(summands), _CHUNK):
            part = slice(start, start + _CHUNK)
            exchanged = total - current[sentences[part]] + summands[part]
            gains[part] = self.corpus(exchanged)
        return (gains - base) * len(self)


class JoinedObjective(Objective):
    """A weighted sum of objectives on the same sentences, each with its own references.

    The summands of a candidate are those of the parts, one after the other.

    Args:
        parts: pairs of a weight and an objective.

    Raises:
        InputError: there is no part, or the parts have different numbers of sentences.
    """

    def __init__(self, parts: Sequence[tuple[float, Objective]]) -> None:
        if len({len(one) for _, one in parts}) != 1:
            raise InputError("objectives that are joined need the same sentences")
        self._parts = [*parts]

    def __len__(self) -> int:
        return len(self._parts[0][1])

    @property
    def judges(self) -> bool:
        """True if outputs must be `JudgedText` for some part."""
        return any(one.judges for _, one in self._parts)

    @property
    def width(self) -> int:
        """Number of summands of a candidate, in all parts together."""
        return sum(one.width for _, one in self._parts)

    def evaluate(self, outputs: Sequence[str], sentences: NDArray[np.int32]) -> tuple[FloatArray, FloatArray]:
        """Return the summands of all parts [outputs, width] and the weighted sum of their sentence scores [outputs]."""
        found = [one.evaluate(outputs, sentences) for _, one in self._parts]
        scores = sum(weight * own[1] for (weight, _), own in zip(self._parts, found, strict=True))
        return np.concatenate([own[0] for own in found], axis=1), np.asarray(scores, dtype=np.float64)

    def corpus(self, sums: FloatArray, count: float | None = None) -> FloatArray:
        """Return the weighted sum of the parts' corpus scores."""
        total = np.zeros(len(sums))
        start = 0
        for weight, one in self._parts:
            total += weight * one.corpus(sums[:, start : start + one.width], count)
            start += one.width
        return total
