from __future__ import annotations

import pytest

from simplifier.pipeline import Simplifier
from simplifier.report.occurrences import Occurrence, occurrences
from tests.toy_model import build_toy_model


@pytest.fixture(scope="module")
def simplifier(tmp_path_factory: pytest.TempPathFactory) -> Simplifier:
    return Simplifier.load(build_toy_model(tmp_path_factory.mktemp("model")))


def only(found: list[Occurrence], source: str) -> Occurrence:
    (one,) = [one for one in found if one.source == source]
    return one


def test_a_change_is_compared_with_the_best_other_reading(simplifier: Simplifier) -> None:
    found = list(occurrences(simplifier, ["A residence .\n", "A humorous Residence ."]))
    assert [(one.line, one.source, one.choice) for one in found] == [
        (1, "residence", "house"),
        (2, "humorous", "funny"),
        (2, "residence", "house"),
    ]
    humorous = only(found, "humorous")
    assert humorous.sentence[humorous.start : humorous.end] == "humorous"
    assert humorous.runner_up == ("humorous -> amusing",)
    assert humorous.margin == pytest.approx(1.0)  # the rewards differ by 1, the words are both unknown to the LM
    assert found[2].runner_up == ()  # copying


def test_the_margin_is_the_difference_of_model_scores(simplifier: Simplifier) -> None:
    (one,) = occurrences(simplifier, ["A residence ."])
    first, second = simplifier.kbest("A residence .", 2).kbest
    assert "house" in first.output and "residence" in second.output
    assert one.margin == pytest.approx(first.score - second.score, abs=1e-5)


def test_a_far_copy_is_found_by_protecting_the_span(simplifier: Simplifier) -> None:
    sentence = "The committee commenced deliberations , however , in a large residence ."
    near = {one.source: one for one in occurrences(simplifier, [sentence], k=2)}
    far = {one.source: one for one in occurrences(simplifier, [sentence], k=2000)}
    assert near["commenced"].runner_up == far["commenced"].runner_up == ()
    assert near["commenced"].margin == pytest.approx(far["commenced"].margin, abs=1e-5)


def test_sources_with_nonterminals_and_words_inside_other_rules(simplifier: Simplifier) -> None:
    found = list(occurrences(simplifier, ["The book was written by the girl ."]))
    assert [(one.source, one.choice) for one in found] == [
        ("[NP,1] was written by [NP,2]", "[NP,2] wrote [NP,1]"),
    ]
    inside = only(list(occurrences(simplifier, ["However , the committee commenced ."])), "the committee")
    assert inside.choice == "the group"


def test_sources_that_only_copy_are_not_listed(simplifier: Simplifier) -> None:
    assert list(occurrences(simplifier, ["The book ."])) == []


def test_a_far_change_is_found_by_keeping_the_words_out(simplifier: Simplifier) -> None:
    changed = simplifier.config.all_weights() | {"reward": -1.0}
    cautious = Simplifier(simplifier.config.model_copy(update={"weights": changed}))
    sentence = "The committee commenced deliberations , in a large residence ."
    near = {one.source: one for one in occurrences(cautious, [sentence], k=2)}
    far = {one.source: one for one in occurrences(cautious, [sentence], k=2000)}
    assert near["commenced"].choice == "commenced"
    assert near["commenced"].runner_up == far["commenced"].runner_up == ("commenced -> started",)
    assert near["commenced"].margin == pytest.approx(far["commenced"].margin, abs=1e-5)
    twice = list(occurrences(cautious, ["A residence , a large residence ."], k=2))
    assert any(one.runner_up is None and one.source == "residence" for one in twice)


def test_a_veto_or_an_order_is_no_part_of_the_margin(simplifier: Simplifier) -> None:
    def only_humorous(reward: float) -> Occurrence:
        weights = simplifier.config.all_weights() | {"reward": reward}
        loud = Simplifier(simplifier.config.model_copy(update={"weights": weights}))
        return only(list(occurrences(loud, ["Very humorous ."], deciding={"reward"})), "humorous")

    ordered = only_humorous(100.0)
    assert (ordered.choice, ordered.runner_up) == ("funny", ("humorous -> amusing",))
    assert ordered.decided == {"reward": pytest.approx(100.0)}
    assert ordered.margin == pytest.approx(0.0, abs=1e-4)
    assert ordered.whole_margin == pytest.approx(100.0, abs=1e-4)
    forbidden = only_humorous(-100.0)
    assert forbidden.choice == "humorous"
    assert forbidden.decided == {"reward": pytest.approx(100.0)}
    weighed = only_humorous(1.0)
    assert weighed.decided == {} and weighed.margin == pytest.approx(1.0)
