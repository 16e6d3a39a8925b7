from __future__ import annotations

import pytest

from simplifier import Simplifier
from simplifier.base.settings import PACKAGE

NUMBERS = PACKAGE / "models" / "en" / "numbers.table"

pytestmark = pytest.mark.skipif(not NUMBERS.is_file(), reason="the embedded model is not in this installation")


@pytest.fixture(scope="module")
def simplifier() -> Simplifier:
    return Simplifier.load()


@pytest.mark.parametrize(
    ("sentence", "form"),
    [
        ("He was born on the 21st of January 1990 in Paris.", "21 January 1990"),
        ("She died on January the 14th.", "January 14"),
        ("In the early nineteenth century, the town had twenty-one houses.", "21 houses"),
        ("They lived there for two decades.", "20 years"),
        ("He won the forty-third race.", "43rd"),
        ("About thirty-five per cent of the people voted.", "35 per cent"),
        ("About thirty-five percent of the people voted.", "35 percent"),
    ],
)
def test_numbers_and_dates_become_plain(simplifier: Simplifier, sentence: str, form: str) -> None:
    assert form in simplifier.simplify(sentence).text


@pytest.mark.parametrize(
    "form",
    [
        "One hundred and thirteen people",
        "two hundred and forty-five of them",
        "Twenty-one people",
        "the Thirty Years' War",
        "a decade and a half",
        "the fourth of July",
        "a thirty-second film",
        "eighteen hundred poems",
        "the 18th century church",
    ],
)
def test_numbers_do_not_change_in_part_or_at_the_beginning(simplifier: Simplifier, form: str) -> None:
    sentence = f"{form} came ." if form[0].isupper() else f"It was {form} ."
    assert form in simplifier.simplify(sentence).text


def test_a_weight_turns_them_off() -> None:
    plain = Simplifier.load(overrides={"guards.InNumberList": -100.0})
    assert "forty-third" in plain.simplify("He won the forty-third race.").text
