"""What was changed, told from the user's own words: edits, and the changes that they belong to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import groupby
from math import prod
from operator import attrgetter
from typing import Any, Final, NamedTuple, Protocol

from simplifier.base.reading import shorten
from simplifier.core import FeatureName
from simplifier.record.composition import Place, anchored, composed, trimmed
from simplifier.record.reasons import Reason, ReasonKind
from simplifier.record.rule_edits import REPAIRS, RuleEdit, RuleReference, rounded, six_digits
from simplifier.text import AppliedRule

__all__ = [
    "Change",
    "Edit",
    "EditKind",
    "NewWords",
    "Replacing",
    "applied",
    "changes_of",
    "chosen",
    "deletion",
    "edits_of",
    "placed",
    "share_text",
]


class EditKind(StrEnum):
    """What kind of change an edit is a part of."""

    WORD = "word"
    """Another word, or none, for one word."""
    PHRASE = "phrase"
    """Other words, or none, for several."""
    NUMBER = "number"
    """A number or date written in another way."""
    REWORD = "reword"
    """Another construction, or the same one in fewer words."""
    SHORTEN = "shorten"
    """Words that a structural rule left out."""
    REORDER = "reorder"
    """The parts of the sentence in another order."""
    SPLIT = "split"
    """Two sentences for one."""
    LIST = "list"
    """A list for a sentence."""
    DROP = "drop"
    """The whole sentence left out."""
    OWN = "own"
    """What the user's list or the markup asks for."""
    REPAIR = "repair"
    """What the text layer put right by itself."""


#: Of several structural rules behind one change, the one that is named: what changes most of the sentence.
_STRUCTURE: Final = (EditKind.SPLIT, EditKind.LIST, EditKind.REORDER, EditKind.REWORD, EditKind.SHORTEN)
_TEXTS: Final = {
    EditKind.WORD: "a plainer word",
    EditKind.PHRASE: "plainer words",
    EditKind.NUMBER: "numbers are easier to take in this way",
    EditKind.REWORD: "a plainer way to say it",
    EditKind.SHORTEN: "the sentence says the same without these words",
    EditKind.REORDER: "this order is easier to follow",
    EditKind.SPLIT: "two short sentences are easier to follow than a long one",
    EditKind.LIST: "a list is easier to follow than a long sentence",
    EditKind.DROP: "one of the sentences that matter least in this document",
    EditKind.REPAIR: "follows from the words beside it",
}
_ASKED: Final = {
    "user": Reason(ReasonKind.USER, "your list asks for it"),
    "markup": Reason(ReasonKind.MARKUP, "the markup asks for it"),
}
_NUMBERS: Final = "numbers"


class Replacing(Protocol):
    """Characters of a text, and what stands there instead."""

    @property
    def start(self) -> int:
        """First character."""

    @property
    def end(self) -> int:
        """After the last one."""

    @property
    def target(self) -> str:
        """The new text."""


class NewWords(NamedTuple):
    """Half-open characters of a text, and the words that are to stand there."""

    start: int
    end: int
    target: str


def applied(text: str, edits: Iterable[Replacing]) -> str:
    """Return a text with edits, which are in order and do not overlap, made."""
    parts: list[str] = []
    place = 0
    for one in edits:
        parts += (text[place : one.start], one.target)
        place = one.end
    parts.append(text[place:])
    return "".join(parts)


