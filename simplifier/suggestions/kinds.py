"""Kinds of changes, by a name for programs and a name for people, and one line about a change."""

from __future__ import annotations

from typing import Final

from simplifier.record.changes import Change
from simplifier.record.result import SentenceResult

__all__ = ["KINDS", "kind_of", "told"]

#: Names of kinds for programs, with their names for people.
KINDS: Final = {
    "PLAIN_WORDS": "Plainer words",
    "PLAIN_NUMBERS": "Plainer numbers and dates",
    "NEEDLESS_WORDS": "Words that can go",
    "OWN_WORDS": "Your own list",
}
_OF_OWNER: Final = {"numbers": "PLAIN_NUMBERS", "user": "OWN_WORDS"}


def kind_of(sentence: SentenceResult, change: Change) -> str:
    """Return the kind of a change of a sentence."""
    new = sentence.output[change.output_start : change.output_end]
    owners = {sentence.edits[number].rule.grammar for number in change.edits} - {"text"}
    kind = next((_OF_OWNER[one] for one in sorted(owners) if one in _OF_OWNER), "PLAIN_WORDS")
    return kind if new.strip() or kind == "OWN_WORDS" else "NEEDLESS_WORDS"


def told(old: str, new: str) -> str:
    """Return one line about a change.

    Args:
        old: the words that stood there.
        new: the words that stand there now; empty if the old words are left out.
    """
    old, new = old.strip(), new.strip()
    return f"“{new}” is plainer than “{old}”." if new else f"“{old}” can go."
