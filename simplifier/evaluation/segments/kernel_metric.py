"""Metrics whose statistics the native kernel computes; they share one pass over the candidates."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simplifier.core import metric_width
from simplifier.evaluation.segments.metric import FloatArray, Metric
from simplifier.evaluation.segments.preprocessing import Preprocessing, Text
from simplifier.evaluation.segments.reference_set import ReferenceSet

__all__ = [
    "BLEU",
    "EDITS",
    "READABILITY",
    "SARI_ADD",
    "SARI_TOKENS",
    "SARI_TYPES",
    "SOURCE_BLEU",
    "KernelMetric",
    "block_columns",
    "split_blocks",
]

# Bits and order of simplifier/core/src/metrics/metric_index.hh, which says what stands in each block.
SARI_TYPES, SARI_TOKENS, SARI_ADD, BLEU, SOURCE_BLEU, READABILITY, EDITS = (1 << bit for bit in range(7))
_BLOCKS = (SARI_TYPES, SARI_TOKENS, SARI_ADD, BLEU, SOURCE_BLEU, READABILITY, EDITS)


def split_blocks(statistics: FloatArray, blocks: int) -> dict[int, FloatArray]:
    """Return views of the columns of each block in ``blocks``."""
    views = {}
    start = 0
    for block in _BLOCKS:
        if blocks & block:
            views[block] = statistics[:, start : start + metric_width(block)]
            start += metric_width(block)
    return views


def block_columns(wanted: int, present: int) -> NDArray[np.intp]:
    """Return the columns that the blocks ``wanted`` take in rows that hold the blocks ``present``."""
    columns = np.arange(metric_width(present))[np.newaxis, :].astype(np.float64)
    views = split_blocks(columns, present)
    return np.concatenate([views[block][0] for block in _BLOCKS if block & wanted]).astype(np.intp)


@dataclass(frozen=True)
class KernelMetric(Metric):
    """A metric over blocks of kernel statistics."""

    name: str
    preprocessing: Preprocessing = Preprocessing()

    @property
    @abstractmethod
    def blocks(self) -> int:
        """The blocks of statistics this metric needs, as a bit set."""

    @property
    def width(self) -> int:
        """Number of statistics per segment."""
        return metric_width(self.blocks)

    def _statistics(self, outputs: Sequence[Text], data: ReferenceSet, segments: NDArray[np.int64]) -> FloatArray:
        prepared = [self.preprocessing(output) for output in outputs]
        return data.index(self.preprocessing).statistics(segments, prepared, self.blocks)
