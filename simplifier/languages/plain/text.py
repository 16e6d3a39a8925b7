"""Tokens and sentence ends by Unicode, and by the little that the description of a language adds."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from simplifier.languages.analysis.tokens import IGNORABLE, Token, normalise

__all__ = ["Marks", "sentence_spans", "tokenise"]

# Runs of letters, digits and marks, joined by a hyphen, an apostrophe or what stands inside numbers; web
# addresses; runs of dots and dashes; any other character by itself.
_TOKEN: Final = re.compile(
    rf"""
      (?i:https?|ftp)://[^\s<>"“”]*[\w/] | [\w.+-]{{1,64}}@[\w-]+(?:\.[\w-]+)+
    | [\w\u0300-\u036f{IGNORABLE}]+(?:
        (?:[-‐‑'’](?=\w)|(?<=\d)(?:[.,:/](?=\d)|\.(?=[ºª])))[\w\u0300-\u036f{IGNORABLE}]+
      )*
    | ([-–—―.])\1+
    | [^\s\x00-\x1f\x7f-\x9f\u200b\ufeff]
    """,
    re.VERBOSE,
)
#: A run of marks is read once, from its beginning.
_END: Final = re.compile(r"""(?<![.!?…。！？])[.!?…。！？]+["'”’»›)\]]*(?=\s|$)|[。！？]""")
_SENTENCE: Final = re.compile(r"\S")
_LONGEST_ABBREVIATION: Final = 8  # tokens
_LONGEST_WORD: Final = 200  # characters; nothing longer keeps its full stop
_INITIAL: Final = re.compile(r"[^\W\d_]\.")
_ORDINAL: Final = re.compile(r"[(\[]?\d{1,2}\.")


@dataclass(frozen=True, slots=True)
class Marks:
    """What full stops and apostrophes mean in a language.

    Attributes:
        abbreviations: lowercased words whose full stop belongs to them and ends no sentence.
        ordinals: true if a full stop after a number of one or two digits makes an ordinal ("am 3. Oktober").
        elided: lowercased beginnings of words that are tokens of their own ("l'" of "l'eau").
    """

    abbreviations: Collection[str] = frozenset()
    ordinals: bool = False
    elided: Collection[str] = frozenset()

    def keeps_stop(self, word: str) -> bool:
        """Return whether a full stop belongs to its word: an abbreviation, an initial, an ordinal."""
        word = word.lstrip("([\"'“”„‘’«»¿¡")
        if word.lower() in self.abbreviations or (_INITIAL.fullmatch(word) and word[0].isupper()):
            return True
        return self.ordinals and _ORDINAL.fullmatch(word) is not None


_NO_MARKS: Final = Marks()


def tokenise(text: str, marks: Marks = _NO_MARKS) -> list[Token]:
    """Return the tokens of a text, with character offsets.

    Args:
        text: the text of one sentence.
        marks: the marks of the language.
    """
    tokens: list[Token] = []
    for match in _TOKEN.finditer(text):
        surface, start, end = match[0], match.start(), match.end()
        taken = _before_stop(marks, tokens, text, end) if surface == "." else 0
        if taken:
            start = tokens[-taken].start
            del tokens[-taken:]
            surface = text[start:end]
        elided = _elided(surface, marks)
        if elided:
            tokens.append(_token(text, start, start + elided))
        tokens.append(_token(text, start + elided, end))
    return tokens


def sentence_spans(paragraph: str, marks: Marks = _NO_MARKS) -> list[tuple[int, int]]:
    """Return half-open character spans of the sentences, without the white space around them.

    A sentence ends after a mark that ends sentences, unless a lowercase letter follows, or the mark is the full
    stop of an abbreviation, an initial or an ordinal.
    """
    spans: list[tuple[int, int]] = []
    start = 0
    for match in _END.finditer(paragraph):
        follows = _SENTENCE.search(paragraph, match.end())
        nearest = max(start, match.end() - _LONGEST_WORD)
        word = paragraph[nearest : match.end()].rsplit(maxsplit=1)[-1]
        if (follows is None or not follows[0].islower()) and not marks.keeps_stop(word):
            spans += _trimmed(paragraph, start, match.end())
            start = match.end()
    return spans + _trimmed(paragraph, start, len(paragraph))


def _token(text: str, start: int, end: int) -> Token:
    return Token(text[start:end], normalise(text[start:end]), start, end)


def _before_stop(marks: Marks, tokens: list[Token], text: str, end: int) -> int:
    """Return how many of the last tokens are one word with the full stop that ends here: "U.", "z.B."."""
    start, longest = end - 1, 0
    for taken, token in enumerate(tokens[: -_LONGEST_ABBREVIATION - 1 : -1], 1):
        if token.end != start or not (token.surface == "." or token.surface[0].isalnum()):
            break
        start = token.start
        if text[start:end].lower() in marks.abbreviations:
            longest = taken
    if longest:
        return longest
    if not tokens or tokens[-1].end != end - 1 or not _SENTENCE.search(text, end):
        return 0  # only before more text is this an initial or an ordinal
    return int(marks.keeps_stop(text[tokens[-1].start : end]))


def _elided(surface: str, marks: Marks) -> int:
    """Return the length of the beginning of a word that is a token of its own, 0 where there is none."""
    cut = normalise(surface).find("'") + 1 if marks.elided else 0
    return cut if 0 < cut < len(surface) and normalise(surface[:cut]) in marks.elided else 0


def _trimmed(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Return the span without the white space at its edges; nothing where there is nothing else."""
    first = _SENTENCE.search(text, start, end)
    return [] if first is None else [(first.start(), start + len(text[start:end].rstrip()))]
