"""Where a rewriting of a sentence differs from it, from the rule edits that the decoder and the text layer report."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from os.path import commonprefix

from simplifier.record.composition import Place
from simplifier.record.rule_edits import REPAIRS, RuleEdit

__all__ = ["places_of"]


def places_of(source: str, output: str, edits: Sequence[RuleEdit]) -> list[Place]:
    """Return the places where a rewriting differs from its sentence, in order.

    Repairs of articles and capitals are bound to the place beside them. Words that changed places with each other are
    one place. The space of a word that was left out is part of its place.

    Args:
        source: the sentence as it was decoded.
        output: the rewriting.
        edits: the edits of the rewriting; their numbers become the owners of the places.
    """
    places = [
        Place(edit.start, edit.end, edit.output_start, edit.output_end, frozenset({number}))
        for number, edit in enumerate(edits)
    ]
    places.sort(key=lambda place: (place.start, place.end))
    exact = _with_gaps(_in_order(places), source, output)
    repairs = {number: edit.rule.lhs for number, edit in enumerate(edits) if edit.rule.grammar == REPAIRS}
    return _with_repairs(exact, source, repairs)


def _in_order(places: Iterable[Place]) -> list[Place]:
    """Join places that overlap, or whose order differs between the two sides."""
    found: list[Place] = []
    for place in places:
        while found and (found[-1].end > place.start or found[-1].new_end > place.new_start):
            place = found.pop().joined(place)
        found.append(place)
    return found


def _with_gaps(places: Sequence[Place], source: str, output: str) -> list[Place]:
    """Set the bounds of places so that the text before, between and behind them is the same on both sides."""
    # Differences that no edit covers, such as the space of a word left out, go to the place before them. The text
    # before the first place has none before it, so that its start is moved instead.
    if not places:
        return [] if source == output else [Place(0, len(source), 0, len(output))]
    first = places[0]
    same = len(commonprefix([source[: first.start], output[: first.new_start]]))
    if (first.start, first.new_start) != (same, same):
        first = first._replace(start=same, new_start=same)
    found = [first]
    ends = [(place.start, place.new_start) for place in places[1:]] + [(len(source), len(output))]
    for number, (end, new_end) in enumerate(ends, 1):
        last = found[-1]
        behind, new_behind = source[last.end : end], output[last.new_end : new_end]
        same = len(commonprefix([behind[::-1], new_behind[::-1]]))
        found[-1] = last._replace(end=end - same, new_end=new_end - same)
        found += places[number : number + 1]
    return found


def _with_repairs(places: Sequence[Place], source: str, repairs: Mapping[int, str]) -> list[Place]:
    """Bind each place that consists of repairs alone to a place beside it.

    An article goes with the place behind it, any other repair with the one before it. If there is no place on that
    side, the other side is taken. Only places with nothing but white space between them go together. They stay two
    places, since marks of a file may stand between them.
    """

    def near(left: Place, right: Place) -> bool:
        return not source[left.end : right.start].strip()

    groups: list[list[Place]] = []
    waiting = False
    for number, place in enumerate(places):
        repair = repairs.keys() >= place.owners
        behind = number + 1 < len(places) and near(place, places[number + 1])
        forward = repair and behind and repairs[min(place.owners)] == "ARTICLE"
        if groups and near(groups[-1][-1], place) and (waiting or (repair and not forward)):
            groups[-1].append(place)
            repair = all(repairs.keys() >= one.owners for one in groups[-1])
        else:
            groups.append([place])
        waiting = forward or repair
    return [
        one._replace(bound=frozenset[int]().union(*(other.owners for other in own))) for own in groups for one in own
    ]
