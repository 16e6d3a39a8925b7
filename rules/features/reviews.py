"""Features from a person's verdict on the pair (`simplifier.rules.resources.reviews`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np

from simplifier.core import FeatureName
from simplifier.rules.features.catalogue import catalogued
from simplifier.rules.features.encoding import EncodedBatch
from simplifier.rules.features.registry import FeatureGroup
from simplifier.rules.resources.cores import core_of
from simplifier.rules.resources.reviews import Reviews

__all__ = ["ReviewFeatures"]

#: Features by the verdict that they flag.
_FLAGS: Final = {
    FeatureName.ReviewedSound: "sound",
    FeatureName.ReviewedDepends: "depends",
    FeatureName.ReviewedBad: "bad",
}


class ReviewFeatures(FeatureGroup):
    """One flag for each verdict. A pair without a verdict takes that of its core, where there is one.

    The core is what is left without the words that both sides begin or end with: of "the entire" and "the
    whole" it is "entire" and "whole".
    """

    name = "review"
    specs = catalogued(name)

    def __init__(self, reviews: Reviews | None = None) -> None:
        """Without ``reviews`` the features stay missing."""
        self._reviews = reviews

    def compute(self, batch: EncodedBatch) -> Mapping[str, np.ndarray]:
        """Look both sides up, whatever the label."""
        if self._reviews is None:
            return {}
        pairs = zip(batch.source.texts, batch.target.texts, strict=True)
        verdicts = [self._verdict(*pair) for pair in pairs]
        return {
            name: np.array([one == verdict for one in verdicts], dtype=np.float64) for name, verdict in _FLAGS.items()
        }

    def _verdict(self, source: str, target: str) -> str | None:
        assert self._reviews is not None
        own = self._reviews.get((source, target))
        return own if own is not None else self._reviews.get(core_of(source, target))
