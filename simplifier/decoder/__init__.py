"""The chart decoder: sentences in, k-best derivations out."""

from __future__ import annotations

from simplifier.decoder.chart import ChartDecoder, GrammarPart, LanguageModelPart
from simplifier.decoder.derivation import Derivation, InputSentence, RuleApplication

__all__ = [
    "ChartDecoder",
    "Derivation",
    "GrammarPart",
    "InputSentence",
    "LanguageModelPart",
    "RuleApplication",
]
