"""D-SARI: SARI of whole documents, with penalties for documents that are too long or too short.

Sun, Jin and Wan (2021), Document-Level Text Simplification: Dataset, Criteria and Baseline, EMNLP.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simplifier.base.errors import InputError
from simplifier.core import metric_width
from simplifier.evaluation.metrics.sari import Sari
from simplifier.evaluation.segments.kernel_metric import (
    BLEU,
    READABILITY,
    SARI_ADD,
    SARI_TYPES,
    KernelMetric,
    split_blocks,
)
from simplifier.evaluation.segments.metric import FloatArray, ratio
from simplifier.evaluation.segments.preprocessing import Text
from simplifier.evaluation.segments.reference_set import ReferenceSet

__all__ = ["DocumentSari"]


@dataclass(frozen=True)
class DocumentSari(KernelMetric):
    """D-SARI, the mean over documents, 0-100; every line is a document with exactly one reference.

    The operations are those of sari-paper. An output shorter than the reference lowers the score of additions; a
    longer one lowers those of keeping and deletion; a different number of sentences lowers that of keeping.
    """

    asks = ("sentences",)

    @property
    def blocks(self) -> int:
        """SARI's blocks, BLEU's for the reference length, and the lengths of source and output."""
        return SARI_TYPES | SARI_ADD | BLEU | READABILITY

    @property
    def width(self) -> int:
        """The kernel's columns, and the numbers of sentences in output and reference."""
        return metric_width(self.blocks) + 2

    def _statistics(self, outputs: Sequence[Text], data: ReferenceSet, segments: NDArray[np.int64]) -> FloatArray:
        if data.reference_count != 1:
            raise InputError(f"{self.name} needs exactly one reference, not {data.reference_count}")
        line, count_sentences = self.preprocessing.line, data.spoken.count_sentences
        references = np.array([count_sentences(line(text)) for text in data.references[0]], dtype=np.float64)
        sentences = np.array([count_sentences(line(output)) for output in outputs], dtype=np.float64)
        kernel = super()._statistics(outputs, data, segments)
        return np.column_stack([kernel, sentences, references[segments]])

    def segment_parts(self, statistics: FloatArray) -> dict[str, FloatArray]:
        """Return the three penalised operations for each row, 0-100."""
        views = split_blocks(statistics, self.blocks)
        sari = Sari(self.name)
        operations = sari.segment_parts(np.hstack([views[SARI_TYPES], views[SARI_ADD]]))
        output, source = views[READABILITY][:, 0], views[READABILITY][:, 2]
        reference = views[BLEU][:, -1]
        output_sentences, reference_sentences = statistics[:, -2], statistics[:, -1]
        too_short = np.exp(-np.maximum(reference - output, 0) / np.maximum(output, 1))
        too_long = np.exp(-np.maximum(output - reference, 0) / np.maximum(source - reference, 1))
        difference = np.abs(reference_sentences - output_sentences)
        uneven = np.exp(-ratio(difference, np.maximum(reference_sentences, output_sentences)))
        return {
            "add": operations["add"] * too_short,
            "keep": operations["keep"] * too_long * uneven,
            "delete": operations["delete"] * too_long,
        }

    def segment_scores(self, statistics: FloatArray) -> FloatArray:
        """Return D-SARI of each row, 0-100."""
        add, keep, delete = self.segment_parts(statistics).values()
        return (add + keep + delete) / 3

    def settings(self) -> dict[str, str]:
        """Return the preprocessing; the rest is fixed."""
        return {"counts": "types", "del": "precision", "combine": "per-order"} | self.preprocessing.settings()
