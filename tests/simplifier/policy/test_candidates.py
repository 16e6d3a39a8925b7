"""Changes demanded by a feature: they score what the same words score when they are forced as a target."""

from __future__ import annotations

import pytest

from simplifier import Simplifier
from simplifier.decoder import InputSentence
from simplifier.languages import language_named
from simplifier.policy.candidates import CandidateSearch
from simplifier.text import Sentence
from tests.toy_model import build_toy_model

TEXT = "However, the committee saw a humorous and very large residence."


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Simplifier:
    return Simplifier.load(build_toy_model(tmp_path_factory.mktemp("toy")), protected=["residence"])


def read(model: Simplifier, text: str) -> InputSentence:
    return model.annotate([Sentence(text, 0, tuple(language_named("en").tokenise(text)))])[0]


def test_the_chart_offers_every_change_once_even_of_protected_words(toy: Simplifier) -> None:
    offers = CandidateSearch(toy.decoder).offers(read(toy, TEXT))
    assert [one[:4] for one in offers] == [
        (0, 2, "however ,", "but"),
        (2, 4, "the committee", "the group"),
        (6, 7, "humorous", "funny"),
        (6, 7, "humorous", "amusing"),
        (8, 9, "very", ""),
        (9, 10, "large", "big"),
        (10, 11, "residence", "house"),
    ]


@pytest.mark.parametrize("embedded", [False, True])
def test_a_change_alone_scores_what_its_words_score_when_forced(toy: Simplifier, embedded: bool) -> None:
    model = Simplifier.load() if embedded else Simplifier(toy.config)
    given = read(model, TEXT)
    search = CandidateSearch(model.decoder)
    offers = search.offers(given)
    unchanged, worths = search.alone(given, offers, threads=2)
    assert unchanged == pytest.approx(model.decoder.force(given, given.tokens)[0].score, abs=1e-6)
    for offer, worth in zip(offers, worths, strict=True):
        assert worth is not None
        target = [*given.tokens[: offer.start], *offer.target.split(), *given.tokens[offer.end :]]
        assert list(worth.derivation.tokens) == target
        assert worth.score <= model.decoder.force(given, target)[0].score + 1e-6
        assert "Demanded" not in worth.features


def test_within_the_sentence_other_changes_are_free(toy: Simplifier) -> None:
    search = CandidateSearch(toy.decoder)
    given = read(toy, "A humorous man has a large residence.")
    offers = [one for one in search.offers(given) if one.target in ("amusing", "house")]
    amusing, house = search.within(given, offers, k=2, threads=1)
    assert [" ".join(one.derivation.tokens) for one in amusing] == [
        "a amusing man has a big residence .",
        "a amusing man has a large residence .",
    ]
    best = toy.decoder.kbest(given)[0]
    assert amusing[0].score == pytest.approx(best.score - 1.0, abs=1e-6)
    assert house == [], "protected"
