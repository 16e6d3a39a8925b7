from __future__ import annotations

import io

from hypothesis import example, given
from hypothesis import strategies as st

from simplifier.base.reading import stream_lines
from simplifier.languages import language_named
from simplifier.record.result import assembled
from simplifier.text.segmentation import paragraphs, sentences_of
from tests.simplifier.record.decoding import plain

ENGLISH = language_named("en")


def test_sentences_know_their_place() -> None:
    paragraph = "  One dog.  Two cats!\r\n"
    first, second = sentences_of(paragraph, ENGLISH)
    assert (first.text, first.start, first.end) == ("One dog.", 2, 10)
    assert second.text == "Two cats!"
    assert [token.start for token in second.tokens] == [0, 4, 8]
    decoded = [plain(first.text, first.start, "A."), plain(second.text, second.start, "B.")]
    assert assembled(paragraph, decoded).text == "  A.  B.\r\n"


def test_long_sentences_are_cut_into_numbered_parts() -> None:
    parts = sentences_of("a b, c d e", ENGLISH, max_tokens=4)
    assert [(part.text, part.start, part.part) for part in parts] == [("a b,", 0, 1), ("c d e", 5, 2)]
    assert parts[1].tokens[0].start == 0


def test_a_tokenised_line_is_one_sentence() -> None:
    (sentence,) = sentences_of(" It 's . It is . \n", ENGLISH, tokenised=True)
    assert [token.surface for token in sentence.tokens] == ["It", "'s", ".", "It", "is", "."]


@example("\r\n\n0", False, 1)
@given(st.text() | st.text(alphabet='ab. A"!?\n\r\t\u00a0\ufeff\u200b’'), st.booleans(), st.integers(1, 5))
def test_unchanged_sentences_give_the_paragraph_back(paragraph: str, tokenised: bool, limit: int) -> None:
    found = sentences_of(paragraph, ENGLISH, tokenised=tokenised, max_tokens=limit)
    assert assembled(paragraph, [plain(one.text, one.start) for one in found]).text == paragraph
    for sentence in found:
        assert len(sentence.tokens) <= limit
        assert all(sentence.text[t.start : t.end] == t.surface for t in sentence.tokens)


@given(st.text(), st.booleans())
def test_streams_come_back_whole(text: str, wrapped: bool) -> None:
    data = text.encode("utf-8", "replace")
    lines = list(stream_lines(io.BytesIO(data), "x"))
    assert "".join(paragraphs(lines, wrapped=wrapped)).encode() == data


def test_wrapped_lines_are_one_paragraph() -> None:
    lines = ["One\n", "two\n", "\n", " \n", "three"]
    assert list(paragraphs(lines, wrapped=True)) == ["One\ntwo\n", "\n", " \n", "three"]
