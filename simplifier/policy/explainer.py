"""Why every change of a sentence was made, and what stopped the others: candidates, vetoes, scores."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Final, NamedTuple

from rules.lists.exclusions import Exclusions, read_exclusions
from simplifier.annotation import AnnotatedSentence
from simplifier.config import Config
from simplifier.decoder import ChartDecoder, Derivation
from simplifier.policy.candidates import CandidateSearch, Offer, Worth
from simplifier.policy.check import GIVEN, SentenceCheck
from simplifier.policy.protection import ProtectedTerms
from simplifier.policy.reasons import Reason, ReasonKind
from simplifier.policy.user_rules import USER_OWNER, UserRules
from simplifier.policy.vetoes import (
    CandidateChange,
    CheckVeto,
    DoubtVeto,
    ExclusionVeto,
    GuardVeto,
    MarkupVeto,
    ProtectionVeto,
    ReviewVeto,
    UserVeto,
    Veto,
    check_reason,
    forbidding_price,
)
from simplifier.requests import SearchRequest
from simplifier.result import (
    Candidate,
    ChangedPhrase,
    Edit,
    Explanation,
    KeptPhrase,
    Rewriting,
    RuleReference,
    SentenceResult,
)
from simplifier.trace import trace

__all__ = ["SentenceExplainer"]

#: Candidates shown of words that stayed, and beside a change.
_MOST_KEPT: Final = 5
_MOST_RUNNERS_UP: Final = 3

_ASKED: Final = {USER_OWNER: ReasonKind.USER, "markup": ReasonKind.MARKUP}

#: Writes a derivation of a sentence as text.
Writer = Callable[[AnnotatedSentence, Derivation], Rewriting]


class _Found(NamedTuple):
    """A change in its place: what vetoes are asked about, its text, and its rule (None: in no table)."""

    change: CandidateChange
    start: int
    end: int
    target: str
    offer: Offer | None = None
    rule: RuleReference | None = None

    @property
    def gain(self) -> float:
        """Of the sentence with this change alone; the lowest where no table offers it."""
        return -math.inf if self.change.gain is None else self.change.gain


class SentenceExplainer:
    """Explains results. Nothing is built or read before the first explanation.

    Args:
        decoder: with its weights.
        config: of the model.
        user: the user's own rules.
        terms: protected ones.
        check: the final check, or None.
        write: as the results were written.
    """

    def __init__(
        self,
        decoder: ChartDecoder,
        config: Config,
        user: UserRules,
        terms: ProtectedTerms,
        check: SentenceCheck | None,
        write: Writer,
    ) -> None:
        self._grammars = decoder.grammars
        self._weights = decoder.weights
        self._config = config
        self._search = CandidateSearch(decoder)
        self._write = write
        self._check = None if check is None else CheckVeto(check)
        self._user = user
        self._terms = terms

    @cached_property
    def _exclusions(self) -> Exclusions:
        return read_exclusions(self._config.policy.exclusions)

    @cached_property
    def _excluded(self) -> dict[tuple[str, ...], list[str]]:
        """The targets of excluded pairs, by source."""
        found: dict[tuple[str, ...], list[str]] = {}
        for source, target in sorted(self._exclusions.pairs):
            found.setdefault(tuple(source.split()), []).append(target)
        return found

    @cached_property
    def _vetoes(self) -> tuple[Veto, ...]:
        """All but the check, which is asked last; the first that stops a change gives the reason."""
        return (
            ProtectionVeto(self._terms),
            MarkupVeto(),
            UserVeto(self._user),
            ExclusionVeto(self._exclusions.pairs),
            ReviewVeto(self._weights),
            DoubtVeto(self._weights, self._config.selection),
            GuardVeto(self._weights),
        )

    def explain(
        self, one: AnnotatedSentence, result: SentenceResult, request: SearchRequest, threads: int
    ) -> Explanation:
        """Explain the best rewriting of a sentence.

        Args:
            one: the sentence.
            result: of it.
            request: that led to the result.
            threads: they do not show.
        """
        found = self._candidates(one, threads)
        edits = [edit for edit in result.edits if edit.rule.grammar != "text"]
        made = [next((other for other in found if _is_of(edit, other)), None) for edit in edits]
        places = [_places(edit, own) for edit, own in zip(edits, made, strict=True)]
        changed = [
            self._changed(edit, own, [other for other in found if other is not own and _touches(other, here)])
            for edit, own, here in zip(edits, made, places, strict=True)
        ]
        touched = frozenset[int]().union(*places)
        phrases: dict[tuple[int, int], list[_Found]] = {}
        for other in found:
            if other.change.places and not _touches(other, touched):
                phrases.setdefault((other.start, other.end), []).append(other)
        shown = {place: self._best(phrases[place], _MOST_KEPT) for place in sorted(phrases)}
        reasons = self._reasons(
            one, [other for own in shown.values() for other in own], result, request, threads
        )
        kept = [
            KeptPhrase(
                *place,
                one.sentence.text[place[0] : place[1]],
                tuple(_candidate(other, reasons[id(other)]) for other in own),
            )
            for place, own in shown.items()
        ]
        return Explanation(tuple(changed), tuple(kept))

    def _candidates(self, one: AnnotatedSentence, threads: int) -> list[_Found]:
        offers = self._search.offers(one.given)
        unchanged, worths = self._search.alone(one.given, offers, threads)
        found = []
        for offer, worth in zip(offers, worths, strict=True):
            own = None if worth is None else self._found(one, offer, worth, unchanged)
            if own is not None:
                found.append(own)
        return found + self._kept_out(one, found)

    def _found(self, one: AnnotatedSentence, offer: Offer, worth: Worth, unchanged: float) -> _Found | None:
        """Put a change that a table offers together."""
        forms = one.given.tokens
        traced = trace(worth.derivation, forms).changes
        places = next((own.sources for own in traced if own.application is worth.application), ())
        rewriting = self._write(one, worth.derivation)
        rule = worth.application
        edit = next((edit for edit in rewriting.edits if _made_by(edit, offer)), None)
        if edit is None:
            return None
        change = CandidateChange(
            one,
            tuple(places),
            rule.source,
            rule.target,
            rule.grammar,
            "ReviewedSound" in self._grammars[offer.grammar].table.feature_names,
            rule.features,
            worth.score - unchanged,
            rewriting,
        )
        return _Found(change, edit.start, edit.end, edit.target, offer, edit.rule)

    def _kept_out(self, one: AnnotatedSentence, found: Sequence[_Found]) -> list[_Found]:
        """Return the pairs that lists kept out of the tables, where the sentence has their words."""
        known = {(own.change.places, own.change.target) for own in found}
        longest = max(map(len, self._excluded), default=0)
        forms, tokens = one.given.tokens, one.sentence.tokens
        return [
            _Found(
                CandidateChange(one, tuple(range(start, end)), " ".join(forms[start:end]), target),
                tokens[start].start,
                tokens[end - 1].end,
                target,
            )
            for start in range(len(forms))
            for end in range(start + 1, min(start + longest, len(forms)) + 1)
            for target in self._excluded.get(forms[start:end], ())
            if (tuple(range(start, end)), target) not in known
        ]

    def _best(self, found: Iterable[_Found], most: int) -> list[_Found]:
        """Return the most attractive candidates, vetoes left out of account, and all that were kept out."""

        def merit(own: _Found) -> float:
            return own.gain - forbidding_price(own.change.features, self._weights)

        ranked: dict[str, _Found] = {}
        for own in sorted(found, key=lambda own: (-merit(own), own.target)):
            ranked.setdefault(own.target, own)
        offered = [own for own in ranked.values() if own.offer is not None][:most]
        return offered + [own for own in ranked.values() if own.offer is None]

    def _changed(self, edit: Edit, own: _Found | None, others: Sequence[_Found]) -> ChangedPhrase:
        gain = None if own is None else own.gain
        runners_up = [
            _candidate(one, self._of_runner_up(one, own)) for one in self._best(others, _MOST_RUNNERS_UP)
        ]
        return ChangedPhrase(edit, _why(edit, gain), gain, tuple(runners_up[:_MOST_RUNNERS_UP]))

    def _of_runner_up(self, one: _Found, winner: _Found | None) -> Reason:
        reason = self._of_itself(one)
        if reason is not None:
            return reason
        text = "another change of the same words won"
        if winner is not None and winner.gain > one.gain:
            text += f", which scores {winner.gain - one.gain:.2f} more"
        return Reason(ReasonKind.OTHER, text)

    def _of_itself(self, own: _Found) -> Reason | None:
        """Return what stops a change whatever else is changed."""
        for veto in self._vetoes:
            reason = veto.allows(own.change)
            if reason is not None:
                return reason
        if own.gain < 0:
            return Reason(ReasonKind.SCORE, f"scores {-own.gain:.2f} less than keeping it")
        return None if self._check is None else self._check.allows(own.change)

    def _reasons(
        self,
        one: AnnotatedSentence,
        found: Sequence[_Found],
        result: SentenceResult,
        request: SearchRequest,
        threads: int,
    ) -> dict[int, Reason]:
        """Return what stopped changes of words that stayed, by the identity of each."""
        reasons: dict[int, Reason] = {}
        others: list[tuple[_Found, Offer]] = []
        for own in found:
            reason = self._of_itself(own)
            if reason is not None:
                reasons[id(own)] = reason
            elif own.offer is not None:
                others.append((own, own.offer))
        if others:
            worths = self._search.within(one.given, [offer for _, offer in others], threads)
            for (own, _), worth in zip(others, worths, strict=True):
                reasons[id(own)] = self._together(one, worth, result, request)
        return reasons

    def _together(
        self, one: AnnotatedSentence, worth: Worth | None, result: SentenceResult, request: SearchRequest
    ) -> Reason:
        """Return what stopped a change that is good by itself: something about the rest of the sentence."""
        if worth is None:
            return Reason(ReasonKind.CONSTRAINT, "what the output must or must not contain does not allow it")
        failed = () if self._check is None else self._check.failed(one, self._write(one, worth.derivation))
        if not failed and result.check is not None and result.check.rank is None:
            failed = result.check.failed  # by other changes, for which the whole sentence stays as it was
        if failed:
            return check_reason(failed)
        margin = result.score - worth.score
        if margin > 0:
            return Reason(
                ReasonKind.SCORE, f"scores {margin:.2f} less with the other changes of the sentence"
            )
        if self._config.reranker.path is not None or request.selector is not None:
            text = "the choice among the best versions of the sentence fell on one without it"
            return Reason(ReasonKind.RANKED, text)
        return Reason(ReasonKind.SEARCH, "the search was too narrow to find it (decoder.pop_limit)")


def _why(edit: Edit, gain: float | None) -> Reason:
    """Return why an edit was made."""
    if edit.rule.grammar in GIVEN:
        asker = "your list" if edit.rule.grammar == USER_OWNER else "the markup"
        return Reason(_ASKED[edit.rule.grammar], f"{asker} asks for it")
    if gain is None:
        return Reason(ReasonKind.SCORE, "part of the version that scores best")
    if gain > 0:
        return Reason(ReasonKind.SCORE, f"scores {gain:.2f} more than keeping it")
    text = f"part of the version that was chosen; by itself it scores {-gain:.2f} less than keeping it"
    return Reason(ReasonKind.RANKED, text)


def _candidate(found: _Found, reason: Reason) -> Candidate:
    change = found.change
    return Candidate(found.target, reason, found.rule, change.gain, change.features)


def _made_by(edit: Edit, offer: Offer) -> bool:
    return (edit.token_start, edit.token_end) == offer[:2] and edit.rule.rule_id in offer.rules


def _is_of(edit: Edit, found: _Found) -> bool:
    return (
        found.offer is not None and found.change.grammar == edit.rule.grammar and _made_by(edit, found.offer)
    )


def _places(edit: Edit, made: _Found | None) -> frozenset[int]:
    return frozenset(range(edit.token_start, edit.token_end) if made is None else made.change.places)


def _touches(found: _Found, places: frozenset[int]) -> bool:
    return not places.isdisjoint(found.change.places)
