"""Everything that can stop a change, each an object with the same face.

A veto acts elsewhere: when a table is built (exclusions), on the chart (protection, markup), in the score of
a rule application (reviews, doubt, guards, a user's list), or at the end (the check). The objects here read
the same data and tell whether it was they that stopped a change.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from simplifier.config import SelectionSettings
from simplifier.policy.check import SentenceCheck
from simplifier.policy.user_rules import BLOCKED, USER_OWNER, USER_WEIGHTS, UserRules
from simplifier.records.annotation import AnnotatedSentence
from simplifier.records.reasons import Reason, ReasonKind
from simplifier.records.result import Rewriting
from simplifier.rules.lists.cores import core_of
from simplifier.rules.lists.frames import NEVER
from simplifier.text.code import code_marks

__all__ = [
    "CandidateChange",
    "CheckVeto",
    "CodeVeto",
    "DefinitionVeto",
    "DoubtVeto",
    "ExclusionVeto",
    "FrameVeto",
    "GuardVeto",
    "MarkupVeto",
    "ProtectionVeto",
    "ReviewVeto",
    "UserVeto",
    "Veto",
    "check_reason",
    "decision_words",
    "forbidding_price",
]

#: A price that no change earns back.
_FORBIDDING: Final = -50.0
_REVIEWED_BAD: Final = "ReviewedBad"
_FRAME_UNMET: Final = "FrameUnmet"
_DOUBTFUL: Final = "SelectionDoubtful"


_FORM_LOST = "would break agreement: {}"
#: Features that guard a sentence where their weights are below 0, with what they say.
_GUARDS: Final[Mapping[str, tuple[ReasonKind, str]]] = {
    "VerbFormLost": (ReasonKind.AGREEMENT, _FORM_LOST),
    "NounFormLost": (ReasonKind.AGREEMENT, _FORM_LOST),
    "ModifierLost": (ReasonKind.AGREEMENT, _FORM_LOST),
    "FiniteVerbLost": (ReasonKind.AGREEMENT, _FORM_LOST),
    "DuplicateNeighbour": (ReasonKind.DOUBLED, "would double a word"),
    "DuplicateNear": (ReasonKind.DOUBLED, "would repeat a word close by"),
    "PrepositionLost": (ReasonKind.PREPOSITION, "would lose a preposition"),
    "PrepositionBeforeNounLost": (ReasonKind.PREPOSITION, "would lose the preposition before a noun"),
    "PrepositionGained": (ReasonKind.PREPOSITION, "would add a preposition"),
    "ArticleClash": (ReasonKind.ARTICLE, 'would not go with "a" or "an"'),
    "ChangedQuoted": (ReasonKind.QUOTED, "in quotation marks"),
    "ChangedNumber": (ReasonKind.NUMBER, "part of a number"),
    "ChangedNumeral": (ReasonKind.NUMBER, "part of a number"),
    "ChangedProperNoun": (ReasonKind.NAME, "part of a name"),
    "ChangedTitle": (ReasonKind.NAME, "part of a name"),
}


@dataclass(frozen=True, slots=True)
class CandidateChange:
    """A change that could be made of a sentence.

    Attributes:
        sentence: as it was read.
        places: the tokens that it replaces, gaps of its rule left out.
        source: source side.
        target: target side.
        grammar: owner of its rule's grammar.
        features: of the rule's application, language models apart, zeros left out.
        gain: what the sentence scores more with this change alone than as it is; None if no table has it.
        rewriting: the sentence with this change alone; None as above.
    """

    sentence: AnnotatedSentence
    places: tuple[int, ...]
    source: str
    target: str
    grammar: str = ""
    features: Mapping[str, float] = field(default_factory=dict)
    gain: float | None = None
    rewriting: Rewriting | None = None


class Veto(Protocol):
    """Something that can stop changes."""

    @property
    def name(self) -> str:
        """What it is called."""

    def allows(self, change: CandidateChange) -> Reason | None:
        """Return None where it allows a change, else why it stops it."""


class ProtectionVeto:
    """Protected terms: on the chart, no rule that changes them is offered."""

    name = "protection"

    def allows(self, change: CandidateChange) -> Reason | None:
        """See `Veto`."""
        if _marked(change.sentence.terms, change):
            return Reason(ReasonKind.PROTECTED, "protected")
        return None


class DefinitionVeto:
    """Terms that the document defines or explains: on the chart, as protected terms."""

    name = "definition"

    def allows(self, change: CandidateChange) -> Reason | None:
        """See `Veto`."""
        if _marked(change.sentence.defined, change):
            return Reason(ReasonKind.DOCUMENT, "a term that this document defines or explains")
        return None


class MarkupVeto:
    """``<keep>``: on the chart, as protected terms."""

    name = "markup"

    def allows(self, change: CandidateChange) -> Reason | None:
        """See `Veto`."""
        if _marked(change.sentence.marks.kept, change):
            return Reason(ReasonKind.MARKUP, "kept by markup")
        return None


class CodeVeto:
    """Code, paths, addresses, identifiers, references: on the chart, as protected terms."""

    name = "code"

    def allows(self, change: CandidateChange) -> Reason | None:
        """See `Veto`."""
        sentence = change.sentence.sentence
        if _marked(code_marks(sentence.text, sentence.tokens), change):
            return Reason(ReasonKind.CODE, "part of code, a path, an address or a reference")
        return None


class UserVeto:
    """The user's list: words that never change (on the chart), changes never made (by their score)."""

    name = "user"

    def __init__(self, rules: UserRules) -> None:
        self._rules = rules

    def allows(self, change: CandidateChange) -> Reason | None:
        """See `Veto`."""
        given = change.sentence.given
        kept = self._rules.mark(given.tokens, given.tags) if self._rules.kept else ()
        if _marked(kept, change):
            return Reason(ReasonKind.USER, "your list says never")
        if not change.features.get(BLOCKED):
            return None
        if change.grammar == USER_OWNER:
            return Reason(ReasonKind.USER, "your list has it for another part of speech")
        return Reason(ReasonKind.USER, "your list says never")


