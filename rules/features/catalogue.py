"""Features that the core tells of itself: what arises in a sentence, and what stops changes, for the register."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, cast

import numpy as np

from simplifier.core import feature_catalogue
from simplifier.rules.features.encoding import EncodedBatch
from simplifier.rules.features.registry import FeatureGroup, FeatureSpec, Level

__all__ = ["DecoderFeatures", "catalogued"]

#: Groups of the catalogue whose values the decoder is given: a group of the register of their own has them.
_GIVEN: Final = frozenset({"review", "user"})


def catalogued(*groups: str) -> tuple[FeatureSpec, ...]:
    """Return the features of groups of the core's catalogue, in its order."""
    return tuple(
        FeatureSpec(one.name, one.meaning, one.unit, level=cast("Level", one.level))
        for one in feature_catalogue()
        if one.group in groups
    )


class DecoderFeatures(FeatureGroup):
    """What the decoder adds to a derivation; nothing is stored for it."""

    name = "decoder"
    specs = catalogued(*({one.group for one in feature_catalogue()} - _GIVEN))

    def compute(self, batch: EncodedBatch) -> Mapping[str, np.ndarray]:
        """Compute nothing: these have no value outside a sentence."""
        return {}
