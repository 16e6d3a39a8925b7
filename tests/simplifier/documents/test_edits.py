"""From results to edits, and from edits to places of a file."""

from __future__ import annotations

import pytest

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


def test_what_is_split_is_one_edit(toy: Simplifier, rewritten: Rewrite) -> None:
    """A sentence in another order changes where no mark is in the way, and stays where one is."""
    assert rewritten("html", "<p>The book was written by the girl.") == "<p>The girl wrote the book."
    source = "<p>The book was <b>written</b> by the girl. A large man."
    assert rewritten("html", source) == source.replace("large", "big")
