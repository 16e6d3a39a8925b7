"""One sentence for each kind of veto, through the embedded model."""

from __future__ import annotations

from pathlib import Path

import pytest

from simplifier import Simplifier
from simplifier.record.reasons import ReasonKind
from simplifier.record.request import SearchRequest
from simplifier.record.result import SentenceResult
from simplifier.text.markup import read_markup


@pytest.fixture(scope="module")
def model() -> Simplifier:
    return Simplifier.load()


def stopped(sentence: SentenceResult, source: str, target: str) -> tuple[str, str]:
    """Return what kept one word from one change, kind and text."""
    (phrase,) = [one for one in sentence.kept if one.source == source]
    (candidate,) = [one for one in phrase.candidates if one.target == target]
    return str(candidate.reason.kind), candidate.reason.text


CASES = [
    (
        "The committee commenced deliberations.",
        "deliberations",
        "meetings",
        "doubtful",
        "only 11 of 100 editors would let it stand; 97 are needed",
    ),
    ('The sign said "prior to" May.', "prior to", "before", "quoted", "in quotation marks"),
    ("The nurse reassured the anxious relatives.", "anxious", "eager", "excluded", "a list of pairs to avoid has it"),
]


@pytest.mark.parametrize(("text", "source", "target", "kind", "reason"), CASES)
def test_a_word_stays(model: Simplifier, text: str, source: str, target: str, kind: str, reason: str) -> None:
    (sentence,) = model.explain(text).sentences
    found, told = stopped(sentence, source, target)
    assert (found, told) == (kind, reason)
    assert model.simplify(text).text == sentence.output


def test_a_guard_and_the_final_check() -> None:
    boldest = Simplifier.load(overrides={"preset": "metric", "check.on": True})
    (sentence,) = boldest.explain("The scientist published several previous papers on the subject.").sentences
    assert stopped(sentence, "several", "many") == (
        "check",
        "the new sentence fails a check: amount: several -> many",
    )
    (sentence,) = boldest.explain("Earthquakes seldom occur in the interior of the continent.").sentences
    expected = "a word would lose the form that the sentence asks for"
    assert stopped(sentence, "interior", "inside") == ("agreement", expected)


def test_protected_kept_and_the_users_own(tmp_path: Path) -> None:
    text = "The committee commenced its work."
    (sentence,) = Simplifier.load(protected=["commenced"]).explain(text).sentences
    assert stopped(sentence, "commenced", "started") == ("protected", "you asked to keep these words")
    (tmp_path / "mine.tsv").write_text("commence\tstart\tnever\ncommence\tbegin\tnever\n", encoding="utf-8")
    mine = Simplifier.load(overrides={"user_rules": str(tmp_path / "mine.tsv")})
    (sentence,) = mine.explain(text).sentences
    assert stopped(sentence, "commenced", "started") == ("user", "your list says never")
    marked = read_markup("The committee <keep>commenced</keep> its work.\n", "text", 1)
    (result,) = mine.stream([marked], request=SearchRequest(explain=True))
    assert stopped(result.sentences[0], "commenced", "started") == ("markup", "kept by markup")


def test_every_reason_is_of_the_vocabulary(model: Simplifier) -> None:
    text = "Approximately 12 percent of the participants reported no adverse effects whatsoever."
    (sentence,) = model.explain(text).sentences
    kinds = {one.reason.kind for phrase in sentence.kept for one in phrase.candidates}
    assert {ReasonKind.DOUBTFUL} <= kinds <= set(ReasonKind)
