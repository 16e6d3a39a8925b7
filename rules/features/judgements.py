"""Features from readers' marks of the pair in sentences (`simplifier.rules.resources.judgements`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np

from simplifier.rules.features.encoding import EncodedBatch
from simplifier.rules.features.registry import FeatureGroup, FeatureSpec
from simplifier.rules.resources.judgements import Judgements

__all__ = ["JUDGED_FEATURES", "JudgementFeatures"]

#: In the order of `JudgedShares`.
JUDGED_FEATURES: Final = (
    "JudgedStands",
    "JudgedFits",
    "JudgedSourceStands",
    "JudgedTargetStands",
    "JudgedCount",
)
_FORMULAS: Final = (
    "share of judged edits of the pair (or of pairs like it) that editors let stand",
    "share of those that make the sentence easier",
    "share of judged edits of s, in any form, that stand",
    "share of judged edits to t, in any form, that stand",
    "ln(1 + judged edits of the pair in any form)",
)


class JudgementFeatures(FeatureGroup):
    """Shares of judged edits, from which boosted trees learn.

    A pair that nobody judged has the shares of the next wider kind (`JudgedShares`).
    """

    name = "judgement"
    specs = tuple(
        FeatureSpec(name, formula, "ln" if name == "JudgedCount" else "0-1")
        for name, formula in zip(JUDGED_FEATURES, _FORMULAS, strict=True)
    )

    def __init__(self, judgements: Judgements | None = None) -> None:
        """Without ``judgements`` the features stay missing."""
        self._judgements = judgements

    def compute(self, batch: EncodedBatch) -> Mapping[str, np.ndarray]:
        """Look both sides up, whatever the label."""
        if self._judgements is None:
            return {}
        pairs = zip(batch.source.texts, batch.target.texts, strict=True)
        values = np.array([self._judgements.shares(*pair) for pair in pairs], dtype=np.float64)
        values = values.reshape(-1, len(JUDGED_FEATURES))
        return dict(zip(JUDGED_FEATURES, values.T, strict=True))
