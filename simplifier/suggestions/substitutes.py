"""Substitutes for one word: all that the model knows, best first, even those that its settings hold back."""

from __future__ import annotations

from typing import Final

from simplifier.pipeline import Simplifier
from simplifier.record.alternatives import Alternative, Alternatives
from simplifier.record.request import SearchRequest

__all__ = ["substitutes"]

#: The most alternatives that are asked for per place.
_MOST: Final = 100


def substitutes(simplifier: Simplifier, sentence: str, start: int, end: int) -> list[str]:
    """Return substitutes for a word of a sentence, ordered by the probability that they help, then by gain.

    Unlike `Simplifier.alternatives` this function does not rank forbidden changes last; a doubtful change is only less
    probable. If the place grew beyond the word, by an article or a change of more words, only alternatives that
    change the word alone count.

    Args:
        simplifier: the model that ranks the substitutes.
        sentence: the sentence that has the word.
        start: first character of the word.
        end: after the last one.

    Raises:
        InputError: the place is empty, or not inside one sentence.
    """
    found = simplifier.alternatives(sentence, start, end, request=SearchRequest(runners_up=_MOST))
    own = [one for one in found.ranked if not one.original]
    before, behind = sentence[found.start : start], sentence[end : found.end]
    texts = (_inner(one, found, before, behind) for one in sorted(own, key=_order))
    return list(dict.fromkeys(text for text in texts if text))


def _order(one: Alternative) -> tuple[bool, float, float]:
    return one.gain is None and not one.chosen, -(one.helps or 0.0), -(one.gain or 0.0)


def _inner(one: Alternative, found: Alternatives, before: str, behind: str) -> str:
    """Return the substitute for the word itself; empty if the alternative changes more than the word."""
    text = one.text
    if found.article:
        text = before.split()[0] + " " + text.partition(" ")[2] if " " in text else ""
    if not text.startswith(before) or not text.endswith(behind):
        return ""
    return text[len(before) : len(text) - len(behind) if behind else None].strip()
