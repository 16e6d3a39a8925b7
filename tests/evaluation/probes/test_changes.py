from __future__ import annotations

from pathlib import Path

import pytest

from simplifier import Simplifier
from simplifier.evaluation.probes.changes import Change, changes_of, normalised, replaced, trimmed
from tests.toy_model import build_toy_model

TEXT = "It was an appropriate  answer in the event that it rained."
APPROPRIATE = (10, 21)
IN_THE_EVENT = (30, 47)


def test_the_spans_are_as_meant() -> None:
    assert TEXT[slice(*APPROPRIATE)] == "appropriate"
    assert TEXT[slice(*IN_THE_EVENT)] == "in the event that"


@pytest.mark.parametrize(
    ("change", "left"),
    [
        (Change(7, 21, "a good"), Change(10, 21, "good")),
        (Change(7, 29, "An apt answer"), Change(10, 21, "apt")),
        (Change(7, 29, "a answer"), Change(10, 21, "")),
        (Change(7, 9, "a"), None),
        (Change(0, 2, "it"), None),
        (Change(7, 9, "an very"), Change(9, 9, "very")),
        (Change(0, 2, "Now it"), Change(0, 0, "Now")),
        (Change(30, 47, "in case that"), Change(33, 42, "case")),
        (Change(30, 47, ""), Change(30, 47, "")),
    ],
)
def test_words_that_a_change_repeats_are_not_of_it(change: Change, left: Change | None) -> None:
    assert trimmed(TEXT, change) == left


@pytest.mark.parametrize(
    ("changes", "output"),
    [
        ([], "in the event that"),
        ([Change(10, 21, "good")], "in the event that"),
        ([Change(30, 47, "if")], "if"),
        ([Change(30, 36, ""), Change(37, 42, "case")], " case that"),
        ([Change(32, 32, "deed")], "indeed the event that"),
        ([Change(30, 30, "only"), Change(47, 47, "when")], "in the event that"),  # beside it, not in it
    ],
)
def test_what_stands_in_the_place_of_words(changes: list[Change], output: str) -> None:
    found = replaced(TEXT, changes, *IN_THE_EVENT)
    assert (found.before, found.words, found.after, found.output) == ("", "in the event that", "", output)


def test_what_was_changed_together_has_to_stay() -> None:
    found = replaced(TEXT, [Change(23, 47, "answer if")], *IN_THE_EVENT)
    assert (found.before, found.after, found.output) == ("answer ", "", "answer if")
    assert found.became(["when", "If"]) and not found.became(["when"]) and not found.kept
    assert not replaced(TEXT, [Change(23, 47, "reply if")], *IN_THE_EVENT).became(["if"])
    assert replaced(TEXT, [], *IN_THE_EVENT).kept


def test_words_left_out() -> None:
    found = replaced(TEXT, [Change(10, 21, "")], *APPROPRIATE)
    assert found.became([""]) and not found.became(["good"])


def test_case_spaces_and_articles_do_not_count() -> None:
    assert normalised("An  Answer ban an") == "a answer ban a"


def test_changes_of_what_the_model_wrote(tmp_path: Path) -> None:
    simplifier = Simplifier.load(build_toy_model(tmp_path))
    line = "The house is old. The committee commenced large deliberations.\n"
    (result,) = simplifier.stream([line])
    assert len(result.sentences) == 2
    found = changes_of(result)
    assert [line[one.start : one.end] for one in found] == [
        "committee",
        "commenced",
        "large",
        "deliberations",
    ]
    assert [one.target for one in found] == ["group", "started", "big", "talks"]
