"""What stopped a change, as the code that stopped it wrote it down.

What keeps words as they are is recorded when a sentence is annotated (`AnnotatedSentence.protections`), what was kept
out of the tables by who looks for candidates (`CandidateChange.kept_out`), what speaks against a rule in its place by
the core when it scores the rule (`RuleApplication.objections`). Here the first of them that decided is chosen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from simplifier.core import FeatureName, feature_catalogue
from simplifier.decoder import Objection
from simplifier.policy.check import SentenceCheck
from simplifier.policy.user_rules import BLOCKED, blocked_reason
from simplifier.record.annotated_sentence import AnnotatedSentence
from simplifier.record.decoded import Rewriting
from simplifier.record.reasons import Reason, ReasonKind

__all__ = [
    "FORBIDDING",
    "CandidateChange",
    "CheckVeto",
    "check_reason",
    "decision_words",
    "forbidding_price",
    "stopped_by",
]

#: A price that no change earns back.
FORBIDDING: Final = -50.0
#: Features that stop a change each by itself, in the order of being asked; all others stop it together.
_ALONE: Final = (FeatureName.ReviewedBad, FeatureName.FrameUnmet, FeatureName.SelectionDoubtful)
#: The features that can stop changes.
_STOPPING: Final = tuple(one.name for one in feature_catalogue() if one.stops)


@dataclass(frozen=True, slots=True)
class CandidateChange:
    """A change that could be made of a sentence.

    Attributes:
        sentence: as it was read.
        places: the tokens that it replaces, gaps of its rule left out.
        source: source side.
        target: target side.
        grammar: owner of its rule's grammar.
        features: the features of the rule's application, language models apart, zeros left out.
        gain: what the sentence scores more with this change alone than as it is; None if no table has it.
        rewriting: the sentence with this change alone; None as above.
        objections: what takes something off its score, as the search recorded it.
        kept_out: why no table has it; None if one has.
    """

    sentence: AnnotatedSentence
    places: tuple[int, ...]
    source: str
    target: str
    grammar: str = ""
    features: Mapping[str, float] = field(default_factory=dict)
    gain: float | None = None
    rewriting: Rewriting | None = None
    objections: tuple[Objection, ...] = ()
    kept_out: Reason | None = None

    @property
    def forbidding_price(self) -> float:
        """What the objections take off its score, 0 or less."""
        return _sum(self.objections)


def stopped_by(change: CandidateChange) -> Reason | None:
    """Return what stops a change whatever else changes, apart from the final check; None if nothing does."""
    for protection in change.sentence.protections:
        if any(protection.marks[place] for place in change.places):
            return protection.reason
    if any(one.feature == BLOCKED for one in change.objections):
        return blocked_reason(change.grammar)
    if change.kept_out is not None:
        return change.kept_out
    for name in _ALONE:
        reason = _decided(change, [one for one in change.objections if one.feature == name])
        if reason is not None:
            return reason
    return _decided(change, [one for one in change.objections if one.feature not in (*_ALONE, BLOCKED)])


def _decided(change: CandidateChange, objections: Sequence[Objection]) -> Reason | None:
    """Return the reason of the heaviest objection if all together stop a change.

    They do where no gain earns their price back, or where the change would gain without them.
    """
    lost = _sum(objections)
    if change.gain is None or change.gain >= 0 or lost >= 0:
        return None
    if lost > FORBIDDING and change.gain - lost < 0:
        return None
    heaviest = min(objections, key=lambda one: one.price)
    return Reason(ReasonKind(heaviest.kind), heaviest.reason)


def _sum(objections: Iterable[Objection]) -> float:
    return sum((one.price for one in objections), 0.0)


class CheckVeto:
    """The final check, of the sentence with one change alone.

    Args:
        check: the tests.
    """

    def __init__(self, check: SentenceCheck) -> None:
        self._check = check

    def allows(self, change: CandidateChange) -> Reason | None:
        """Return the reason that stops a change, or None if the check allows it."""
        failed = () if change.rewriting is None else self.failed(change.sentence, change.rewriting)
        return check_reason(failed) if failed else None

    def failed(self, sentence: AnnotatedSentence, rewriting: Rewriting) -> tuple[str, ...]:
        """Return the tests that a rewriting of a sentence fails."""
        return tuple(map(str, self._check.failures(sentence.words, rewriting)))


def check_reason(failed: Sequence[str]) -> Reason:
    """Return the reason for people why a sentence fails the final check."""
    return Reason(ReasonKind.CHECK, f"failed the final check: {'; '.join(failed)}")


def forbidding_price(features: Mapping[str, float], weights: Mapping[str, float]) -> float:
    """Return what the features that can stop changes take off the score of a whole derivation, 0 or less."""
    return sum(min(0.0, weights.get(name, 0.0) * features.get(name, 0.0)) for name in _STOPPING)


def decision_words() -> dict[str, str]:
    """Return the features by which reviews, frames, doubt, guards and the user's list decide, in words."""
    return {one.name: one.reason for one in feature_catalogue() if one.reason}
