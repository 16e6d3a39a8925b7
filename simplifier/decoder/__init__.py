"""The chart decoder: sentences in, k-best derivations out."""

from __future__ import annotations

from simplifier.decoder.chart import ChartDecoder, GrammarPart, LanguageModelPart
from simplifier.decoder.derivation import (
    Constraints,
    Derivation,
    InputSentence,
    LatticeArc,
    Replacement,
    RuleApplication,
)
from simplifier.decoder.features import ApplicationFeature, Applications, DerivationFeature
from simplifier.decoder.parsing import ANCHORED, NO_LIMIT, ParseOptions

__all__ = [
    "ANCHORED",
    "NO_LIMIT",
    "ApplicationFeature",
    "Applications",
    "ChartDecoder",
    "Constraints",
    "Derivation",
    "DerivationFeature",
    "GrammarPart",
    "InputSentence",
    "LanguageModelPart",
    "LatticeArc",
    "ParseOptions",
    "Replacement",
    "RuleApplication",
]
