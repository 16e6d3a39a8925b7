"""How a language is written: punctuation, capitals, and spaces between tokens."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

__all__ = ["BREAKS", "CLOSING", "ENDS", "OPENING", "Writing"]

#: Marks that only separate parts of a sentence. After a deletion, such a mark is dropped beside another mark.
BREAKS: Final = frozenset({",", ";", ":", "--", "-"})
#: Marks that end a sentence.
ENDS: Final = frozenset({".", "!", "?", "..."})
OPENING: Final = frozenset({"(", "[", "{"})
CLOSING: Final = frozenset({")", "]", "}"})


@dataclass(frozen=True, slots=True)
class Writing:
    """Spaces and capitals, by decoder form.

    Attributes:
        left: tokens with no space before them.
        right: tokens with no space behind them.
        joined: pairs of tokens that are written as one word.
        small: words that stay lowercase inside a title.
        capitals: how words with capitals are written wherever they stand.
        letters: words of one letter, whose capital does not show how they are written.
    """

    left: frozenset[str] = ENDS | CLOSING | {",", ";", ":", "%", "/"}
    right: frozenset[str] = OPENING | {"$", "£", "€", "/", "#"}
    joined: frozenset[tuple[str, str]] = frozenset()
    small: frozenset[str] = frozenset()
    capitals: Mapping[str, str] = field(default_factory=dict)
    letters: frozenset[str] = frozenset()

    def clings_left(self, form: str) -> bool:
        """Return True if a token has no space before it."""
        return form in self.left

    def clings_right(self, form: str) -> bool:
        """Return True if a token has no space behind it."""
        return form in self.right
