"""Consistency: words that a document changes in one place are changed in its other places too.

Changes spread and are never taken back: what a sentence gets by itself, it gets in every document. If the words of a
change stay somewhere else in the document, as the same part of speech, each change that was made of them is scored at
all their places. A place where no change passes the vetoes stays as it is, since the words mean something else there.
A change does not count at a place where it would cost more than it gains at its best place. The words that stayed get
the change whose gains over all places add up to most, if that sum is above 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from simplifier.core import FeatureName
from simplifier.decoder import ChartDecoder, Derivation
from simplifier.languages import Language
from simplifier.policy.candidates import CandidateSearch, Offer
from simplifier.policy.vetoes import FORBIDDING, forbidding_price
from simplifier.record.annotated_sentence import AnnotatedSentence
from simplifier.record.decoded import DecodedSentence
from simplifier.record.rule_edits import RuleEdit
from simplifier.record.trace import GIVEN

__all__ = ["Consistency", "Occurrence", "Settled", "differing"]

#: Words that may be forms of one another share so many first letters; a quick test before the exact one.
_STEM: Final = 3
_Words = tuple[str, ...]
#: A change at a place, and its gain there.
_Worth = tuple[Offer, float]


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A place in a document, and what was decided there.

    Attributes:
        sentence: number of the sentence.
        start: first token.
        end: after the last token.
        target: the words that stand there now; None if nothing was changed.
    """

    sentence: int
    start: int
    end: int
    target: _Words | None = None


@dataclass(slots=True)
class _Unit:
    """Words of one part of speech that one grammar changes, and the places where they stand."""

    words: set[_Words]
    part: str
    grammar: str
    places: list[Occurrence] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Settled:
    """A place where words stayed, and the change that they get.

    Attributes:
        place: the place.
        offer: the change to make there.
    """

    place: Occurrence
    offer: Offer


def differing(
    sentences: Sequence[AnnotatedSentence], results: Sequence[DecodedSentence], language: Language
) -> list[list[Occurrence]]:
    """Return, for every word or phrase that a document changed here and kept there, all its places in text order.

    Args:
        sentences: the sentences of one document.
        results: the results of these sentences, in the same order.
        language: the language, which knows the words that are forms of one another.
    """
    units = _units(sentences, results, language)
    if not units:
        return []
    for number, (one, result) in enumerate(zip(sentences, results, strict=True)):
        if not result.impossible:
            _add_kept(number, one, result, units, language)
    found = []
    for own in units:
        places = sorted(own.places, key=lambda place: (place.sentence, place.start))
        if any(place.target is None for place in places):
            found.append(places)
    return found


def _units(
    sentences: Sequence[AnnotatedSentence], results: Sequence[DecodedSentence], language: Language
) -> list[_Unit]:
    """Return every phrase that was changed anywhere, with all places where it was changed."""
    units: list[_Unit] = []
    for number, (one, result) in enumerate(zip(sentences, results, strict=True)):
        for edit in result.edits:
            if not _by_rule(edit):
                continue
            forms = one.given.tokens[edit.token_start : edit.token_end]
            if tuple(edit.rule.source.split()) != forms:
                continue  # a rule with gaps
            part = _part(one, edit.token_start, edit.token_end, language)
            unit = next((own for own in units if _is_of(own, forms, part, edit.rule.grammar, language)), None)
            if unit is None:
                unit = _Unit(set(), part, edit.rule.grammar)
                units.append(unit)
            unit.words.add(forms)
            target = tuple(edit.rule.target.split())
            unit.places.append(Occurrence(number, edit.token_start, edit.token_end, target))
    return units


def _add_kept(
    number: int, one: AnnotatedSentence, result: DecodedSentence, units: Sequence[_Unit], language: Language
) -> None:
    """Add the places where a sentence kept the words of a unit."""
    changed = {token for edit in result.edits for token in range(edit.token_start, edit.token_end)}
    forms = one.given.tokens
    for unit in units:
        lengths = {len(words) for words in unit.words}
        stems = {words[0][:_STEM] for words in unit.words}
        for start, form in enumerate(forms):
            if form[:_STEM] not in stems:
                continue
            for length in lengths:
                end = start + length
                own = forms[start:end]
                if end > len(forms) or not changed.isdisjoint(range(start, end)):
                    continue
                if _is_of(unit, own, _part(one, start, end, language), unit.grammar, language):
                    unit.places.append(Occurrence(number, start, end))


def _by_rule(edit: RuleEdit) -> bool:
    """Return whether a rule of the model made an edit."""
    return edit.rule.grammar not in (*GIVEN, "text") and edit.rule.rule_id >= 0 and edit.token_end > edit.token_start


def _part(one: AnnotatedSentence, start: int, end: int, language: Language) -> str:
    return language.coarse_tag(one.tags[start]) if one.tags and end - start == 1 else ""


def _is_of(unit: _Unit, forms: _Words, part: str, grammar: str, language: Language) -> bool:
    if (part, grammar) != (unit.part, unit.grammar):
        return False
    return forms in unit.words or (
        len(forms) == 1 and any(len(words) == 1 and language.same_word(words[0], forms[0]) for words in unit.words)
    )


def same_target(first: _Words, second: _Words, language: Language) -> bool:
    """Return whether two targets are the same words, perhaps in other forms."""
    return len(first) == len(second) and all(map(language.same_word, first, second))


