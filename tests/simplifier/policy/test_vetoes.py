"""What stopped a change: what the core records of it, and which of several records gives the reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from simplifier import Simplifier
from simplifier.core import FeatureName, edge_features, frame_features
from simplifier.decoder import ChartDecoder, GrammarPart, InputSentence, Objection
from simplifier.decoder.context import load_frames
from simplifier.languages import language_named
from simplifier.languages.analysis.change_words import ChangeWords
from simplifier.policy.check import SentenceCheck
from simplifier.policy.vetoes import CandidateChange, CheckVeto, forbidding_price, stopped_by
from simplifier.record.annotated_sentence import AnnotatedSentence, Protection
from simplifier.record.decoded import Rewriting
from simplifier.record.reasons import Reason, ReasonKind
from simplifier.record.rule_edits import RuleEdit, RuleReference
from simplifier.text import Sentence
from simplifier.text.markup import SentenceMarks
from tests.simplifier.brute_force import ToyRule
from tests.simplifier.decoder.test_decoder import table_of

ENGLISH = language_named("en")
TEXT = "He has twenty large cats."

REVIEWED = Objection("ReviewedBad", -1000.0, "reviewed", "found bad in review")
BLOCKED = Objection("UserBlocked", -1000.0, "user", "your list says never")
VERB_LOST = Objection("VerbFormLost", -10.0, "agreement", "would break agreement: VerbFormLost")
DOUBLED = Objection("DuplicateNeighbour", -50.0, "doubled", "would double a word")
QUOTED = Objection("ChangedQuoted", -200.0, "quoted", "in quotation marks")
EXCLUDED = Reason(ReasonKind.EXCLUDED, "excluded")
TERM = Protection((False, False, False, True, False, False), Reason(ReasonKind.PROTECTED, "protected"))
KEPT = Protection((False, False, True, True, False, False), Reason(ReasonKind.MARKUP, "kept by markup"))


def change(
    place: int,
    *objections: Objection,
    gain: float | None = -1.0,
    protections: tuple[Protection, ...] = (),
    rewriting: Rewriting | None = None,
    grammar: str = "en",
    kept_out: Reason | None = None,
) -> CandidateChange:
    tokens = tuple(ENGLISH.tokenise(TEXT))
    forms = tuple(token.form for token in tokens)
    given = InputSentence(forms)
    sentence = AnnotatedSentence(Sentence(TEXT, 0, tokens), SentenceMarks(), (), given, protections=protections)
    return CandidateChange(sentence, (place,), forms[place], "some", grammar, {}, gain, rewriting, objections, kept_out)


def test_the_first_protection_of_a_token_gives_the_reason() -> None:
    assert stopped_by(change(3, protections=(TERM, KEPT)), ENGLISH) == TERM.reason
    assert stopped_by(change(2, protections=(TERM, KEPT)), ENGLISH) == KEPT.reason
    assert stopped_by(change(1, protections=(TERM, KEPT)), ENGLISH) is None
    assert stopped_by(change(3, REVIEWED, gain=-990.0, protections=(TERM,)), ENGLISH) == TERM.reason


def test_what_no_table_has() -> None:
    assert stopped_by(change(2, gain=None, kept_out=EXCLUDED), ENGLISH) == EXCLUDED
    assert stopped_by(change(2), ENGLISH) is None


def test_the_users_list_forbids_a_rule_or_has_it_for_another_part_of_speech() -> None:
    assert stopped_by(change(2, BLOCKED), ENGLISH) == Reason(ReasonKind.USER, "your list says never")
    expected = Reason(ReasonKind.USER, "your list has it for another part of speech")
    assert stopped_by(change(2, BLOCKED, grammar="user"), ENGLISH) == expected


@pytest.mark.parametrize(
    ("objections", "gain", "expected"),
    [
        # Would gain without the guard.
        ([VERB_LOST], -9.0, VERB_LOST),
        # Would not: the score decides.
        ([VERB_LOST], -11.0, None),
        # Gains in spite of it.
        ([VERB_LOST], 1.0, None),
        # Forbids whatever the change is worth.
        ([DOUBLED], -70.0, DOUBLED),
        ([QUOTED], -230.0, QUOTED),
        # Together; the heaviest gives the reason, the first of two that weigh the same.
        ([VERB_LOST, DOUBLED], -55.0, DOUBLED),
        ([DOUBLED._replace(reason="would repeat a word close by"), DOUBLED], -90.0, DOUBLED),
        # A review is asked before guards, whatever they weigh.
        ([QUOTED, REVIEWED._replace(price=-60.0)], -300.0, REVIEWED),
    ],
)
def test_objections(objections: list[Objection], gain: float, expected: Objection | None) -> None:
    found = stopped_by(change(2, *objections, gain=gain), ENGLISH)
    assert (found and found.kind) == (expected and expected.kind)
    if len(objections) == 1 and found is not None:
        assert objections[0].reason in (found.text, found.detail)


def test_the_check() -> None:
    start = TEXT.index("twenty")
    edit = RuleEdit(start, start + 6, 2, 3, "twenty", "thirty", start, start + 6,
                RuleReference("CD", "twenty", "thirty", "en", 0, ()), {}, 0.0)  # fmt: skip
    rewriting = Rewriting(TEXT.replace("twenty", "thirty"), 0.0, {}, (edit,))
    veto = CheckVeto(SentenceCheck(ENGLISH, None, [], 0.5))
    text = "the new sentence fails a check: number: 20 30"
    expected = Reason(ReasonKind.CHECK, text, "failed the final check: number: 20 30")
    assert veto.allows(change(2, rewriting=rewriting)) == expected
    assert veto.allows(change(2)) is None
    assert veto.allows(change(2, rewriting=Rewriting(TEXT, 0.0, {}, ()))) is None


def test_what_vetoes_take_off_a_derivation() -> None:
    weights = {"ReviewedBad": -1000.0, "VerbFormLost": -10.0, "ChangedFirst": -3.0, "reward": 2.0}
    features = {"ReviewedBad": 1.0, "VerbFormLost": 2.0, "ChangedFirst": 1.0, "reward": 3.0}
    assert forbidding_price(features, weights) == -1020.0
    assert forbidding_price({"reward": 3.0}, weights) == 0.0
    assert change(2, REVIEWED, VERB_LOST).forbidding_price == -1010.0


def test_the_core_records_what_speaks_against_a_rule(tmp_path: Path) -> None:
    """Frames say what they ask for; only what has a weight below 0 counts; nothing is recorded unasked."""
    list_of_frames = tmp_path / "frames.tsv"
    list_of_frames.write_text(
        "class\tNOUN\tNN\npair\tband\tgroup\t\tbefore: NOUN\npair\tband\tgroup\t\tafter: START\n"
        "pair\tlaw\trule\t\tnever\n",
        encoding="utf-8",
    )
    rules = [
        ToyRule("NN", ("band",), ("group",), 0.0),
        ToyRule("NN", ("the", "band"), ("the", "group"), 0.0),
        ToyRule("NN", ("law",), ("rule",), 0.0),
        ToyRule("NN", ("band",), ("the",), 0.0),
    ]
    features = [frame_features(load_frames(list_of_frames)), edge_features(ChangeWords().to_native())]
    weights = {"FrameUnmet": -1000.0, "DuplicateNeighbour": -50.0, "DuplicateNear": 0.0, "ChangePosition": -1.0}
    decoder = ChartDecoder(
        [GrammarPart(table_of(rules, tmp_path / "toy"), "toy", 10)], [], weights, application_features=features
    )
    sentence = InputSentence(("the", "band", "law"), tags=("DT", "NN", "CC"))

    def objections(recorded: bool) -> dict[tuple[str, str], tuple[Objection, ...]]:
        (found,) = decoder.search([sentence], 1000, unique=False, objections=recorded)
        return {
            (rule.source, rule.target): rule.objections
            for derivation in found.derivations
            for rule in derivation.applications
            if rule.changed
        }

    asked = "does not fit here; it asks for before: NOUN or after: START"
    found = objections(recorded=True)
    assert found["band", "group"] == (Objection("FrameUnmet", -1000.0, "frame", asked),)
    assert found["the band", "the group"] == found["band", "group"], "by its core"
    never = "is never made, says the plain list"
    assert found["law", "rule"] == (Objection("FrameUnmet", -1000.0, "frame", never),)
    assert found["band", "the"] == (DOUBLED,)
    assert set(objections(recorded=False).values()) == {()}


def test_the_trees_record_what_they_doubt() -> None:
    """As exactly as tells both numbers apart; how far short a change falls decides which of the two is told."""
    simplifier = Simplifier.load()
    simplifier.decoder.keep_order()
    texts = ["the committee commenced its deliberations on the matter in question ."]
    annotated = [InputSentence(tuple(text.split())) for text in texts]
    (found,) = simplifier.decoder.search(annotated, 50, objections=True)
    doubts = {
        (one.reason, rule.features[FeatureName.SelectionHarm], rule.features[FeatureName.SelectionGain])
        for derivation in found.derivations
        for rule in derivation.applications
        for one in rule.objections
        if one.feature == FeatureName.SelectionDoubtful
    }
    assert doubts
    settings = simplifier.config.selection
    for reason, harm, gain in doubts:
        shares = {"stands": (1 - harm, 1 - settings.risk), "helps": (gain, settings.least_gain)}
        what = min(shares, key=lambda name: shares[name][0] / shares[name][1] if shares[name][1] else 1.0)
        digits = next(n for n in (2, 3, 4, 5) if f"{shares[what][0]:.{n}f}" != f"{shares[what][1]:.{n}f}")
        found_share, least = shares[what]
        assert reason == f"probability that it {what} {found_share:.{digits}f} under {least:.{digits}f}"
