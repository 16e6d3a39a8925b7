from __future__ import annotations

from pathlib import Path

import nupunkt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simplifier.languages import language_named
from simplifier.languages.en.tokenizer import tokenise
from simplifier.text import cut_long


@pytest.mark.parametrize(
    "sentences",
    [
        ["Mr. Smith of Acme Inc. paid $5.3 million.", "He left at 5 p.m. on Jan. 5."],
        ['He said "Go."', "Then she left!", "Really?", "Yes."],
        ["J. K. Rowling was born in the U.K. in 1965.", "See Fig. 3 for details."],
        ["No full stop at the end"],
    ],
)
def test_finds_sentences(sentences: list[str]) -> None:
    text = "  " + "  ".join(sentences) + " "
    assert [text[start:end] for start, end in language_named("en").sentence_spans(text)] == sentences


@given(st.text() | st.text(alphabet='ab. A1,"!?\u2026\n\r\t\u2028\u00a0)'))
def test_what_punkt_is_not_asked_about_it_would_say_too(text: str) -> None:
    assert language_named("en").sentence_spans(text) == list(nupunkt.sentence_spans(text))


@given(st.text() | st.text(alphabet='ab. A"!?\n\u00a0'))
def test_no_token_falls_between_sentences(text: str) -> None:
    spans = language_named("en").sentence_spans(text)
    assert all(first[1] <= second[0] for first, second in zip(spans, spans[1:], strict=False))
    inside = [token for start, end in spans for token in tokenise(text[start:end])]
    whole = "".join(token.surface for token in tokenise(text))
    assert "".join(token.surface for token in inside) == whole


def test_finds_the_boundaries_of_real_text(shared_data: Path) -> None:
    lines = (shared_data / "asset" / "valid.src").read_text(encoding="utf-8").splitlines()
    hits = found = wanted = 0
    for at in range(0, len(lines), 5):
        text = " ".join(lines[at : at + 5])
        truth = {len(" ".join(lines[at : at + n])) for n in range(1, 5)}
        guess = {end for _, end in language_named("en").sentence_spans(text)} - {len(text)}
        hits, found, wanted = hits + len(truth & guess), found + len(guess), wanted + len(truth)
    assert hits / found > 0.99
    assert hits / wanted > 0.97


def test_cuts_long_sentences_at_the_best_mark() -> None:
    forms = "a b c , d e ; f g h i j k l m n".split()
    assert cut_long(forms, 8) == [(0, 7), (7, 15), (15, 16)]
    assert cut_long(forms, 100) == [(0, 16)]
    assert cut_long([], 5) == [(0, 0)]


@given(st.lists(st.sampled_from(["a", ",", ".", ";"])), st.integers(1, 9))
def test_cuts_cover_the_sentence(forms: list[str], limit: int) -> None:
    spans = cut_long(forms, limit)
    assert [place for start, end in spans for place in range(start, end)] == list(range(len(forms)))
    assert all(end - start <= limit for start, end in spans)