class ExclusionVeto:
    """Pairs that were kept out of the rule tables when these were built."""

    name = "exclusion"

    def __init__(self, pairs: Container[tuple[str, str]]) -> None:
        self._pairs = pairs

    def allows(self, change: CandidateChange) -> Reason | None:
        """See `Veto`."""
        if change.gain is None and (change.source, change.target) in self._pairs:
            return Reason(ReasonKind.EXCLUDED, "excluded")
        return None


class ReviewVeto:
    """Pairs that were read in place and found bad: by the weight of a feature of the table.

    Args:
        weights: the decoder's.
    """

    name = "review"

    def __init__(self, weights: Mapping[str, float]) -> None:
        self._weights = weights

    def allows(self, change: CandidateChange) -> Reason | None:
        """See `Veto`."""
        if _stops(change, _price(change.features, self._weights, (_REVIEWED_BAD,))):
            return Reason(ReasonKind.REVIEWED, "found bad in review")
        return None


class FrameVeto:
    """Pairs that fit in other surroundings only: by the weight of ``FrameUnmet``.

    Args:
        weights: the decoder's.
        frames: of every pair that has any.
    """

    name = "frame"

    def __init__(self, weights: Mapping[str, float], frames: Mapping[tuple[str, str], Sequence[str]]) -> None:
        self._weights = weights
        self._frames = frames

    def allows(self, change: CandidateChange) -> Reason | None:
        """See `Veto`."""
        if not _stops(change, _price(change.features, self._weights, (_FRAME_UNMET,))):
            return None
        pair = (change.source, change.target)
        frames = self._frames.get(pair) or self._frames[core_of(*pair)]
        asked = [frame for frame in frames if frame != NEVER]
        if not asked:
            return Reason(ReasonKind.FRAME, "is never made, says the plain list")
        return Reason(ReasonKind.FRAME, f"does not fit here; it asks for {' or '.join(asked)}")


