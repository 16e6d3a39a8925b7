"""From results to edits, and from edits to places of a file."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simplifier import Simplifier
from simplifier.documents import FORMATS, rewrite
from simplifier.documents.base import BEHIND, ITEM, TextEdit
from simplifier.documents.edits import fitted, grouped, parted, passage_edits
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
    joined = [
        (place, place + 1)
        for place in range(len(edits) - 1)
        if parts[place + 1][0] != "x" and min(edits[place].change, edits[place + 1].change) < 0
    ]
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


def test_edits_of_known_changes_belong_together_by_their_changes_alone() -> None:
    edits = [TextEdit(0, 2, "a", 0), TextEdit(3, 6, "b", 1), TextEdit(9, 10, "c", 0)]
    assert [len(group) for group in grouped("an old , x", edits)] == [2, 1]


@pytest.mark.parametrize(
    ("text", "target", "parts"),
    [
        (", and the mayor", ". The mayor", [(0, 5, "."), (6, 9, "The")]),
        (", and", ". They", [(0, 5, ". They")]),
        (" and he", ". He", [(0, 4, "."), (5, 7, "He")]),
        ("The", "the", [(0, 3, "the")]),
        ("so the", "The", [(0, 3, ""), (3, 6, "The")]),
    ],
)
def test_words_that_keep_their_letters_are_parted(text: str, target: str, parts: list[tuple[int, int, str]]) -> None:
    found = parted(text, TextEdit(0, len(text), target, 3))
    assert applied(text, found) == target and {one.change for one in found} == {3}
    assert [one[:3] for one in found] == parts


SOURCE = "<p>A humorous man has a la<b>rge</b> residence."


def test_results_have_what_the_file_got_and_no_more(toy: Simplifier) -> None:
    document = FORMATS["html"](SOURCE.encode())
    (proposed,) = toy.stream([document.passages()[0].text], apart=True)
    assert [(one.source, one.target) for one in proposed.edits] == [
        ("humorous", "funny"),
        ("large", "big"),
        ("residence", "house"),
    ]
    rewritten = rewrite(document, toy)
    assert rewritten.data == b"<p>A funny man has a la<b>rge</b> house."
    (result,) = rewritten.results
    assert result.text == "A funny man has a large house."
    assert [(one.number, one.edits[0].source) for one in result.changes] == [(0, "humorous"), (1, "residence")]
    assert applied(result.source, passage_edits(result)) == result.text
    assert fitted(document, [(0, result)]) == [result]


def test_a_passage_that_would_change_the_document_counts_nothing(toy: Simplifier) -> None:
    """In Markdown a whole passage stays if its new text would be read as something else."""
    document = FORMATS["markdown"](b"A **very** large one\n\nA large one\n")
    rewritten = rewrite(document, toy)
    assert [len(one.changes) for one in rewritten.results] == [1, 1]
    assert rewritten.data == b"A **very** big one\n\nA big one\n"


@pytest.fixture(scope="module")
def listing() -> Simplifier:
    return Simplifier.load(overrides={"structure.bullets": True})


LIST = (
    "You must send us your passport, a recent bank statement, a fee of approximately £20, "
    "and a letter from your employer."
)


def test_a_list_of_which_some_changes_were_taken_back(listing: Simplifier) -> None:
    result = listing.simplify(f"Dear tenant. {LIST} We will write.")
    (sentence,) = [one for one in result.sentences if one.rules]
    (listed,) = [one.number for one in sentence.changes if one.kind == "list"]
    kept = sentence.deciding([listed])
    assert "\n- a fee of approximately £20\n" in kept.output
    marked = kept.marked_output(ITEM, BEHIND)
    assert f"{ITEM}a fee of approximately £20{ITEM}a letter" in marked and marked.endswith(BEHIND)
    assert [one.kind for one in kept.rules] == [one.kind for one in sentence.rules] == ["list"]
    words = sentence.deciding([one.number for one in sentence.changes if one.number != listed])
    assert words.rules == () and words.to_json()["structure"] == []
    assert words.output == f"{LIST} ".replace("approximately", "about")


def test_where_no_list_fits_the_other_changes_are_made(listing: Simplifier) -> None:
    source = f"<p>{LIST.replace('bank', '<b>bank</b>')}</p>"
    rewritten = rewrite(FORMATS["html"](source.encode()), listing)
    assert rewritten.data.decode() == source.replace("approximately", "about")
    assert [one.kind for one in rewritten.results[0].changes] == ["word"]
