"""How an alternative becomes edits of a text: the article before it by itself."""

from __future__ import annotations

import pytest

from simplifier.editor.analysis import _edits
from simplifier.record.alternatives import Alternatives


@pytest.mark.parametrize(
    ("words", "edits"),
    [
        ("a huge", [(4, 6, "a"), (7, 15, "huge")]),
        ("an immense", [(7, 15, "immense")]),
        ("a ", [(4, 6, "a"), (7, 15, "")]),
        ("an enormous", []),
    ],
)
def test_articles_are_edited_by_themselves(words: str, edits: list[tuple[int, int, str]]) -> None:
    place = Alternatives(start=4, end=15, source="an enormous", article=True, ranked=())
    assert [one[:3] for one in _edits(place, words)] == edits
