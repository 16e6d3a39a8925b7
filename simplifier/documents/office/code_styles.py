"""Recognition of code, and of text that is no running text, by the names of styles and fonts."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["is_code_style", "is_monospaced", "is_whole_style"]

_CODE: Final = re.compile(
    r"code|source text|preformatted|teletype|html (?:keyboard|sample|typewriter|variable)|macro text", re.I
)
_WHOLE: Final = re.compile(
    r"(?:heading|title|subtitle|list|numbering|(?:intense )?quot\w*|block text|caption|toc|table)\b",
    re.I,
)
_MONOSPACED: Final = re.compile(
    r"\bmono|monospace|courier|consolas|\bmenlo\b|\bmonaco\b|lucida console|andale|typewriter|inconsolata|"
    r"fixedsys|\bcode\b|\bterminal\b|\bhack\b|\bcousine\b",
    re.I,
)


def is_code_style(name: str) -> bool:
    """Return True if a style of this name is for code."""
    return _CODE.search(name) is not None


def is_whole_style(name: str) -> bool:
    """Return True if a style of this name is for no running text: headings, items of lists, quotations, captions."""
    return _WHOLE.match(name) is not None


def is_monospaced(font: str) -> bool:
    """Return True if the name of a font says that it is monospaced."""
    return _MONOSPACED.search(font) is not None
