"""The chart decoder: sentences in, k-best derivations out."""

from __future__ import annotations

from simplifier.decoder.chart import ChartDecoder, GrammarPart, LanguageModelPart, SelectionRows
from simplifier.decoder.derivation import (
    Constraints,
    Derivation,
    InputSentence,
    LatticeArc,
    Objection,
    Replacement,
    RuleApplication,
    feature_line,
)
from simplifier.decoder.derivation_tree import DerivationTree, derivation_tree, word_alignment
from simplifier.decoder.features import (
    ApplicationFeature,
    Applications,
    BatchedDerivationFeature,
    DerivationFeature,
    load_feature,
)
from simplifier.decoder.forest import Forest, ForestEdge, ForestNode, ForestStatistics
from simplifier.decoder.options import ANCHORED, NO_LIMIT, ParseOptions, SearchOptions
from simplifier.decoder.search_result import SearchResult, change_groups

__all__ = [
    "ANCHORED",
    "NO_LIMIT",
    "ApplicationFeature",
    "Applications",
    "BatchedDerivationFeature",
    "ChartDecoder",
    "Constraints",
    "Derivation",
    "DerivationFeature",
    "Forest",
    "ForestEdge",
    "ForestNode",
    "ForestStatistics",
    "GrammarPart",
    "InputSentence",
    "LanguageModelPart",
    "LatticeArc",
    "Objection",
    "ParseOptions",
    "Replacement",
    "RuleApplication",
    "SearchOptions",
    "SearchResult",
    "SelectionRows",
    "DerivationTree",
    "change_groups",
    "derivation_tree",
    "feature_line",
    "load_feature",
    "word_alignment",
]