@dataclass(frozen=True, slots=True)
class Edit:
    """New words for a span of the user's own text.

    The edits of a sentence are in order and do not overlap. All of them together give the output. Edits with one
    number in ``change`` stand or fall together; whatever numbers are left out, the rest gives a sound text.

    Attributes:
        start: first character in the text as the user wrote it (half-open spans throughout).
        end: after the last character.
        source: what stood there.
        target: what stands there now; empty for a deletion.
        output_start: first character in the new text.
        output_end: after the last character.
        change: number of the change that the edit belongs to, from 0.
        kind: what kind of change it is.
        probability: how probable it is that an editor lets the change stand; None where nothing judges it.
        reason: why the change was made, in one sentence.
        rule: the rule behind the change; of several the one that weighs most.
        also: the other rules behind it.
        rule_edits: what rules changed, as the decoder reports it; none where structural rules made the edit.
    """

    start: int
    end: int
    source: str
    target: str
    output_start: int
    output_end: int
    change: int
    kind: EditKind
    probability: float | None
    reason: Reason
    rule: RuleReference
    also: tuple[RuleReference, ...] = ()
    rule_edits: tuple[RuleEdit, ...] = field(default=(), repr=False)

    def __repr__(self) -> str:
        judged = "" if self.probability is None else f", {self.probability:.2f}"
        return (
            f"<Edit {self.start}:{self.end} {shorten(self.source)!r} -> {shorten(self.target)!r}, {self.kind}{judged}>"
        )

    @property
    def features(self) -> Mapping[str, float]:
        """The feature values of the rule where it stands, language models apart; none of a structural rule."""
        own = [one for one in self.rule_edits if one.rule == self.rule]
        return own[0].features if own else {}

    @property
    def score(self) -> float:
        """The weighted sum of the features."""
        own = [one for one in self.rule_edits if one.rule == self.rule]
        return own[0].score if own else 0.0

    @property
    def spelling(self) -> str:
        """The spelling that new words were put into, where the rule has another one; otherwise empty."""
        return next((one.spelling for one in self.rule_edits if one.spelling), "")

    def moved(self, characters: int, output_characters: int, changes: int = 0) -> Edit:
        """Return the same edit further on in both texts, its change numbered from ``changes``."""
        return replace(
            self,
            start=self.start + characters,
            end=self.end + characters,
            output_start=self.output_start + output_characters,
            output_end=self.output_end + output_characters,
            change=self.change + changes,
        )

    def to_json(self) -> dict[str, Any]:
        """Return the edit as plain values."""
        return {
            "start": self.start,
            "end": self.end,
            "source": self.source,
            "target": self.target,
            "output_start": self.output_start,
            "output_end": self.output_end,
            "change": self.change,
            "kind": str(self.kind),
            **({} if self.probability is None else {"probability": six_digits(self.probability)}),
            "reason": self.reason.to_json(),
            "rule": self.rule.to_json(),
            **({"also": [one.to_json() for one in self.also]} if self.also else {}),
            "features": rounded(self.features),
            "score": six_digits(self.score),
            **({"spelling": self.spelling} if self.spelling else {}),
        }


class Change(NamedTuple):
    """Edits that stand or fall together: what a reader accepts or takes back, and what is counted.

    Attributes:
        number: its number in the sentence or text.
        edits: in order; one at least.
    """

    number: int
    edits: tuple[Edit, ...]

    @property
    def start(self) -> int:
        """First character of the first edit in the user's text."""
        return self.edits[0].start

    @property
    def end(self) -> int:
        """After the last character of the last edit."""
        return self.edits[-1].end

    @property
    def kind(self) -> EditKind:
        """What kind of change it is."""
        return self.edits[0].kind

    @property
    def probability(self) -> float | None:
        """How probable it is that an editor lets it stand; None where nothing judges it."""
        return self.edits[0].probability

    @property
    def reason(self) -> Reason:
        """Why it was made."""
        return self.edits[0].reason

    def target(self, text: str) -> str:
        """Return what stands from its start to its end if it is the only change of the user's text."""
        inner = [one.moved(-self.start, 0) for one in self.edits]
        return applied(text[self.start : self.end], inner)


def changes_of(edits: Sequence[Edit]) -> list[Change]:
    """Return the changes that edits belong to, in the order in which they begin. This is what every count counts."""
    own = sorted(edits, key=attrgetter("change"))
    return [Change(number, tuple(group)) for number, group in groupby(own, key=attrgetter("change"))]


