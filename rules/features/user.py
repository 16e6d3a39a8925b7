"""What a user's own list wants (`rules.readers.user_list`): registered here for its documentation."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from rules.features.encoding import EncodedBatch
from rules.features.registry import FeatureGroup, FeatureSpec

__all__ = ["UserFeatures"]

_WORDS = "words of s, and a tenth more for each after the first, if a user list"


class UserFeatures(FeatureGroup):
    """Values that come with the entries of a user list."""

    name = "user"
    specs = (
        FeatureSpec("UserRule", f"{_WORDS} prefers the rule", "words"),
        FeatureSpec("UserAlways", f"{_WORDS} demands the rule", "words"),
        FeatureSpec("UserNever", f"{_WORDS} forbids the rule (in tables built from one)", "words"),
        FeatureSpec(
            "UserBlocked",
            "1 if the user list forbids the rewrite, or wants it for another part of speech",
            "flag",
            0,
            "span",
        ),
    )

    def compute(self, batch: EncodedBatch) -> Mapping[str, np.ndarray]:
        """Compute nothing: the values come with the rules."""
        return {}
