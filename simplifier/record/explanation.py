"""Why the words of a sentence were changed, and why others stayed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple

from simplifier.core import FeatureName
from simplifier.record.reasons import Reason, ReasonKind
from simplifier.record.rule_edits import RuleEdit, RuleReference, rounded, six_digits

__all__ = ["UNKNOWN", "Candidate", "ChangedPhrase", "Elsewhere", "Explanation", "KeptPhrase", "Stayed"]

#: Why a hard word stayed for which there is no candidate.
UNKNOWN: Final = Reason(ReasonKind.UNKNOWN, "no plainer word is known")
#: The probability from which it has to be told why a change was not made that editors would let stand.
_LIKELY: Final = 0.5


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

    @property
    def stands(self) -> float | None:
        """The probability that an editor lets it stand; None if nothing judges it."""
        harm = self.features.get(FeatureName.SelectionHarm)
        return None if harm is None else 1.0 - harm

    @property
    def helps(self) -> float | None:
        """The probability that it stands and makes the sentence easier; None if nothing judges it."""
        return self.features.get(FeatureName.SelectionGain)

    def to_json(self) -> dict[str, Any]:
        """Return the candidate as plain values, without its features and its place."""
        record: dict[str, Any] = {"target": self.target, "reason": self.reason.to_json()}
        for name, value in (("stands", self.stands), ("helps", self.helps)):
            if value is not None:
                record[name] = six_digits(value)
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


class Stayed(NamedTuple):
    """Why a word or phrase stayed: the change that comes nearest, and what stopped it.

    Attributes:
        start: first character in the source sentence.
        end: after the last character.
        source: the words that the change would replace: those that were asked about, or a phrase with them.
        candidate: the change; None if no rule has one.
    """

    start: int
    end: int
    source: str
    candidate: Candidate | None

    @property
    def reason(self) -> Reason:
        """What stopped the change."""
        return UNKNOWN if self.candidate is None else self.candidate.reason

    def told(self, word: str) -> str:
        """Return why a word stayed, such as "not “meet” for “comply with”: reads no better here".

        Args:
            word: the word that was asked about; a phrase with it is named, the word alone is not.
        """
        one = self.candidate
        if one is None:
            return self.reason.text
        text = f"not “{one.target}”" if one.target.strip() else "not left out"
        if self.source.lower() != word.lower():
            text += f" for “{self.source}”"
        if one.stands is not None and one.stands >= _LIKELY and one.reason.kind is not ReasonKind.DOUBTFUL:
            text += f", which {int(100 * one.stands)} of 100 editors would let stand"
        return f"{text}: {one.reason.text}"


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

    def why_kept(self, start: int, end: int) -> Stayed:
        """Return why the word at a place stayed: of all changes of it, or of a phrase with it, the likeliest to help.

        Args:
            start: first character of the word in the source sentence.
            end: after its last character.
        """
        found = [one for one in self._stayed() if one.start <= start and end <= one.end and one.candidate is not None]
        # Of candidates that are as likely, or are not judged, that of the shortest phrase is told.
        found.sort(key=lambda one: one.end - one.start)
        return max(found, key=_likelihood, default=Stayed(start, end, "", None))

    def stayed(self) -> list[Stayed]:
        """Return the words that stayed, in order, each with its likeliest change; no two of them overlap."""
        found: list[Stayed] = []
        for one in sorted(self._stayed(), key=_likelihood, reverse=True):
            if not any(one.start < other.end and other.start < one.end for other in found):
                found.append(one)
        return sorted(found, key=lambda one: one.start)

    def _stayed(self) -> Iterator[Stayed]:
        """Yield every candidate of words that stayed, and every hard word without one."""
        for phrase in self.kept:
            for one in phrase.candidates or (None,):
                yield Stayed(phrase.start, phrase.end, phrase.source, one)

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


def _likelihood(one: Stayed) -> float:
    """Return the probability that a change helps; less than any where nothing judges it, least where there is none."""
    if one.candidate is None:
        return -2.0
    return -1.0 if one.candidate.helps is None else one.candidate.helps