class _Cause(NamedTuple):
    """What changed a place: a structural rule, or a rule edit."""

    structure: AppliedRule | None = None
    edit: RuleEdit | None = None

    @property
    def repairs(self) -> bool:
        return self.edit is not None and self.edit.rule.grammar == REPAIRS


def edits_of(
    texts: tuple[str, str, str],
    copies: Sequence[tuple[int, int, int]],
    rules: Sequence[AppliedRule],
    rewritten: Sequence[Place],
    rule_edits: Sequence[RuleEdit],
) -> tuple[Edit, ...]:
    """Return the edits that lead from a user's sentence over its restructured form to the output.

    Args:
        texts: the sentence as the user wrote it, as structural rules left it, and as it came out.
        copies: what the second text has of the first (`Copy`), in the order of the second.
        rules: the structural rules that were applied; the last one made the most of the second text.
        rewritten: the places where the third text differs from the second, in order; their owners number rule edits.
        rule_edits: what rules changed in the second text.
    """
    source, between, output = texts
    causes = [*(_Cause(structure=one) for one in rules), *(_Cause(edit=one) for one in rule_edits)]
    structure = [one._replace(owners=_owners(one, rules)) for one in anchored(source, between, copies)] if rules else []
    second = [one.moved(0, 0, len(rules)) for one in rewritten]
    places = [one for whole in composed(structure, second) for one in trimmed(source, output, whole)]
    found: list[Edit] = []
    for number, own_places in enumerate(_together(places)):
        found += _edits(number, source, output, own_places, causes)
    return tuple(sorted(found, key=attrgetter("start", "output_start")))


def deletion(source: str) -> tuple[Edit, ...]:
    """Return the edit that leaves a sentence out."""
    reason = Reason(ReasonKind.DOCUMENT, _TEXTS[EditKind.DROP])
    rule = RuleReference("DROP", source, "", "document", -1, ())
    return (Edit(0, len(source), source, "", 0, 0, 0, EditKind.DROP, None, reason, rule),)


def chosen(start: int, end: int, source: str, target: str, change: int) -> Edit:
    """Return words that a person chose for a place."""
    reason = Reason(ReasonKind.USER, "you chose it")
    rule = RuleReference("OWN", source, target, "user", -1, ())
    return Edit(start, end, source, target, 0, 0, change, EditKind.OWN, None, reason, rule)


def placed(edits: Iterable[Edit]) -> tuple[Edit, ...]:
    """Return edits of one text, which are in order and do not overlap, with their places in the new text.

    Changes are numbered anew, in the order in which they begin.
    """
    found: list[Edit] = []
    numbers: dict[int, int] = {}
    shift = 0
    for one in edits:
        start = one.start + shift
        end = start + len(one.target)
        number = numbers.setdefault(one.change, len(numbers))
        found.append(replace(one, output_start=start, output_end=end, change=number))
        shift = end - one.end
    return tuple(found)


def _owners(place: Place, rules: Sequence[AppliedRule]) -> frozenset[int]:
    """Return which structural rules changed a place: those in place that touch it, or else the last of all."""
    touching = [
        number
        for number, rule in enumerate(rules)
        if rule.kind in (EditKind.REWORD, EditKind.SHORTEN)
        and any(start <= place.end and place.start <= end for start, end in rule.places)
    ]
    return frozenset(touching or [len(rules) - 1])


def _together(places: Sequence[Place]) -> list[list[Place]]:
    """Return the places that stand or fall together, group by group, in the order in which they begin.

    They have owners in common, or are bound to each other's owners, directly or by way of other places.
    """
    groups: list[tuple[frozenset[int], list[Place]]] = []
    for place in places:
        owners, own = place.owners | place.bound, [place]
        rest = []
        for other, others in groups:
            if owners & other:
                owners, own = owners | other, [*others, *own]
            else:
                rest.append((other, others))
        groups = [*rest, (owners, own)]
    return sorted((sorted(own) for _, own in groups), key=lambda own: own[0])


