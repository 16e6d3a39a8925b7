"""SARI: how well an output adds, keeps and deletes n-grams, given the source and the references.

Xu, Napoles, Pavlick, Chen and Callison-Burch (2016), Optimizing Statistical Machine Translation for Text
Simplification, TACL 4, equations 4-7. The name stands for several numbers, which differ in four switches.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from simplifier.base.errors import ConfigError
from simplifier.evaluation.segments.kernel_metric import (
    SARI_ADD,
    SARI_TOKENS,
    SARI_TYPES,
    KernelMetric,
    split_blocks,
)
from simplifier.evaluation.segments.metric import FloatArray, ratio

__all__ = ["ORDERS", "Sari", "f1"]

ORDERS = 4
_CHOICES = {
    "counts": ("types", "tokens"),
    "deletion": ("precision", "f1"),
    "combine": ("per-order", "pooled"),
    "level": ("sentence", "corpus"),
}


def f1(precision: FloatArray, recall: FloatArray) -> FloatArray:
    """Return the harmonic mean; 0 if both values are 0."""
    return ratio(2 * precision * recall, precision + recall)


@dataclass(frozen=True)
class Sari(KernelMetric):
    """SARI in any of its variants, 0-100.

    Orders longer than a sentence are empty and score 0, as in all published variants: a perfect output of one
    word gets far less than 100.

    Attributes:
        counts: ``types`` averages a ratio over n-gram types (the authors' released script); ``tokens``
            divides summed counts (the printed equations).
        deletion: ``precision`` (the paper) or ``f1`` (the authors' tuner and most later tools).
        combine: ``per-order`` averages F1 over orders 1-4; ``pooled`` averages precision and recall over the
            orders first and takes one F1 (the printed equations).
        level: ``sentence`` is the mean of sentence scores; ``corpus`` sums the statistics first.
    """

    counts: str = "types"
    deletion: str = "precision"
    combine: str = "per-order"
    level: str = "sentence"

    def __post_init__(self) -> None:
        for switch, choices in _CHOICES.items():
            value = getattr(self, switch)
            if value not in choices:
                raise ConfigError(f"SARI's {switch} cannot be {value!r}; choose {' or '.join(choices)}")

    @property
    def blocks(self) -> int:
        """The blocks of kernel statistics this variant needs."""
        return SARI_ADD | (SARI_TYPES if self.counts == "types" else SARI_TOKENS)

    def segment_parts(self, statistics: FloatArray) -> dict[str, FloatArray]:
        """Return the scores of the three operations for each row, 0-100."""
        views = split_blocks(statistics, self.blocks)
        if self.counts == "types":
            sums: FloatArray = views[SARI_TYPES].reshape(-1, ORDERS, 4, 2)
            quotients = ratio(sums[..., 0], sums[..., 1])
            keep = quotients[..., 0], quotients[..., 1]
            delete = quotients[..., 2], quotients[..., 3]
        else:
            sums = views[SARI_TOKENS].reshape(-1, ORDERS, 2, 3)
            quotients = ratio(sums[..., :1], sums[..., 1:])
            keep = quotients[..., 0, 0], quotients[..., 0, 1]
            delete = quotients[..., 1, 0], quotients[..., 1, 1]
        sums = views[SARI_ADD].reshape(-1, ORDERS, 3)
        quotients = ratio(sums[..., :1], sums[..., 1:])
        add = quotients[..., 0], quotients[..., 1]
        deleted = self._over_orders(*delete) if self.deletion == "f1" else delete[0].mean(axis=1)
        return {
            "add": 100 * self._over_orders(*add),
            "keep": 100 * self._over_orders(*keep),
            "delete": 100 * deleted,
        }

    def segment_scores(self, statistics: FloatArray) -> FloatArray:
        """Return the mean of the three operations for each row, 0-100."""
        add, keep, delete = self.segment_parts(statistics).values()
        return (add + keep + delete) / 3

    def settings(self) -> dict[str, str]:
        """Return the switches and the preprocessing."""
        return {
            "counts": self.counts,
            "del": self.deletion,
            "combine": self.combine,
            "level": self.level,
        } | self.preprocessing.settings()

    def _over_orders(self, precision: FloatArray, recall: FloatArray) -> FloatArray:
        if self.combine == "per-order":
            return np.asarray(f1(precision, recall).mean(axis=1))
        return f1(precision.mean(axis=1), recall.mean(axis=1))
