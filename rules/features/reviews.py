"""What a person said of the pair (`rules.reviews`)."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from rules.features.encoding import EncodedBatch
from rules.features.registry import FeatureGroup, FeatureSpec
from rules.reviews import Reviews

__all__ = ["ReviewFeatures"]

_FLAGS = {"ReviewedSound": "sound", "ReviewedBad": "bad"}


class ReviewFeatures(FeatureGroup):
    """One flag for pairs that may be replaced nearly everywhere, one for pairs that should not be."""

    name = "review"
    specs = tuple(
        FeatureSpec(name, f"1 if the pair was reviewed as {verdict}", "flag")
        for name, verdict in _FLAGS.items()
    )

    def __init__(self, reviews: Reviews | None = None) -> None:
        """Without ``reviews`` the features stay missing."""
        self._reviews = reviews

    def compute(self, batch: EncodedBatch) -> Mapping[str, np.ndarray]:
        """Look both sides up, whatever the label."""
        if self._reviews is None:
            return {}
        pairs = zip(batch.source.texts, batch.target.texts, strict=True)
        verdicts = [self._reviews.get(pair) for pair in pairs]
        return {
            name: np.array([one == verdict for one in verdicts], dtype=np.float64)
            for name, verdict in _FLAGS.items()
        }
