"""Conditions and insertions of rules that put the list at the end of a sentence one item below the other."""

from __future__ import annotations

from typing import Final

from simplifier.languages.analysis.new_sentence import BREAK, Clause, Inserted, Item
from simplifier.languages.en.bullets.items import FEW, JOINING, listed
from simplifier.languages.en.bullets.noun_items import THINGS
from simplifier.languages.en.bullets.verb_items import ACTIONS, CONDITIONAL_ACTIONS, DOINGS, QUESTIONS
from simplifier.languages.structure.parsed import Condition, Insertion, Parsed, Tagged

__all__ = ["CONDITIONS", "INSERTIONS", "TAGS_PUT_IN", "WORD_CONDITIONS"]

#: Tags of the words that an introduction and its items are put together with.
TAGS_PUT_IN: Final = {":": ":", ",": ",", "or": "CC"}

_KINDS: Final = {
    "things": THINGS,
    "actions": ACTIONS,
    "conditions": CONDITIONAL_ACTIONS,
    "doings": DOINGS,
    "questions": QUESTIONS,
}


def _lists(kind: str) -> Condition:
    return lambda parsed, _: listed(parsed, _KINDS[kind]) is not None


def _introduction(kind: str) -> Insertion:
    """Return an insertion that gives the words before a list of a kind, without a colon."""

    def introduction(parsed: Parsed, _: int) -> Clause | None:
        found = listed(parsed, _KINDS[kind])
        if found is None:
            return None
        end = found.items[0].start
        return tuple(range(end - (parsed.words[end - 1] in (":", ","))))

    return introduction


def _items(kind: str) -> Insertion:
    """Return an insertion that gives the items of a list, each after a break, and all but the last with ", or"."""

    def items(parsed: Parsed, _: int) -> Clause | None:
        found = listed(parsed, _KINDS[kind])
        if found is None:
            return None
        made: list[Item] = []
        for place, own in enumerate(found.items):
            made += (BREAK, *own)
            if found.joint == "or" and place < len(found.items) - 1:
                made += (Inserted(","), Inserted("or"))
        return tuple(made)

    return items


def _several(parsed: Tagged, _: int) -> bool:
    """Return whether a sentence has enough marks for a list, and "and" or "or"."""
    marks = max(parsed.words.count(mark) for mark in (",", ";"))
    return marks >= FEW - 2 and not JOINING.isdisjoint(parsed.words)


WORD_CONDITIONS: Final[dict[str, Condition]] = {"several": _several}
CONDITIONS: Final[dict[str, Condition]] = {f"lists_{kind}": _lists(kind) for kind in _KINDS}
INSERTIONS: Final[dict[str, Insertion]] = {
    **{f"before_{kind}": _introduction(kind) for kind in _KINDS},
    **{f"each_of_{kind}": _items(kind) for kind in _KINDS},
}
