from __future__ import annotations

import pytest

from simplifier.languages import language_named
from simplifier.languages.en.words.one_spelling import common_spelling, respelled, spelling_counts

ENGLISH = language_named("en")


@pytest.mark.parametrize(
    ("american", "british"),
    [
        ("organize", "organise"),
        ("40 percent", "40 per cent"),
        ("a well-organized center", "a well-organised centre"),
        ("the color traveled", "the colour travelled"),
        ("offense and defense", "offence and defence"),
        ("analyzed gray pajamas", "analysed grey pyjamas"),
        ("practicing", "practising"),
    ],
)
def test_both_ways(american: str, british: str) -> None:
    assert respelled(american.split(), "british") == british.split()
    assert respelled(british.split(), "american") == american.split()
    assert respelled(british.split(), "british") == british.split()
    assert common_spelling(american.split()) == common_spelling(british.split()) == american.split()


def test_what_may_be_another_word_is_left_alone() -> None:
    one = "check the story program license analyses curb draft practice medieval dialogue towards".split()
    assert respelled(one, "british") == respelled(one, "american") == one
    assert respelled(["cheque", "licence", "programme"], "american") == ["check", "license", "program"]


def test_two_words_are_no_two_spellings() -> None:
    assert common_spelling(["whilst", "towards", "programme"]) == ["whilst", "toward", "program"]


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("The centre organised 40 per cent of it.", {"british": 3}),
        ("The color of the centre, 40 percent.", {"american": 2, "british": 1}),
        ("The Labour Party and Pearl Harbor.", {}),
        ("See www.colour.com/center and me@organise.org.", {}),
        ("A story about a program in practice, towards the end.", {}),
        ("A colour-blind man.\nAnother colour.", {"british": 2}),
    ],
)
def test_counts_only_what_is_a_sign(text: str, counts: dict[str, int]) -> None:
    assert spelling_counts(text) == counts
    assert ENGLISH.spelling_counts(text) == counts


def test_other_languages_have_one_spelling() -> None:
    plain = language_named("plain")
    assert plain.spelling_names == ()
    assert plain.spelling_counts("colour color") == {}
    assert plain.respelled(["color"], "british") == plain.common_spelling(["color"]) == ["color"]
