"""Rewriting annotated sentences: search, the final check, explanation."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from simplifier.base.errors import InputError
from simplifier.config import Config
from simplifier.core import CoreInputError
from simplifier.decoder import (
    ChartDecoder,
    Derivation,
    InputSentence,
    SearchResult,
    derivation_tree,
    word_alignment,
)
from simplifier.languages import Language
from simplifier.languages.analysis.findings import Finding
from simplifier.policy.check import SentenceCheck, SourceCheck
from simplifier.policy.user_rules import BLOCKED, UserRules
from simplifier.record.annotated_sentence import AnnotatedSentence
from simplifier.record.decoded import CheckOutcome, DecodedSentence, Rewriting
from simplifier.record.explanation import Elsewhere
from simplifier.record.request import SearchRequest
from simplifier.record.sentence_writer import SentenceWriter, as_it_was
from simplifier.record.trace import GIVEN

if TYPE_CHECKING:
    from simplifier.estimation.gate import EstimateGate
    from simplifier.policy.consistency import Consistency, Occurrence, Settled
    from simplifier.policy.explainer import SentenceExplainer

__all__ = ["AnnotatedSentence", "SentenceRewriter"]


class _Version(NamedTuple):
    """A derivation with its text, and with the tests of the check and the gate that it fails."""

    derivation: Derivation
    rewriting: Rewriting
    failed: tuple[str, ...] = ()


class _VersionWriter:
    """Writes the derivations of one sentence as text, and puts them to the final check and the gate by estimates."""

    def __init__(
        self,
        writer: Callable[[AnnotatedSentence], SentenceWriter],
        user: UserRules,
        check: SentenceCheck | None,
        gate: EstimateGate | None,
        sentence: AnnotatedSentence,
    ) -> None:
        self.sentence = sentence
        self._gate = gate
        self._made_by = writer
        self._user = user
        self._tests = check

    @cached_property
    def _writer(self) -> SentenceWriter:
        return self._made_by(self.sentence)

    @cached_property
    def _check(self) -> SourceCheck | None:
        return None if self._tests is None else self._tests.of(self.sentence.words)

    def versions(self, derivations: Sequence[Derivation]) -> list[_Version]:
        """Return derivations as text, with the tests that they fail."""
        # Versions of one sentence share most of their words, which `write_all` writes once. Capitals that the user's
        # list asks for belong to one derivation each, so these are written one by one.
        if len(derivations) > 1 and not self._user.surfaces:
            written = self._writer.write_all(derivations)
        else:
            written = [
                as_it_was(one, self.sentence) or self._writer.write(one, self._user.written(one)) for one in derivations
            ]
        failed: Sequence[Sequence[Finding]] = [()] * len(written)
        # A version without edits is the sentence itself, which the check never fails.
        if self._check is not None and any(one.edits for one in written):
            failed = self._check.failures(written)
        low = self._low_estimates(written)
        return [
            _Version(derivation, rewriting, tuple(map(str, (*own, *more))))
            for derivation, rewriting, own, more in zip(derivations, written, failed, low, strict=True)
        ]

    def _low_estimates(self, written: Sequence[Rewriting]) -> Sequence[Sequence[Finding]]:
        """Return the findings of the gate by estimates; edits that the user asked for always pass."""
        if self._gate is None:
            return [()] * len(written)
        # The gate passes whatever equals the source, so the source stands in for versions with the user's edits only.
        source = self.sentence.sentence.text
        return self._gate.failures(
            source,
            [source if all(edit.rule.grammar in GIVEN for edit in one.edits) else one.output for one in written],
        )


class SentenceRewriter:
    """Searches annotated sentences; where the best derivation fails the check, the next one that passes replaces it.

    Args:
        decoder: the decoder, with its weights.
        config: the configuration of the search and the check.
        language: the language of the sentences.
        user: the user's own rules.
        check: the final check, or None.
        gate: the gate by least estimates, or None.
    """

    def __init__(
        self,
        decoder: ChartDecoder,
        config: Config,
        language: Language,
        user: UserRules,
        check: SentenceCheck | None,
        gate: EstimateGate | None = None,
    ) -> None:
        self._decoder = decoder
        self._config = config
        self._language = language
        self._user = user
        self._check = check
        self._gate = gate
        self._weights: Mapping[str, float] = decoder.weights
        self._may_be_blocked = BLOCKED in decoder.feature_names

    def search(
        self, sentences: Sequence[AnnotatedSentence], k: int, request: SearchRequest, threads: int
    ) -> list[SearchResult]:
        """Search for the derivations that `written` reads; the core does most of it, while Python may do other work.

        Raises:
            InputError: the decoder cannot take a sentence.
        """
        keep_forests = request.forest or request.statistics
        return self._search([one.given for one in sentences], max(k, request.candidates), threads, keep_forests)

    def written(
        self,
        sentences: Sequence[AnnotatedSentence],
        searches: Sequence[SearchResult],
        k: int,
        request: SearchRequest,
        threads: int,
    ) -> list[DecodedSentence]:
        """Return up to ``k`` rewritings of every sentence, the same for any number of threads.

        Args:
            sentences: the sentences that were searched.
            searches: the results of `search` for these sentences, in the same order.
            k: the number that the search was given.
            request: the request that the search was given.
            threads: the number of threads for sentences that have to be searched again.
        """
        ranked = [self._ranked(*pair, request) for pair in zip(sentences, searches, strict=True)]
        writers = [_VersionWriter(self._writer, self._user, self._check, self._gate, one) for one in sentences]
        versions = [writer.versions(best[:k]) for writer, best in zip(writers, ranked, strict=True)]
        failing = [number for number, own in enumerate(versions) if own and own[0].failed]
        outcomes: dict[int, CheckOutcome] = {}
        if failing:
            self._search_further(sentences, failing, searches, ranked, max(k, request.candidates), request, threads)
        for number in failing:
            versions[number], outcomes[number] = self._without_failures(
                writers[number], ranked[number], versions[number]
            )
        results = [
            self._result(one, search, _passing_first(own)[:k], outcomes.get(number), request)
            for number, (one, search, own) in enumerate(zip(sentences, searches, versions, strict=True))
        ]
        if not request.explain:
            return results
        return [
            dataclasses.replace(result, explanation=self._explainer.explain(one, result, request, threads))
            for one, result in zip(sentences, results, strict=True)
        ]

    def settled(
        self,
        sentences: Sequence[AnnotatedSentence],
        results: Sequence[DecodedSentence],
        request: SearchRequest,
        threads: int,
    ) -> list[DecodedSentence]:
        """Return the results of a document with words changed wherever they stand, not in some places only.

        No change is taken back. A sentence whose new version would fail the final check, or meet a veto, keeps its
        result.

        Args:
            sentences: the sentences of one document.
            results: the results of these sentences, in the same order.
            request: the request that led to them.
            threads: the number of threads; results do not depend on it.
        """
        found = list(results)
        consistency = self._consistency
        for number, places in consistency.settled(sentences, results, threads).items():
            if request.before_batch is not None:
                request.before_batch()
            one, result = sentences[number], results[number]
            derivation = consistency.derivation(one, result, places)
            if derivation is None:
                continue
            writer = _VersionWriter(self._writer, self._user, self._check, self._gate, one)
            (version,) = writer.versions([derivation])
            if not version.failed:
                found[number] = self._settled(one, result, version, places, request, threads)
        return found

    def _settled(
        self,
        one: AnnotatedSentence,
        result: DecodedSentence,
        version: _Version,
        places: Sequence[Settled],
        request: SearchRequest,
        threads: int,
    ) -> DecodedSentence:
        """Put a new version of a sentence first, with what was settled and its explanation."""
        rewriting = _with_trees(version) if request.trees else version.rewriting
        others = [other for other in result.kbest[1:] if other.output != rewriting.output]
        elsewhere = tuple(_elsewhere(one, rewriting, place.place) for place in places)
        settled = dataclasses.replace(
            result,
            kbest=(rewriting, *others),
            check=None,  # the outcome of the check was that of the version before
            elsewhere=tuple(sorted(elsewhere, key=lambda place: place.start)),
        )
        if not request.explain:
            return settled
        explanation = self._explainer.explain(one, settled, request, threads).settled(settled.elsewhere)
        return dataclasses.replace(settled, explanation=explanation)

    @cached_property
    def _consistency(self) -> Consistency:
        from simplifier.policy.consistency import Consistency  # loaded only where it is of use

        return Consistency(self._decoder, self._language, self._config.selection.risk_together)

    @cached_property
    def _explainer(self) -> SentenceExplainer:
        from simplifier.policy.explainer import SentenceExplainer  # loaded only where it is of use

        return SentenceExplainer(self._decoder, self._config, self._language, self._check, self._writing)

    def _search(
        self, inputs: Sequence[InputSentence], k: int, threads: int, forests: bool = False
    ) -> list[SearchResult]:
        seconds = self._config.decoder.timeout_seconds
        try:
            return self._decoder.search(inputs, k, threads=threads, timeout_seconds=seconds, forest=forests)
        except CoreInputError as error:
            raise InputError(str(error)) from None

    def _search_further(
        self,
        sentences: Sequence[AnnotatedSentence],
        failing: Sequence[int],
        searches: Sequence[SearchResult],
        ranked: list[list[Derivation]],
        width: int,
        request: SearchRequest,
        threads: int,
    ) -> None:
        """Search failing sentences again for more alternatives, where the first search did not ask for enough."""
        wanted = 1 + self._config.check.alternatives
        # A reordering chooses among the candidates that the request asked for; it is not given others.
        if width >= wanted or request.reordering is not None:
            return
        # A sentence with fewer derivations than were asked for has no others.
        again = [number for number in failing if len(searches[number].derivations) == width]
        found = self._search([sentences[number].given for number in again], wanted, threads)
        for number, search in zip(again, found, strict=True):
            ranked[number] = self._ranked(sentences[number], search, request)

    def _ranked(self, one: AnnotatedSentence, search: SearchResult, request: SearchRequest) -> list[Derivation]:
        """Return the derivations that may be shown, best first."""
        derivations = search.derivations
        # A sentence must have a version: where the user's list forbids all, the best one stays, and the check decides.
        if self._may_be_blocked:
            derivations = [one for one in derivations if not one.features.get(BLOCKED)] or derivations[:1]
        return derivations if request.reordering is None else request.reordering(one.given, derivations)

    def _writing(self, one: AnnotatedSentence) -> Callable[[Derivation], Rewriting]:
        """Return what writes derivations of a sentence in the way of the results."""
        writer = self._writer(one)
        return lambda derivation: writer.write(derivation, self._user.written(derivation))

    def _writer(self, one: AnnotatedSentence) -> SentenceWriter:
        sentence, marks, tags, given, spelling, *_ = one
        return SentenceWriter(
            sentence,
            self._weights,
            self._language,
            names=[place for place, tag in enumerate(tags) if tag in self._language.roles.names],
            kept=[place for place, mark in enumerate(given.protected) if mark],
            given={one.start: words for one, words in zip(*marks[1:], strict=True)},
            tokenised=self._config.text.tokenised,
            spelling=spelling,
        )

    def _without_failures(
        self, writer: _VersionWriter, ranked: Sequence[Derivation], versions: Sequence[_Version]
    ) -> tuple[list[_Version], CheckOutcome]:
        """Return versions with the best one that passes first; if none passes, the sentence as it was comes first."""
        failed = versions[0].failed
        for place, derivation in enumerate(ranked[1 : 1 + self._config.check.alternatives], 1):
            version = versions[place] if place < len(versions) else writer.versions([derivation])[0]
            if not version.failed:
                others = [other for other in versions if other is not version]
                return [version, *others], CheckOutcome(failed, place + 1)
        unchanged = self._unchanged(writer, versions[0].derivation)
        if unchanged is None:
            return list(versions), CheckOutcome(failed, 1)
        words = unchanged.derivation.tokens
        others = [other for other in versions if other.derivation.tokens != words]
        return [unchanged, *others], CheckOutcome(failed, None)

    def _unchanged(self, writer: _VersionWriter, best: Derivation) -> _Version | None:
        """Return the version with only the edits that the user asked for; None if constraints forbid it."""
        # All tokens are protected but those that the user's list or markup changes, and the sentence is searched anew.
        given = writer.sentence.given
        kept = [True] * len(given.tokens)
        for rule in best.applications:
            if rule.grammar in GIVEN:
                kept[rule.start : rule.end] = [False] * (rule.end - rule.start)
        given = dataclasses.replace(given, protected=tuple(kept))
        found = self._search([given], 1, threads=1)[0].derivations
        return writer.versions(found)[0] if found else None

    def _result(
        self,
        one: AnnotatedSentence,
        search: SearchResult,
        versions: Sequence[_Version],
        outcome: CheckOutcome | None,
        request: SearchRequest,
    ) -> DecodedSentence:
        sentence = one.sentence
        rewritings = tuple(version.rewriting for version in versions)
        if request.trees:
            rewritings = tuple(map(_with_trees, versions))
        return DecodedSentence(
            sentence.text,
            sentence.start,
            sentence.part,
            rewritings or (Rewriting(sentence.text, 0.0, {}, ()),),
            split=sentence.split,
            timed_out=search.timed_out,
            impossible=not rewritings,
            forest=search.forest if request.forest else None,
            search=search.forest.statistics(search.statistics) if search.forest else None,
            check=outcome,
        )


def _with_trees(version: _Version) -> Rewriting:
    return version.rewriting.with_values(
        trees=derivation_tree(version.derivation), alignment=tuple(word_alignment(version.derivation))
    )


def _elsewhere(one: AnnotatedSentence, rewriting: Rewriting, place: Occurrence) -> Elsewhere:
    """Return a place that was changed as elsewhere in the document."""
    tokens = one.sentence.tokens
    start, end = tokens[place.start].start, tokens[place.end - 1].end
    source = one.sentence.text[start:end]
    own = [edit for edit in rewriting.edits if (edit.token_start, edit.token_end) == (place.start, place.end)]
    return Elsewhere(start, end, source, own[0].target if own else source)


def _passing_first(versions: Sequence[_Version]) -> list[_Version]:
    """Move versions that fail behind the others; the first one was chosen and keeps its place."""
    return [*versions[:1], *sorted(versions[1:], key=lambda version: bool(version.failed))]
