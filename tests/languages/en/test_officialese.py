"""Phrases of offices: tables of phrases, modals in every form, who can have a duty."""

from __future__ import annotations

import pytest

from languages import language_named
from languages.en.clauses.phrases import PhraseTable
from scripts.studies.structure.texts import Restructurer
from simplifier.config import load_config


def test_phrases() -> None:
    table = PhraseTable({"be very? able|free to": "can", "be able": "strong"})
    assert table.meaning("be able to go".split(), 0, 3) == "can"
    assert table.meaning("be very free to".split(), 0, 4) == "can"
    assert table.meaning("be able to".split(), 0, 2) == "strong"
    assert table.meaning("be to".split(), 0, 2) is None
    assert table.meaning("be able to".split(), 0, 0) is None
    with pytest.raises(ValueError, match="cannot be missing"):
        PhraseTable({"very? able": "can"})


@pytest.fixture(scope="module")
def restructurer() -> Restructurer:
    return Restructurer(load_config())


def reworded(restructurer: Restructurer, text: str) -> str:
    structure = language_named("en").structure
    assert structure is not None
    names = {one.entry.name for one in structure.rules if one.entry.kind == "reword"}
    ((sentence, parsed),) = restructurer.parsed([text])
    for plan in structure.plans(parsed, names):
        return " ".join(restructurer.texts(sentence, plan))
    return text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("The tenant was required to pay a fee.", "The tenant had to pay a fee."),
        ("You are not required to sign the form.", "You do not have to sign the form."),
        ("The tenant is under no obligation to sign it.", "The tenant does not have to sign it."),
        ("The bank shall be under no duty to inquire into the reason.", ""),
        ("Most of them do, in fact, have the ability to learn it.", ""),
        ("In that year the song that had once filled the halls took on a new meaning, and people wept.", ""),
        ("Drivers are advised not to stop on the bridge.", "Drivers should not stop on the bridge."),
        ("Energy is required to break the bond in the cell.", ""),
        ("It will be necessary for you to renew the permit.", "You will have to renew the permit."),
        ("It was necessary for him to leave the house.", "He had to leave the house."),
        ("There is no need for you to reply to this letter.", "You do not need to reply to this letter."),
        ("Should the card not reach you, please call us.", "If the card does not reach you, please call us."),
        ("Should you be late, please call the office.", "If you are late, please call the office."),
        ("Should the pain come at rest, last an hour or be worse than before, call a doctor.", ""),
        ("Nor should you drive after taking the tablets.", ""),
        ("Members shall pay the fee in May.", "Members must pay the fee in May."),
        ("No member shall pay the fee in May.", "No member may pay the fee in May."),
        ("If they fail to reply, the case is closed.", "If they do not reply, the case is closed."),
        ("The form was signed by him in the office.", "He signed the form in the office."),
        ("We are in receipt of your letter of May.", "We have your letter of May."),
        ("The house is badly in need of a new roof.", "The house badly needs a new roof."),
        ("The bus was late, due to the fact that it rained.", "The bus was late, because it rained."),
        ('The notice says "all tenants shall pay the rent" and no more.', ""),
        ("We have worked on the completion of the new school.", ""),
        ("On receipt of your form, we will write to you.", "When we get your form, we will write to you."),
    ],
)  # fmt: skip
def test_rewordings(restructurer: Restructurer, before: str, after: str) -> None:
    assert reworded(restructurer, before) == (after or before)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("The rules and regulations apply to each and every member.", "The rules apply to every member."),
        ("As a matter of fact, the office closed at noon.", "The office closed at noon."),
        ("They met in the rules committee and the council chamber.", ""),
    ],
)
def test_shortenings(restructurer: Restructurer, before: str, after: str) -> None:
    structure = language_named("en").structure
    assert structure is not None
    ((sentence, parsed),) = restructurer.parsed([before])
    plans = structure.plans(parsed, {"doublet", "opening that only stresses"})
    assert [" ".join(restructurer.texts(sentence, plan)) for plan in plans] == [after] * bool(after)
