"""Text in and text out: segmentation into sentences, and writing of changed sentences into their text."""

from __future__ import annotations

from simplifier.languages.analysis.tokens import Token, normalise, pretokenised, words
from simplifier.text.draft import Style
from simplifier.text.realisation import OutputWord, Realisation, Repair, realise
from simplifier.text.segmentation import (
    AppliedRule,
    Sentence,
    SplitPart,
    cut_long,
    joined,
    paragraphs,
    sentences_of,
)

__all__ = [
    "AppliedRule",
    "OutputWord",
    "Realisation",
    "Repair",
    "Sentence",
    "SplitPart",
    "Style",
    "Token",
    "cut_long",
    "joined",
    "normalise",
    "paragraphs",
    "pretokenised",
    "realise",
    "sentences_of",
    "words",
]
