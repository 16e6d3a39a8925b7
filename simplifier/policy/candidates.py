"""All changes that the chart of a sentence offers, each with its features and score in its place.

A second decoder with the same parts has one more feature, which demands or forbids changes. Decoding a sentence with
one change demanded and all others forbidden yields that change alone, with every feature value that the search saw.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

from simplifier.decoder import ChartDecoder, Constraints, Derivation, InputSentence, RuleApplication
from simplifier.decoder.features import Applications
from simplifier.policy.vetoes import FORBIDDING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["CandidateSearch", "Offer", "Worth"]

_FEATURE: Final = "Demanded"
#: The weight of the demand; it outweighs all other features, even the user's orders and vetoes.
_WEIGHT: Final = 1e5
#: The most changes of one source side on one span that are decoded, best first by the features of the rule table.
_MOST: Final = 20
#: The number of changes decoded together; ``before_batch`` is called between batches.
_BATCH: Final = 64


class Offer(NamedTuple):
    """A change that the chart offers: its half-open span of tokens, its two sides, and the rules that make it."""

    start: int
    end: int
    source: str
    target: str
    grammar: int
    rules: frozenset[int]

    def made_by(self, rule: RuleApplication) -> bool:
        """Return whether a rule application makes this change."""
        # Places first: the sides of a rule are read from its table only when they are asked for.
        return (rule.start, rule.end) == self[:2] and (rule.source, rule.target) == self[2:4]


class Worth(NamedTuple):
    """A change in its place: the application of its best rule, the derivation with it, and that derivation's score."""

    application: RuleApplication
    derivation: Derivation
    score: float

    @property
    def forbidding_price(self) -> float:
        """The sum that reviews, frames, doubt, guards and the user's list take off the score, 0 or less."""
        return sum(one.price for one in self.application.objections)

    @property
    def features(self) -> dict[str, float]:
        """The features of the application, without the feature of the demand."""
        return {name: value for name, value in self.application.features.items() if name != _FEATURE}


@dataclass(frozen=True, slots=True)
class _Demanding(InputSentence):
    """A sentence that demands changes, forbids all others, or collects what its chart offers.

    Attributes:
        demanded: the changes that are demanded.
        alone: True to forbid all other changes.
        places: collects (start, end, grammar, rule) of all applications; None to collect nothing.
    """

    demanded: tuple[Offer, ...] = ()
    alone: bool = False
    places: list[tuple[int, int, int, int]] | None = field(default=None, compare=False)


class _Demands:
    """The feature ``Demanded``: 1 for applications that a sentence demands, -1 for those that it forbids, else 0."""

    names = (_FEATURE,)

    def __call__(self, sentence: InputSentence, applications: Applications) -> NDArray[np.float32]:
        """Return the values, [applications, 1], and add the places of all applications to a sentence that collects."""
        import numpy as np  # loaded only where it is of use

        assert isinstance(sentence, _Demanding)
        columns = (applications.start, applications.end, applications.grammar, applications.rule)
        if sentence.places is not None:
            sentence.places.extend(zip(*(column.tolist() for column in columns), strict=True))
        values = np.full(len(applications), -1.0 if sentence.alone else 0.0, dtype=np.float32)
        for one in sentence.demanded:
            here = (columns[0] == one.start) & (columns[1] == one.end) & (columns[2] == one.grammar)
            values[here & np.isin(columns[3], list(one.rules))] = 1.0
        return values[:, np.newaxis]


