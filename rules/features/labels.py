"""Agreement of the parts of speech of the two sides."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from simplifier.rules.features.encoding import EncodedBatch
from simplifier.rules.features.registry import FeatureGroup, FeatureSpec

__all__ = ["LabelFeatures"]


class LabelFeatures(FeatureGroup):
    """Whether the tagger gives both sides, each tagged alone, the label of the rule."""

    name = "label"
    specs = (FeatureSpec("LabelAgree", "1 if s and t get the same label from the tagger", "flag"),)

    def compute(self, batch: EncodedBatch) -> Mapping[str, np.ndarray]:
        """Compute the flag where the rules were tagged on both sides."""
        if batch.labels_agree is None:
            return {}
        return {"LabelAgree": batch.labels_agree}
