"""Nonterminals that are filled by labelled spans of the sentence."""

from __future__ import annotations

import random
from pathlib import Path

import kenlm
import numpy as np
import pytest

from simplifier.core import CandidateInputs, LanguageModel
from simplifier.decoder import ChartDecoder, GrammarPart, InputSentence, LanguageModelPart
from tests.arpa import random_arpa
from tests.simplifier.brute_force import BruteForce, ToyRule
from tests.simplifier.decoder.test_decoder import LABELS, WORDS, random_rules, random_weights, table_of


@pytest.mark.parametrize("with_model", [False, True])
def test_search_equals_brute_force(with_model: bool, tmp_path: Path) -> None:
    arpa = tmp_path / "m.arpa"
    arpa.write_text(random_arpa(3, seed=3, words=WORDS))
    compared = with_gaps = 0
    for seed in range(250):
        rng = random.Random(seed)
        rules = random_rules(rng, hierarchical=True)
        if not rules:
            continue
        weights = random_weights(rng, ["m"] if with_model else [])
        sentence = tuple(rng.choices(WORDS, k=rng.randint(2, 5)))
        spans = [(i, j) for i in range(len(sentence)) for j in range(i + 1, len(sentence) + 1)]
        labels = {span: rng.choice(LABELS) for span in spans if rng.random() < 0.7}
        models = {"m": kenlm.Model(str(arpa))} if with_model else {}
        expected = BruteForce(rules, weights, models, 4, gap_labels=labels).derivations(sentence)
        if len(expected) > 3000:
            continue
        decoder = ChartDecoder(
            [GrammarPart(table_of(rules, tmp_path / f"{seed}.table"), "toy", 4)],
            [LanguageModelPart(LanguageModel(str(arpa)), "m")] if with_model else [],
            weights,
            pop_limit=0,
            gaps_by_label=True,
        )
        given = InputSentence(sentence, tuple((i, j, label) for (i, j), label in labels.items()))
        found = decoder.kbest(given, k=len(expected) + 1, unique=False)
        assert [one.score for one in found] == pytest.approx([one.score for one in expected], abs=1e-3)
        for one in found:
            total = sum(decoder.weights[name] * value for name, value in one.features.items())
            assert total == pytest.approx(one.score, abs=1e-3)
            with_gaps += any("[" in applied.source for applied in one.applications)
        compared += len(found)
    assert compared > 900 and with_gaps > 300


def test_totals_of_candidates_are_those_of_their_features_to_the_last_bit(tmp_path: Path) -> None:
    arpa = tmp_path / "m.arpa"
    arpa.write_text(random_arpa(3, seed=3, words=WORDS))
    compared = 0
    for seed in range(60):
        rng = random.Random(seed)
        rules = random_rules(rng, hierarchical=True)
        if not rules:
            continue
        decoder = ChartDecoder(
            [GrammarPart(table_of(rules, tmp_path / f"{seed}.table"), "toy", 4)],
            [LanguageModelPart(LanguageModel(str(arpa)), "m")],
            random_weights(rng, ["m"]),
            gaps_by_label=seed % 2 == 0,
        )
        names = [f"total:{name}" for name in decoder.feature_names]
        given = InputSentence(tuple(rng.choices(WORDS, k=6)), ((1, 3, LABELS[0]), (2, 6, LABELS[1])))
        inputs = CandidateInputs(names, decoder.feature_names)
        lists = decoder.decode_lists([given], 30, unique=False, inputs=inputs)
        np.testing.assert_array_equal(lists.inputs, lists.features)
        compared += len(lists.outputs)
    assert compared > 300


def test_a_gap_holds_words_that_no_rule_builds_and_what_rules_make_of_them(tmp_path: Path) -> None:
    rules = [
        ToyRule("IN", ("because", "of", "the", "fact", "that", "[S,1]"), ("because", "[S,1]"), 5.0),
        ToyRule("VBD", ("commenced",), ("began",), 1.0),
    ]
    part = GrammarPart(table_of(rules, tmp_path / "t.table"), "toy", 10)
    decoder = ChartDecoder([part], weights={"cost": 1.0}, gaps_by_label=True)
    words = ("because", "of", "the", "fact", "that", "the", "war", "commenced", "soon")
    labelled = decoder.kbest(InputSentence(words, ((5, 8, "S"),)), k=9)
    assert labelled[0].tokens == ("because", "the", "war", "began", "soon")
    assert labelled[0].features["GluePenalty"] == 4.0  # three parts in the gap, one beside the rule
    assert np.isclose(labelled[0].score, 6.0)
    other = decoder.kbest(InputSentence(words, ((5, 8, "NP"),)))
    assert other[0].tokens == (*words[:7], "began", "soon")
