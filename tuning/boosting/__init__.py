"""Training of boosted trees: those of the selection features, and those of the reranker."""

from __future__ import annotations

from simplifier.tuning.boosting.cross_fitting import BoostingSettings, CrossFitted, train_cross_fitted
from simplifier.tuning.boosting.selection import ReferencedSentences, SelectionReport, train_selection

__all__ = [
    "BoostingSettings",
    "CrossFitted",
    "ReferencedSentences",
    "SelectionReport",
    "train_cross_fitted",
    "train_selection",
]
