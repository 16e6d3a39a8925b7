"""Text in, text out: sentences, tokens, decoder forms, and putting a changed sentence back into its text."""

from __future__ import annotations

from simplifier.languages.parts.tokens import Token, normalise, pretokenised, words
from simplifier.text.document import (
    AppliedRule,
    Sentence,
    SplitPart,
    joined,
    paragraphs,
    put_together,
    sentences_of,
)
from simplifier.text.draft import Style
from simplifier.text.realisation import OutputWord, Realisation, Repair, realise
from simplifier.text.sentences import cut_long

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
    "put_together",
    "realise",
    "sentences_of",
    "words",
]
