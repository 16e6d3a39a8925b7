"""Tokens and sentence ends by Unicode alone."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

from languages.tokens import IGNORABLE, Token, normalise

__all__ = ["sentence_spans", "tokenise"]

# Runs of letters, digits and marks, joined by a hyphen, an apostrophe or what stands inside numbers; web
# addresses; runs of dots and dashes; any other character by itself.
_TOKEN: Final = re.compile(
    rf"""
      (?i:https?|ftp)://[^\s<>"“”]*[\w/] | [\w.+-]+@[\w-]+(?:\.[\w-]+)+
    | [\w\u0300-\u036f{IGNORABLE}]+(?:(?:[-‐‑'’](?=\w)|(?<=\d)[.,:/](?=\d))[\w\u0300-\u036f{IGNORABLE}]+)*
    | ([-–—―.])\1+
    | [^\s\x00-\x1f\x7f-\x9f\u200b\ufeff]
    """,
    re.VERBOSE,
)
_END: Final = re.compile(r"""[.!?…。！？]+["'”’»›)\]]*(?=\s|$)|[。！？]""")
_SENTENCE: Final = re.compile(r"\S")


def tokenise(text: str, abbreviations: Collection[str] = ()) -> list[Token]:
    """Return the tokens of a text, with character offsets.

    Args:
        text: of one sentence.
        abbreviations: lowercased words that keep their full stop.
    """
    tokens: list[Token] = []
    for match in _TOKEN.finditer(text):
        surface, start, end = match[0], match.start(), match.end()
        if surface == "." and tokens and tokens[-1].end == start and f"{tokens[-1].form}." in abbreviations:
            start = tokens.pop().start
            surface = text[start:end]
        tokens.append(Token(surface, normalise(surface), start, end))
    return tokens


def sentence_spans(paragraph: str, abbreviations: Collection[str] = ()) -> list[tuple[int, int]]:
    """Return half-open character spans of the sentences, without the white space around them.

    A sentence ends behind a mark that ends sentences, unless a lowercase letter follows or it is the full
    stop of an abbreviation.
    """
    spans: list[tuple[int, int]] = []
    start = 0
    for match in _END.finditer(paragraph):
        rest = paragraph[match.end() :].lstrip()
        word = paragraph[start : match.end()].rsplit(maxsplit=1)[-1].lower()
        if not rest[:1].islower() and word not in abbreviations:
            spans += _trimmed(paragraph, start, match.end())
            start = match.end()
    return spans + _trimmed(paragraph, start, len(paragraph))


def _trimmed(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Return the span without the white space at its edges; nothing where there is nothing else."""
    first = _SENTENCE.search(text, start, end)
    return [] if first is None else [(first.start(), start + len(text[start:end].rstrip()))]
