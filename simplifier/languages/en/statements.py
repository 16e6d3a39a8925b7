"""The number of simple statements in a sentence, counted by its tags.

Heilman and Smith (2010), Extracting Simplified Statements for Factual Question Generation, extract statements by
rules on trees: main clauses, relative and other subordinate clauses, phrases with participles, appositives. Here no
tree is needed: each statement is counted by the tags that begin it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from simplifier.languages.en.words.tags import FINITE, NAMES, NOUNS

__all__ = ["count_statements"]

_PARTICIPLES: Final = frozenset({"VBG", "VBN"})
_NOMINAL: Final = NOUNS | NAMES
_INSIDE: Final = _NOMINAL | frozenset({"DT", "PRP$", "JJ", "JJR", "JJS", "CD", "IN", "POS", "CC", "VBN", "VBG"})


def count_statements(tags: Sequence[str]) -> int:
    """Return how many finite verbs, participles after a comma and appositives a sentence has, at least 1."""
    found = sum(tag in FINITE for tag in tags)
    for place, tag in enumerate(tags):
        if tag == "," and place + 1 < len(tags):
            found += tags[place + 1] in _PARTICIPLES or _is_appositive(tags, place)
    return max(1, found)


def _is_appositive(tags: Sequence[str], comma: int) -> bool:
    """Tell whether a noun, a comma, a noun phrase with a determiner and a second mark follow each other."""
    if comma == 0 or tags[comma - 1] not in _NOMINAL or tags[comma + 1] not in {"DT", "PRP$"}:
        return False
    end = comma + 1
    while end < len(tags) and tags[end] in _INSIDE:
        end += 1
    closed = end < len(tags) and tags[end] in {",", "."}
    return closed and _NOMINAL.intersection(tags[comma + 1 : end]) != frozenset()