class DoubtVeto:
    """Changes that an editor might not let stand, as trees predict: by the weight of ``SelectionDoubtful``.

    Args:
        weights: the decoder's.
        settings: the dial.
    """

    name = "doubt"

    def __init__(self, weights: Mapping[str, float], settings: SelectionSettings) -> None:
        self._weights = weights
        self._settings = settings

    def allows(self, change: CandidateChange) -> Reason | None:
        """See `Veto`."""
        if not _stops(change, _price(change.features, self._weights, (_DOUBTFUL,))):
            return None
        found = self._predictions(change)
        what, share, least = min(found, key=lambda one: one[1] / one[2] if one[2] else 1.0)
        # As exact as it takes to tell them apart.
        digits = next((own for own in (2, 3, 4) if f"{share:.{own}f}" != f"{least:.{own}f}"), 5)
        return Reason(ReasonKind.DOUBTFUL, f"{what} {share:.{digits}f} under {least:.{digits}f}")

    def _predictions(self, change: CandidateChange) -> list[tuple[str, float, float]]:
        """Return what the trees predict, each with its name and the least that is asked for."""
        features, settings = change.features, self._settings
        stands, gain = 1 - features.get("SelectionHarm", 0.0), features.get("SelectionGain", 0.0)
        return [
            ("probability that it stands", stands, 1 - settings.risk),
            ("probability that it helps", gain, settings.least_gain),
        ]


class GuardVeto:
    """What a change would do to the sentence around it, and words better left alone: by weights.

    Args:
        weights: the decoder's.
    """

    name = "guard"

    def __init__(self, weights: Mapping[str, float]) -> None:
        self._weights = weights

    def allows(self, change: CandidateChange) -> Reason | None:
        """See `Veto`; several guards stop a change together, and the heaviest gives the reason."""
        prices = {name: _price(change.features, self._weights, (name,)) for name in _GUARDS}
        if not _stops(change, sum(prices.values())):
            return None
        heaviest = min(prices, key=lambda name: prices[name])
        kind, text = _GUARDS[heaviest]
        return Reason(kind, text.format(heaviest))


class CheckVeto:
    """The final check, of the sentence with this change alone."""

    name = "check"

    def __init__(self, check: SentenceCheck) -> None:
        self._check = check

    def allows(self, change: CandidateChange) -> Reason | None:
        """See `Veto`."""
        failed = () if change.rewriting is None else self.failed(change.sentence, change.rewriting)
        return check_reason(failed) if failed else None

    def failed(self, sentence: AnnotatedSentence, rewriting: Rewriting) -> tuple[str, ...]:
        """Return the tests that a rewriting of a sentence fails."""
        return tuple(map(str, self._check.failures(sentence.words, rewriting)))


def check_reason(failed: Sequence[str]) -> Reason:
    """Return the reason of a sentence that fails the final check."""
    return Reason(ReasonKind.CHECK, f"failed the final check: {'; '.join(failed)}")


def _price(features: Mapping[str, float], weights: Mapping[str, float], names: Iterable[str]) -> float:
    """Return what some features take off a score, 0 or less."""
    return sum(min(0.0, weights.get(name, 0.0) * features.get(name, 0.0)) for name in names)


def forbidding_price(features: Mapping[str, float], weights: Mapping[str, float]) -> float:
    """Return what the features of reviews, frames, doubt, guards and the user's list take off a score."""
    return _price(features, weights, (_REVIEWED_BAD, _FRAME_UNMET, _DOUBTFUL, BLOCKED, *_GUARDS))


def decision_words() -> dict[str, str]:
    """Return the features by which reviews, frames, doubt, guards and the user's list decide, in words."""
    return {
        _REVIEWED_BAD: "found bad in review",
        _FRAME_UNMET: "does not fit in these surroundings",
        _DOUBTFUL: "too few readers would make it",
        BLOCKED: "your list says never",
        **dict.fromkeys(set(USER_WEIGHTS) - {BLOCKED}, "your list asks for it"),
        **{name: text.format(name) for name, (_, text) in _GUARDS.items()},
    }


def _stops(change: CandidateChange, lost: float) -> bool:
    """Tell whether a price stops a change: nothing earns it back, or the change would gain without it."""
    if change.gain is None or change.gain >= 0 or lost >= 0:
        return False
    return lost <= _FORBIDDING or change.gain - lost >= 0


def _marked(marks: Sequence[bool], change: CandidateChange) -> bool:
    return bool(marks) and any(marks[place] for place in change.places)
