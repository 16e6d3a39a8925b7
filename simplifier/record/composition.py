"""Two rewritings, one behind the other, as one: from the words that the user gave to the words that come out.

Structural rules make new sentences of a sentence, and the decoder rewrites the new ones. Both leave most of the text
as it was. Stretches of the new sentences that were copied in order anchor them in the old one; what lies between two
anchors is a place where structure changed. A place where the decoder changed words stays a place by itself as long as
it lies within an anchor. Otherwise it is joined with the places of structure that it touches, since neither makes sense
alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

__all__ = ["Copy", "Place", "anchored", "composed", "trimmed"]

#: What a change begins and ends with: a word, white space, a single mark.
_PIECE: Final = re.compile(r"\w+(?:['’]\w+)*|\s+|[^\w\s]")


class Copy(NamedTuple):
    """A stretch of a new text that stands in the old one too, word for word.

    Attributes:
        start: first character in the new text.
        old: first character in the old text.
        length: characters.
    """

    start: int
    old: int
    length: int


class Place(NamedTuple):
    """A place where two texts differ; between two places they are the same (half-open spans of characters).

    Attributes:
        start: first character in the old text.
        end: after the last one.
        new_start: first character in the new text.
        new_end: after the last one.
        owners: what changed the place.
        bound: owners of other places that stand or fall with this one.
    """

    start: int
    end: int
    new_start: int
    new_end: int
    owners: frozenset[int] = frozenset()
    bound: frozenset[int] = frozenset()

    def moved(self, characters: int, new_characters: int, owners: int) -> Place:
        """Return the same place further on in the old and the new text, its owners numbered from ``owners``."""
        return Place(
            self.start + characters,
            self.end + characters,
            self.new_start + new_characters,
            self.new_end + new_characters,
            frozenset([owners + one for one in self.owners]),
            frozenset([owners + one for one in self.bound]),
        )

    def joined(self, other: Place) -> Place:
        """Return one place that covers both and what lies between them."""
        return Place(
            min(self.start, other.start),
            max(self.end, other.end),
            min(self.new_start, other.new_start),
            max(self.new_end, other.new_end),
            self.owners | other.owners,
            self.bound | other.bound,
        )


def anchored(old: str, new: str, copies: Sequence[tuple[int, int, int]]) -> list[Place]:
    """Return the places where a text differs from the one that it was made of, in order.

    The copies that stay are those that keep the order of the text and have the most characters together; all others
    count as words that went at one place and came at another.

    Args:
        old: the text as it was.
        new: the text that was made of it.
        copies: what the new text has of the old one (`Copy`), in the order of the new text, where none overlap.
    """
    places: list[Place] = []
    place = new_place = 0
    for start, at, length in (*_in_order([Copy(*one) for one in copies]), Copy(len(new), len(old), 0)):
        places += trimmed(old, new, Place(place, at, new_place, start))
        place, new_place = at + length, start + length
    return places


def _in_order(copies: Sequence[Copy]) -> list[Copy]:
    """Return the heaviest sequence of copies that have the same order in both texts and overlap in neither."""
    # Sentences have few copies, so that trying all pairs costs next to nothing.
    best: list[tuple[int, int]] = []  # characters of the best sequence that ends here, and the copy before it
    for number, one in enumerate(copies):
        fitting = [
            (best[other][0], other) for other in range(number) if copies[other].old + copies[other].length <= one.old
        ]
        weight, before = max(fitting, default=(0, -1))
        best.append((weight + one.length, before))
    at = max(range(len(best)), key=lambda number: best[number][0], default=-1)
    found: list[Copy] = []
    while at >= 0:
        found.append(copies[at])
        at = best[at][1]
    return found[::-1]


def trimmed(old: str, new: str, place: Place) -> list[Place]:
    """Return a place without the words that it begins and ends with in both texts; nothing if the texts agree there.

    A place where words are only put in stays whole, because the words beside them show where they stand.
    """
    before = _PIECE.findall(old, place.start, place.end)
    after = _PIECE.findall(new, place.new_start, place.new_end)
    if before == after:
        return []
    most = min(len(before), len(after))
    first = next((at for at in range(most) if before[at] != after[at]), most)
    last = next((at for at in range(most - first) if before[-1 - at] != after[-1 - at]), most - first)
    if first + last == len(before) and any(map(str.strip, before)):
        return [place]
    head, tail = sum(map(len, before[:first])), sum(map(len, before[len(before) - last :]))
    return [
        place._replace(
            start=place.start + head,
            end=place.end - tail,
            new_start=place.new_start + head,
            new_end=place.new_end - tail,
        )
    ]


def composed(first: Sequence[Place], second: Sequence[Place]) -> list[Place]:
    """Return the places where the text after two rewritings differs from the text before them.

    Args:
        first: the places of the first rewriting, in order.
        second: the places of the second one, in order, whose old text is the new text of the first.
    """
    found: list[Place] = []
    shift = new_shift = 0  # from the text between the rewritings to the old text, and to the new one
    for group in _touching(first, second):
        start = min(one.start for one in group)
        place, new_place = start + shift, start + new_shift
        for one in group:
            shift += one.shift
            new_shift += one.new_shift
        end = max(one.end for one in group)
        owners = frozenset[int]().union(*(one.owners for one in group))
        bound = frozenset[int]().union(*(one.bound for one in group))
        found.append(Place(place, end + shift, new_place, end + new_shift, owners, bound))
    return found


class _Between(NamedTuple):
    """A place of either rewriting in the text between the two, and how far it moves what follows in the others."""

    start: int
    end: int
    shift: int
    new_shift: int
    owners: frozenset[int]
    bound: frozenset[int]

    def touches(self, end: int, empty: bool) -> bool:
        """Return whether it belongs to the places before it that end here; ``empty`` if the last has no characters."""
        return self.start < end or (self.start == end and (empty or self.start == self.end))


def _touching(first: Sequence[Place], second: Sequence[Place]) -> Iterator[list[_Between]]:
    """Yield the places of both rewritings in order, those together that have no unchanged text between them.

    Two that only meet stay apart, unless one of them is empty: then it would not be clear which comes first.
    """
    places: list[_Between] = []
    for one in first:
        shift = (one.end - one.start) - (one.new_end - one.new_start)
        places.append(_Between(one.new_start, one.new_end, shift, 0, one.owners, one.bound))
    for one in second:
        shift = (one.new_end - one.new_start) - (one.end - one.start)
        places.append(_Between(one.start, one.end, 0, shift, one.owners, one.bound))
    group: list[_Between] = []
    end = -1
    for place in sorted(places, key=lambda one: (one.start, one.end)):
        if group and not place.touches(end, empty=any(other.start == other.end == end for other in group)):
            yield group
            group = []
        end = max(end, place.end) if group else place.end
        group.append(place)
    if group:
        yield group
