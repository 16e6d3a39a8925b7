"""What was changed, from the user's words to the words that come out: edits, changes, and any part of them."""

from __future__ import annotations

import dataclasses
import gzip
import random
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simplifier import Simplifier
from simplifier.record.edits import EditKind, applied
from simplifier.record.result import Result
from tests.toy_model import build_toy_model

TEXT = (
    "Any person who is in receipt of a pension may apply prior to the commencement of the scheme. Although the road "
    "was closed, the council opened numerous offices.\n\n"
    "Approximately an inhabitant utilizes an enormous residence. However, the committee, prior to the commencement "
    "of the meeting, subsequently departed; twenty-five persons 😀 remained to assist.\n"
    "The first museum was opened in 1950 by a rich man, but it never had a large garden.  It is necessary for all "
    "staff to wear a badge. The man, who was tall, utilised twenty-five tools.\r\n"
)
#: Words and marks that rules of every kind ask for.
PIECES = (
    "Although the road was closed, the council opened numerous offices.",
    "It is necessary for all staff to wear a badge in the building.",
    "The man, who was tall, utilised an apparatus.",
    "You must send us your passport, a bank statement, two photographs, and a letter from your bank.",
    "In the event that you are in receipt of benefits, you must notify us forthwith.",
    "However, he is very large.",
    "twenty-five persons 😀 remained",
    "THE COMMITTEE COMMENCED.",
    '"Approximately ten," she said.',
    "An",
    "- ",
    "e.g. ",
)

GAPS = (" ", "\n", "\r\n\r\n", "  ")


@pytest.fixture(scope="module")
def embedded() -> Simplifier:
    return Simplifier.load(overrides={"structure.bullets": True})


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Simplifier:
    return Simplifier.load(build_toy_model(tmp_path_factory.mktemp("toy")))


def check(text: str, result: Result) -> None:
    """Check that the record tells the truth, and all of it."""
    assert result.source == text
    assert applied(text, result.edits) == result.text
    assert result.with_changes(range(len(result.changes))) == result.text
    assert result.with_changes([]) == text
    for edit in result.edits:
        assert text[edit.start : edit.end] == edit.source
        assert result.text[edit.output_start : edit.output_end] == edit.target
        assert edit.source != edit.target and edit.reason.text
        assert edit.probability is None or 0 <= edit.probability <= 1
    for one, following in zip(result.edits, result.edits[1:], strict=False):
        assert one.end <= following.start and one.output_end <= following.output_start
    assert [change.number for change in result.changes] == [*range(len(result.changes))]
    assert sum(len(one.changes) for one in result.sentences) == len(result.changes)
    for sentence in result.sentences:
        assert text[sentence.start : sentence.end] == sentence.source
        assert applied(sentence.source, sentence.edits) == sentence.output
        assert bool(sentence.edits) == (sentence.source != sentence.output)


def faults(text: str) -> dict[str, int]:
    """Count what no sound text has more of than the text that it was made of."""
    return {
        "spaces": len(re.findall(r"\S  +\S", text)),
        "space before a mark": len(re.findall(r"\w [,.;:!?](?=\s)", text)),
        "small letter at a beginning": len(re.findall(r"[a-z]{3}[.!?] [a-z]", text)),
        "article": len(re.findall(r"\b[Aa] [aeio]\w", text))
        + len(re.findall(r"\b[Aa]n [bcdfgjklmnpqrstvwxyz]\w", text)),
        "doubled": len(re.findall(r"\b(\w+) \1\b", text)),
        "marks": len(re.findall(r"[,;:] ?[,.;:]", text)),
    }


def check_parts(result: Result, choose: random.Random, draws: int) -> None:
    """Check that any part of the changes leaves a sound text."""
    # The output itself may bring what looks like a fault, such as "c." or a doubled word that grammar wants.
    allowed = {name: max(count, faults(result.text)[name]) for name, count in faults(result.source).items()}
    for _ in range(draws):
        numbers = [one.number for one in result.changes if choose.random() < 0.5]
        found = faults(result.with_changes(numbers))
        assert all(count <= allowed[name] for name, count in found.items()), result.with_changes(numbers)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A humorous man.", [[("humorous", "funny")]]),
        # The space of what is left out goes with it.
        ("A very humorous man.", [[("very ", "")], [("humorous", "funny")]]),
        ("However , very large.", [[("However ,", "But")], [("very ", "")], [("large", "big")]]),
        # An article and its word are two places of one change.
        ("An large man.", [[("An", "A"), ("large", "big")]]),
        # Words that change places are one edit, and so are the capitals that go with them.
        ("The book was written by the girl.", [[("book was written by the girl", "girl wrote the book")]]),
        ("Nothing here.", []),
    ],
)
def test_changes_of_the_toy(toy: Simplifier, text: str, expected: list[list[tuple[str, str]]]) -> None:
    result = toy.simplify(text)
    check(text, result)
    assert [[(one.source, one.target) for one in change.edits] for change in result.changes] == expected


