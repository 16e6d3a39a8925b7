from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from base.errors import FormatError
from languages import language_named
from simplifier.text import document
from simplifier.text.document import paragraphs, put_together, read_lines, sentences_of

ENGLISH = language_named("en")


def test_sentences_know_their_place() -> None:
    paragraph = "  One dog.  Two cats!\r\n"
    first, second = sentences_of(paragraph, ENGLISH)
    assert (first.text, first.start, first.end) == ("One dog.", 2, 10)
    assert second.text == "Two cats!"
    assert [token.start for token in second.tokens] == [0, 4, 8]
    assert put_together(paragraph, [first, second], ["A.", "B."]) == "  A.  B.\r\n"


def test_long_sentences_are_cut_into_numbered_parts() -> None:
    parts = sentences_of("a b, c d e", ENGLISH, max_tokens=4)
    assert [(part.text, part.start, part.part) for part in parts] == [("a b,", 0, 1), ("c d e", 5, 2)]
    assert parts[1].tokens[0].start == 0


def test_a_tokenised_line_is_one_sentence() -> None:
    (sentence,) = sentences_of(" It 's . It is . \n", ENGLISH, tokenised=True)
    assert [token.surface for token in sentence.tokens] == ["It", "'s", ".", "It", "is", "."]


@given(st.text() | st.text(alphabet='ab. A"!?\n\r\t\u00a0\ufeff\u200b’'), st.booleans(), st.integers(1, 5))
def test_unchanged_sentences_give_the_paragraph_back(paragraph: str, tokenised: bool, limit: int) -> None:
    found = sentences_of(paragraph, ENGLISH, tokenised=tokenised, max_tokens=limit)
    assert put_together(paragraph, found, [sentence.text for sentence in found]) == paragraph
    for sentence in found:
        assert len(sentence.tokens) <= limit
        assert all(sentence.text[t.start : t.end] == t.surface for t in sentence.tokens)


@given(st.text(), st.booleans())
def test_streams_come_back_whole(text: str, wrapped: bool) -> None:
    data = text.encode("utf-8", "replace")
    lines = list(read_lines(io.BytesIO(data), "x"))
    assert "".join(paragraphs(lines, wrapped=wrapped)).encode() == data


def test_wrapped_lines_are_one_paragraph() -> None:
    lines = ["One\n", "two\n", "\n", " \n", "three"]
    assert list(paragraphs(lines, wrapped=True)) == ["One\ntwo\n", "\n", " \n", "three"]


def test_bad_utf8_names_line_and_byte() -> None:
    lines = read_lines(io.BytesIO("é\n".encode() + b"ab\xff\n"), "in.txt")
    assert next(lines) == "é\n"
    with pytest.raises(
        FormatError, match=r"in.txt:2: byte 6 of the file \(byte 3 of the line, 0xff\) is not UTF-8"
    ):
        next(lines)


def test_endless_lines_are_read_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(document, "LONGEST_LINE", 8)
    data = "aaa bbé ccc\ndddddddddddd eee ééééééééé".encode()
    pieces = list(read_lines(io.BytesIO(data), "x"))
    assert "".join(pieces).encode() == data
    assert pieces[:2] == ["aaa ", "bbé ccc\n"]
    assert max(len(piece.encode()) for piece in pieces) <= 16
    many = "é" * 100
    assert "".join(read_lines(io.BytesIO(many.encode()), "x")) == many
    with pytest.raises(FormatError, match="x:2: byte 17 of the file"):
        list(read_lines(io.BytesIO(b"aaa bbb ccc ddd\n\xff"), "x"))
