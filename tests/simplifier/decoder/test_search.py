"""Forests, trees, alignments, timeouts."""

from __future__ import annotations

import json
import math
import random
import time
from pathlib import Path

import numpy as np
import pytest

from simplifier.core import RuleTable, TableBuilder
from simplifier.decoder import (
    ChartDecoder,
    Constraints,
    GrammarPart,
    InputSentence,
    Replacement,
    derivation_tree,
    word_alignment,
)
from simplifier.decoder.forest import Forest
from tests.simplifier.brute_force import ToyRule
from tests.simplifier.decoder.test_decoder import WORDS, arpas, random_case, table_of

__all__ = ["arpas"]


def scores_of(forest: Forest) -> list[float]:
    """The score of every derivation in a forest, best first."""
    found: list[list[float]] = [[] for _ in forest.nodes]
    for edge in forest.edges:
        totals = [edge.score]
        for tail in edge.tails:
            totals = [total + part for total in totals for part in found[tail]]
        found[edge.head] += totals
    return sorted(found[-1], reverse=True) if found else []


@pytest.mark.parametrize("hierarchical", [False, True])
def test_a_forest_holds_every_derivation(hierarchical: bool, arpas: list[Path], tmp_path: Path) -> None:
    compared = 0
    for seed in range(120):
        oracle, decoder, tokens = random_case(seed, arpas, tmp_path, hierarchical, seed % 3)
        expected = oracle.derivations(tokens)
        if len(expected) > 1500:
            continue
        sentence = InputSentence(tuple(tokens))
        (found,) = decoder.search([sentence], forest=True)
        assert found.forest is not None
        assert found.forest.derivation_count() == len(expected)
        assert scores_of(found.forest) == pytest.approx([one.score for one in expected], abs=1e-3)
        for edge in found.forest.edges:
            assert edge.score == pytest.approx(
                sum(decoder.weights[name] * value for name, value in edge.features.items()), abs=1e-3
            )
            assert all(tail < edge.head for tail in edge.tails)
        best = [max(e.score for e in found.forest.edges if e.head == n) for n in range(len(found.forest.nodes))]
        assert len(best) == len(found.forest.nodes)
        assert found.forest.nodes[-1].label == "goal"
        assert found.forest.nodes[-1].score == pytest.approx(expected[0].score, abs=1e-3)
        record = json.loads(json.dumps(found.forest.to_json()))
        assert record["goal"] == len(record["nodes"]) - 1 and record["sentence"] == tokens
        statistics = found.forest.statistics(found.statistics)
        assert statistics.edges == len(record["edges"]) and statistics.derivations == len(expected)
        compared += len(expected)
    assert compared > 300


@pytest.fixture
def small(tmp_path: Path) -> ChartDecoder:
    rules = [
        ToyRule("VB", ("utilize",), ("use",), 1.0),
        ToyRule("VP", ("[VB,1]", "a"), ("the", "[VB,1]"), 0.5),
        ToyRule("X", ("[VP,1]", "[VB,2]"), ("[VB,2]", "[VP,1]"), 9.0),
        ToyRule("X", ("a", "tool"), ("tools",), 2.0),
    ]
    return ChartDecoder([GrammarPart(table_of(rules, tmp_path / "s.table"), "toy", 10)], weights={"cost": 1.0})


def test_forest_names_rules_of_every_kind(small: ChartDecoder) -> None:
    sentence = InputSentence(("we", "utilize", "a", "hammer"), replacements=(Replacement(3, 4, ("big", "tool")),))
    (found,) = small.search([sentence], forest=True)
    assert found.forest is not None
    rules = {(edge.grammar, edge.lhs, edge.source, edge.target) for edge in found.forest.edges}
    assert ("unknown", "X", "we", "we") in rules and ("markup", "X", "hammer", "big tool") in rules
    assert ("toy", "VB", "utilize", "use") in rules and ("glue", "", "", "") in rules
    never = InputSentence(("we",), constraints=Constraints(target=("you",)))
    (nothing,) = small.search([never], forest=True)
    assert nothing.derivations == [] and nothing.forest == Forest(("we",), (), ())
    assert nothing.forest.derivation_count() == 0


