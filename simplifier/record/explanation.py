"""Why the words of a sentence were changed, and why others stayed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from simplifier.record.reasons import Reason, ReasonKind
from simplifier.record.rule_edits import RuleEdit, RuleReference, rounded, six_digits

__all__ = ["Candidate", "ChangedPhrase", "Elsewhere", "Explanation", "KeptPhrase"]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A change that was not made, and what stopped it.

    Attributes:
        target: the text that would replace the words; empty for a deletion.
        reason: what stopped the change.
        rule: the rule of the change; None if no rule table holds the pair.
        gain: model score of the sentence with this change alone, less that of the source; None without a rule.
        features: the features of the rule application, without language models.
        place: half-open characters of the source sentence that the change replaces.
    """

    target: str
    reason: Reason
    rule: RuleReference | None = None
    gain: float | None = None
    features: Mapping[str, float] = field(default_factory=dict)
    place: tuple[int, int] = (0, 0)

    def to_json(self) -> dict[str, Any]:
        """Return the candidate as plain values, without its features and its place."""
        record: dict[str, Any] = {"target": self.target, "reason": self.reason.to_json()}
        if self.rule is not None:
            record["rule"] = self.rule.to_json()
        if self.gain is not None:
            record["gain"] = six_digits(self.gain)
        return record


@dataclass(frozen=True, slots=True)
class KeptPhrase:
    """Words that could have been changed and stayed, or a hard word that no rule changes.

    Attributes:
        start: first character in the source sentence.
        end: after the last character.
        source: the words.
        candidates: the changes that were not made, best first; empty for a hard word that no rule changes.
    """

    start: int
    end: int
    source: str
    candidates: tuple[Candidate, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the phrase as plain values."""
        return {
            "start": self.start,
            "end": self.end,
            "source": self.source,
            "candidates": [one.to_json() for one in self.candidates],
        }


@dataclass(frozen=True, slots=True)
class ChangedPhrase:
    """Why an edit was made.

    Attributes:
        edit: what a rule changed in the decoded sentence.
        reason: why it won.
        gain: what the sentence scores more with this edit alone than as it was; None where no rule made it.
        contributions: what the best features of the edit add to its score, best first.
        runners_up: other changes of the same words, best first.
        place: half-open characters of the source sentence that the edit replaced.
    """

    edit: RuleEdit
    reason: Reason
    gain: float | None
    contributions: Mapping[str, float]
    runners_up: tuple[Candidate, ...]
    place: tuple[int, int] = (0, 0)

    def to_json(self) -> dict[str, Any]:
        """Return the phrase as plain values, with the place and words of its edit."""
        start, end = self.place
        record: dict[str, Any] = {
            "start": start,
            "end": end,
            "source": self.edit.source,
            "target": self.edit.target,
            "reason": self.reason.to_json(),
        }
        if self.gain is not None:
            record["gain"] = six_digits(self.gain)
            record["contributions"] = rounded(self.contributions)
        record["runners_up"] = [one.to_json() for one in self.runners_up]
        return record


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """A place that was rewritten like the same words elsewhere in the document, and would stay if it stood alone.

    Attributes:
        start: first character in the source sentence.
        end: after the last character.
        source: the old text.
        target: the new text.
    """

    start: int
    end: int
    source: str
    target: str

    @property
    def reason(self) -> Reason:
        """The reason, the same for all such places."""
        return Reason(ReasonKind.DOCUMENT, "as elsewhere in this document")

    def to_json(self) -> dict[str, Any]:
        """Return the place as plain values."""
        return {
            "start": self.start,
            "end": self.end,
            "source": self.source,
            "target": self.target,
            "reason": self.reason.to_json(),
        }


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why some words of a sentence were changed and others were not, in the order of the sentence."""

    changed: tuple[ChangedPhrase, ...]
    kept: tuple[KeptPhrase, ...]

    def settled(self, places: Sequence[Elsewhere]) -> Explanation:
        """Return the explanation with the reason ``DOCUMENT`` for the places decided as elsewhere in the document."""
        reasons = {(one.start, one.end): one.reason for one in places}

        def changed(phrase: ChangedPhrase) -> ChangedPhrase:
            own = reasons.get((phrase.edit.start, phrase.edit.end))
            return phrase if own is None else replace(phrase, reason=own)

        return replace(self, changed=tuple(map(changed, self.changed)))

    def to_json(self) -> dict[str, Any]:
        """Return the explanation as plain values."""
        return {
            "changed": [one.to_json() for one in self.changed],
            "kept": [one.to_json() for one in self.kept],
        }
