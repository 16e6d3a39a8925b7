"""Explanations: why each change of a sentence was made, and what stopped the other candidates."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Final

from simplifier.config import Config
from simplifier.core import FeatureName
from simplifier.decoder import ChartDecoder
from simplifier.languages import Language
from simplifier.policy.candidates import CandidateSearch, Offer, Worth
from simplifier.policy.check import SentenceCheck
from simplifier.policy.finder import CandidateFinder, FoundChange, Writer
from simplifier.policy.hard_words import HardWords
from simplifier.policy.user_rules import USER_OWNER
from simplifier.policy.vetoes import CheckVeto, stopped_by
from simplifier.policy.wording import failed_reason
from simplifier.record.annotated_sentence import AnnotatedSentence
from simplifier.record.decoded import DecodedSentence
from simplifier.record.edits import share_text
from simplifier.record.explanation import ChangedPhrase, Explanation, KeptPhrase
from simplifier.record.reasons import Reason, ReasonKind
from simplifier.record.request import SearchRequest
from simplifier.record.rule_edits import RuleEdit
from simplifier.record.trace import GIVEN
from simplifier.rules.grammar.scoring import contributions
from simplifier.rules.resources.exclusions import Exclusions, read_exclusions

__all__ = ["SentenceExplainer"]

#: The most candidates that are shown for words that stayed, if a request asks for no more.
_MOST_KEPT: Final = 5
#: The most features that are shown for a change.
_MOST_PARTS: Final = 3

#: Two scores that differ by no more than this are the same but for rounding.
_SAME: Final = 1e-6

_ASKED: Final = {USER_OWNER: ReasonKind.USER, "markup": ReasonKind.MARKUP}


class SentenceExplainer:
    """Explains results. Nothing is built or read before the first explanation.

    Args:
        decoder: the decoder, with its weights.
        config: the configuration of the model.
        language: the language of the sentences.
        check: the final check, or None.
        writer: writes derivations in the same way as the results.
    """

    def __init__(
        self,
        decoder: ChartDecoder,
        config: Config,
        language: Language,
        check: SentenceCheck | None,
        writer: Writer,
    ) -> None:
        self._decoder = decoder
        self._weights = decoder.weights
        self._config = config
        self._language = language
        self._hard_words = HardWords(decoder.grammars, language)
        self._search = CandidateSearch(decoder)
        self._writer = writer
        self._check = None if check is None else CheckVeto(check)

    @cached_property
    def _exclusions(self) -> Exclusions:
        return read_exclusions(self._config.policy.exclusions)

    @cached_property
    def _finder(self) -> CandidateFinder:
        return CandidateFinder(self._search, self._exclusions, self._writer)

    def explain(
        self, one: AnnotatedSentence, result: DecodedSentence, request: SearchRequest, threads: int
    ) -> Explanation:
        """Explain the best rewriting of a sentence.

        Args:
            one: the sentence.
            result: the result of this sentence.
            request: the request that led to the result.
            threads: number of threads; the result does not depend on it.
        """
        found = self._finder.find(one, threads, request.before_batch)
        edits = [edit for edit in result.edits if edit.rule.grammar != "text"]
        made = [next((other for other in found if other.is_made_by(edit)), None) for edit in edits]
        places = [_places(edit, own) for edit, own in zip(edits, made, strict=True)]
        changed = [
            self._changed(
                edit,
                own,
                [other for other in found if other is not own and other.touches(here)],
                request.runners_up,
            )
            for edit, own, here in zip(edits, made, places, strict=True)
        ]
        # Candidates that touch a change are its runners-up; all others belong to words that stayed.
        touched = frozenset[int]().union(*places)
        phrases: dict[tuple[int, int], list[FoundChange]] = {}
        for other in found:
            if other.change.places and not other.touches(touched):
                phrases.setdefault((other.start, other.end), []).append(other)
        most = max(_MOST_KEPT, request.runners_up)
        shown = {place: self._finder.best(phrases[place], most) for place in sorted(phrases)}
        reasons = self._reasons(one, [other for own in shown.values() for other in own], result, request, threads)
        kept = [
            KeptPhrase(
                *place,
                one.sentence.text[place[0] : place[1]],
                tuple(other.because(reasons[id(other)]) for other in own),
            )
            for place, own in shown.items()
        ]
        covered = touched.union(*(own.change.places for same in phrases.values() for own in same))
        # A hard word whose candidates all touch a change is told with them; another one has none.
        for place, word in enumerate(one.sentence.tokens):
            if place not in covered and self._is_hard(one, place):
                others = self._finder.best([other for other in found if place in other.change.places], most)
                own = tuple(other.because(self._of_runner_up(other, None)) for other in others)
                kept.append(KeptPhrase(word.start, word.end, word.surface, own))
        return Explanation(tuple(changed), tuple(sorted(kept, key=lambda phrase: phrase.start)))

    def _is_hard(self, one: AnnotatedSentence, place: int) -> bool:
        """Return whether a word is hard and not a name."""
        word = one.sentence.tokens[place]
        if one.tags:
            is_name = one.tags[place] in self._language.roles.names
        else:
            is_name = place > 0 and word.surface != word.surface.lower()
        return not is_name and self._hard_words.is_hard(word.form)

    def _changed(
        self, edit: RuleEdit, own: FoundChange | None, others: Sequence[FoundChange], most: int
    ) -> ChangedPhrase:
        gain = None if own is None else own.gain
        runners_up = [one.because(self._of_runner_up(one, own)) for one in self._finder.best(others, most)]
        parts = sorted(contributions(edit.features, self._weights).items(), key=lambda part: -part[1])
        best = {name: value for name, value in parts[:_MOST_PARTS] if value > 0}
        return ChangedPhrase(edit, _why(edit, gain), gain, best, tuple(runners_up[:most]), (edit.start, edit.end))

    def _of_runner_up(self, one: FoundChange, winner: FoundChange | None) -> Reason:
        reason = self._of_itself(one)
        if reason is not None:
            return reason
        detail = ""
        if winner is not None and winner.gain > one.gain:
            detail = f"scores {winner.gain - one.gain:.2f} less than the change that won"
        return Reason(ReasonKind.OTHER, "another change of these words was better", detail)

    def _of_itself(self, own: FoundChange) -> Reason | None:
        """Return what stops a change by itself, whatever else changes in the sentence; None if nothing does."""
        reason = stopped_by(own.change, self._language)
        if reason is not None:
            return reason
        if own.gain <= 0:
            return Reason(ReasonKind.SCORE, "reads no better here", f"scores {-own.gain:.2f} less than keeping it")
        return None if self._check is None else self._check.allows(own.change)

    def _reasons(
        self,
        one: AnnotatedSentence,
        found: Sequence[FoundChange],
        result: DecodedSentence,
        request: SearchRequest,
        threads: int,
    ) -> dict[int, Reason]:
        """Return the reason that stopped each change of words that stayed, by the identity of the change."""
        # Changes that nothing stops by themselves are decoded once more, together with all other changes.
        reasons: dict[int, Reason] = {}
        others: list[tuple[FoundChange, Offer]] = []
        for own in found:
            reason = self._of_itself(own)
            if reason is not None:
                reasons[id(own)] = reason
            elif own.offer is not None:
                others.append((own, own.offer))
        if others:
            depth = 1 if self._check is None else 1 + self._config.check.alternatives
            lists = self._search.within(one.given, [offer for _, offer in others], depth, threads)
            for (own, _), worths in zip(others, lists, strict=True):
                reasons[id(own)] = self._together(one, worths, result, request)
        return reasons

    def _together(
        self,
        one: AnnotatedSentence,
        worths: Sequence[Worth],
        result: DecodedSentence,
        request: SearchRequest,
    ) -> Reason:
        """Return the reason that stopped a change which is good by itself, but not beside the rest of the sentence.

        Possible reasons are tried in this order: constraints, final check, limit of the risks, score, choice among the
        k best. If none of them explains the result, the search did not find the change.

        Args:
            one: the sentence.
            worths: the best derivations of the sentence with the change, best first.
            result: the result of the sentence.
            request: the request that led to the result.
        """
        if not worths:
            return Reason(ReasonKind.CONSTRAINT, "what the output must or must not contain does not allow it")
        failed = [self._failed(one, worth) for worth in worths]
        worth = next((worth for worth, own in zip(worths, failed, strict=True) if not own), None)
        if worth is None:
            return failed_reason(failed[0])
        if result.check is not None and result.check.rank is None:
            # Other changes failed the check, and the whole sentence stays as it was.
            return failed_reason(result.check.failed)
        if (excess := self._decoder.excess(worth.derivation)) is not None:
            harm, most = excess
            detail = f"with the other changes of the sentence the risks add up to {harm:.2f}, over {most:.2f}"
            return Reason(ReasonKind.DOUBTFUL, "too risky together with the other changes of the sentence", detail)
        margin = result.score - worth.score
        if margin > -_SAME:
            detail = f"scores {max(0.0, margin):.2f} less with the other changes of the sentence"
            return Reason(ReasonKind.SCORE, "reads no better beside the other changes of the sentence", detail)
        if self._config.reranker.path is not None or request.reordering is not None:
            text = "the choice among the best versions of the sentence fell on one without it"
            return Reason(ReasonKind.RANKED, text)
        return Reason(ReasonKind.SEARCH, "the search was too narrow to find it", "decoder.pop_limit")

    def _failed(self, one: AnnotatedSentence, worth: Worth) -> tuple[str, ...]:
        if self._check is None:
            return ()
        return self._check.failed(one, self._writer(one)(worth.derivation))


def _why(edit: RuleEdit, gain: float | None) -> Reason:
    """Return why an edit was made."""
    if edit.rule.grammar in GIVEN:
        asker = "your list" if edit.rule.grammar == USER_OWNER else "the markup"
        return Reason(_ASKED[edit.rule.grammar], f"{asker} asks for it")
    harm = edit.features.get(FeatureName.SelectionHarm)
    text = share_text(edit.source, edit.target, None if harm is None else 1.0 - harm)
    if gain is None:
        return Reason(ReasonKind.SCORE, text, "part of the version that scores best")
    if gain > 0:
        return Reason(ReasonKind.SCORE, text, f"scores {gain:.2f} more than keeping it")
    detail = f"part of the version that was chosen; by itself it scores {-gain:.2f} less than keeping it"
    return Reason(ReasonKind.RANKED, text, detail)


def _places(edit: RuleEdit, made: FoundChange | None) -> frozenset[int]:
    return frozenset(range(edit.token_start, edit.token_end) if made is None else made.change.places)