class CandidateSearch:
    """Finds the changes that could be made in a sentence. Nothing is built before the first use.

    Args:
        decoder: the decoder, with its weights.
    """

    def __init__(self, decoder: ChartDecoder) -> None:
        self._own = decoder

    @cached_property
    def _decoder(self) -> ChartDecoder:
        return self._own.extended([_Demands()], {_FEATURE: _WEIGHT})

    @cached_property
    def _scores(self) -> list[NDArray[np.float32]]:
        """For each grammar, the scores of all rules by the features of their table."""
        import numpy as np  # loaded only where it is of use

        # Weights that forbid are left out: a forbidden change is shown as well, by how good it is otherwise.
        weights = {name: weight for name, weight in self._own.weights.items() if weight > FORBIDDING}
        tables = [part.table for part in self._own.grammars]
        return [table.scores(np.array([weights.get(name, 0.0) for name in table.feature_names])) for table in tables]

    def offers(self, sentence: InputSentence, spans: Sequence[tuple[int, int]] | None = None) -> list[Offer]:
        """Return the changes that the chart of a sentence offers, ignoring protection and constraints.

        Args:
            sentence: the sentence.
            spans: half-open token spans whose changes are all returned; None for the best changes of every span, in
                the order of the sentence.
        """
        given = _demanding(_free(sentence), places=[])
        self._decoder.search([given])
        assert given.places is not None
        found: dict[tuple[int, int, str, str, int], set[int]] = {}
        for start, end, grammar, rule in given.places:
            if grammar >= 0 and (spans is None or (start, end) in spans):
                _, source, target, _, _ = self._own.grammars[grammar].table.rule(rule)
                found.setdefault((start, end, source, target, grammar), set()).add(rule)
        offers = [Offer(*key, frozenset(rules)) for key, rules in found.items()]
        return self._best(offers) if spans is None else offers

    def alone(
        self,
        sentence: InputSentence,
        offers: Sequence[Offer],
        threads: int,
        before_batch: Callable[[], None] | None = None,
    ) -> tuple[float, list[Worth | None]]:
        """Return the score of the sentence without any change, and the worth of every change alone.

        Constraints on the output and protected tokens are ignored here. A change is None if no derivation has it.

        Args:
            sentence: the sentence, as the search got it.
            offers: its changes.
            threads: number of threads; the result does not depend on it.
            before_batch: called before each batch (`SearchRequest.before_batch`).
        """
        # The first input demands nothing and forbids everything: it gives the score of the unchanged sentence.
        (plain,) = self._found([_only(sentence, 0, 0)], 1, threads, before_batch)
        spans: dict[tuple[int, int], list[Offer]] = {}
        for one in offers:
            spans.setdefault((one.start, one.end), []).append(one)
        worths: dict[Offer, Worth] = {}
        # Changes of one span exclude each other, so one list of the best derivations that have any of them has all of
        # them, but for those that write the same words as a better one; these are looked for one by one.
        inputs = [_only(sentence, *span, tuple(own)) for span, own in spans.items()]
        most = max(map(len, spans.values()), default=1)
        for own, found in zip(spans.values(), self._found(inputs, most, threads, before_batch), strict=True):
            worths.update((one, worth) for one in own for worth in _worths(one, found)[:1])
        missing = [one for one in offers if one not in worths]
        inputs = [_only(sentence, one.start, one.end, (one,)) for one in missing]
        for one, found in zip(missing, self._found(inputs, 1, threads, before_batch), strict=True):
            worths.update((one, worth) for worth in _worths(one, found)[:1])
        return _score(plain[0]) if plain else 0.0, [worths.get(one) for one in offers]

    def _found(
        self, inputs: Sequence[_Demanding], k: int, threads: int, before_batch: Callable[[], None] | None
    ) -> Iterator[list[Derivation]]:
        """Yield the ``k`` best derivations of each input."""
        for first in range(0, len(inputs), _BATCH):
            if before_batch is not None:
                before_batch()
            batch = inputs[first : first + _BATCH]
            yield from (one.derivations for one in self._decoder.search(batch, k, threads=threads, objections=True))

    def together(self, sentence: InputSentence, offers: Sequence[Offer]) -> tuple[str, ...] | None:
        """Return the words of a sentence with some changes and no others; None if they cannot all be made.

        Args:
            sentence: the sentence, with its protected tokens and replacements.
            offers: the changes.
        """
        found = self._decoder.search([_demanding(sentence, tuple(offers), alone=True)])[0].derivations
        if not found or not all(any(map(one.made_by, found[0].applications)) for one in offers):
            return None
        return tuple(found[0].tokens)

    def within(self, sentence: InputSentence, offers: Sequence[Offer], k: int, threads: int) -> list[list[Worth]]:
        """Return, for each change, up to ``k`` best derivations with it, best first; none if it cannot be made."""
        inputs = [_demanding(sentence, (one,)) for one in offers]
        found = self._decoder.search(inputs, k, threads=threads)
        return [_worths(one, search.derivations) for one, search in zip(offers, found, strict=True)]

    def _best(self, offers: Sequence[Offer]) -> list[Offer]:
        """Return the best offers of every source side at every place, in the order of the sentence."""

        def score(one: Offer) -> float:
            return max(float(self._scores[one.grammar][rule]) for rule in one.rules)

        groups: dict[tuple[int, int, str], list[Offer]] = {}
        for one in offers:
            groups.setdefault(one[:3], []).append(one)
        return [
            one
            for place in sorted(groups)
            for one in sorted(groups[place], key=lambda one: (-score(one), one.target))[:_MOST]
        ]


def _only(sentence: InputSentence, start: int, end: int, demanded: tuple[Offer, ...] = ()) -> _Demanding:
    """Return a sentence with demands inside a span; all other words are protected, so that few rules are scored."""
    marks = tuple([not start <= place < end for place in range(len(sentence.tokens))])
    free = dataclasses.replace(sentence, protected=marks, constraints=Constraints())
    return _demanding(free, demanded, alone=True)


def _free(sentence: InputSentence) -> InputSentence:
    return dataclasses.replace(sentence, protected=(), constraints=Constraints())


def _demanding(
    sentence: InputSentence,
    demanded: tuple[Offer, ...] = (),
    alone: bool = False,
    places: list[tuple[int, int, int, int]] | None = None,
) -> _Demanding:
    own = {one.name: getattr(sentence, one.name) for one in dataclasses.fields(InputSentence)}
    return _Demanding(**own, demanded=demanded, alone=alone, places=places)


def _score(derivation: Derivation) -> float:
    """Return a derivation's score by the model's own weights, without the demand."""
    return derivation.score - _WEIGHT * derivation.features.get(_FEATURE, 0.0)


def _worths(offer: Offer, derivations: Sequence[Derivation]) -> list[Worth]:
    """Return the derivations that have a change, in their order."""
    return [
        Worth(rule, derivation, _score(derivation))
        for derivation in derivations
        for rule in derivation.changes()
        if offer.made_by(rule)
    ]
