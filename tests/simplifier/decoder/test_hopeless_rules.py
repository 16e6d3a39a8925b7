"""Rules without a chance are left out of the search for one best derivation, and nobody can tell."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simplifier import Simplifier
from simplifier.core import RuleTable, TableBuilder
from simplifier.decoder import ChartDecoder, Constraints, GrammarPart, InputSentence, LanguageModelPart
from simplifier.lm.model import load_native
from tests.toy_model import ARPA

WORDS = ("the", "started", ".", "big", "house", "far")
WEIGHTS = {"reward": 1.0, "lm_plain": 0.4, "lm_plain_oov": -1.0, "OOVPenalty": -2.0, "GluePenalty": -0.5}
LINES = Path(__file__).parents[3] / "docs" / "examples" / "visas.txt"

Rule = tuple[tuple[int, ...], tuple[int, ...], float]
sides = st.lists(st.integers(0, len(WORDS) - 1), min_size=1, max_size=3).map(tuple)
rules = st.tuples(sides, sides, st.sampled_from([-2000.0, -1000.0, -3.0, 0.0, 2.5]))


def built(folder: Path, wanted: list[Rule]) -> ChartDecoder:
    def text(side: tuple[int, ...]) -> str:
        return " ".join(WORDS[number] for number in side)

    path = str(folder / "rules.table")
    builder = TableBuilder(path, ["reward"], [0.0], ["hand"], "{}", str(folder))
    copies: list[Rule] = [((number,), (number,), 0.0) for number in range(3)]  # the others are unknown words
    all_rules = [*copies, *wanted]
    rewards = np.array([[one[2]] for one in all_rules], np.float32)
    sources, targets = [text(one[0]) for one in all_rules], [text(one[1]) for one in all_rules]
    builder.add(["X"] * len(all_rules), sources, targets, rewards, None, 0)
    builder.finish()
    (folder / "plain.arpa").write_text(ARPA, encoding="utf-8")
    model = load_native(folder / "plain.arpa")
    return ChartDecoder(
        [GrammarPart(RuleTable(path), "toy", 5)], [LanguageModelPart(model, "plain")], WEIGHTS, pop_limit=0
    )


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(rules, min_size=1, max_size=12), st.lists(sides, min_size=1, max_size=4))
def test_the_best_derivation_is_that_of_all_rules(tmp_path_factory, wanted, parts):
    decoder = built(tmp_path_factory.mktemp("toy"), wanted)
    sentence = InputSentence(tuple(WORDS[number] for part in parts for number in part))
    [few] = decoder.search([sentence])
    [all_of_them] = decoder.search([sentence], forest=True)
    assert few.derivations == all_of_them.derivations == decoder.kbest(sentence, 2)[:1]
    assert few.statistics.evaluations <= all_of_them.statistics.evaluations


def test_rules_without_a_chance_are_not_scored_and_stay_in_lists(tmp_path):
    decoder = built(tmp_path, [((3,), (4,), -1000.0), ((3,), (5,), 3.0)])
    sentence = InputSentence(("the", "big", "house"))
    few, all_of_them = decoder.search([sentence])[0], decoder.search([sentence], 9)[0]
    assert few.statistics.evaluations < all_of_them.statistics.evaluations
    assert few.statistics.applications == all_of_them.statistics.applications
    assert [one.tokens[1] for one in all_of_them.derivations] == ["far", "big", "house"]


def test_what_is_demanded_is_found_whatever_it_costs(tmp_path):
    decoder = built(tmp_path, [((3,), (4,), -1000.0)])
    demanding = InputSentence(("the", "big"), constraints=Constraints(include=(("house",),)))
    assert decoder.kbest(demanding)[0].tokens == ("the", "house")
    words_gone = InputSentence(("the", "big"), constraints=Constraints(target=("the", "house")))
    assert decoder.kbest(words_gone)[0].tokens == ("the", "house")


@pytest.mark.parametrize("preset", [None, "bold", "metric"])
def test_the_embedded_model_chooses_what_it_chooses_among_all_rules(preset):
    simplifier = Simplifier.load(preset=preset)
    sentences = [one for line in LINES.read_text("utf-8").splitlines() if line for one in line.split(". ")]
    found = [one for line in sentences for one in simplifier._passages.sentences(line)]
    given_sentences = simplifier.annotate(found)
    few = simplifier.decoder.search(given_sentences)
    all_of_them = simplifier.decoder.search(given_sentences, forest=True)
    assert [one.derivations for one in few] == [one.derivations for one in all_of_them]
    counts = [sum(one.statistics.evaluations for one in lists) for lists in (few, all_of_them)]
    assert counts[0] < 0.75 * counts[1] if preset is None else counts[0] <= counts[1]
