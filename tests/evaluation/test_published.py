"""Published sentences, the versions of editors, and the marks of single changes, as they are kept."""

from __future__ import annotations

import pytest

from simplifier.evaluation.collection import MARKS, majority
from simplifier.evaluation.published import (
    marked_changes,
    published_sentences,
    read_versions,
)


@pytest.mark.parametrize(
    ("marks", "whole"), [("f", "f"), ("fsh", "f"), ("fss", "s"), ("fs", "s"), ("hfh", "h"), ("gsfhf", "f")]
)
def test_the_majority(marks: str, whole: str) -> None:
    assert majority(marks) == whole


def test_versions_belong_to_their_sentences() -> None:
    sentences = published_sentences()
    versions = read_versions(sentences)
    for name, own in versions.items():
        assert own.keys() == {"1", "2"} or sentences[name].part == "train"
        assert 6 <= len(sentences[name].text.split()) <= 60
    # Everything of the parts that measure has versions.
    assert {name for name, one in sentences.items() if one.part != "train"} <= versions.keys()


def test_marked_changes_change_their_sentences() -> None:
    sentences = published_sentences()
    for one in marked_changes():
        text = sentences[one.id].text
        assert 0 <= one.start <= one.end <= len(text) and text[one.start : one.end] != one.target
        assert one.marks and set(one.marks) <= MARKS.keys()
