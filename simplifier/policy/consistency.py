"""Changing the same words in the same way throughout a document.

A decision is what became of a word or phrase of one part of speech: a change by a rule, or none. Where
places of one document were decided in several ways, each place is asked what the changes made elsewhere would
be worth there. Places where none passes the dial and the other vetoes mean something else, and stay, as do
those where it would cost more than it gains at its best place; the others take what gains most over all of
them together.
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

#: Letters by which words are looked up that may be forms of one.
_STEM: Final = 3
_Words = tuple[str, ...]
#: A change as it is made at a place, and what it gains there.
_Worth = tuple[Offer, float]


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A place in a document, and what was decided there.

    Attributes:
        sentence: its number.
        start: first token.
        end: after the last token.
        target: the words that stand there now; None where nothing was changed.
        edit: number of the edit; -1 where nothing was changed.
    """

    sentence: int
    start: int
    end: int
    target: _Words | None = None
    edit: int = -1


@dataclass(slots=True)
class _Unit:
    """Words of one part of speech that one set of rules changes, and where they stand."""

    words: set[_Words]
    part: str
    grammar: str
    places: list[Occurrence] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Settled:
    """A place that gets another decision: the offer to make there, or None to leave the words alone.

    Attributes:
        place: as it was decided before.
        offer: what is to stand there.
    """

    place: Occurrence
    offer: Offer | None


def differing(
    sentences: Sequence[AnnotatedSentence], results: Sequence[DecodedSentence], language: Language
) -> list[list[Occurrence]]:
    """Return, in order, the places of every unit of a document that was decided in more than one way.

    Args:
        sentences: the sentences of one document.
        results: the results of these sentences, in the same order.
        language: tells which words are forms of one.
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
        if len(_options(places, language)) + any(place.target is None for place in places) > 1:
            found.append(places)
    return found


def _units(
    sentences: Sequence[AnnotatedSentence], results: Sequence[DecodedSentence], language: Language
) -> list[_Unit]:
    """Return every phrase that was changed anywhere, with all places where it was changed."""
    units: list[_Unit] = []
    for number, (one, result) in enumerate(zip(sentences, results, strict=True)):
        for place, edit in enumerate(result.edits):
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
            unit.places.append(Occurrence(number, edit.token_start, edit.token_end, target, place))
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
    """Return the different changes that were made, forms of the same words counted once."""
    found: list[_Words] = []
    for place in places:
        target = place.target
        if target is not None and not any(same_target(target, other, language) for other in found):
            found.append(target)
    return found


def _comparable(worths: Sequence[Sequence[_Worth | None]]) -> list[list[_Worth | None]]:
    """Return the changes that cost no more at any place than they gain at their best place."""
    gains = [[worth[1] for worth in own if worth is not None] for own in zip(*worths, strict=True)]
    most = [max(own, default=0.0) for own in gains]
    return [
        [None if worth is None or worth[1] < -best else worth for worth, best in zip(own, most, strict=True)]
        for own in worths
    ]


class Consistency:
    """Finds decisions that differ within a document, and makes them the same.

    Args:
        decoder: the decoder, with its weights.
        language: the language of the documents.
        risk: how risky the changes of a sentence may be together; what they risk already is allowed in any case.
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
        """Return the decisions to change, by the number of the sentence.

        Args:
            sentences: the sentences of one document.
            results: the results of these sentences, in the same order.
            threads: how many threads work; the result does not depend on it.
        """
        found: dict[int, list[Settled]] = {}
        for places in differing(sentences, results, self._language):
            for one in self._decided(places, sentences, threads):
                found.setdefault(one.place.sentence, []).append(one)
        return found

    def derivation(
        self, one: AnnotatedSentence, result: DecodedSentence, settled: Sequence[Settled]
    ) -> Derivation | None:
        """Return the derivation of a sentence with new decisions and everything else as it was; None if there is none.

        Args:
            one: the sentence.
            result: the result of this sentence.
            settled: the new decisions on it.
        """
        anew = {place.place.edit for place in settled}
        demanded = [
            self._offer(edit) for number, edit in enumerate(result.edits) if _by_rule(edit) and number not in anew
        ]
        demanded += [place.offer for place in settled if place.offer is not None]
        words = self._search.together(one.given, demanded)
        if words is None:
            return None
        found = self._decoder.force(one.given, words)
        if not found or self._price(found[0].features) < min(self._price(result.kbest[0].features), 0.0):
            return None
        harm, before = (one.features.get(FeatureName.SelectionHarm, 0.0) for one in (found[0], result.kbest[0]))
        return None if harm > max(self._risk, before) else found[0]

    def _decided(
        self, places: Sequence[Occurrence], sentences: Sequence[AnnotatedSentence], threads: int
    ) -> Iterator[Settled]:
        """Yield the places of a unit that are to change, with the change that gains most over all of them."""
        options = _options(places, self._language)
        worths = _comparable([self._worths(place, options, sentences[place.sentence], threads) for place in places])
        # Where no change passes, the words mean something else, or the dial forbids it.
        able = [(place, own) for place, own in zip(places, worths, strict=True) if any(own)]
        totals = [
            sum(worth[1] for _, own in able if (worth := own[number]) is not None) for number in range(len(options))
        ]
        best = max(range(len(options)), key=lambda number: (totals[number], -number))
        for place, own in able:
            chosen = own[best] if totals[best] > 0 else None
            target = place.target
            if chosen is None:
                if target is not None:
                    yield Settled(place, None)
            elif target is None or not same_target(target, options[best], self._language):
                yield Settled(place, chosen[0])

    def _worths(
        self, place: Occurrence, options: Sequence[_Words], one: AnnotatedSentence, threads: int
    ) -> list[_Worth | None]:
        """Return, for each change, how it is made at a place and what it gains; None if it does not pass there."""
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
