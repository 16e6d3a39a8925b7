"""BLEU, chrF and TER as sacrebleu computes them, with its sufficient statistics per segment.

Post (2018), A call for clarity in reporting BLEU scores, WMT. Popović (2015, 2017) for chrF and chrF++;
Snover et al. (2006) for TER.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import sacrebleu
from numpy.typing import NDArray
from sacrebleu.metrics.base import Metric as SacrebleuMetric
from sacrebleu.metrics.bleu import BLEU
from sacrebleu.metrics.chrf import CHRF
from sacrebleu.metrics.ter import TER

from simplifier.base.errors import ConfigError
from simplifier.evaluation.segments.metric import FloatArray, Metric
from simplifier.evaluation.segments.preprocessing import Preprocessing, Text
from simplifier.evaluation.segments.reference_set import ReferenceSet

__all__ = ["LibraryMetric"]

_WIDTHS = {"bleu": 10, "chrf": 18, "chrf++": 24, "ter": 2}


@functools.cache
def _library(kind: str, single: bool) -> SacrebleuMetric:
    # Texts come tokenised and cased by `Preprocessing`, so the library must not do it again.
    if kind == "bleu":
        # A single segment needs the effective order, a corpus must not have it: sacrebleu's own defaults.
        return BLEU(tokenize="none", effective_order=single, force=True)
    if kind == "ter":
        return TER(case_sensitive=True)
    return CHRF(word_order=2 if kind == "chrf++" else 0)


@dataclass(frozen=True)
class LibraryMetric(Metric):
    """A metric of sacrebleu, 0-100 (TER may pass 100); `kind` is bleu, chrf, chrf++ or ter."""

    name: str
    kind: str
    preprocessing: Preprocessing = Preprocessing("none", "mixed")

    level = "corpus"

    def __post_init__(self) -> None:
        if self.kind not in _WIDTHS:
            raise ConfigError(f"sacrebleu's {self.kind!r} is not offered; choose one of {', '.join(_WIDTHS)}")

    @property
    def higher_is_better(self) -> bool:  # type: ignore[override]
        """True except for TER, which counts edits."""
        return self.kind != "ter"

    @property
    def width(self) -> int:
        """Number of statistics per segment."""
        return _WIDTHS[self.kind]

    def _statistics(self, outputs: Sequence[Text], data: ReferenceSet, segments: NDArray[np.int64]) -> FloatArray:
        library: Any = _library(self.kind, True)
        line = self.preprocessing.line

        def read_references() -> list[Any]:
            found: list[Any] = library._cache_references([[line(t) for t in r] for r in data.references])
            return found

        references = data.keep((self.kind, self.preprocessing), read_references)
        hypotheses = [library._preprocess_segment(line(output)) for output in outputs]
        rows = [
            library._compute_segment_statistics(hypothesis, references[segment])
            for hypothesis, segment in zip(hypotheses, segments, strict=True)
        ]
        return np.array(rows, dtype=np.float64).reshape(-1, self.width)

    def segment_scores(self, statistics: FloatArray) -> FloatArray:
        """Return sacrebleu's sentence score of each row."""
        return self._scores(statistics, single=True)

    def score_of_sums(self, sums: FloatArray, segments: FloatArray) -> FloatArray:
        """Return sacrebleu's corpus score of each row of summed statistics."""
        return self._scores(sums, single=False)

    def _scores(self, statistics: FloatArray, single: bool) -> FloatArray:
        library: Any = _library(self.kind, single)
        whole = self.kind != "ter"  # TER's statistics hold mean reference lengths; the others only counts
        rows = statistics.round().astype(int).tolist() if whole else statistics.tolist()
        return np.array([library._compute_score_from_stats(row).score for row in rows])

    def settings(self) -> dict[str, str]:
        """Return the library's version, the level and the preprocessing."""
        smoothing = {"smooth": "exp"} if self.kind == "bleu" else {}
        return (
            smoothing
            | {
                "level": self.level,
                "sacrebleu": sacrebleu.__version__,
            }
            | self.preprocessing.settings()
        )
