from __future__ import annotations

import pytest

from simplifier.base.errors import InputError
from simplifier.languages import language_named
from simplifier.languages.analysis.scales import read_scales
from simplifier.languages.reversals import Reversals

ENGLISH = language_named("en")


def found(source: str, target: str) -> list[str]:
    return [f"{kind}: {what}" for kind, what in Reversals(ENGLISH).of(source.split(), target.split())]


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        ("insufficient", "enough", ["opposite: insufficient -> enough"]),
        ("untreated", "treatment", ["opposite: untreated -> treatment"]),
        ("misconduct", "conduct", ["opposite: misconduct -> conduct"]),
        ("harmless", "harmful", ["opposite: harmless -> harmful"]),
        ("ceased", "continued", ["opposite: ceased -> continued", "not done: cease is lost"]),
        ("seldom", "often", ["opposite: seldom -> often", "how often: seldom -> often"]),
        ("at least three", "at most three", ["amount: at least -> at most"]),
        ("several cats", "many cats", ["amount: several -> many"]),
        ("a decade", "a year", ["span of time: decade -> year"]),
        ("kilometres", "miles", ["length: kilometre -> mile"]),
        ("must", "may", ["duty: must -> may"]),
        ("may lie", "is", ["duty: may is lost"]),
        ("gather", "can gather", ["duty: can comes in"]),
        ("entitled", "named", ["duty: entitled is lost"]),
        ("avoids", "gets", ["not done: avoid is lost"]),
        ("unlikely", "probably", ["likelihood: unlikely -> probably"]),
    ],
)
def test_what_is_turned_round(source: str, target: str, expected: list[str]) -> None:
    assert found(source, target) == expected


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("insufficient", "not enough"),
        ("unexpected", "sudden"),
        ("discontinue", "stop"),
        ("not fewer than", "at least"),
        ("numerous", "many"),
        ("approximately", "about"),
        ("a decade", "ten years"),
        ("are obliged to", "must"),
        ("are entitled to", "have the right to"),
        ("are unable to", "cannot"),
        ("is not obliged to", "does not have to"),
        ("refrain from", "avoid"),
        ("frequently", "often"),
        ("in excess of", "more than"),
        ("as you can", "as you can see"),
    ],
)
def test_what_says_the_same(source: str, target: str) -> None:
    assert found(source, target) == []


def test_other_languages_have_no_scales() -> None:
    assert list(Reversals(language_named("plain")).of(["must"], ["may"])) == []


def test_a_scale_keeps_its_classes() -> None:
    (scale,) = read_scales(["[size]", "big, rather big, middling", "small, middling", "tiny-"])
    whole = lambda word: [word]  # noqa: E731 - no inflection
    assert scale.longest == 2
    assert scale.lost_or_changed(["big"], ["small"], whole) == "big -> small"
    assert scale.lost_or_changed(["big"], ["rather", "big"], whole) is None
    assert scale.lost_or_changed(["big"], ["middling"], whole) is None  # of both classes
    assert scale.lost_or_changed(["small"], ["middling"], whole) is None
    assert scale.lost_or_changed(["big"], ["red"], whole) is None  # may be lost
    assert scale.lost_or_changed(["tiny"], ["red"], whole) == "tiny is lost"
    assert scale.lost_or_changed(["red"], ["tiny"], whole) is None  # may come in
    assert scale.lost_or_changed(["big", "tiny"], ["big"], whole) == "tiny -> big"


def test_a_class_needs_a_group() -> None:
    with pytest.raises(InputError, match="outside a group"):
        read_scales(["big, large"])
