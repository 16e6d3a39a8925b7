"""What a split is made of: clauses whose words are tokens of the source or words put in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

__all__ = ["Clause", "Inserted", "Split", "render"]


class Inserted(NamedTuple):
    """A word that a split puts in.

    Attributes:
        word: its decoder form.
        copy_of: the source token that it repeats; -1 for a new word.
        as_written: it is spelled as that token; otherwise as its form ("The" inside a sentence).
    """

    word: str
    copy_of: int = -1
    as_written: bool = True


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
    """Return the words of a clause; ``words`` are those of the source, as written or as forms."""
    return [
        words[item] if isinstance(item, int) else words[item.copy_of] if _repeats(item) else item.word
        for item in clause
    ]


def _repeats(item: Inserted) -> bool:
    return item.copy_of >= 0 and item.as_written
