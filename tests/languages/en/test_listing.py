"""Which things at the end of a sentence can stand one below the other, and which stay in it."""

from __future__ import annotations

import pytest

from simplifier.config import load_config
from simplifier.recipes.training.restructuring import Restructurer


@pytest.fixture(scope="module")
def restructurer() -> Restructurer:
    return Restructurer(load_config())


def listed(restructurer: Restructurer, text: str) -> str:
    names = {one.entry.name for one in restructurer.structure.rules if one.lists}
    ((sentence, parsed),) = restructurer.parsed([text])
    plans = restructurer.structure.plans(parsed, names)
    return next((restructurer.text(sentence, plan).replace("\n- ", " / ") for plan in plans), "")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "You will need four things: your passport, a recent photo, your old card and a pen.",
            "You will need four things: / your passport / a recent photo / your old card / a pen",
        ),
        (
            "We need proof of who you are, such as a passport, a driving licence, a rent book or a tax bill.",
            "We need proof of who you are, such as: / a passport, or / a driving licence, or / "
            "a rent book, or / a tax bill",
        ),
        (
            "If you move, you should tell your bank, your employer, the tax office and the council.",
            "If you move, you should tell: / your bank / your employer / the tax office / the council",
        ),
        (
            "Tell the nurse about any pains, any medicines you take, any illness and any new problems.",
            "Tell the nurse about: / any pains / any medicines you take / any illness / any new problems",
        ),
        (
            "Salt is used to make water soft, to melt ice on roads, to make soap and to fix colours.",
            "Salt is used to: / make water soft / melt ice on roads / make soap / fix colours",
        ),
        (
            "The tenant agrees to pay the rent when it is due, to keep the flat clean, to let us in "
            "and to leave the flat in good order.",
            "The tenant agrees to: / pay the rent when it is due / keep the flat clean / let us in / "
            "leave the flat in good order",
        ),
        (
            "You will need to fill in the form, sign the declaration, enclose the papers and post them.",
            "You will need to: / fill in the form / sign the declaration / enclose the papers / post them",
        ),
        (  # three long ones
            "This booklet explains how to check your blood sugar, what the readings mean, "
            "and what to do when they are too high.",
            "This booklet explains: / how to check your blood sugar / what the readings mean / "
            "what to do when they are too high",
        ),
        (  # semicolons, with commas in the items
            "The pack holds a red, heavy box; a long, thin rope; two old, small bags; and a map of it.",
            "The pack holds: / a red, heavy box / a long, thin rope / two old, small bags / a map of it",
        ),
    ],
)
def test_lists(restructurer: Restructurer, text: str, expected: str) -> None:
    assert listed(restructurer, text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "You must bring a form, a card, and a pen.",  # three short ones
        "You must send a form, a card, a photo and a letter to the office by 5 May.",  # something behind it
        "Tell us your name, address, old job and age.",  # "your" is said of all
        "A form, a card, a photo and a letter from your bank must be sent to us.",  # not at the end
        "The prize went to Mary Lee, Tom Cole, Ann Gray and Peter Wood.",  # names
        "Emma bought a red hat, a novel by Austen that she liked and a map.",
        "He is a teacher, a writer, a good singer and a father of two.",  # what he is
        "You must not bring food, large bags, glass bottles and pets.",  # "not" and "and"
        "He chose between a red hat, a blue coat, a green shirt and a black tie.",
        'He wrote: "Bring a form, a card, a photo and a letter from your bank."',
        "The bill came to 59 chairs, tables, long benches and old lamps.",  # the number may be of all
        "You can draw, cut, fold and sew the old cloth.",  # one object for all
        "You can bring a form, a card, a photo, a letter, etc.",
        "If you want to learn the words, read the book, write a letter and send a card.",
    ],
)
def test_what_stays(restructurer: Restructurer, text: str) -> None:
    assert not listed(restructurer, text)


def test_protected_words_stay_together(restructurer: Restructurer) -> None:
    from dataclasses import replace

    names = {one.entry.name for one in restructurer.structure.rules if one.lists}
    ((_, parsed),) = restructurer.parsed(
        ["You must send us your passport, a bank statement, two old photographs, and a letter."]
    )
    assert list(restructurer.structure.plans(parsed, names))
    comma = list(parsed.words).index(",")
    kept = replace(parsed, kept=frozenset({comma - 1, comma, comma + 1}))
    assert not list(restructurer.structure.plans(kept, names))
