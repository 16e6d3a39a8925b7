"""Two rewritings as one: places that give the new text, alone and all together."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from simplifier.record.composition import Copy, Place, anchored, composed, trimmed


def put_in(old: str, new: str, places: list[Place]) -> str:
    """Return the old text with the new words in these places."""
    for one in reversed(places):
        old = old[: one.start] + new[one.new_start : one.new_end] + old[one.end :]
    return old


def shown(old: str, new: str, places: list[Place]) -> list[tuple[str, str]]:
    return [(old[one.start : one.end], new[one.new_start : one.new_end]) for one in places]


def test_a_split_is_two_small_places() -> None:
    old, new = "The road was closed, and the men left.", "The road was closed. The men left."
    copies = [Copy(0, 0, 19), Copy(24, 28, 10)]
    assert shown(old, new, anchored(old, new, copies)) == [(", and the", ". The")]


def test_of_copies_in_another_order_the_longest_stay() -> None:
    old, new = "When it rained, the old men of the village left.", "The old men of the village left when it rained."
    copies = [Copy(4, 20, 27), Copy(37, 5, 9), Copy(46, 47, 1)]
    places = anchored(old, new, copies)
    assert put_in(old, new, places) == new
    assert shown(old, new, places) == [("When it rained, the", "The"), ("", " when it rained")]


def test_words_beside_what_is_put_in_stay_in_its_place() -> None:
    assert trimmed("a big house", "a very big house", Place(2, 5, 2, 10)) == [Place(2, 5, 2, 10)]
    assert trimmed("a big house", "a small house", Place(0, 11, 0, 13)) == [Place(2, 5, 2, 7)]
    assert trimmed("same", "same", Place(0, 4, 0, 4)) == []


def test_a_word_in_an_anchor_stays_by_itself() -> None:
    # "aa, and bb" -> "aa. bb" -> "x. bb"
    places = composed([Place(2, 7, 2, 3, frozenset({0}))], [Place(0, 2, 0, 1, frozenset({1}))])
    assert places == [Place(0, 2, 0, 1, frozenset({1})), Place(2, 7, 1, 2, frozenset({0}))]


def test_a_word_across_the_border_is_joined_with_the_structure() -> None:
    # "aa, and bb" -> "aa. Bb" -> "aa. Yyy"
    places = composed([Place(2, 9, 2, 5, frozenset({0}))], [Place(4, 6, 4, 7, frozenset({1}))])
    assert places == [Place(2, 10, 2, 7, frozenset({0, 1}))]


@st.composite
def rewritings(draw: st.DrawFn) -> tuple[str, str, list[Place]]:
    """A text, a new one, and the places where they differ."""
    old = draw(st.text("ab ,", max_size=30))
    cuts = sorted(draw(st.lists(st.integers(0, len(old)), max_size=6)))
    return of_cuts(draw, old, cuts, 0)


def of_cuts(draw: st.DrawFn, old: str, cuts: list[int], owner: int) -> tuple[str, str, list[Place]]:
    new, place = "", 0
    places: list[Place] = []
    for start, end in zip(cuts[::2], cuts[1::2], strict=False):
        if places and start == places[-1].end:
            continue
        new += old[place:start]
        target = draw(st.text("xy .", max_size=5))
        if old[start:end] == target:
            place = start
            continue
        places.append(Place(start, end, len(new), len(new) + len(target), frozenset({owner + len(places)})))
        new, place = new + target, end
    return old, new + old[place:], places


@st.composite
def two_rewritings(draw: st.DrawFn) -> tuple[str, str, str, list[Place], list[Place]]:
    old, between, first = draw(rewritings())
    cuts = sorted(draw(st.lists(st.integers(0, len(between)), max_size=6)))
    _, new, second = of_cuts(draw, between, cuts, len(first))
    return old, between, new, first, second


@given(two_rewritings())
def test_all_places_give_the_output_and_each_owner_has_one(
    texts: tuple[str, str, str, list[Place], list[Place]],
) -> None:
    old, between, new, first, second = texts
    assert put_in(old, between, first) == between and put_in(between, new, second) == new
    places = composed(first, second)
    assert put_in(old, new, places) == new
    owners = [owner for one in places for owner in one.owners]
    assert sorted(owners) == [*range(len(first) + len(second))]
    for one, following in zip(places, places[1:], strict=False):
        assert one.end <= following.start and one.new_end <= following.new_start


@given(two_rewritings(), st.data())
def test_any_part_of_the_structure_alone_gives_what_it_made(
    texts: tuple[str, str, str, list[Place], list[Place]], data: st.DataObject
) -> None:
    """Where the second rewriting changed nothing, composing changes nothing."""
    old, between, _, first, _ = texts
    assert composed(first, []) == first
    assert composed([], first) == first


@given(st.text("ab .", max_size=20), st.text("ab .", max_size=20), st.data())
def test_anchored_gives_the_new_text(old: str, new: str, data: st.DataObject) -> None:
    copies = []
    place = 0
    while place < len(new):
        found = [
            (at, size)
            for at in range(len(old))
            for size in range(1, 6)
            if old[at : at + size] == new[place : place + size] and place + size <= len(new) and at + size <= len(old)
        ]
        chosen = data.draw(st.sampled_from([None, *found]))
        if chosen is not None:
            copies.append(Copy(place, *chosen))
        place += 1 if chosen is None else chosen[1]
    places = anchored(old, new, copies)
    assert put_in(old, new, places) == new
