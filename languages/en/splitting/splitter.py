"""Where to split a sentence, if anywhere."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from languages.en.splitting.attachment import apposition, relative_clause, result_participle
from languages.en.splitting.coordination import join_of_clauses, join_of_verbs
from languages.en.splitting.subordination import leading_clause, trailing_clause
from languages.en.splitting.tagged import Tagged
from languages.parts.splits import Split

__all__ = ["split_sentence"]

#: Tried in this order: the surest first.
_CONSTRUCTS: Final[tuple[Callable[[Tagged, int, int], Split | None], ...]] = (
    join_of_clauses,
    leading_clause,
    trailing_clause,
    apposition,
    result_participle,
    relative_clause,
    join_of_verbs,
)
_LEAST_TOKENS: Final = 12  # a shorter sentence is simple enough
_LEAST_PART: Final = 4


def split_sentence(words: Sequence[str], tags: Sequence[str]) -> Split | None:
    """Split one sentence into two, or return None when it is short or no pattern is sure.

    Args:
        words: lowercased decoder forms.
        tags: their Penn tags.
    """
    if len(words) < _LEAST_TOKENS or len(words) != len(tags):
        return None
    stop = len(words) - 1
    if words[stop] != "." or words.count('"') % 2 or words.count("(") != words.count(")"):
        return None
    if any(word in ("?", "!", "...") for word in words):
        return None
    sentence = Tagged(words, tags)
    for construct in _CONSTRUCTS:
        for at in range(1, stop):
            split = construct(sentence, at, stop)
            if split is not None and min(len(split.first), len(split.second)) > _LEAST_PART:
                return split
    return None
