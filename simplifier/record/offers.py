"""Changes that the program does not dare to make by itself, for people who decide."""

from __future__ import annotations

import re
from typing import Any, Final, NamedTuple

from simplifier.languages import Language
from simplifier.record.edits import NewWords, applied, share_text
from simplifier.record.explanation import Candidate
from simplifier.record.reasons import Reason, ReasonKind
from simplifier.record.result import SentenceResult
from simplifier.record.rule_edits import RuleReference, six_digits

__all__ = ["LEAST", "Offer", "fitted", "offers_of"]

#: The least probability that an editor lets an offered change stand.
LEAST: Final = 0.6
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
        language: the language of the sentence.
        least: the least probability that an editor lets an offer stand.
    """
    possible = [
        (stands, one)
        for phrase in sentence.kept
        for one in phrase.candidates
        if (stands := _stands(one)) is not None and stands >= least
    ]
    found: list[Offer] = []
    taken = [(one.start, one.end) for one in sentence.edits]
    for stands, one in sorted(possible, key=lambda pair: -pair[0]):
        places = fitted(sentence.source, *one.place, one.target, language)
        start, end = places[0][0], places[-1][1]
        source = sentence.source[start:end]
        target = applied(source, [NewWords(first - start, last - start, new) for first, last, new in places])
        if source == target or any(first < end and start < last for first, last in taken):
            continue
        assert one.rule is not None
        taken.append((start, end))
        reason = Reason(ReasonKind.SCORE, share_text(source, target, stands))
        found.append(Offer(start, end, source, target, stands, reason, one.reason, one.rule))
    return sorted(found)


def _stands(one: Candidate) -> float | None:
    """Return the probability that a candidate stands; None for one that is wrong for sure, or not judged."""
    return one.stands if one.rule is not None and one.reason.kind in _UNSURE else None


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
