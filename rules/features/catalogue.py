"""Features that the core defines: those that arise in a sentence, and those that stop changes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, cast

import numpy as np

from simplifier.core import feature_catalogue
from simplifier.rules.features.encoding import EncodedBatch
from simplifier.rules.features.registry import FeatureGroup, FeatureSpec, Level

__all__ = ["DecoderFeatures", "catalogued"]

#: Groups of the catalogue whose values rules bring to the decoder; each has a group of its own in the register.
_GIVEN: Final = frozenset({"review", "user"})


def catalogued(*groups: str) -> tuple[FeatureSpec, ...]:
    """Return the features of groups of the core's catalogue, in its order."""
    return tuple(
        FeatureSpec(one.name, one.meaning, one.unit, level=cast("Level", one.level))
        for one in feature_catalogue()
        if one.group in groups
    )


class DecoderFeatures(FeatureGroup):
    """Features that the decoder adds to a derivation; a table stores no values of them."""

    name = "decoder"
    specs = catalogued(*({one.group for one in feature_catalogue()} - _GIVEN))

    def compute(self, batch: EncodedBatch) -> Mapping[str, np.ndarray]:
        """Compute nothing: these have no value outside a sentence."""
        return {}
