"""What can be taken back one by one: all changes together give the output."""

from __future__ import annotations

import pytest

from simplifier.record.edits import Change, changes_of
from simplifier.record.result import SentenceResult
from simplifier.server.models import ModelPool

EMBEDDED = (
    "Approximately an inhabitant utilizes an enormous residence. However, the committee, prior to the "
    "commencement of the meeting, subsequently departed; twenty-five persons 😀 remained to assist.\n"
    "An additional individual is required. The methodology was utilized by the organization.\n"
)


def shown(sentence: SentenceResult) -> list[tuple[str, str]]:
    return [
        (sentence.source[one.start : one.end], sentence.output[one.output_start : one.output_end])
        for one in changes_of(sentence)
    ]


def put_in(sentence: SentenceResult, changes: list[Change]) -> str:
    text = sentence.source
    for one in reversed(changes):
        text = text[: one.start] + sentence.output[one.output_start : one.output_end] + text[one.end :]
    return text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A humorous man.", [("humorous", "funny")]),
        # The space of what is left out goes with it.
        ("A very humorous man.", [("very ", ""), ("humorous", "funny")]),
        ("However , very large.", [("However ,", "But"), ("very ", ""), ("large", "big")]),
        # Words that change places are one change, and so are the capitals that go with them.
        (
            "The book was written by the girl.",
            [("The book was written by the girl", "The girl wrote the book")],
        ),
        ("Nothing here.", []),
    ],
)
def test_of_the_toy(toy: ModelPool, text: str, expected: list[tuple[str, str]]) -> None:
    (sentence,) = toy.model.simplify(text).sentences
    assert shown(sentence) == expected


@pytest.mark.parametrize("preset", ["", "bold", "metric"])
def test_together_they_give_the_output(embedded: ModelPool, preset: str) -> None:
    simplifier = type(embedded.model).load(overrides={"preset": preset})
    sentences = simplifier.simplify(EMBEDDED).sentences
    assert sum(bool(one.edits) for one in sentences) >= 3
    for one in sentences:
        changes = changes_of(one)
        assert put_in(one, changes) == one.output
        places = [place for change in changes for place in (change.start, change.end)]
        assert places == sorted(places)
        assert sorted(number for change in changes for number in change.edits) == list(range(len(one.edits)))
        # A repair never stands alone where there is a change beside it.
        assert all({one.edits[n].rule.grammar for n in change.edits} != {"text"} for change in changes)


def test_an_article_goes_with_the_word_behind_it(embedded: ModelPool) -> None:
    rules = (("apparatus", "machine"), ("employ", "use"))
    from simplifier.server.requests import Options

    simplifier = embedded.get(Options(rules=[list(pair) for pair in rules]))
    (sentence,) = simplifier.simplify("They employ an apparatus.").sentences
    assert shown(sentence) == [("employ", "use"), ("an apparatus", "a machine")]
