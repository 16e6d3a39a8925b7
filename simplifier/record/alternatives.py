"""What else could stand in one place of a sentence, best first, each with why it was chosen or not."""

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
from simplifier.record.reasons import Reason, ReasonKind
from simplifier.record.result import SentenceResult

__all__ = ["Alternative", "Alternatives", "alternatives_of"]

#: What was beaten, not forbidden.
_OPEN: Final = frozenset({ReasonKind.SCORE, ReasonKind.OTHER, ReasonKind.RANKED, ReasonKind.SEARCH})
_LAST_WORD: Final = re.compile(r"(?<!\w)(\w+)(\s+)$")


@dataclass(frozen=True, slots=True)
class Alternative:
    """What could stand in a place.

    Attributes:
        text: the text of the whole place; empty for a deletion.
        reason: why it was chosen, or what stopped it.
        gain: what the sentence would score more with this change alone than as it is; None where no rule
            makes it.
        chosen: True for what the sentence has now.
        original: True for what the source has.
        forbidden: something rules it out; it was not just beaten.
        features: the features of the rule where it stands, language models apart.
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
        """The probability that an editor lets it stand; None where the model does not judge it."""
        harm = self.features.get(FeatureName.SelectionHarm)
        return None if harm is None else 1.0 - harm

    @property
    def helps(self) -> float | None:
        """The probability that it stands and makes the sentence easier; None as above."""
        return self.features.get(FeatureName.SelectionGain)

    def to_json(self) -> dict[str, Any]:
        """Return it as plain values, without its features."""
        return {
            "text": self.text,
            "chosen": self.chosen,
            "original": self.original,
            "forbidden": self.forbidden,
            "gain": _rounded(self.gain),
            "stands": _rounded(self.stands),
            "helps": _rounded(self.helps),
            "reason": self.reason.to_json(),
        }


@dataclass(frozen=True, slots=True)
class Alternatives:
    """A place, grown to a whole change or phrase, and what could stand there.

    Attributes:
        start: first character of the place.
        end: after the last one.
        source: its words.
        article: the word before belongs to the place because its form depends on what follows.
        ranked: what stands there now, then what was beaten, then what is forbidden; each by the probability
            that it helps, or without judgements by gain. Each text once, the source's own words among them.
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
        """Return them as plain values."""
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
    """Return what stands there, then what was beaten, best first, then what is forbidden; each text once."""
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
    return sorted(found.values(), key=lambda one: one.forbidden)


def _fitted(
    source: str, place: _Place, ranked: Sequence[Alternative], language: Language
) -> tuple[int, Sequence[Alternative]]:
    """Take the article before a place into it, where it changes with what stands there.

    Returns:
        Where the place begins, and the alternatives of all of it.
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
    """Yield candidates within the place, each with what the whole place would read."""
    explanation = sentence.explanation
    assert explanation is not None
    groups = [one.runners_up for one in explanation.changed] + [one.candidates for one in explanation.kept]
    for one in chain.from_iterable(groups):
        start, end = one.place  # a runner-up may replace more words than the edit that won, or fewer
        if place.start <= start and end <= place.end:
            before, behind = sentence.source[place.start : start], sentence.source[end : place.end]
            yield f"{before}{one.target}{behind}", one


def _order(one: Candidate) -> tuple[bool, float, float]:
    """Order by the probability that it helps, where the model judges that; then by gain."""
    return one.gain is None, -one.features.get(FeatureName.SelectionGain, 0.0), -(one.gain or 0.0)


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 6)
