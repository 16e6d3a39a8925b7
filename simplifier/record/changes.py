"""Changes: the edits of a sentence, joined where one makes no sense alone, so that each can be taken back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from os.path import commonprefix

from simplifier.record.result import SentenceResult

__all__ = ["Change", "changes_of"]

#: The owner of edits that only repair the surroundings of another edit: articles, capitals.
_REPAIRS = "text"


@dataclass(frozen=True, slots=True)
class Change:
    """A place where the new sentence differs from the old one; the text between two changes is the same in both.

    Attributes:
        start: first character in the source sentence (half-open spans).
        end: after the last one.
        output_start: first character in the new sentence.
        output_end: after the last one.
        edits: the edits that it consists of, as places in `SentenceResult.edits`.
    """

    start: int
    end: int
    output_start: int
    output_end: int
    edits: tuple[int, ...]

    def joined(self, other: Change) -> Change:
        """Return one change that covers both and what lies between them."""
        return Change(
            min(self.start, other.start),
            max(self.end, other.end),
            min(self.output_start, other.output_start),
            max(self.output_end, other.output_end),
            tuple(sorted((*self.edits, *other.edits))),
        )


def changes_of(sentence: SentenceResult) -> list[Change]:
    """Return the changes of the best rewriting, in the order of the sentence.

    The source with all changes applied is the output. Repairs of articles and capitals are part of the change beside
    them. Words that changed places with each other are one change. The space of a word that was left out is part of
    its change.
    """
    edits = sentence.edits
    places = [
        Change(edit.start, edit.end, edit.output_start, edit.output_end, (number,)) for number, edit in enumerate(edits)
    ]
    places.sort(key=lambda place: (place.start, place.end))
    exact = _with_gaps(_in_order(places), sentence.source, sentence.output)
    repairs = {number: edit.rule.lhs for number, edit in enumerate(edits) if edit.rule.grammar == _REPAIRS}
    return _repairs_joined(exact, sentence.source, repairs)


def _in_order(places: Iterable[Change]) -> list[Change]:
    """Join changes that overlap, or whose order differs between the two sides."""
    found: list[Change] = []
    for place in places:
        while found and (found[-1].end > place.start or found[-1].output_end > place.output_start):
            place = found.pop().joined(place)
        found.append(place)
    return found


def _with_gaps(places: Sequence[Change], source: str, output: str) -> list[Change]:
    """Set the bounds of changes so that the text before, between and behind them is the same on both sides."""
    # Differences that no edit covers, such as the space of a word left out, go to the change before them. The text
    # before the first change has none before it, so that its start is moved instead.
    if not places:
        return [] if source == output else [Change(0, len(source), 0, len(output), ())]
    first = places[0]
    same = len(commonprefix([source[: first.start], output[: first.output_start]]))
    if (first.start, first.output_start) != (same, same):
        first = Change(same, first.end, same, first.output_end, first.edits)
    found = [first]
    ends = [(place.start, place.output_start) for place in places[1:]] + [(len(source), len(output))]
    for number, (end, output_end) in enumerate(ends, 1):
        last = found[-1]
        behind, output_behind = source[last.end : end], output[last.output_end : output_end]
        same = len(commonprefix([behind[::-1], output_behind[::-1]]))
        found[-1] = Change(last.start, end - same, last.output_start, output_end - same, last.edits)
        found += places[number : number + 1]
    return found


def _repairs_joined(places: Sequence[Change], source: str, repairs: Mapping[int, str]) -> list[Change]:
    """Join each change that consists of repairs alone with a change beside it.

    An article is joined with the change behind it, any other repair with the one before it. If there is no change on
    that side, the other side is taken. Only changes with nothing but white space between them are joined.
    """

    def near(left: Change, right: Change) -> bool:
        return not source[left.end : right.start].strip()

    found: list[Change] = []
    waiting = False
    for number, place in enumerate(places):
        repair = repairs.keys() >= set(place.edits)
        behind = number + 1 < len(places) and near(place, places[number + 1])
        forward = repair and behind and repairs[place.edits[0]] == "ARTICLE"
        if found and near(found[-1], place) and (waiting or (repair and not forward)):
            place = found.pop().joined(place)
            repair = repairs.keys() >= set(place.edits)
        found.append(place)
        waiting = forward or repair
    return found
