"""Sentences that are left out of documents: the score, which ones go, and what is left."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path

import pytest

from simplifier import Simplifier
from simplifier.base.errors import InputError
from simplifier.languages import language_named
from simplifier.policy.importance import FEATURES, Importance, sentence_features
from simplifier.record.edits import applied
from simplifier.record.result import assembled
from tests.cli.test_simplify import Ended, invoke
from tests.simplifier.record.decoding import plain
from tests.toy_model import build_toy_model

__all__ = ["invoke"]

ENGLISH = language_named("en")
TEXT = "The large man sang. He met 3 cats (old ones). The cats ran.\n\nThe man slept. It rained a lot there.\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_toy_model(tmp_path_factory.mktemp("importance"))


@pytest.fixture(scope="module")
def model(folder: Path) -> Simplifier:
    return Simplifier.load(folder)


def test_features_by_hand() -> None:
    sentences = [ENGLISH.tokenise_forms(one) for one in ("The man sang.", "He met 3 cats (old).", "A man ran.")]
    first, second, third = (tuple(one.values()) for one in sentence_features(sentences, ENGLISH))
    ln = math.log
    assert first == (1, 1, 0, ln(3), ln(4), pytest.approx((0 + 1 / 2) / 2), 1, 0, 0, 0)
    assert second == (1, 0, 0.5, ln(3), ln(8), 0, 0, pytest.approx(1 / 8), 1, 1)
    assert third == (1, 0, 1, ln(3), ln(4), pytest.approx((1 / 2 + 0) / 2), 0.5, 0, 0, 0)
    assert sentence_features([], ENGLISH) == []


def test_the_score_is_traced() -> None:
    scores = Importance(ENGLISH, {"Constant": 1.0, "Place": -2.0}).scores([["a"], ["b"]])
    assert [one.importance for one in scores] == pytest.approx([1 / (1 + math.exp(-1)), 1 / (1 + math.e)])
    assert {name: part for name, part in scores[1].parts.items() if part} == {"Constant": 1.0, "Place": -2.0}
    assert set(Importance(ENGLISH).weights) == set(FEATURES)


@pytest.mark.parametrize("share", [0.0, 0.1, 0.2, 0.4, 0.6, 0.99])
def test_the_least_important_go_and_the_first_stays(model: Simplifier, share: float) -> None:
    whole, result = model.simplify(TEXT), model.simplify(TEXT, drop=share)
    dropped = [one for one in result.sentences if one.dropped is not None]
    assert len(dropped) == min(4, math.floor(share * 5 + 1e-9))
    assert result.sentences[0].dropped is None
    forms = [ENGLISH.tokenise_forms(one.source) for one in whole.sentences]
    scores = [one.importance for one in Importance(ENGLISH).scores(forms)]
    told = [one.dropped is None for one in result.sentences]
    stay = [score for score, kept in zip(scores[1:], told[1:], strict=True) if kept]
    gone = [score for score, kept in zip(scores[1:], told[1:], strict=True) if not kept]
    assert max(gone, default=0) <= min(stay, default=1)
    assert [one.output for one in result.sentences] == [
        one.output if kept else "" for one, kept in zip(whole.sentences, told, strict=True)
    ]
    if not share:
        assert result == whole


@pytest.mark.parametrize(
    ("dropped", "text"),
    [
        ((), "  A a. B b.  C c.\n"),
        ((0,), "  B b.  C c.\n"),
        ((1,), "  A a.  C c.\n"),
        ((2,), "  A a. B b.\n"),
        ((0, 1), "  C c.\n"),
        ((1, 2), "  A a.\n"),
        ((0, 1, 2), "  \n"),
    ],
)
def test_space_goes_with_a_sentence(dropped: tuple[int, ...], text: str) -> None:
    paragraph = "  A a. B b.  C c.\n"
    texts = ("A a.", "B b.", "C c.")
    decoded = [plain(own, paragraph.index(own), dropped=place in dropped) for place, own in enumerate(texts)]
    result = assembled(paragraph, decoded)
    assert result.text == text == applied(paragraph, result.edits)
    assert len(result.changes) == len(dropped)


def test_shares_that_are_none(model: Simplifier) -> None:
    for share in (-0.1, 1.0):
        with pytest.raises(InputError, match="drop: "):
            model.simplify("A.", drop=share)


def test_the_option(invoke: Callable[..., Ended], folder: Path) -> None:
    ended = invoke("simplify", "--config", folder, "--drop", 0.4, stdin=TEXT)
    assert (ended.code, ended.out) == (0, Simplifier.load(folder).simplify(TEXT, drop=0.4).text)
    told = invoke("simplify", "--config", folder, "--drop", 0.4, "--format", "jsonl", stdin=TEXT)
    records = [json.loads(line) for line in told.out.splitlines()]
    dropped = [one["dropped"] for one in records if "dropped" in one]
    assert len(dropped) == 2 and set(dropped[0]) == {"importance", "parts"}
    assert invoke("simplify", "--config", folder, "--drop", 1, stdin=TEXT).code == 2
    with_level = invoke("simplify", "--config", folder, "--drop", 0.4, "--grade", 5, stdin=TEXT)
    assert with_level.err == "error: --drop does not go with --grade\n"
