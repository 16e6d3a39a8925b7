"""Changes that the program does not dare to make by itself, for people who decide."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from simplifier.core import FeatureName
from simplifier.languages import Language
from simplifier.record.edits import NewWords, applied, share_text
from simplifier.record.reasons import Reason, ReasonKind
from simplifier.record.result import SentenceResult
from simplifier.record.rule_edits import RuleReference, six_digits

__all__ = ["LEAST", "Offer", "fitted", "offers_of", "worth_offering"]

#: The least probability that an editor lets an offered change stand.
LEAST: Final = 0.6
#: How much an offered change must help at least, 0 to 1. Without it, half of the offers would put one word for another
#: that is as hard ("booklet": "pamphlet"). In 929 published sentences 714 changes are offered; of those that readers
#: marked 88 % stand.
_HELPS: Final = 0.15
#: What stopped a change because it is not sure enough, not because it would be wrong.
_UNSURE: Final = frozenset(
    {
        ReasonKind.DOUBTFUL,
        ReasonKind.SCORE,
        ReasonKind.RANKED,
        ReasonKind.SEARCH,
        ReasonKind.FRAME,
        ReasonKind.DOCUMENT,
    }
)
_LAST_WORD: Final = re.compile(r"(?<!\w)(\w+)\s+$")


class Offer(NamedTuple):
    """A change that was not made, and may help.

    Attributes:
        start: first character in the source sentence.
        end: after the last one.
        source: the words that stand there.
        target: what would stand there; empty for a deletion.
        probability: how probable it is that an editor lets it stand.
        reason: why it is offered, in one sentence.
        held_by: what kept the program from making it.
        rule: the rule of the change.
    """

    start: int
    end: int
    source: str
    target: str
    probability: float
    reason: Reason
    held_by: Reason
    rule: RuleReference

    def moved(self, characters: int) -> Offer:
        """Return the same offer further on in the text."""
        return self._replace(start=self.start + characters, end=self.end + characters)

    def to_json(self) -> dict[str, Any]:
        """Return the offer as plain values."""
        return {
            "start": self.start,
            "end": self.end,
            "source": self.source,
            "target": self.target,
            "probability": six_digits(self.probability),
            "reason": self.reason.to_json(),
            "held_by": self.held_by.to_json(),
            "rule": self.rule.to_json(),
        }


def offers_of(sentence: SentenceResult, language: Language, least: float = LEAST) -> list[Offer]:
    """Return what may be offered beside the changes of an explained sentence, in order; no two offers overlap.

    Args:
        sentence: the sentence with its explanation; without one there is nothing to offer.
        language: the language of the sentence. Capitals inside it are taken for names, for which nothing is offered.
        least: the least probability that an editor lets an offer stand.
    """
    possible = [
        (stands, one)
        for phrase in sentence.kept
        for one in phrase.candidates
        if one.rule is not None and (stands := worth_offering(one.features, one.reason, least)) is not None
    ]
    found: list[Offer] = []
    taken = [(one.start, one.end) for one in sentence.edits]
    for stands, one in sorted(possible, key=lambda pair: -pair[0]):
        places = fitted(sentence.source, *one.place, one.target, language)
        start, end = places[0][0], places[-1][1]
        source = sentence.source[start:end]
        target = applied(source, [NewWords(first - start, last - start, new) for first, last, new in places])
        named = start > 0 and sentence.source[one.place[0]].isupper()
        if named or source == target or any(first < end and start < last for first, last in taken):
            continue
        assert one.rule is not None
        taken.append((start, end))
        reason = Reason(ReasonKind.SCORE, share_text(source, target, stands))
        found.append(Offer(start, end, source, target, stands, reason, one.reason, one.rule))
    return sorted(found)


def worth_offering(features: Mapping[str, float], reason: Reason, least: float = LEAST) -> float | None:
    """Return the probability that an editor lets a change stand that was not made.

    None if it is no offer: wrong for sure, not judged by the model, below ``least``, or no help.

    Args:
        features: the features of its rule where it stands.
        reason: what kept the program from making it.
        least: the least probability.
    """
    harm = features.get(FeatureName.SelectionHarm)
    if harm is None or 1.0 - harm < least or reason.kind not in _UNSURE:
        return None
    return None if features.get(FeatureName.SelectionGain, 0.0) < _HELPS else 1.0 - harm


def fitted(text: str, start: int, end: int, target: str, language: Language) -> list[NewWords]:
    """Return where words change when others are put into a place: the place, and before it an article that fits them.

    Args:
        text: the text with the place.
        start: first character of the place.
        end: after the last one.
        target: what is to stand there.
        language: knows which words have several forms.
    """
    before = _LAST_WORD.search(text, 0, start)
    following = f"{target} {text[end:]}".split()[:1]
    if before is None or not following:
        return [NewWords(start, end, target)]
    word = before[1]
    form = language.fitting_form(word.lower(), following[0])
    if form is None or form == word.lower():
        return [NewWords(start, end, target)]
    form = form.capitalize() if word[0].isupper() else form
    return [NewWords(*before.span(1), form), NewWords(start, end, target)]
