"""The words of a new sentence: tokens of the source, and inserted words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

__all__ = ["BREAK", "Clause", "Inserted", "Item", "render"]


class Inserted(NamedTuple):
    """A word that a structural rule puts in.

    Attributes:
        word: its decoder form.
        copy_of: the source token that it repeats; -1 for a new word.
        as_written: true if it is spelled like that token; otherwise ``word`` is written ("The" inside a sentence).
    """

    word: str
    copy_of: int = -1
    as_written: bool = True


#: Stands before each item of a list that a rule gives.
BREAK: Final = Inserted("\n")
#: A word of a new sentence: the number of a source token, or an inserted word.
Item = int | Inserted
#: The words of one new sentence.
Clause = tuple[Item, ...]


def render(clause: Clause, words: Sequence[str]) -> list[str]:
    """Return the words of a clause; ``words`` are those of the source, as written or as forms."""
    return [
        words[item] if isinstance(item, int) else words[item.copy_of] if _repeats(item) else item.word
        for item in clause
    ]


def _repeats(item: Inserted) -> bool:
    return item.copy_of >= 0 and item.as_written
