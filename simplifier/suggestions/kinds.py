"""Kinds of changes, by a name for programs and a name for people, and one line about a change."""

from __future__ import annotations

from typing import Final

from simplifier.record.edits import Change, EditKind
from simplifier.record.offers import Offer

__all__ = ["KINDS", "OFFERED", "kind_of", "offered", "told"]

#: The name of the kind of changes that are offered, since the program does not dare to make them.
OFFERED: Final = "OFFERED"

#: Names of kinds for programs, with their names for people.
KINDS: Final = {
    "PLAIN_WORDS": "Plainer words",
    "PLAIN_NUMBERS": "Plainer numbers and dates",
    "NEEDLESS_WORDS": "Words that can go",
    "PLAIN_SENTENCES": "Plainer and shorter sentences",
    "OWN_WORDS": "Your own list",
    OFFERED: "Possibly plainer words",
}
_NAMES: Final = {
    EditKind.NUMBER: "PLAIN_NUMBERS",
    EditKind.OWN: "OWN_WORDS",
    EditKind.SHORTEN: "NEEDLESS_WORDS",
    **dict.fromkeys((EditKind.SPLIT, EditKind.LIST, EditKind.REORDER, EditKind.REWORD), "PLAIN_SENTENCES"),
}
_OF_SENTENCES: Final = {
    EditKind.SPLIT: "This sentence is easier to follow as two.",
    EditKind.LIST: "This sentence is easier to follow as a list.",
    EditKind.REORDER: "This sentence is easier to follow in another order.",
}


def kind_of(change: Change) -> str:
    """Return the name of the kind of a change."""
    known = _NAMES.get(change.kind)
    if known is not None:
        return known
    return "PLAIN_WORDS" if any(one.target.strip() for one in change.edits) else "NEEDLESS_WORDS"


def told(change: Change, old: str, new: str) -> str:
    """Return one line about a change.

    Args:
        change: the change.
        old: the words that stood there.
        new: the words that stand there now; empty if the old words are left out.
    """
    known = _OF_SENTENCES.get(change.kind)
    if known is not None:
        return known
    old, new = old.strip(), new.strip()
    return f"“{new}” is plainer than “{old}”." if new else f"“{old}” can go."


def offered(offer: Offer) -> str:
    """Return one line about a change that is offered."""
    old, new = offer.source.strip(), offer.target.strip()
    words = f"“{new}” for “{old}”" if new else f"leave out “{old}”"
    return f"Possible: {words} ({offer.reason.text})."
