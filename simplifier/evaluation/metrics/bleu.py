"""BLEU and iBLEU from the kernel's statistics, fast enough for tuning and equal to sacrebleu.

Papineni, Roukos, Ward and Zhu (2002), BLEU: a method for automatic evaluation of machine translation, ACL.
iBLEU: Sun and Zhou (2012), Joint learning of a dual SMT system for paraphrase generation, ACL.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from simplifier.base.errors import ConfigError
from simplifier.evaluation.segments.kernel_metric import BLEU, SOURCE_BLEU, KernelMetric, split_blocks
from simplifier.evaluation.segments.metric import FloatArray

__all__ = ["SMOOTHING", "IBleu", "KernelBleu", "bleu_from_statistics"]

ORDERS = 4
SMOOTHING = ("none", "exp", "floor", "add-k")
_DEFAULT_SMOOTHING_VALUE = {"floor": 0.1, "add-k": 1.0}


def bleu_from_statistics(statistics: FloatArray, smoothing: str = "exp", effective_order: bool = True) -> FloatArray:
    """Return BLEU of each row, 0-1.

    Args:
        statistics: [rows, 10]: matches of orders 1-4, totals of orders 1-4, output and reference length.
        smoothing: ``none``; ``exp``: the i-th order without a match counts 1/2^i matches; ``floor``: it counts 0.1
            matches; ``add-k``: one match and one n-gram are added from order 2 on (Chen and Cherry 2014).
        effective_order: leave out the orders that the output is too short for.
    """
    matches, totals = statistics[:, :ORDERS], statistics[:, ORDERS : 2 * ORDERS]
    length, reference_length = statistics[:, 2 * ORDERS], statistics[:, 2 * ORDERS + 1]
    any_match = matches.any(axis=1)  # taken before smoothing: an output without any match scores 0
    if smoothing == "add-k":
        later = np.arange(ORDERS) > 0
        matches, totals = matches + later, totals + later
    missed = (matches == 0) & (totals > 0)
    if smoothing == "exp":
        matches = np.where(missed, 0.5 ** np.cumsum(missed, axis=1), matches)
    elif smoothing == "floor":
        matches = np.where(missed, _DEFAULT_SMOOTHING_VALUE["floor"], matches)
    used = np.cumprod(totals > 0, axis=1).astype(bool)
    with np.errstate(divide="ignore", invalid="ignore"):
        logarithms = np.where(used, np.log(matches / totals), 0.0 if effective_order else -np.inf)
        penalty = np.where(length < reference_length, np.exp(1.0 - reference_length / length), 1.0)
        orders = np.maximum(used.sum(axis=1), 1) if effective_order else ORDERS
        score = penalty * np.exp(logarithms.sum(axis=1) / orders)
    return np.where(any_match, score, 0.0)


def _check_smoothing(smoothing: str) -> None:
    if smoothing not in SMOOTHING:
        raise ConfigError(f"BLEU's smoothing cannot be {smoothing!r}; choose one of {', '.join(SMOOTHING)}")


@dataclass(frozen=True)
class KernelBleu(KernelMetric):
    """BLEU, 0-100; as a mean of sentence scores it is the column of Xu et al. (2016).

    Attributes:
        smoothing: see `bleu_from_statistics`.
        effective_order: leave out orders that an output is too short for (usual for single sentences only).
        level: ``sentence`` is the mean of sentence BLEU; ``corpus`` sums the statistics first.
    """

    smoothing: str = "exp"
    effective_order: bool = True
    level: str = "sentence"

    def __post_init__(self) -> None:
        _check_smoothing(self.smoothing)

    @property
    def blocks(self) -> int:
        """The block of kernel statistics against the references."""
        return BLEU

    def segment_scores(self, statistics: FloatArray) -> FloatArray:
        """Return BLEU of each row, 0-100."""
        return 100 * bleu_from_statistics(statistics, self.smoothing, self.effective_order)

    def settings(self) -> dict[str, str]:
        """Return smoothing, order, level and preprocessing."""
        return {
            "smooth": self.smoothing,
            "eff": "yes" if self.effective_order else "no",
            "level": self.level,
        } | self.preprocessing.settings()


@dataclass(frozen=True)
class IBleu(KernelMetric):
    """iBLEU = alpha BLEU(output, references) - (1 - alpha) BLEU(output, source); may be negative.

    The mean of sentence scores, from -100 (1 - alpha) to 100 alpha.
    """

    alpha: float = 0.9
    smoothing: str = "exp"
    effective_order: bool = True

    def __post_init__(self) -> None:
        _check_smoothing(self.smoothing)

    @property
    def blocks(self) -> int:
        """The blocks of kernel statistics against references and source."""
        return BLEU | SOURCE_BLEU

    def segment_scores(self, statistics: FloatArray) -> FloatArray:
        """Return iBLEU of each row, at most 100."""
        views = split_blocks(statistics, self.blocks)
        scores = {
            block: bleu_from_statistics(view, self.smoothing, self.effective_order) for block, view in views.items()
        }
        return 100 * (self.alpha * scores[BLEU] - (1 - self.alpha) * scores[SOURCE_BLEU])

    def settings(self) -> dict[str, str]:
        """Return alpha, smoothing, order and preprocessing."""
        return {
            "alpha": f"{self.alpha:g}",
            "smooth": self.smoothing,
            "eff": "yes" if self.effective_order else "no",
        } | self.preprocessing.settings()
