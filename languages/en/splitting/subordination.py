"""Subordinate clauses: concession, reason, time; the connective's sense goes into the second sentence."""

from __future__ import annotations

from typing import Final

from languages.en.splitting.tagged import Tagged
from languages.parts.splits import Inserted, Split

__all__ = ["leading_clause", "trailing_clause"]

_LEADING: Final[dict[str, tuple[str, ...]]] = {
    "although": ("but",),
    "though": ("but",),
    "because": ("so",),
}
_TRAILING: Final[dict[str, tuple[str, ...]]] = {
    "although": ("but",),
    "though": ("but",),
    "whereas": ("but",),
    "because": ("this", "is", "because"),
}
_COMPLEMENT: Final = frozenset(
    "that whether if when while who which not only just mainly partly largely what".split()
)


def leading_clause(sentence: Tagged, at: int, stop: int) -> Split | None:
    """Split "Although A , B ." at the comma ``at``."""
    opening = _LEADING.get(sentence.words[0])
    if opening is None or sentence.words[at] != "," or sentence.depth[at]:
        return None
    clause = sentence.starts_clause(1, at)
    if clause is None or sentence.starts_clause(at + 1, stop) is None or "," in sentence.words[1:at]:
        return None
    second = (*(Inserted(word) for word in opening), *range(at + 1, stop), stop)
    return Split(
        "concession" if opening == ("but",) else "reason",
        (*range(1, at), Inserted(sentence.words[stop], stop)),
        second,
    )


def trailing_clause(sentence: Tagged, at: int, stop: int) -> Split | None:
    """Split "A , although B ." or "A because B ." at the connective ``at``."""
    word = sentence.words[at]
    opening = _TRAILING.get(word)
    if opening is None or at == 0 or sentence.depth[at]:
        return None
    comma = sentence.words[at - 1] == ","
    first_end = at - 1 if comma else at
    if not comma and word != "because":
        return None
    if any(before in _COMPLEMENT for before in sentence.words[:first_end]):
        return None
    first = sentence.starts_clause(0, first_end)
    second = sentence.starts_clause(at + 1, stop)
    if first is None or second is None:
        return None
    if word == "because":
        if "n't" in sentence.words[:first_end] or "never" in sentence.words[:first_end]:
            return None  # what is denied may be the reason
        opening = ("this", "was" if sentence.is_past(first[1]) else "is", "because")
    return Split(
        "reason" if word == "because" else "concession",
        (*range(first_end), Inserted(sentence.words[stop], stop)),
        (*(Inserted(text) for text in opening), *range(at + 1, stop), stop),
    )
