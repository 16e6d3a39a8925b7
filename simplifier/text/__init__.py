"""Text in, text out: sentences, tokens, decoder forms, and putting a changed sentence back into its text."""

from __future__ import annotations

from simplifier.text.sentences import cut_long, sentence_spans
from simplifier.text.tokenizer import tokenise, tokenise_forms
from simplifier.text.tokens import Token, normalise, pretokenised, words

__all__ = [
    "Token",
    "cut_long",
    "normalise",
    "pretokenised",
    "sentence_spans",
    "tokenise",
    "tokenise_forms",
    "words",
]
