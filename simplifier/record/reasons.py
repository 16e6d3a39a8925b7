"""The vocabulary of reasons: why a change was made, and why one was not (docs/use/why.md)."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple

__all__ = ["LONGEST", "Reason", "ReasonKind"]

#: The most characters of a reason's text.
LONGEST: Final = 110


class ReasonKind(StrEnum):
    """What decided about a change; the values stand in JSON."""

    PROTECTED = "protected"
    """A term of the list of protected terms covers the words."""
    DOCUMENT = "document"
    """The document defines or explains the term, or the same words were decided elsewhere in it."""
    MARKUP = "markup"
    """The text's own markup keeps or replaces the words."""
    CODE = "code"
    """The words are part of code, a path, an address, an identifier or a reference."""
    USER = "user"
    """The user's list forbids the change, or asks for it."""
    EXCLUDED = "excluded"
    """The pair was kept out of the rule table."""
    REVIEWED = "reviewed"
    """A reader saw the pair in a sentence and found it bad."""
    FRAME = "frame"
    """The list of frames has the pair, but no frame for these surroundings."""
    DOUBTFUL = "doubtful"
    """Too few readers are expected to make the change."""
    AGREEMENT = "agreement"
    """A verb or noun would lose its form."""
    DOUBLED = "doubled"
    """A word would stand twice."""
    PREPOSITION = "preposition"
    """A preposition would go, or one too many would come."""
    ARTICLE = "article"
    """"A" or "an" would not go with the word behind it."""
    QUOTED = "quoted"
    """The words stand in quotation marks."""
    NUMBER = "number"
    """The words are part of a number."""
    NAME = "name"
    """The words are part of a name."""
    CHECK = "check"
    """The new sentence fails the final check."""
    CONSTRAINT = "constraint"
    """What was asked for of the output does not allow the change."""
    STRUCTURE = "structure"
    """No veto: a structural rule changed the sentence."""
    SCORE = "score"
    """No veto: the model's score decided."""
    OTHER = "other"
    """No veto: another change of the same words won."""
    RANKED = "ranked"
    """No veto: the choice among the k best derivations decided."""
    SEARCH = "search"
    """No veto: the search was too narrow to find the change."""
    UNKNOWN = "unknown"
    """No change: no rule has other words for a hard word."""
    ORIGINAL = "original"
    """No change: the words stay as they are."""


class Reason(NamedTuple):
    """Why a change was made, or was not.

    Attributes:
        kind: what decided.
        text: the reason for people in one short sentence, without a full stop.
        detail: figures, patterns and names of features, for those who ask; empty where the text says it all.
    """

    kind: ReasonKind
    text: str
    detail: str = ""

    def to_json(self) -> dict[str, str]:
        """Return the reason as plain values; without a detail where there is none."""
        record = {"kind": str(self.kind), "text": self.text}
        return {**record, "detail": self.detail} if self.detail else record
