from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simplifier.languages.en.tokenizer import tokenise_forms
from simplifier.languages.en.words.number_forms import number_forms
from simplifier.languages.en.words.numerals import numbers_of, read_numerals, same_numbers, whole_numerals


@pytest.mark.parametrize(
    ("phrase", "numbers"),
    [
        ("two million soldiers", {2e6}),
        ("three hundred", {300}),
        ("twenty-one 1,000 third", {21, 1000, 3}),
        ("one of the first", set()),
        ("the eighty-third", {83}),
        ("the nineteenth century", {1800}),
        ("19th-century art", {1800}),
        ("the 1800s", {1800}),
        ("the twenty-second of march", {22}),
        ("january the second", {2}),
        ("a thirty-second film", {30}),
        ("two dozen", {24}),
        ("half a dozen", {6}),
        ("half a million", {5e5}),
        ("two decades", {20}),
        ("a decade", {10}),
        ("the decade", set()),
        ("a century", set()),
        ("a quarter of a century", {25}),
        ("a fortnight", {2}),
        ("the bicentenary", {200}),
    ],
)
def test_numbers_of_phrases(phrase: str, numbers: set[float]) -> None:
    assert numbers_of(phrase.split(" ")) == numbers


WORDS = (
    "the of a an half quarter century centuries decade dozen two three twenty thirty hundred million first "
    "second third march may both twice cat dog 1,800 12th 1800s b52 twenty-first and fortnight hundreds "
    "mid-century two-second - -- centenary 3.5"
).split()


@given(st.lists(st.sampled_from(WORDS), max_size=9))
def test_words_that_name_nothing_only_stand_between(words: list[str]) -> None:
    assert numbers_of(words) == {one.value for one in read_numerals(words)} - {1.0}


@pytest.mark.parametrize(
    ("source", "target", "same"),
    [
        ("twelve", "12", True),
        ("half a dozen", "six", True),
        ("the 21st of january", "21 january", True),
        ("nineteenth century", "19th century", True),
        ("the first two", "two", False),
        ("three", "third", False),
        ("1980s", "1980", False),
        ("b52", "52", False),
        ("two and a half", "two", False),
        ("one dog", "a dog", False),
        ("dogs", "cats", False),
    ],
)
def test_same_numbers_are_of_the_same_kind(source: str, target: str, same: bool) -> None:
    assert same_numbers(source.split(" "), target.split(" ")) is same


@pytest.mark.parametrize(
    ("sentence", "whole"),
    [
        ("about one hundred and thirteen men", "one hundred and thirteen"),
        ("two thousand five hundred", "two thousand five hundred"),
        ("the one hundred and twenty-first", "one hundred and twenty-first"),
        ("in nineteen eighty-four", "nineteen eighty-four"),
        ("about fifty million people and twenty-one", ""),
        ("the thirty or forty men of five hundred and more", "five hundred"),
        ("nearly eighteen hundred poems", "eighteen hundred"),
        ("the first two", ""),
        ("about a decade or two later", "a decade"),
        ("after a decade and a half", "a decade"),
        ("a century and a half", "a century"),
        ("after half a decade", "a decade"),
        ("after a decade and more", ""),
        ("twenty men", "twenty"),
        ("half a century later", "half"),
        ("one of twenty", ""),
    ],
)
def test_numbers_that_change_only_as_a_whole(sentence: str, whole: str) -> None:
    words = sentence.split(" ")
    marks = whole_numerals(words)
    assert " ".join(word for word, mark in zip(words, marks, strict=True) if mark) == whole


def test_number_forms_keep_the_value_and_stand_as_the_decoder_sees_them() -> None:
    forms = list(number_forms())
    pairs = {(form.source, form.target) for form in forms}
    assert len(pairs) == len(forms) == 3690
    for source, target in pairs:
        if read_numerals(source.split(" ")):
            assert same_numbers(source.split(" "), target.split(" ")), source
        for side in (source, target):
            assert tokenise_forms(f"{side} it is") == [*side.split(" "), "it", "is"]
    assert {
        ("twenty-one", "21"),
        ("forty-third", "43rd"),
        ("two dozen", "24"),
        ("three decades", "30 years"),
        ("nineteenth century", "19th century"),
        ("the 21st of january", "21 january"),
        ("january the twenty-first", "january 21"),
        ("the second of may", "2 may"),
    } <= pairs
    sources = {source for source, _ in pairs}
    assert not sources & {"thirty-second", "second may", "may the 21st", "a dozen", "the 4th of july"}
    assert "the 18th century" not in sources  # the 1700s cannot stand before a noun
