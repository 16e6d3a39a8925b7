"""An editor's version as a marked line: the edits make up the version, and slips are named."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simplifier.base.errors import InputError
from simplifier.evaluation.marked import KINDS, MarkedEdit, read_marked

SOURCE = "Any person who is in receipt of a pension may apply, and the council will decide."
LINE = (
    "Any person who {is in receipt of=>gets|phrase} a pension may apply{, and=>.|split} "
    "{the=>The|grammar} council will {decide=>decide soon|explain}."
)


def test_edits_make_up_the_version() -> None:
    version = read_marked(LINE, SOURCE, "r1")
    assert version.text == "Any person who gets a pension may apply. The council will decide soon."
    assert version.edits[:2] == (MarkedEdit(15, 31, "gets", "phrase"), MarkedEdit(51, 56, ".", "split"))
    assert [SOURCE[edit.start : edit.end] for edit in version.edits] == ["is in receipt of", ", and", "the", "decide"]


def test_a_plain_sentence_has_no_edits() -> None:
    assert read_marked(SOURCE, SOURCE, "r1").edits == ()


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        (LINE.replace("council", "counsel"), "r1: without the new words it is not the source: 'sel will"),
        (LINE.replace("|phrase", "|phrases"), "r1: no kind 'phrases'; did you mean 'phrase'"),
        (LINE.replace("|phrase", ""), "r1: without the new words it is not the source"),
        (LINE.replace("=>gets", "=>is in receipt of"), "changes nothing; leave the braces out"),
        (LINE.replace("=>gets", "=>"), "two spaces together"),
        (LINE.replace("=>.|", "=> .|"), "a space before a punctuation mark"),
    ],
)
def test_slips_are_named(line: str, complaint: str) -> None:
    with pytest.raises(InputError) as raised:
        read_marked(line, SOURCE, "r1")
    assert complaint in str(raised.value)


WORDS = st.lists(st.sampled_from(["a", "law", "shall", "be"]), min_size=1, max_size=8)


@given(WORDS, st.data())
def test_any_edits_apply_from_left_to_right(words: list[str], data: st.DataObject) -> None:
    marked, plain = [], []
    for word in words:
        new = data.draw(st.sampled_from([word, "new", "two words"]))
        kind = data.draw(st.sampled_from(sorted(KINDS)))
        marked.append(word if new == word else f"{{{word}=>{new}|{kind}}}")
        plain.append(new)
    version = read_marked(" ".join(marked), " ".join(words), "r1")
    assert version.text == " ".join(plain)
    text = version.source
    for edit in reversed(version.edits):
        text = text[: edit.start] + edit.new + text[edit.end :]
    assert text == version.text
