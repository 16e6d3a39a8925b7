"""The changes that a sentence could have, with what vetoes and people need to know about them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Final, NamedTuple

from simplifier.decoder import Derivation
from simplifier.policy.candidates import CandidateSearch, Offer, Worth
from simplifier.policy.vetoes import CandidateChange
from simplifier.record.annotated_sentence import AnnotatedSentence
from simplifier.record.decoded import Rewriting
from simplifier.record.explanation import Candidate
from simplifier.record.reasons import Reason, ReasonKind
from simplifier.record.rule_edits import RuleEdit, RuleReference
from simplifier.record.trace import trace
from simplifier.rules.resources.exclusions import Exclusions

__all__ = ["CandidateFinder", "FoundChange", "Writer"]

_EXCLUDED: Final = Reason(ReasonKind.EXCLUDED, "a list of pairs to avoid has it")

#: Returns for a sentence what writes its derivations as text.
Writer = Callable[[AnnotatedSentence], Callable[[Derivation], Rewriting]]


class FoundChange(NamedTuple):
    """A change in its place, with its text and its rule.

    Attributes:
        change: the change, as vetoes read it.
        start: first character in the source sentence.
        end: after the last character.
        target: the new text.
        offer: the offer of the chart; None if no table has the change.
        rule: the rule; None if no table has the change.
    """

    change: CandidateChange
    start: int
    end: int
    target: str
    offer: Offer | None = None
    rule: RuleReference | None = None

    @property
    def gain(self) -> float:
        """The gain in score of the sentence with this change alone; minus infinity if no table offers the change."""
        return -math.inf if self.change.gain is None else self.change.gain

    def is_made_by(self, edit: RuleEdit) -> bool:
        """Return whether an edit is this change."""
        if self.offer is None or self.change.grammar != edit.rule.grammar:
            return False
        return _makes(edit, self.offer)

    def touches(self, places: frozenset[int]) -> bool:
        """Return whether the change replaces any of these tokens."""
        return not places.isdisjoint(self.change.places)

    def because(self, reason: Reason) -> Candidate:
        """Return the change together with the reason that stopped it."""
        place = (self.start, self.end)
        return Candidate(self.target, reason, self.rule, self.change.gain, self.change.features, place)


class CandidateFinder:
    """Finds the changes that rule tables offer, and those that exclusions kept out of the tables.

    Args:
        search: finds the changes that tables offer.
        exclusions: the pairs that were kept out.
        writer: writes derivations in the same way as the results.
    """

    def __init__(self, search: CandidateSearch, exclusions: Exclusions, writer: Writer) -> None:
        self._search = search
        self._exclusions = exclusions
        self._writer = writer

    @cached_property
    def _excluded(self) -> dict[tuple[str, ...], list[str]]:
        """The targets of excluded pairs, by source."""
        found: dict[tuple[str, ...], list[str]] = {}
        for source, target in sorted(self._exclusions.pairs):
            found.setdefault(tuple(source.split()), []).append(target)
        return found

    def find(
        self, one: AnnotatedSentence, threads: int, before_batch: Callable[[], None] | None = None
    ) -> list[FoundChange]:
        """Return the changes of a sentence, those of tables first.

        Args:
            one: the sentence.
            threads: number of threads; the result does not depend on it.
            before_batch: called before each batch (`SearchRequest.before_batch`).
        """
        offers = self._search.offers(one.given)
        unchanged, worths = self._search.alone(one.given, offers, threads, before_batch)
        write = self._writer(one)
        found = []
        for offer, worth in zip(offers, worths, strict=True):
            own = None if worth is None else _found(one, offer, worth, unchanged, write(worth.derivation))
            if own is not None:
                found.append(own)
        return found + self._kept_out(one, found)

    def _kept_out(self, one: AnnotatedSentence, found: Sequence[FoundChange]) -> list[FoundChange]:
        """Return the excluded pairs whose source side the sentence has, unless a table offers the same change."""
        known = {(own.change.places, own.change.target) for own in found}
        longest = max(map(len, self._excluded), default=0)
        forms, tokens = one.given.tokens, one.sentence.tokens
        return [
            FoundChange(
                CandidateChange(one, tuple(range(start, end)), " ".join(forms[start:end]), target, kept_out=_EXCLUDED),
                tokens[start].start,
                tokens[end - 1].end,
                target,
            )
            for start in range(len(forms))
            for end in range(start + 1, min(start + longest, len(forms)) + 1)
            for target in self._excluded.get(forms[start:end], ())
            if (tuple(range(start, end)), target) not in known
        ]

    def best(self, found: Iterable[FoundChange], most: int) -> list[FoundChange]:
        """Return the ``most`` candidates with the highest gain, ignoring vetoes, then all excluded pairs.

        Candidates with the same text count once.
        """

        def merit(own: FoundChange) -> float:
            return own.gain - own.change.forbidding_price

        ranked: dict[str, FoundChange] = {}
        for own in sorted(found, key=lambda own: (-merit(own), own.target)):
            ranked.setdefault(own.target, own)
        offered = [own for own in ranked.values() if own.offer is not None][:most]
        return offered + [own for own in ranked.values() if own.offer is None]


def _found(
    one: AnnotatedSentence, offer: Offer, worth: Worth, unchanged: float, rewriting: Rewriting
) -> FoundChange | None:
    """Return a change that a table offers, with its text; None if the written sentence does not show it."""
    rule = worth.application
    edit = next((edit for edit in rewriting.edits if _makes(edit, offer)), None)
    if edit is None:
        return None
    change = CandidateChange(
        one,
        _sources(one, worth),
        rule.source,
        rule.target,
        rule.grammar,
        worth.features,
        worth.score - unchanged,
        rewriting,
        rule.objections,
    )
    return FoundChange(change, edit.start, edit.end, edit.target, offer, edit.rule)


def _sources(one: AnnotatedSentence, worth: Worth) -> tuple[int, ...]:
    """Return the source tokens that a change replaces, without the gaps of its rule."""
    rule, forms = worth.application, one.given.tokens
    if tuple(rule.source.split()) == forms[rule.start : rule.end]:
        return tuple(range(rule.start, rule.end))
    traced = trace(worth.derivation, forms).changes
    return next((own.sources for own in traced if own.application is rule), ())


def _makes(edit: RuleEdit, offer: Offer) -> bool:
    return (edit.token_start, edit.token_end) == offer[:2] and edit.rule.rule_id in offer.rules