@pytest.mark.parametrize("preset", ["", "bold", "metric"])
def test_the_record_is_true(preset: str) -> None:
    simplifier = Simplifier.load(preset=preset or None, overrides={"structure.bullets": True})
    result = simplifier.simplify(TEXT)
    assert len(result.changes) >= 7
    check(TEXT, result)
    check_parts(result, random.Random(1), 200)


def test_every_kind_has_its_rule_reason_and_probability() -> None:
    result = Simplifier.load(risk=0.15, overrides={"guards.InNumberList": 32.0}).simplify(TEXT)
    kinds = {change.kind for change in result.changes}
    assert kinds >= {EditKind.WORD, EditKind.PHRASE, EditKind.NUMBER, EditKind.REWORD, EditKind.SPLIT}
    for change in result.changes:
        rule = change.edits[0].rule
        assert rule.grammar and (change.probability is not None or change.kind is EditKind.NUMBER)
        if change.kind in (EditKind.REWORD, EditKind.SPLIT):
            assert rule.grammar == "structure" and rule.provenance[0]
    (split, *_) = [one for one in result.changes if one.kind is EditKind.SPLIT]
    assert [(one.source, one.target) for one in split.edits] == [("Although the", "The"), (",", ". But")]
    # The split can be taken back without the words in its halves, and the other way round.
    without = result.with_changes([one.number for one in result.changes if one is not split])
    assert "Although the road was closed, the council opened many offices." in without
    alone = result.with_changes([split.number])
    assert "The road was closed. But the council opened numerous offices." in alone


def test_what_is_left_out_is_an_edit(embedded: Simplifier) -> None:
    result = embedded.simplify(TEXT, drop=0.4)
    check(TEXT, result)
    assert sum(one.kind is EditKind.DROP for one in result.changes) == 2


@settings(max_examples=60)
@given(st.lists(st.sampled_from(PIECES), min_size=1, max_size=5), st.sampled_from(GAPS), st.data())
def test_generated_texts(embedded: Simplifier, pieces: list[str], between: str, data: st.DataObject) -> None:
    text = between.join(pieces)
    result = embedded.simplify(text)
    check(text, result)
    numbers = data.draw(st.sets(st.integers(0, max(0, len(result.changes) - 1))))
    again = result.with_changes(sorted(numbers))
    assert again == applied(text, [one for one in result.edits if one.change in numbers])


def published(root: Path, lines: int) -> Iterator[str]:
    for path in sorted((root / "real" / "text").glob("*.txt.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as stream:
            yield "".join(islice(stream, lines))


@pytest.mark.slow
def test_published_texts(embedded: Simplifier, shared_data: Path) -> None:
    choose = random.Random(7)
    changes = 0
    for text in published(shared_data, 120):
        result = embedded.simplify(text)
        check(text, result)
        check_parts(result, choose, 3)
        changes += len(result.changes)
    assert changes > 500


def test_results_are_shown_in_a_line(toy: Simplifier) -> None:
    result = toy.simplify("A humorous man has an large residence.\n\nThe cat sat on the mat in the sun for hours.\n")
    assert repr(result) == (
        "<Result 'A funny man has a big house.  The cat sat on the mat in t...', 2 sentences, 3 changes>"
    )
    first, second = result.sentences
    assert repr(first) == (
        "<SentenceResult 'A humorous man has an large residence.' -> 'A funny man has a big house.', 3 changes>"
    )
    assert repr(second).endswith("'The cat sat on the mat in the sun for hours.', 0 changes>")
    assert repr(first.edits[0]) == "<Edit 2:10 'humorous' -> 'funny', word>"
    judged = dataclasses.replace(first.edits[0], probability=0.987)
    assert repr(judged) == "<Edit 2:10 'humorous' -> 'funny', word, 0.99>"


def test_a_sentence_with_some_of_its_changes(toy: Simplifier) -> None:
    (sentence,) = toy.simplify("A humorous man has an large residence.").sentences
    some = sentence.deciding([0, 2])
    assert some.output == "A funny man has an large house."
    assert [(one.number, one.edits[0].source) for one in some.changes] == [(0, "humorous"), (1, "residence")]
    assert some.deciding([1]).output == "A humorous man has an large house."
    assert sentence.deciding([]).output == sentence.source