def test_counts_beyond_any_machine_number(tmp_path: Path) -> None:
    rules = [ToyRule("X", ("a",), (word,), 1.0) for word in "abcdefgh"]
    decoder = ChartDecoder([GrammarPart(table_of(rules, tmp_path / "s.table"), "toy", 10)], pop_limit=0)
    (found,) = decoder.search([InputSentence(("a",) * 100)], forest=True)
    assert found.forest is not None and found.forest.derivation_count() == 8**100
    assert "10^90.31 derivations" in str(found.forest.statistics(found.statistics))


def test_trees_nest_and_align(small: ChartDecoder) -> None:
    (derivation, *_) = small.force(InputSentence(("utilize", "a", "utilize", "it")), ("use", "the", "use", "it"))
    trees = derivation_tree(derivation)
    assert [str(tree) for tree in trees] == [
        "(X (VP (VB utilize -> use) a -> the [1]) (VB utilize -> use) -> [2] [1])",
        "(X it)",
    ]
    record = trees[0].to_json()
    assert [child["span"] for child in record["children"]] == [[0, 2], [2, 3]]
    assert [child["target_span"] for child in record["children"]] == [[1, 3], [0, 1]]
    assert record["children"][0]["children"][0]["target_span"] == [2, 3]
    assert word_alignment(derivation) == [(3, 3)]  # the table has no alignments; `it` is a copy


def test_alignments_of_rules_become_those_of_words(tmp_path: Path) -> None:
    path = tmp_path / "aligned.table"
    builder = TableBuilder(str(path), ["cost"], [0.0], ["toy"], "{}", str(tmp_path))
    builder.add(
        ["NP", "X"],
        ["big house", "see [NP,1] now"],
        ["villa", "now look at [NP,1]"],
        np.zeros((2, 1), dtype=np.float32),
        ["0-0 1-0", "0-1 0-2 2-0"],
        0,
    )
    builder.finish()
    decoder = ChartDecoder([GrammarPart(RuleTable(str(path)), "toy", 10)])
    sentence = InputSentence(("i", "see", "big", "house", "now"))
    (derivation,) = decoder.force(sentence, ("i", "now", "look", "at", "villa"))
    assert word_alignment(derivation) == [(0, 0), (1, 2), (1, 3), (2, 4), (3, 4), (4, 1)]


def test_time_out_gives_a_whole_answer(tmp_path: Path) -> None:
    rng = random.Random(1)
    rules = [ToyRule("X", (a, b), tuple(rng.choices(WORDS, k=2)), rng.random()) for a in WORDS for b in WORDS]
    rules += [ToyRule("X", ("[X,1]", a, "[X,2]"), ("[X,2]", a, "[X,1]"), rng.random()) for a in WORDS]
    rules += [ToyRule("X", (a,), (b,), rng.random()) for a in WORDS for b in WORDS]
    arpa = tmp_path / "3.arpa"
    from tests.arpa import random_arpa

    arpa.write_text(random_arpa(3, seed=1, words=WORDS))
    from simplifier.core import LanguageModel
    from simplifier.decoder import LanguageModelPart

    decoder = ChartDecoder(
        [GrammarPart(table_of(rules, tmp_path / "s.table"), "toy", 60)],
        [LanguageModelPart(LanguageModel(str(arpa)), "a")],
        {"cost": 1.0, "lm_a": 1.0},
        pop_limit=2000,
    )
    sentence = InputSentence(tuple(rng.choices(WORDS, k=60)))
    started = time.perf_counter()
    (found,) = decoder.search([sentence], timeout_seconds=0.2)
    used = time.perf_counter() - started
    assert found.timed_out and used < 5.0
    assert len(found.derivations[0].tokens) == 60
    total = sum(decoder.weights[n] * value for n, value in found.derivations[0].features.items())
    assert math.isclose(total, found.derivations[0].score, abs_tol=1e-3)
    # So little time that none is left when the search begins.
    (hurried,) = decoder.search([sentence], timeout_seconds=1e-9)
    assert hurried.timed_out and len(hurried.derivations[0].tokens) == 60
    # Plenty of time changes nothing.
    short = InputSentence(sentence.tokens[:6])
    (plenty,) = decoder.search([short], timeout_seconds=600.0)
    assert not plenty.timed_out and plenty.derivations == decoder.kbest(short)
