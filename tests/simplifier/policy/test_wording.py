"""Reasons in words: frames, doubts and checks, told in one short sentence each."""

from __future__ import annotations

import pytest

from simplifier import Simplifier
from simplifier.decoder import Objection
from simplifier.languages.en.words.tags import FRAME_CLASS_NAMES
from simplifier.policy.wording import failed_reason, worded
from simplifier.record.reasons import LONGEST, Reason, ReasonKind

LINES = [
    "The anxious participants commenced numerous talks prior to the termination of the agreement.",
    "You must comply with the requirements that are set out in the guidance, and endeavour to ascertain the cost.",
    "The authority shall have regard to any representations made in accordance with subsection (2).",
    "Applicants are required to submit supporting documentation regarding their principal residence.",
]


def frame(asked: str, *forms: str) -> str:
    reason = worded(
        Objection("FrameUnmet", -1000.0, "frame", f"does not fit here; it asks for {asked}"), forms, FRAME_CLASS_NAMES
    )
    assert reason.kind is ReasonKind.FRAME and reason.detail.endswith(asked) and len(reason.text) <= LONGEST
    return reason.text


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("before: with", "fits only before “with”"),
        ("before: NOUN|ADJ", "fits only before a noun or an adjective"),
        ("before: PUNCT|END", "fits only before a punctuation mark or at the end of the sentence"),
        ("after: START", "fits only at the beginning of the sentence"),
        ("after: a|b|c|d|e", "fits only after “a”, “b”, “c” …"),
        ("after: a|b|c", "fits only after “a”, “b” or “c”"),
        ("before: as well as", "fits only before “as well as”"),
        ("before: to VERB", "fits only before “to” and a verb"),
        ("before: DET plan|estimate|offer", "fits only before “the plan” …"),
        ("after: test|tests is|are", "fits only after “test is” …"),
        ("before: NAME 's death|arrest", "fits only before a name and “'s death” …"),
        ("before: ADJ NOUN", "fits only before an adjective and a noun"),
        ("before: DET", "fits only before a word such as “the”"),
        ("before: NOUN or after: START", "fits only before a noun or at the beginning of the sentence"),
        ("before: x or before: x|y", "fits only before “x” or “y”"),
        ("not after: to|of", "does not fit after “to” or “of”"),
        # The line of the list that lacks least is the nearest to the sentence.
        ("before: a; not after: b or before: c", "fits only before “c” or “a”"),
        ("another part of speech", "fits only where the word is another part of speech"),
        ("another part of speech or before: NOUN", "fits only before a noun"),
        ("before: GERUND", "fits only before a gerund"),  # a class of another language
    ],
)
def test_frames(asked: str, told: str) -> None:
    assert frame(asked) == told


def test_what_a_frame_forbids_is_named_where_it_stands() -> None:
    assert frame("not after: more|most|too|very|so", "a", "very", "good", "man") == "does not fit after “very”"


def test_a_frame_is_short_however_long_its_words_are() -> None:
    words = "|".join(letter * 40 for letter in "abcde")
    assert frame(f"before: {words}") == f"fits only before “{'a' * 40}”, “{'b' * 40}” …"
    longer = frame(f"before: {'a' * 60} or after: {'b' * 60}")
    assert longer == "does not fit in these surroundings"
    assert worded(Objection("FrameUnmet", -1.0, "frame", "is never made, says the plain list")).detail == ""


@pytest.mark.parametrize(
    ("core", "told"),
    [
        ("stands 0.71 under 0.97", "only 71 of 100 editors would let it stand; 97 are needed"),
        ("stands 0.9684 under 0.9690", "96 of 100 editors would let it stand; 96.9 are needed"),
        ("helps 0.29 under 0.30", "it would help a reader too little (29 of 100; 30 are needed)"),
        ("stands 0.00 under 0.97", "hardly any editor would let it stand; 97 are needed"),
    ],
)
def test_doubts(core: str, told: str) -> None:
    detail = f"probability that it {core}"
    reason = worded(Objection("SelectionDoubtful", -1000.0, "doubtful", detail))
    assert reason == Reason(ReasonKind.DOUBTFUL, told, detail)


def test_words_of_the_core_that_people_understand_stay() -> None:
    reason = worded(Objection("DuplicateNear", -50.0, "doubled", "would repeat a word close by"))
    assert reason == Reason(ReasonKind.DOUBLED, "would repeat a word close by")
    wrong = worded(Objection("ReviewedBad", -1000.0, "reviewed", "found bad in review"))
    assert wrong == Reason(ReasonKind.REVIEWED, "readers found this change wrong", "found bad in review")


def test_checks_are_cut_and_told_in_full_in_the_detail() -> None:
    assert failed_reason(["number: 10 20"]).text == "the new sentence fails a check: number: 10 20"
    long = failed_reason([f"name: {'Anne ' * 40}".strip(), "end mark: . before, ! now"])
    assert len(long.text) <= LONGEST and long.text.endswith(" …")
    assert long.detail.endswith("Anne; end mark: . before, ! now")


def test_no_reason_of_the_embedded_model_is_long() -> None:
    model = Simplifier.load()
    for line in LINES:
        for sentence in model.explain(line).sentences:
            assert sentence.explanation is not None
            reasons = [change.reason for change in sentence.changes]
            reasons += [one.reason for phrase in sentence.kept for one in phrase.candidates]
            reasons += [one.reason for change in sentence.explanation.changed for one in change.runners_up]
            assert reasons and all(len(one.text) <= LONGEST and "|" not in one.text for one in reasons)