def _options(places: Sequence[Occurrence], language: Language) -> list[_Words]:
    """Return the different targets at these places; forms of the same words count once."""
    found: list[_Words] = []
    for place in places:
        target = place.target
        if target is not None and not any(same_target(target, other, language) for other in found):
            found.append(target)
    return found


def _comparable(worths: Sequence[Sequence[_Worth | None]]) -> list[list[_Worth | None]]:
    """Remove each change from the places where it costs more than it gains at its best place.

    Args:
        worths: for each place, the worth of every change there, or None.
    """
    gains = [[worth[1] for worth in own if worth is not None] for own in zip(*worths, strict=True)]
    most = [max(own, default=0.0) for own in gains]
    return [
        [None if worth is None or worth[1] < -best else worth for worth, best in zip(own, most, strict=True)]
        for own in worths
    ]


class Consistency:
    """Finds words that stayed in one place of a document and were changed in another, and changes them too.

    Args:
        decoder: the decoder, with its weights.
        language: the language of the documents.
        risk: the highest sum of the risks of all changes of a sentence. A sentence that is above this already may keep
            its own sum.
    """

    def __init__(self, decoder: ChartDecoder, language: Language, risk: float = 1.0) -> None:
        self._risk = risk
        self._decoder = decoder
        self._language = language
        self._weights: Mapping[str, float] = decoder.weights
        self._search = CandidateSearch(decoder)
        self._grammars = {part.owner: number for number, part in enumerate(decoder.grammars)}

    def settled(
        self,
        sentences: Sequence[AnnotatedSentence],
        results: Sequence[DecodedSentence],
        threads: int,
    ) -> dict[int, list[Settled]]:
        """Return the changes to make besides those that were made, by the number of the sentence.

        Args:
            sentences: the sentences of one document.
            results: the results of these sentences, in the same order.
            threads: number of threads; the result does not depend on it.
        """
        found: dict[int, list[Settled]] = {}
        for places in differing(sentences, results, self._language):
            for one in self._decided(places, sentences, threads):
                found.setdefault(one.place.sentence, []).append(one)
        return found

    def derivation(
        self, one: AnnotatedSentence, result: DecodedSentence, settled: Sequence[Settled]
    ) -> Derivation | None:
        """Return the derivation of a sentence with further changes and all its edits.

        The result is None if there is no such derivation, if features that forbid changes would take more off its
        score than before, or if its changes would be too risky together.

        Args:
            one: the sentence.
            result: the result of this sentence.
            settled: the further changes of this sentence.
        """
        demanded = [self._offer(edit) for edit in result.edits if edit.rule.grammar in self._grammars]
        demanded += [place.offer for place in settled]
        words = self._search.together(one.given, demanded)
        if words is None:
            return None
        # The scores of that search include the demands, so the model's own decoder derives the same words again.
        found = self._decoder.force(one.given, words)
        if not found or self._price(found[0].features) < min(self._price(result.kbest[0].features), 0.0):
            return None
        harm, before = (one.features.get(FeatureName.SelectionHarm, 0.0) for one in (found[0], result.kbest[0]))
        return None if harm > max(self._risk, before) else found[0]

    def _decided(
        self, places: Sequence[Occurrence], sentences: Sequence[AnnotatedSentence], threads: int
    ) -> Iterator[Settled]:
        """Yield the places where a unit stayed, with the change that gains most over all its places."""
        options = _options(places, self._language)
        worths = _comparable([self._worths(place, options, sentences[place.sentence], threads) for place in places])
        # A place where no change passes is left alone: its words mean something else, or the changes are too risky.
        able = [(place, own) for place, own in zip(places, worths, strict=True) if any(own)]
        totals = [
            sum(worth[1] for _, own in able if (worth := own[number]) is not None) for number in range(len(options))
        ]
        best = max(range(len(options)), key=lambda number: (totals[number], -number))
        if totals[best] <= 0:
            return
        for place, own in able:
            chosen = own[best]
            if place.target is None and chosen is not None:
                yield Settled(place, chosen[0])

    def _worths(
        self, place: Occurrence, options: Sequence[_Words], one: AnnotatedSentence, threads: int
    ) -> list[_Worth | None]:
        """Return the offer and the gain of each change at a place; None for a change that does not pass there."""
        found: list[_Worth | None] = [None] * len(options)
        if any(one.given.protected[place.start : place.end]):
            return found
        offers = [
            (number, offer)
            for offer in self._search.offers(one.given, [(place.start, place.end)])
            for number, words in enumerate(options)
            if same_target(tuple(offer.target.split()), words, self._language)
        ]
        unchanged, worths = self._search.alone(one.given, [offer for _, offer in offers], threads)
        for (number, offer), worth in zip(offers, worths, strict=True):
            if worth is None or worth.forbidding_price <= FORBIDDING:
                continue
            gain = worth.score - unchanged
            known = found[number]
            if known is None or gain > known[1]:
                found[number] = (offer, gain)
        return found

    def _price(self, features: Mapping[str, float]) -> float:
        return forbidding_price(features, self._weights)

    def _offer(self, edit: RuleEdit) -> Offer:
        rule = edit.rule
        return Offer(
            edit.token_start,
            edit.token_end,
            rule.source,
            rule.target,
            self._grammars[rule.grammar],
            frozenset([rule.rule_id]),
        )
