"""How office documents show that words are code: names of styles, fonts of one width."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["is_code_style", "is_monospaced"]

_CODE: Final = re.compile(
    r"code|source text|preformatted|teletype|html (?:keyboard|sample|typewriter|variable)|macro text", re.I
)
_MONOSPACED: Final = re.compile(
    r"\bmono|monospace|courier|consolas|\bmenlo\b|\bmonaco\b|lucida console|andale|typewriter|inconsolata|"
    r"fixedsys|\bcode\b|\bterminal\b|\bhack\b|\bcousine\b",
    re.I,
)


def is_code_style(name: str) -> bool:
    """Whether a style of this name is one of code."""
    return _CODE.search(name) is not None


def is_monospaced(font: str) -> bool:
    """Whether a font has letters of one width, by its name."""
    return _MONOSPACED.search(font) is not None
