"""Vetoes: the choice of the reason that stopped a change.

Reasons are recorded by the code that decides. Protected words are recorded when a sentence is annotated
(`AnnotatedSentence.protections`), pairs outside the tables when candidates are searched (`CandidateChange.kept_out`),
and objections to a rule when the core scores the rule (`RuleApplication.objections`). This module chooses the first of
them that decided.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from simplifier.core import FeatureName, feature_catalogue
from simplifier.decoder import Objection
from simplifier.languages import Language
from simplifier.policy.check import SentenceCheck
from simplifier.policy.user_rules import BLOCKED, blocked_reason
from simplifier.policy.wording import failed_reason, worded
from simplifier.record.annotated_sentence import AnnotatedSentence
from simplifier.record.decoded import Rewriting
from simplifier.record.reasons import Reason

__all__ = [
    "FORBIDDING",
    "CandidateChange",
    "CheckVeto",
    "decision_words",
    "forbidding_price",
    "stopped_by",
]

#: A price (weight times value) so low that no gain makes up for it.
FORBIDDING: Final = -50.0
#: The features that can stop a change alone, in the order in which they are tried; all others count together.
_ALONE: Final = (
    FeatureName.ReviewedBad,
    FeatureName.FrameUnmet,
    FeatureName.FrameNever,
    FeatureName.SelectionDoubtful,
)
#: The features that can stop changes.
_STOPPING: Final = tuple(one.name for one in feature_catalogue() if one.stops)


@dataclass(frozen=True, slots=True)
class CandidateChange:
    """A change that could be made in a sentence.

    Attributes:
        sentence: the source sentence.
        places: the source tokens that the change replaces, without the gaps of its rule.
        source: the source side of the rule.
        target: the target side of the rule.
        grammar: owner of the rule's grammar.
        features: the features of the rule application, without language models and without zeros.
        gain: score of the sentence with this change alone, less that of the source; None if no table has the change.
        rewriting: the sentence with this change alone; None if no table has the change.
        objections: the features that lower the score of the change, as the search recorded them.
        kept_out: why no table has the change; None if a table has it.
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
        """The sum that the objections take off the score, 0 or less."""
        return _sum(self.objections)


def stopped_by(change: CandidateChange, language: Language) -> Reason | None:
    """Return what stops a change whatever else changes, apart from the final check; None if nothing does."""
    # The order is part of the answer: protection is named first, even if a list or a feature stops the change as well.
    for protection in change.sentence.protections:
        if any(protection.marks[place] for place in change.places):
            return protection.reason
    if any(one.feature == BLOCKED for one in change.objections):
        return blocked_reason(change.grammar)
    if change.kept_out is not None:
        return change.kept_out
    for name in _ALONE:
        reason = _decided(change, language, [one for one in change.objections if one.feature == name])
        if reason is not None:
            return reason
    return _decided(change, language, [one for one in change.objections if one.feature not in (*_ALONE, BLOCKED)])


def _decided(change: CandidateChange, language: Language, objections: Sequence[Objection]) -> Reason | None:
    """Return the reason of the heaviest objection if the objections together stop a change, else None.

    They stop a change that does not gain if their price is forbidding, or if the change would gain without them.
    """
    lost = _sum(objections)
    if change.gain is None or change.gain >= 0 or lost >= 0:
        return None
    if lost > FORBIDDING and change.gain - lost < 0:
        return None
    heaviest = min(objections, key=lambda one: one.price)
    return worded(heaviest, change.sentence.given.tokens, language.frame_class_names)


def _sum(objections: Iterable[Objection]) -> float:
    return sum((one.price for one in objections), 0.0)


class CheckVeto:
    """The final check of a sentence with one change alone.

    Args:
        check: the tests.
    """

    def __init__(self, check: SentenceCheck) -> None:
        self._check = check

    def allows(self, change: CandidateChange) -> Reason | None:
        """Return the reason that stops a change, or None if the check allows it."""
        failed = () if change.rewriting is None else self.failed(change.sentence, change.rewriting)
        return failed_reason(failed) if failed else None

    def failed(self, sentence: AnnotatedSentence, rewriting: Rewriting) -> tuple[str, ...]:
        """Return the tests that a rewriting of a sentence fails."""
        return tuple(map(str, self._check.failures(sentence.words, rewriting)))


def forbidding_price(features: Mapping[str, float], weights: Mapping[str, float]) -> float:
    """Return the sum that the features that can stop changes take off a derivation's score, 0 or less."""
    return sum(min(0.0, weights.get(name, 0.0) * features.get(name, 0.0)) for name in _STOPPING)


def decision_words() -> dict[str, str]:
    """Return the features by which reviews, frames, doubt, guards and the user's list decide, each with its reason."""
    return {one.name: one.reason for one in feature_catalogue() if one.reason}
