"""Where English puts a space between two tokens."""

from __future__ import annotations

from typing import Final

__all__ = ["BREAKS", "CLOSING", "ENDS", "OPENING", "clings_left", "clings_right"]

#: Marks that only join clauses; one next to a stronger mark is dropped after a deletion.
BREAKS: Final = frozenset({",", ";", ":", "--", "-"})
#: Marks that end a sentence.
ENDS: Final = frozenset({".", "!", "?", "..."})
OPENING: Final = frozenset({"(", "[", "{"})
CLOSING: Final = frozenset({")", "]", "}"})

_CLITICS: Final = frozenset({"n't", "'s", "'m", "'d", "'ll", "'re", "'ve"})
_LEFT: Final = ENDS | CLOSING | _CLITICS | {",", ";", ":", "%", "/"}
_RIGHT: Final = OPENING | {"$", "£", "€", "us$", "/", "#"}


def clings_left(form: str) -> bool:
    """Whether a token stands right behind the one before it."""
    return form in _LEFT


def clings_right(form: str) -> bool:
    """Whether a token stands right before the one after it."""
    return form in _RIGHT
