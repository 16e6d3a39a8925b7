"""Phrases that are found by their words, where the words tell more surely than the tree."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

__all__ = ["PhraseTable"]


class _Slot(NamedTuple):
    """One place of a phrase: the words that may stand there, and whether it may be empty."""

    words: frozenset[str]
    optional: bool


class PhraseTable:
    """Phrases with their meanings.

    A phrase is a row of words with spaces between: ``a|b`` stands for either word, ``very?`` may be missing.

    Args:
        table: meaning by phrase.

    Raises:
        ValueError: the first word of a phrase may be missing.
    """

    def __init__(self, table: Mapping[str, str]) -> None:
        self._by_first: defaultdict[str, list[tuple[tuple[_Slot, ...], str]]] = defaultdict(list)
        for phrase, meaning in table.items():
            slots = tuple(
                _Slot(frozenset(one.removesuffix("?").split("|")), one.endswith("?")) for one in phrase.split()
            )
            if slots[0].optional:
                raise ValueError(f"{phrase!r}: the first word of a phrase cannot be missing")
            for word in slots[0].words:
                self._by_first[word].append((slots, meaning))

    def meaning(self, words: Sequence[str], start: int, end: int) -> str | None:
        """Return the meaning of ``words[start:end]`` if these are exactly one phrase; otherwise None."""
        for slots, meaning in self._by_first.get(words[start], ()) if start < end else ():
            if _covers(slots, words[start:end]):
                return meaning
        return None


def _covers(slots: Sequence[_Slot], words: Sequence[str]) -> bool:
    if not slots:
        return not words
    slot, *rest = slots
    if words and words[0] in slot.words and _covers(rest, words[1:]):
        return True
    return slot.optional and _covers(rest, words)
