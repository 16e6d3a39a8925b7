"""What is code in running text, and what only looks like it."""

from __future__ import annotations

import pytest

from simplifier import Simplifier
from simplifier.languages import language_named
from simplifier.record.reasons import Reason, ReasonKind
from simplifier.text.code import code_marks, without_code
from simplifier.text.markup import read_markup
from tests.toy_model import build_toy_model

ENGLISH = language_named("en")


def shown(text: str) -> str:
    """Return the text with brackets around what is code."""
    tokens = ENGLISH.tokenise(text)
    out = ""
    place = 0
    for token, mark in zip(tokens, code_marks(text, tokens) or [False] * len(tokens), strict=True):
        out += text[place : token.start] + (f"⟦{token.surface}⟧" if mark else token.surface)
        place = token.end
    return (out + text[place:]).replace("⟧⟦", "").replace("⟧ ⟦", " ")


@pytest.mark.parametrize(
    "text",
    [
        "Run rm ⟦-rf /additional⟧ now.",
        "Ref: ⟦ADDITIONAL/2024/permitted⟧.",
        "Call ⟦terminate()⟧ or ⟦os.path.join(additional, x)⟧ (see ⟦foo_bar⟧).",
        "Use ⟦`rm it all`⟧ or ⟦``large``⟧ here.",
        "`` Large '' ones , `` large '' ones `` .",
        "See ⟦additional.txt⟧, ⟦text/additional/x.md⟧, ⟦C:\\additional\\x⟧ and ⟦~/additional⟧.",
        "Write to ⟦additional@permitted.org⟧ or ⟦https://x.org/additional⟧.",
        "Set ⟦x=additional⟧, ⟦--additional⟧, ⟦$ADDITIONAL⟧ or ⟦${additional}⟧.",
        "A ⟦camelCase MyClass .additional #additional self.additional @additional⟧.",
        "File ⟦ISO-9001⟧ and ⟦2024/permitted⟧.",
        "The committee(s) met, e.g. in the U.S. at 9 a.m. and/or later, i.e. 24/7.",
        "In the 1990s/2000s a 16-year-old had $5 million, 3.5 km/h, 50/50 and 1/2.",
        "end of house.The next; Ph.D. and St. John's, he/she and s/he -- or not -- left.",
        "``Additional'' words, `additional' ones, (additional) ones and [additional] ones.",
        "It is commence(d) & well-known #1.",
    ],
)
def test_words(text: str) -> None:
    assert shown(text.replace("⟦", "").replace("⟧", "")) == text


def test_lines() -> None:
    text = (
        "A\n    b c\n\n    x = y\n\n      z\nB\n\n\tA man came. He left.\n    He stayed there.\n\n    - b\n"
        "```py\nc\n\n````\nC\n  ~~~\n```\n~~~ x\n  ~~~\n``` `x` \n"
    )
    code = [line for line, mark in without_code(text.splitlines(keepends=True)) if mark]
    assert code == [
        *(
            "    x = y\n",
            "      z\n",
            "```py\n",
            "c\n",
            "\n",
            "````\n",
            "  ~~~\n",
            "```\n",
            "~~~ x\n",
            "  ~~~\n",
        )
    ]
    assert "".join(line for line, _ in without_code(text.splitlines(keepends=True))) == text


def test_the_whole_product_leaves_code_alone(tmp_path_factory: pytest.TempPathFactory) -> None:
    toy = Simplifier.load(build_toy_model(tmp_path_factory.mktemp("toy")))
    text = "Large `large` large() /large.\n\n    large = 1\n\n```\nlarge\n```\n# large\n*Large*\n"
    wanted = "Big `large` large() /large.\n\n    large = 1\n\n```\nlarge\n```\n# big\n*Big*\n"
    assert toy.simplify(text).text == wanted
    (sentence,) = toy.explain("See /large and large.").sentences
    assert sentence.output == "See /large and big."
    (kept,) = sentence.kept
    assert (kept.start, kept.source, kept.candidates[0].target) == (5, "large", "big")
    assert kept.candidates[0].reason == Reason(ReasonKind.CODE, "part of code, a path, an address or a reference")


def test_marks_replace_code_where_they_are_asked_to(tmp_path_factory: pytest.TempPathFactory) -> None:
    toy = Simplifier.load(build_toy_model(tmp_path_factory.mktemp("toy")))
    line = read_markup('See <replace with="there">/large</replace>, large.', "x", 1)
    assert [result.text for result in toy.stream([line])] == ["See there, big."]
