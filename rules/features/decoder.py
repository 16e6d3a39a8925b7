"""Features that arise in a sentence and not in the table: registered here for their documentation."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from rules.features.encoding import EncodedBatch
from rules.features.registry import FeatureGroup, FeatureSpec

__all__ = ["DecoderFeatures"]


class DecoderFeatures(FeatureGroup):
    """What the decoder adds to a derivation; nothing is stored for them."""

    name = "decoder"
    specs = (
        FeatureSpec(
            "LabelMatch",
            "1 if a changing rule's LHS is the label the tagger gives its span",
            "flag",
            0,
            "span",
        ),
        FeatureSpec(
            "LabelClash", "1 if a changing rule's LHS is not the label of its span", "flag", 0, "span"
        ),
        FeatureSpec("OOVPenalty", "1 for each token no rule covers", "words", 0, "span"),
        FeatureSpec("GluePenalty", "1 for each use of the glue rule", "rules", 0, "span"),
        FeatureSpec(
            "ChangedProperNoun", "proper nouns of the sentence under a changing rule", "words", 0, "span"
        ),
        FeatureSpec("ChangedNumber", "tokens with digits under a changing rule", "words", 0, "span"),
        FeatureSpec(
            "ChangedQuoted", "tokens between quotation marks under a changing rule", "words", 0, "span"
        ),
        FeatureSpec("ChangedFirst", "1 if a changing rule covers the first token", "flag", 0, "span"),
        FeatureSpec("WordPenalty", "words of the output", "words", 0, "hypothesis"),
        FeatureSpec(
            "lm_NAME_oov", "words of the output the model NAME does not know", "words", 0, "hypothesis"
        ),
        FeatureSpec(
            "lm_NAME", "ln p of the whole output under the language model NAME", "nats", 0, "hypothesis"
        ),
    )

    def compute(self, batch: EncodedBatch) -> Mapping[str, np.ndarray]:
        """Compute nothing: these have no value outside a sentence."""
        return {}