def _edits(number: int, source: str, output: str, places: Sequence[Place], causes: Sequence[_Cause]) -> Iterator[Edit]:
    """Yield the edits of one change."""
    every = [causes[owner] for owner in sorted(frozenset[int]().union(*(one.owners for one in places)))]
    main = [one for one in every if not one.repairs] or every
    words = [one for one in places if any(not causes[owner].repairs for owner in one.owners)]
    kind = _kind(main, sum(len(source[one.start : one.end].split()) for one in words))
    probability = _probability(main)
    rules = [_reference(one) for one in sorted(main, key=lambda one: _rank(one, kind))]
    reason = _reason(kind, probability, main)
    for place in places:
        own = [causes[owner].edit for owner in sorted(place.owners)]
        yield Edit(
            place.start,
            place.end,
            source[place.start : place.end],
            output[place.new_start : place.new_end],
            place.new_start,
            place.new_end,
            number,
            kind,
            probability,
            reason,
            rules[0],
            tuple(rules[1:]),
            tuple([one for one in own if one is not None]),
        )


def _kind(causes: Sequence[_Cause], words: int) -> EditKind:
    """Return the kind of a change, given what caused it and how many words of the user it replaces."""
    kinds = {one.structure.kind for one in causes if one.structure is not None}
    for kind in _STRUCTURE:
        if kind in kinds:
            return kind
    grammars = {one.edit.rule.grammar for one in causes if one.edit is not None}
    if grammars & _ASKED.keys():
        return EditKind.OWN
    if grammars == {REPAIRS} or not grammars:
        return EditKind.REPAIR
    if _NUMBERS in grammars:
        return EditKind.NUMBER
    return EditKind.WORD if words <= 1 else EditKind.PHRASE


def _rank(cause: _Cause, kind: EditKind) -> int:
    """Order causes so that what gives the change its kind comes first."""
    if cause.structure is not None:
        return 0 if cause.structure.kind == kind else 1
    return 2


def _reference(cause: _Cause) -> RuleReference:
    if cause.edit is not None:
        return cause.edit.rule
    rule = cause.structure
    assert rule is not None
    before, after = rule.example[:2] if len(rule.example) > 1 else ("", "")
    return RuleReference(rule.kind.upper(), before, after, "structure", -1, (rule.name,))


def _probability(causes: Sequence[_Cause]) -> float | None:
    """Return the probability that all causes stand, as far as they are judged."""
    judged = [one.structure.stands for one in causes if one.structure is not None]
    for one in causes:
        if one.edit is not None and not one.repairs:
            harm = one.edit.features.get(FeatureName.SelectionHarm)
            if harm is not None:
                judged.append(1.0 - harm)
    return prod(judged) if judged else None


def _reason(kind: EditKind, probability: float | None, causes: Sequence[_Cause]) -> Reason:
    if kind is EditKind.OWN:
        grammars = [one.edit.rule.grammar for one in causes if one.edit is not None]
        return next(_ASKED[one] for one in grammars if one in _ASKED)
    of = ReasonKind.STRUCTURE if kind in _STRUCTURE else ReasonKind.SCORE
    return Reason(of, _told(kind, probability))


def share_text(source: str, target: str, probability: float | None) -> str:
    """Return one sentence on a change of words and the probability that it stands, where that is known."""
    return _told(EditKind.WORD if len(source.split()) <= 1 else EditKind.PHRASE, probability, gone=not target.strip())


def _told(kind: EditKind, probability: float | None, gone: bool = False) -> str:
    text = _TEXTS[EditKind.SHORTEN if gone else kind]
    if probability is None:
        return text
    return f"{text}; {min(99, max(1, round(100 * probability)))} of 100 editors would let it stand"
