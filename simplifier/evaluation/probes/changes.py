"""Changes to a sentence by their places, and their effect on given words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from simplifier.record.result import Result

__all__ = ["Change", "Replaced", "changes_of", "normalised", "replaced", "trimmed"]

_AN: Final = re.compile(r"\ban\b")


class Change(NamedTuple):
    """Characters ``start`` to ``end`` (half-open) of the source, and the text that replaces them."""

    start: int
    end: int
    target: str


class Replaced(NamedTuple):
    """Given words, with everything that was changed together with them.

    Attributes:
        before: source text before the words that was changed together with them.
        words: the given words.
        after: source text after the words that was changed together with them.
        output: text that replaces all three.
    """

    before: str
    words: str
    after: str
    output: str

    def became(self, words: Iterable[str]) -> bool:
        """Return whether one of these replaced the given words and nothing around them changed.

        Case, the number of spaces, and "a" for "an" do not count.
        """
        found = normalised(self.output)
        return any(normalised(self.before + one + self.after) == found for one in words)

    @property
    def kept(self) -> bool:
        """True if the given words are unchanged."""
        return self.became([self.words])


def changes_of(result: Result) -> list[Change]:
    """Return the real changes in a line, as `trimmed` gives them."""
    changes = (Change(edit.start, edit.end, edit.target) for edit in result.edits)
    return [one for one in (trimmed(result.source, change) for change in changes) if one is not None]


def replaced(text: str, changes: Sequence[Change], start: int, end: int) -> Replaced:
    """Return what replaced the characters ``start`` to ``end`` (half-open, not empty) of a text."""
    own = [one for one in changes if one.start < end and one.end > start or start < one.start == one.end < end]
    first, last = min([start, *(one.start for one in own)]), max([end, *(one.end for one in own)])
    output, place = "", first
    for one in sorted(own):
        output += text[place : one.start] + one.target
        place = one.end
    return Replaced(text[first:start], text[start:end], text[end:last], output + text[place:last])


def trimmed(text: str, change: Change) -> Change | None:
    """Return a change without unchanged words at its ends; None if nothing is left.

    Words are compared as `normalised` gives them. Added words are placed at the end of the words before them.
    """
    old = [found.span() for found in re.finditer(r"\S+", text[change.start : change.end])]
    new = change.target.split()
    before = [normalised(text[change.start + start : change.start + end]) for start, end in old]
    after = [normalised(word) for word in new]
    most = min(len(old), len(new))
    head = next((n for n in range(most) if before[n] != after[n]), most)
    tail = next((n for n in range(most - head) if before[-1 - n] != after[-1 - n]), most - head)
    kept = old[head : len(old) - tail]
    target = " ".join(new[head : len(new) - tail])
    if kept:
        return Change(change.start + kept[0][0], change.start + kept[-1][1], target)
    place = change.start + (old[head - 1][1] if head else 0)
    return Change(place, place, target) if target else None


def normalised(text: str) -> str:
    """Return a text in lower case with single spaces, and with "a" for "an"."""
    return _AN.sub("a", " ".join(text.casefold().split()))
