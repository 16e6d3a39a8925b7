"""Phrases of offices: tables of phrases, modals in every form, who can have a duty."""

from __future__ import annotations

import pytest

from simplifier.config import load_config
from simplifier.languages import language_named
from simplifier.languages.en.office_prose.phrases import PhraseTable
from simplifier.recipes.training.restructuring import Restructurer


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
        ("Should a personal data breach occur, tell us.", "If a personal data breach occurs, tell us."),
        ("The form was incomplete and you are requested to send your number.", ""),
        (
            "Return the form, and we would be grateful if you could send a copy.",
            "Return the form, and please send a copy.",
        ),
        ("Should any of these signs appear, call us.", "If any of these signs appear, call us."),
        ("Nobody is required to pay a fee.", ""),
        ("A tenant is required to live there, to keep it clean, and not to sell it.", ""),
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
        ("They objected on the grounds that it was small, and that it was late.",
         "They objected because it was small, and because it was late."),
        ("Other users with whom you have shared it retain copies.", ""),
        ("A claim must be made by the tenant to the council.", ""),  # "the tenant to the council"
        ("Sellers who act in the course of a business must tell you.", ""),
        ("The king was able to make an agreement with the chief in 911.", ""),
        ('The notice says "all tenants shall pay the rent" and no more.', ""),
        ("We have worked on the completion of the new school.", ""),
        ("On receipt of your form, we will write to you.", "When we get your form, we will write to you."),
        ("The file is kept for a period of up to six years.", "The file is kept for up to six years."),
        ("It is shut for a further period of two years.", "It is shut for a further two years."),
        ("Pay it at a rate not exceeding 5 % of your pay.", "Pay it at a rate of up to 5 % of your pay."),
        ("No later than 27 October the member must reply.", "By 27 October the member must reply."),
        (
            "Tell us of any damage for which the tenant is responsible.",
            "Tell us of any damage that the tenant is responsible for.",
        ),
        ("We would ask you to acknowledge receipt of it and to sign.", ""),
        (
            "Failure to report a change may affect your benefit.",
            "If you do not report a change, this may affect your benefit.",
        ),
        ("It is used in the treatment of asthma.", "It is used to treat asthma."),
        ("It was refused with the result that the case closed.", "It was refused so the case closed."),
        ("They write letters of a personal nature to us.", "They write personal letters to us."),
    ],
)  # fmt: skip
def test_rewordings(restructurer: Restructurer, before: str, after: str) -> None:
    assert reworded(restructurer, before) == (after or before)


#: What rules must leave: amounts, deadlines, conditions, duties and names that only look like long phrases.
LEFT = [
    "The file will be kept for a period of time.",
    "The star varies between two magnitudes with a period of 4 days.",
    "The songs come from the period of 1996 to 2001.",
    "The judge was to impose a term of 50 years.",
    "The minimum was 10 and the mean was reached at a maximum of 20 on Friday.",
    "Children under the age of two travel free on all our buses.",
    "They arrived in London no later than 1200 and left again.",
    "You must apply no later than three weeks before the course.",
    "The temperature was measured as not exceeding 18 degrees.",
    "He was sentenced to life with a minimum term of 17 years.",
    "These are the times in which we live today.",
    "The company may make a payment in lieu of notice to any of its staff.",
    "The mutation results in the absence of the protein in the cell.",
    "The deputy acts in the absence of Mr Smith and signs the letters.",
    "The clips may not treat the disease as well as surgery.",
    "He designed both the posters as well as the tickets.",
    "They are dependent on help and unable to work.",
    "The supplier shall not be in breach of contract at any time.",
    "They are so dependent on the skill of the doctor that they wait.",
    "You are entitled to receive a refund of the fee.",
    "You are entitled to help with the cost of the course.",
    "If it is necessary to cancel, please call us at your office.",
    "It is not necessary to send your passport to the office.",
    "You have the right to refuse treatment at any time.",
    "Questions pertaining to business and to new machines are many.",
    "All items must not be opened by the tenant before May.",
    "The letter must be signed by a witness in the office.",
    "They joined the club on an equal basis in the end.",
    "The notice says \"for a period of six months\" and no more.",
]  # fmt: skip


@pytest.mark.parametrize("text", LEFT)
def test_what_stays(restructurer: Restructurer, text: str) -> None:
    assert reworded(restructurer, text) == text


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
