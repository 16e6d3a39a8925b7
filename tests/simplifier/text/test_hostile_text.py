"""Text made to take long: minutes or for ever, where time grows with more than the text."""

from __future__ import annotations

import pytest

from simplifier.languages import language_named
from simplifier.languages.analysis.tokens import Token, normalise
from simplifier.languages.plain.text import sentence_spans, tokenise
from simplifier.text import Sentence
from simplifier.text.code import without_code
from simplifier.text.markup import marks_of, read_markup

ENGLISH = language_named("en")


def test_an_indented_line_of_any_length_is_read_once() -> None:
    line = "    A" + " b" * 500_000
    assert [code for _, code in without_code(["\n", line + "\n"])] == [False, True]
    assert [code for _, code in without_code(["\n", line + ".\n"])] == [False, False]


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ('    "Stop it!" (he said.)', True),
        ("    Stop.", False),
        ("    (Yes, we do…)*", True),
        ("    x = Call(1).", False),
        ("    Call it x:", True),
        ("    Call it x", False),
        ("    A .", True),
        ('    A"', False),
    ],
)
def test_what_reads_as_a_sentence_is_no_code(line: str, text: bool) -> None:
    assert [code for _, code in without_code(["\n", line])] == [False, not text]


def test_elements_are_read_once_however_many_stand_in_a_line() -> None:
    marked = read_markup("<keep>a</keep> " * 60_000 + "\n", "f", 1)
    assert len(marked.spans) == 60_000
    tokens = tuple(Token("a", "a", 2 * place, 2 * place + 1) for place in range(60_000))
    marks = marks_of(marked, Sentence(str(marked), 0, tokens), ENGLISH)
    assert marks.kept == (True,) * 60_000
    last = Sentence("a", 2 * 59_999, (Token("a", "a", 0, 1),))
    assert marks_of(marked, last, ENGLISH).kept == (True,)


def test_what_is_longer_than_any_word_is_cut() -> None:
    tokens = ENGLISH.tokenise("a" + "'s" * 200_000)
    assert "".join(token.surface for token in tokens) == "a" + "'s" * 200_000
    assert max(len(token.surface) for token in ENGLISH.tokenise("x" * 100_000)) == 512
    assert [token.start for token in ENGLISH.tokenise("  " + "x" * 1000)] == [2, 514]


def test_long_forms_are_not_remembered() -> None:
    from simplifier.languages.analysis import tokens

    normalise("Ä" * 512)
    normalise("Ä" * 513)
    assert "Ä" * 512 in tokens._forms
    assert "Ä" * 513 not in tokens._forms


def test_sentences_that_do_not_end() -> None:
    assert len(sentence_spans("a. " * 200_000)) == 1
    assert sentence_spans("." * 200_000 + "x") == [(0, 200_001)]
    assert len(sentence_spans("Well... no. Yes?! It... is.")) == 3


def test_addresses_are_looked_for_in_short_words() -> None:
    assert len(tokenise("a." * 100_000)) == 200_000
    assert [token.surface for token in tokenise("a.b@c.es.")] == ["a.b@c.es", "."]


def test_marks_that_no_space_parts() -> None:
    text = "One. " + "a.)" * 200_000 + " Two."
    assert ENGLISH.sentence_spans(text) == [(0, 4), (5, len(text))]
