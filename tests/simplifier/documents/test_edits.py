"""From results to edits, and from edits to places of a file."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simplifier import Simplifier
from simplifier.documents.base import TextEdit
from simplifier.documents.edits import grouped, passage_edits
from simplifier.record.edits import applied
from tests.simplifier.documents.conftest import Rewrite


@pytest.mark.parametrize(
    ("text", "edits"),
    [
        ("A humorous man.", [(2, 10, "funny")]),
        (
            "The committee commenced, the committee left.",
            [(4, 13, "group"), (14, 23, "started"), (29, 38, "group")],
        ),
        ("He is very large.", [(6, 11, ""), (11, 16, "big")]),
        ("Well. However, he left.\n Large.", [(6, 14, "But"), (25, 30, "Big")]),
        ("The book was written by the girl.", [(4, 32, "girl wrote the book")]),
        ("He saw the\ncommittee.", [(11, 20, "group")]),
        ("Nothing.", []),
    ],
)
def test_edits_of_results(toy: Simplifier, text: str, edits: list[tuple[int, int, str]]) -> None:
    (result,) = toy.stream([text], apart=True)
    found = passage_edits(result)
    assert applied(text, found) == result.text
    assert [edit[:3] for edit in found] == edits


def test_edits_that_white_space_parts_belong_together() -> None:
    edits = [TextEdit(0, 2, "a"), TextEdit(3, 6, "b"), TextEdit(9, 10, "c")]
    assert [len(group) for group in grouped("an old , x", edits)] == [2, 1]


@given(st.lists(st.tuples(st.sampled_from(["", " ", "x"]), st.integers(-1, 4)), max_size=12))
def test_groups_are_those_that_changes_and_white_space_join(parts: list[tuple[str, int]]) -> None:
    """The groups are the classes of the two relations, found here by joining until nothing changes any more."""
    text, edits = "", []
    for gap, change in parts:
        text += gap
        edits.append(TextEdit(len(text), len(text) + 1, "new", change))
        text += "w"
    classes = [{place} for place in range(len(edits))]
    joined = [(place, place + 1) for place in range(len(edits) - 1) if parts[place + 1][0] != "x"]
    joined += [(a, b) for a in range(len(edits)) for b in range(a) if edits[a].change == edits[b].change >= 0]
    for a, b in joined:
        first, second = (next(own for own in classes if place in own) for place in (a, b))
        if first is not second:
            classes.remove(second)
            first |= second
    assert grouped(text, edits) == sorted([edits[place] for place in sorted(own)] for own in classes)


def test_many_edits_of_a_paragraph_are_grouped_at_once() -> None:
    """The time grows with the number of edits: it took 26 s for 3,000 when each was compared with all others."""
    edits = [TextEdit(9 * place, 9 * place + 4, "new", place) for place in range(30_000)]
    started = time.perf_counter()
    assert len(grouped("word and " * len(edits), edits)) == len(edits)
    assert time.perf_counter() - started < 5


def test_what_is_split_is_one_edit(toy: Simplifier, rewritten: Rewrite) -> None:
    """A sentence in another order changes where no mark is in the way, and stays where one is."""
    assert rewritten("html", "<p>The book was written by the girl.") == "<p>The girl wrote the book."
    source = "<p>The book was <b>written</b> by the girl. A large man."
    assert rewritten("html", source) == source.replace("large", "big")
