"""Features of pairs from dictionaries, lists, inflection or a user, which no corpus counted; rules bring the values."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from simplifier.rules.features.catalogue import catalogued
from simplifier.rules.features.encoding import EncodedBatch
from simplifier.rules.features.registry import FeatureGroup, FeatureSpec

__all__ = ["ListFeatures", "UserFeatures"]


class ListFeatures(FeatureGroup):
    """One flag for each list, so that tuning can weigh the list, and what WordNet knows of senses."""

    name = "list"
    specs = (
        FeatureSpec("InPlainList", "1 if the list of plain English holds the pair", "flag"),
        FeatureSpec(
            "PlainDoubt",
            "in how many of 40 places an editor would refuse the pair, as a reader of the list of plain "
            "English thinks; 0 where nobody has said",
            "places",
        ),
        FeatureSpec("InWordNet", "1 if s and t share a sense of WordNet, or t is broader", "flag"),
        FeatureSpec("WordNetShare", "share of the tagged uses of s that are in a sense shared with t", "0-1"),
        FeatureSpec("WordNetBroader", "1 if t is a hypernym of s, or the adjective it is like", "flag"),
        FeatureSpec("InPairList", "1 if a list of PPDB pairs without scores holds the pair", "flag"),
        FeatureSpec("InNumberList", "1 if the pair is a number or a span of time made plain, 2 if it is a date", "0-2"),
        FeatureSpec("InLexicon", "1 if the pair is in the lexicon and no corpus has been asked about it yet", "flag"),
        FeatureSpec("InParadigm", "1 if s and t are forms of a pair that the sources hold in other forms", "flag"),
        FeatureSpec("ParadigmForms", "pairs of forms that the sources hold of it", "pairs"),
    )

    def compute(self, batch: EncodedBatch) -> Mapping[str, np.ndarray]:
        """Compute nothing: the values come with the rules."""
        return {}


class UserFeatures(FeatureGroup):
    """What a user's own list wants (`simplifier.rules.readers.user_list`)."""

    name = "user"
    specs = catalogued(name)

    def compute(self, batch: EncodedBatch) -> Mapping[str, np.ndarray]:
        """Compute nothing: the values come with the rules."""
        return {}
