"""How a language is written: punctuation, capitals, and spaces between tokens."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

__all__ = ["BREAKS", "CLOSING", "ENDS", "OPENING", "Writing"]

#: Marks that only join clauses. After a deletion, one of these is dropped beside a stronger mark.
BREAKS: Final = frozenset({",", ";", ":", "--", "-"})
#: Marks that end a sentence.
ENDS: Final = frozenset({".", "!", "?", "..."})
OPENING: Final = frozenset({"(", "[", "{"})
CLOSING: Final = frozenset({")", "]", "}"})


@dataclass(frozen=True, slots=True)
class Writing:
    """Spaces and capitals, by decoder form.

    Attributes:
        left: tokens that stand right behind the one before them.
        right: tokens that stand right before the one after them.
        joined: pairs of tokens that are written as one word.
        small: words that stay lowercase inside a title.
        capitals: words that are written with capitals wherever they stand.
        letters: words of one letter, whose capital says nothing.
    """

    left: frozenset[str] = ENDS | CLOSING | {",", ";", ":", "%", "/"}
    right: frozenset[str] = OPENING | {"$", "£", "€", "/", "#"}
    joined: frozenset[tuple[str, str]] = frozenset()
    small: frozenset[str] = frozenset()
    capitals: Mapping[str, str] = field(default_factory=dict)
    letters: frozenset[str] = frozenset()

    def clings_left(self, form: str) -> bool:
        """Whether a token stands right behind the one before it."""
        return form in self.left

    def clings_right(self, form: str) -> bool:
        """Whether a token stands right before the one after it."""
        return form in self.right
