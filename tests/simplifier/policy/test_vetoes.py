"""Every veto by itself, on changes written by hand."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from pathlib import Path

import pytest

from simplifier.config import SelectionSettings
from simplifier.decoder import InputSentence
from simplifier.languages import language_named
from simplifier.policy.check import SentenceCheck
from simplifier.policy.protection import ProtectedTerms
from simplifier.policy.user_rules import UserRules
from simplifier.policy.vetoes import (
    CandidateChange,
    CheckVeto,
    DoubtVeto,
    ExclusionVeto,
    FrameVeto,
    GuardVeto,
    MarkupVeto,
    ProtectionVeto,
    ReviewVeto,
    UserVeto,
    Veto,
    forbidding_price,
)
from simplifier.records.annotation import AnnotatedSentence
from simplifier.records.reasons import Reason, ReasonKind
from simplifier.records.result import Edit, Rewriting, RuleReference
from simplifier.text import Sentence
from simplifier.text.markup import SentenceMarks

ENGLISH = language_named("en")
TEXT = "He has twenty large cats."
WEIGHTS = {
    "ReviewedBad": -1000.0,
    "SelectionDoubtful": -1000.0,
    "UserBlocked": -1000.0,
    "VerbFormLost": -10.0,
    "DuplicateNeighbour": -50.0,
    "ChangedQuoted": -100.0,
    "ChangedFirst": 3.0,
    "reward": 2.0,
}


def change(
    place: int,
    features: Mapping[str, float] | None = None,
    gain: float | None = -1.0,
    kept: tuple[bool, ...] = (),
    rewriting: Rewriting | None = None,
    grammar: str = "en",
    terms: tuple[bool, ...] = (),
) -> CandidateChange:
    tokens = tuple(ENGLISH.tokenise(TEXT))
    forms = tuple(token.form for token in tokens)
    given = InputSentence(forms)
    sentence = AnnotatedSentence(Sentence(TEXT, 0, tokens), SentenceMarks(kept), (), given, terms=terms)
    target = "some"
    return CandidateChange(sentence, (place,), forms[place], target, grammar, features or {}, gain, rewriting)


def test_protection() -> None:
    terms = ProtectedTerms(["Large cats"]).mark([token.form for token in ENGLISH.tokenise(TEXT)])
    veto = ProtectionVeto()
    assert veto.allows(change(3, terms=terms)) == Reason(ReasonKind.PROTECTED, "protected")
    assert veto.allows(change(2, terms=terms)) is None
    assert veto.allows(change(3)) is None


def test_markup() -> None:
    kept = (False, False, True, False, False, False)
    assert MarkupVeto().allows(change(2, kept=kept)) == Reason(ReasonKind.MARKUP, "kept by markup")
    assert MarkupVeto().allows(change(3, kept=kept)) is None
    assert MarkupVeto().allows(change(3)) is None


def test_the_users_list(tmp_path: Path) -> None:
    (tmp_path / "mine.tsv").write_text("large\tnever\n", encoding="utf-8")
    veto = UserVeto(UserRules.read(tmp_path / "mine.tsv", ENGLISH, None))
    never = Reason(ReasonKind.USER, "your list says never")
    assert veto.allows(change(3)) == never
    assert veto.allows(change(2)) is None
    assert veto.allows(change(2, {"UserBlocked": 1.0})) == never
    other = veto.allows(change(2, {"UserBlocked": 1.0}, grammar="user"))
    assert other == Reason(ReasonKind.USER, "your list has it for another part of speech")


def test_exclusion() -> None:
    veto = ExclusionVeto({("twenty", "some")})
    assert veto.allows(change(2, gain=None)) == Reason(ReasonKind.EXCLUDED, "excluded")
    assert veto.allows(change(3, gain=None)) is None
    assert veto.allows(change(2)) is None, "a table offers it all the same"


def test_review() -> None:
    bad = change(2, {"ReviewedBad": 1.0}, -990.0)
    assert ReviewVeto(WEIGHTS).allows(bad) == Reason(ReasonKind.REVIEWED, "found bad in review")
    assert ReviewVeto(WEIGHTS).allows(change(2, {"ReviewedSound": 1.0})) is None
    assert ReviewVeto({"ReviewedBad": 0.0}).allows(bad) is None, "the weight is what acts"


SETTINGS = SelectionSettings(risk=0.1, least_gain=0.4)


@pytest.mark.parametrize(
    ("features", "expected"),
    [
        # What is furthest below what is asked for.
        ({"SelectionHarm": 0.6, "SelectionGain": 0.35}, "probability that it stands 0.40 under 0.90"),
        ({"SelectionHarm": 0.1, "SelectionGain": 0.3}, "probability that it helps 0.30 under 0.40"),
        # Probabilities that are nearly the same are told more exactly.
        ({"SelectionHarm": 0.1011, "SelectionGain": 0.9}, "probability that it stands 0.899 under 0.900"),
    ],
)
def test_doubt(features: dict[str, float], expected: str) -> None:
    veto = DoubtVeto(WEIGHTS, SETTINGS)
    doubtful = change(2, features | {"SelectionDoubtful": 1.0}, -990.0)
    assert veto.allows(doubtful) == Reason(ReasonKind.DOUBTFUL, expected)
    assert veto.allows(change(2, features, -1.0)) is None


@pytest.mark.parametrize(
    ("features", "gain", "expected"),
    [
        # Would gain without the guard.
        ({"VerbFormLost": 1.0}, -9.0, (ReasonKind.AGREEMENT, "would break agreement: VerbFormLost")),
        # Would not: the score decides.
        ({"VerbFormLost": 1.0}, -11.0, None),
        # Gains in spite of it.
        ({"VerbFormLost": 1.0}, 1.0, None),
        # Forbids whatever the change is worth.
        ({"DuplicateNeighbour": 1.0}, -70.0, (ReasonKind.DOUBLED, "would double a word")),
        ({"ChangedQuoted": 2.0}, -230.0, (ReasonKind.QUOTED, "in quotation marks")),
        # Together; the heaviest gives the reason.
        (
            {"VerbFormLost": 1.0, "DuplicateNeighbour": 1.0},
            -55.0,
            (ReasonKind.DOUBLED, "would double a word"),
        ),
        # No guard, or none with a price.
        ({"ChangedFirst": 1.0, "NounFormLost": 1.0}, -1.0, None),
    ],
)
def test_guards(features: dict[str, float], gain: float, expected: tuple[ReasonKind, str] | None) -> None:
    found = GuardVeto(WEIGHTS).allows(change(2, features, gain))
    assert found == (None if expected is None else Reason(*expected))


def test_every_guard_has_a_reason() -> None:
    guards = {
        "NounFormLost": (ReasonKind.AGREEMENT, "would break agreement: NounFormLost"),
        "ModifierLost": (ReasonKind.AGREEMENT, "would break agreement: ModifierLost"),
        "FiniteVerbLost": (ReasonKind.AGREEMENT, "would break agreement: FiniteVerbLost"),
        "DuplicateNear": (ReasonKind.DOUBLED, "would repeat a word close by"),
        "PrepositionLost": (ReasonKind.PREPOSITION, "would lose a preposition"),
        "PrepositionBeforeNounLost": (ReasonKind.PREPOSITION, "would lose the preposition before a noun"),
        "PrepositionGained": (ReasonKind.PREPOSITION, "would add a preposition"),
        "ArticleClash": (ReasonKind.ARTICLE, 'would not go with "a" or "an"'),
        "ChangedNumber": (ReasonKind.NUMBER, "part of a number"),
        "ChangedNumeral": (ReasonKind.NUMBER, "part of a number"),
        "ChangedProperNoun": (ReasonKind.NAME, "part of a name"),
    }
    for name, expected in guards.items():
        assert GuardVeto({name: -2.0}).allows(change(2, {name: 1.0}, -1.0)) == Reason(*expected)


def test_the_check() -> None:
    start = TEXT.index("twenty")
    edit = Edit(start, start + 6, 2, 3, "twenty", "thirty", start, start + 6,
                RuleReference("CD", "twenty", "thirty", "en", 0, ()), {}, 0.0)  # fmt: skip
    rewriting = Rewriting(TEXT.replace("twenty", "thirty"), 0.0, {}, (edit,))
    veto = CheckVeto(SentenceCheck(ENGLISH, None, [], 0.5))
    expected = Reason(ReasonKind.CHECK, "failed the final check: number: 20 30")
    assert veto.allows(change(2, rewriting=rewriting)) == expected
    assert veto.allows(change(2)) is None
    assert veto.allows(change(2, rewriting=Rewriting(TEXT, 0.0, {}, ()))) is None


def test_all_have_the_same_face() -> None:
    vetoes: list[Veto] = [
        ProtectionVeto(),
        MarkupVeto(),
        UserVeto(UserRules(ENGLISH)),
        ExclusionVeto(()),
        ReviewVeto({}),
        DoubtVeto({}, SETTINGS),
        GuardVeto({}),
        CheckVeto(SentenceCheck(ENGLISH, None, [], 0.5)),
    ]
    names = ["protection", "markup", "user", "exclusion", "review", "doubt", "guard", "check"]
    assert [one.name for one in vetoes] == names
    assert all(one.allows(change(2)) is None for one in vetoes)


def test_what_vetoes_take_off_a_score() -> None:
    features = {"ReviewedBad": 1.0, "VerbFormLost": 2.0, "ChangedFirst": 1.0, "reward": 3.0}
    assert forbidding_price(features, WEIGHTS) == -1020.0
    assert forbidding_price({"reward": 3.0}, WEIGHTS) == 0.0


def test_frames_name_themselves() -> None:
    frames = {("twenty", "some"): ("before: NOUN", "after: START")}
    weights = {"FrameUnmet": -1000.0}
    unmet = change(2, {"FrameUnmet": 1.0}, -990.0)
    expected = Reason(ReasonKind.FRAME, "does not fit here; it asks for before: NOUN or after: START")
    assert FrameVeto(weights, frames).allows(unmet) == expected
    longer = dataclasses.replace(unmet, source="has twenty", target="has some")
    assert FrameVeto(weights, frames).allows(longer) == expected, "by its core"
    never = Reason(ReasonKind.FRAME, "is never made, says the plain list")
    assert FrameVeto(weights, {("twenty", "some"): ("never",)}).allows(unmet) == never
    assert FrameVeto(weights, frames).allows(change(2, {"FrameMet": 1.0})) is None
    assert FrameVeto({"FrameUnmet": 0.0}, frames).allows(unmet) is None, "the weight is what acts"
    assert forbidding_price({"FrameUnmet": 1.0}, weights) == -1000.0
