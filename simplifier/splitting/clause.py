"""What a split is made of: clauses whose words are tokens of the source or words put in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

__all__ = ["Clause", "Inserted", "Split", "render"]


class Inserted(NamedTuple):
    """A word that a split puts in.

    Attributes:
        word: as it is written inside a sentence.
        copy_of: the source token that it repeats; -1 for a new word.
    """

    word: str
    copy_of: int = -1


#: Words of one new sentence: numbers of source tokens, and words put in.
Clause = tuple[int | Inserted, ...]


class Split(NamedTuple):
    """One sentence made two.

    Attributes:
        construct: what was split, such as ``coordination``.
        first: words of the first sentence, its full stop included.
        second: words of the second.
    """

    construct: str
    first: Clause
    second: Clause


def render(clause: Clause, words: Sequence[str]) -> list[str]:
    """Return the words of a clause."""
    return [words[item] if isinstance(item, int) else item.word for item in clause]
