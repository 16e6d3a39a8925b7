"""Tokens and their decoder forms; a form is the same whether the text is running or tokenised."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Final, NamedTuple

__all__ = ["BRACKETS", "Token", "normalise", "pretokenised", "tagger_words", "words"]

#: Invisible characters that may stand inside a word and are not part of its form.
IGNORABLE: Final = "\u00ad\u200c\u200d\u2060"

_CACHE_LIMIT: Final = 200_000
_LONGEST_KNOWN: Final = 512  # characters; longer forms are not remembered

#: Brackets as the Penn Treebank writes them.
BRACKETS: Final = {
    "-lrb-": "(",
    "-rrb-": ")",
    "-lsb-": "[",
    "-rsb-": "]",
    "-lcb-": "{",
    "-rcb-": "}",
}
_WHOLE: Final = {
    **BRACKETS,
    "``": '"',
    "''": '"',
    "“": '"',
    "”": '"',
    "„": '"',
    "‟": '"',
    "«": '"',
    "»": '"',
    "‘": "'",
    "‚": "'",
    "‹": "'",
    "›": "'",
    "`": "'",
    "´": "'",
    "…": "...",
    "–": "--",
    "—": "--",
    "―": "--",
    # Names that the language models and the core keep for themselves.
    "<s>": "&lt;s&gt;",
    "</s>": "&lt;/s&gt;",
    "<unk>": "&lt;unk&gt;",
}
_CHARACTERS: Final = str.maketrans(
    {"’": "'", "ʼ": "'", "＇": "'", "‐": "-", "‑": "-", "−": "-", "ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi"}
    | {"ﬄ": "ffl", "ſ": "s"}
    | dict.fromkeys(IGNORABLE, "")
)
_RUN: Final = re.compile(r"\.{2,}|[-–—―]{2,}")
_BRACKETED: Final = re.compile(r"\[(.+)\]", re.DOTALL)
_SPACELESS: Final = re.compile(r"\S+")


class Token(NamedTuple):
    """One token of a text.

    ``surface`` is the token as written, ``text[start:end]`` in characters; ``form`` is its decoder form.
    """

    surface: str
    form: str
    start: int
    end: int


def _normalise(surface: str) -> str:
    form = surface.lower()
    if not form.isascii():
        form = unicodedata.normalize("NFC", form)
        form = _WHOLE.get(form, form).translate(_CHARACTERS)
        # A lone surrogate cannot be encoded, so the core could not take it.
        form = form.encode("utf-8", "replace").decode("utf-8")
    form = _WHOLE.get(form, form)
    if _RUN.fullmatch(form):
        form = "..." if form[0] == "." else "--"
    bracketed = _BRACKETED.fullmatch(form)
    if bracketed:  # would read as a nonterminal
        form = f"({bracketed[1]})"
    return form or "\ufffd"


_forms: dict[str, str] = {}


def normalise(surface: str) -> str:
    """Return the decoder form of a token: lowercased, with one spelling of quotes, brackets and dashes."""
    form = _forms.get(surface)
    if form is None:
        form = _normalise(surface)
        if len(surface) > _LONGEST_KNOWN:
            return form
        if len(_forms) >= _CACHE_LIMIT:
            _forms.clear()
        _forms[surface] = form
    return form


def pretokenised(line: str) -> list[Token]:
    """Return the space-separated words of a line that is tokenised already, with character offsets."""
    return [Token(match[0], normalise(match[0]), match.start(), match.end()) for match in _SPACELESS.finditer(line)]


def words(line: str) -> list[str]:
    """Return the decoder forms of a line that is tokenised already."""
    return [normalise(word) for word in line.split()]


def tagger_words(tokens: Iterable[Token]) -> list[str]:
    """Return what taggers and parsers read: words as they are written, punctuation in its plain form."""
    return [surface if form[0].isalnum() else form for surface, form, _, _ in tokens]
