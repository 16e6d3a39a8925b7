"""The alternatives for one place of a sentence, best first, each with the reason why it was chosen or not."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from operator import attrgetter
from typing import Any, Final, NamedTuple, Self

from simplifier.core import FeatureName
from simplifier.languages import Language
from simplifier.record.edits import Change, applied
from simplifier.record.explanation import Candidate
from simplifier.record.offers import worth_offering
from simplifier.record.reasons import Reason, ReasonKind
from simplifier.record.result import SentenceResult

__all__ = ["Alternative", "Alternatives", "alternatives_of"]

#: Reasons of candidates that were beaten, not forbidden.
_OPEN: Final = frozenset({ReasonKind.SCORE, ReasonKind.OTHER, ReasonKind.RANKED, ReasonKind.SEARCH})
_LAST_WORD: Final = re.compile(r"(?<!\w)(\w+)(\s+)$")


@dataclass(frozen=True, slots=True)
class Alternative:
    """A text that could stand in a place.

    Attributes:
        text: the text of the whole place; empty for a deletion.
        reason: why the text was chosen, or what stopped it.
        gain: model score of the sentence with this change alone, less that of the source; None if no rule makes
            the change.
        chosen: True for the text that the new sentence has.
        original: True for the text that the source has.
        forbidden: True if something rules the text out; False if the text was only beaten.
        features: the features of the rule application, without language models.
    """

    text: str
    reason: Reason
    gain: float | None = None
    chosen: bool = False
    original: bool = False
    forbidden: bool = False
    features: Mapping[str, float] = field(default_factory=dict)

    @property
    def stands(self) -> float | None:
        """The probability that an editor lets the text stand; None if the model does not judge it."""
        harm = self.features.get(FeatureName.SelectionHarm)
        return None if harm is None else 1.0 - harm

    @property
    def offered(self) -> bool:
        """True for what was not made because it is not sure enough, and may help (`Offer`)."""
        return worth_offering(self.features, self.reason) is not None

    @property
    def helps(self) -> float | None:
        """The probability that it stands and makes the sentence easier; None if the model does not judge it."""
        return self.features.get(FeatureName.SelectionGain)

    def to_json(self) -> dict[str, Any]:
        """Return the alternative as plain values, without its features."""
        return {
            "text": self.text,
            "chosen": self.chosen,
            "original": self.original,
            "forbidden": self.forbidden,
            "offered": self.offered,
            "gain": _rounded(self.gain),
            "stands": _rounded(self.stands),
            "helps": _rounded(self.helps),
            "reason": self.reason.to_json(),
        }


@dataclass(frozen=True, slots=True)
class Alternatives:
    """A place, grown to a whole change or phrase, and the texts that could stand there.

    Attributes:
        start: first character of the place.
        end: after the last one.
        source: the source text of the place.
        article: True if the place includes the word before it, whose form depends on what follows.
        ranked: the chosen text, then those that were beaten, then those that are forbidden. Within each group they
            are ordered by the probability that they help, or by gain where the model does not judge that. Each
            text stands once, and the source text is among them.
    """

    start: int
    end: int
    source: str
    article: bool
    ranked: tuple[Alternative, ...]

    def moved(self, offset: int) -> Self:
        """Return the alternatives with places counted from the text in which the sentence begins at ``offset``."""
        return dataclasses.replace(self, start=self.start + offset, end=self.end + offset)

    def to_json(self) -> dict[str, Any]:
        """Return the place and its alternatives as plain values."""
        return {
            "start": self.start,
            "end": self.end,
            "source": self.source,
            "article": self.article,
            "alternatives": [one.to_json() for one in self.ranked],
        }


class _Place(NamedTuple):
    """A place in a sentence, and the changes that were made there, if any."""

    start: int
    end: int
    changes: tuple[Change, ...] = ()


def alternatives_of(sentence: SentenceResult, start: int, end: int, language: Language) -> Alternatives:
    """Return the alternatives of a place.

    Args:
        sentence: the sentence, with its explanation.
        start: first character in its source.
        end: after the last one.
        language: the language of the sentence.
    """
    place = _place(sentence, start, end)
    before, ranked = _fitted(sentence.source, place, _ranked(sentence, place), language)
    source = sentence.source[before : place.end]
    return Alternatives(before, place.end, source, before < place.start, tuple(ranked))


def _place(sentence: SentenceResult, start: int, end: int) -> _Place:
    """Grow a place to the changes it touches, or to the shortest phrase around it that has candidates."""
    touched = tuple([one for one in sentence.changes if one.start < end and start < one.end])
    if touched:
        return _Place(min(one.start for one in touched), max(one.end for one in touched), touched)
    around = [one for one in sentence.kept if one.start <= start and end <= one.end]
    if not around:
        return _Place(start, end)
    best = min(around, key=lambda one: one.end - one.start)
    return _Place(best.start, best.end)


def _ranked(sentence: SentenceResult, place: _Place) -> list[Alternative]:
    """Return the chosen text, then those that were beaten, then those that are forbidden, best first; each once."""
    chosen = _chosen(sentence, place)
    original = sentence.source[place.start : place.end]
    found = {chosen.text: chosen}
    if chosen.text != original:
        reason = Reason(ReasonKind.ORIGINAL, "the words as they were")
        found[original] = Alternative(original, reason, 0.0, original=True)
    others = sorted(_others(sentence, place), key=lambda pair: _order(pair[1]))
    for text, one in others:
        if text not in found:
            forbidden = one.reason.kind not in _OPEN
            found[text] = Alternative(text, one.reason, one.gain, forbidden=forbidden, features=one.features)
    return sorted(found.values(), key=lambda one: one.forbidden)  # the sort is stable: the order within each holds


def _fitted(
    source: str, place: _Place, ranked: Sequence[Alternative], language: Language
) -> tuple[int, Sequence[Alternative]]:
    """Add the article before a place to the place, if some alternative changes the article's form.

    Returns:
        The start of the place, and the alternatives for the whole place.
    """
    before = _LAST_WORD.search(source[: place.start])
    if before is None:
        return place.start, ranked
    word, space = before.groups()
    fitted = []
    for one in ranked:
        following = f"{one.text}{source[place.end :]}".split()[:1]
        form = language.fitting_form(word.lower(), following[0]) if following else None
        form = word if form is None or form == word.lower() else form
        fitted.append(form.capitalize() if word[0].isupper() else form)
    if set(fitted) == {word}:
        return place.start, ranked
    texts = [f"{form}{space}{one.text}" for form, one in zip(fitted, ranked, strict=True)]
    return before.start(), [dataclasses.replace(one, text=text) for text, one in zip(texts, ranked, strict=True)]


def _chosen(sentence: SentenceResult, place: _Place) -> Alternative:
    original = sentence.source[place.start : place.end]
    if not place.changes:
        reason = Reason(ReasonKind.ORIGINAL, "nothing better was found")
        return Alternative(original, reason, 0.0, chosen=True, original=True)
    made = sorted((edit for one in place.changes for edit in one.edits), key=attrgetter("start", "output_start"))
    text = applied(original, [one.moved(-place.start, 0) for one in made])
    assert sentence.explanation is not None
    changed = sentence.explanation.changed
    within = [one for one in changed if place.start <= one.place[0] and one.place[1] <= place.end]
    if len(within) == 1:
        (own,) = within
        return Alternative(text, own.reason, own.gain, chosen=True, features=own.edit.features)
    reason = Reason(ReasonKind.SCORE, "part of the version that scores best")
    return Alternative(text, reason, chosen=True)


def _others(sentence: SentenceResult, place: _Place) -> Iterator[tuple[str, Candidate]]:
    """Yield the candidates within the place, each with the text that the whole place would have."""
    explanation = sentence.explanation
    assert explanation is not None
    groups = [one.runners_up for one in explanation.changed] + [one.candidates for one in explanation.kept]
    for one in chain.from_iterable(groups):
        start, end = one.place  # a runner-up may replace more words than the edit that won, or fewer
        if place.start <= start and end <= place.end:
            before, behind = sentence.source[place.start : start], sentence.source[end : place.end]
            yield f"{before}{one.target}{behind}", one


def _order(one: Candidate) -> tuple[bool, float, float]:
    """Return a sort key: candidates with a rule first, by the probability that they help, then by gain."""
    return one.gain is None, -one.features.get(FeatureName.SelectionGain, 0.0), -(one.gain or 0.0)


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 6)
