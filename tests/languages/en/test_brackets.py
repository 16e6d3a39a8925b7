"""What stands in brackets becomes a sentence only where it is one."""

from __future__ import annotations

import pytest

from simplifier.config import load_config
from simplifier.languages.structure.parsed import Parsed
from simplifier.recipes.training.restructuring import Restructurer

RULES = {
    "sentence in brackets",
    "reference in brackets",
    "relative clause in brackets",
    "relative clause in brackets at the end",
    "order in brackets",
}


@pytest.fixture(scope="module")
def restructurer() -> Restructurer:
    return Restructurer(load_config())


def split(restructurer: Restructurer, text: str, following: str = "") -> str:
    ((sentence, parsed),) = restructurer.parsed([text])
    whole = Parsed(parsed.words, parsed.tags, parsed.tree, following=following.split())
    plans = restructurer.structure.plans(whole, RULES)
    return next((" ".join(restructurer.texts(sentence, plan)) for plan in plans), "")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "You can pay by card or in cash (although cash is not accepted on Sundays).",
            "You can pay by card or in cash. But cash is not accepted on Sundays.",
        ),
        (
            "The office closes at noon on Fridays (and the phone is off at noon).",
            "The office closes at noon on Fridays. The phone is off at noon.",
        ),
        (
            "We can only pay you from the date of your claim (because the law does not allow more).",
            "We can only pay you from the date of your claim. This is because the law does not allow more.",
        ),
        (
            "Your licence will be sent by post (do not drive until you have it).",
            "Your licence will be sent by post. Do not drive until you have it.",
        ),
    ],
)
def test_what_becomes_a_sentence(restructurer: Restructurer, before: str, after: str) -> None:
    assert split(restructurer, before) == after


@pytest.mark.parametrize(
    "text",
    [
        "Bring proof of your address (for example a bill that has your name on it).",  # an example
        "Tell us about your pension (if you have one that is paid by us).",  # a condition
        "The rent is due on the first of May (2024).",  # a date
        "The firm sells to small offices (Smith et al. 2004 tell of other buyers).",
        "The effect was seen in later trials as well (see Smith and Lee 1999).",  # citations
        "The court called it an abuse of process (that is, it was an unfair use of the law).",  # a gloss
        "The word is spelt with two letters here (pain felt in the arm).",  # no finite verb
        "They called the song their own (all of which are sung in May).",  # no sentence
        'He wrote "I will pay the rent in May (this is a promise)."',  # a quotation
        "You have to be fit (you must pass a test) and able (you must lift ten kilos).",  # side by side
        "You can get help with rent (see section 4) and with council tax (see section 5).",
        "I live in a house (is it not a fine one?).",  # a question
        "The clerk keeps a list (which was odd) of all who came to the office.",  # in the middle
    ],
)
def test_what_stays(restructurer: Restructurer, text: str) -> None:
    assert not split(restructurer, text)


def test_a_pronoun_behind_it_keeps_its_meaning(restructurer: Restructurer) -> None:
    text = "The museum bought the old station (the roof was new)."
    assert split(restructurer, text, "we like it .") == ("The museum bought the old station. The roof was new.")
    assert not split(restructurer, text, "it has ten rooms .")
