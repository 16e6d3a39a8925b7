"""Input beyond a row of tokens, against brute force: replacements and lattices."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence
from pathlib import Path

import kenlm
import pytest

from simplifier.core import CoreInputError, LanguageModel
from simplifier.decoder import (
    ChartDecoder,
    Constraints,
    GrammarPart,
    InputSentence,
    LanguageModelPart,
    LatticeArc,
    ParseOptions,
    Replacement,
)
from tests.simplifier.brute_force import BruteForce, ToyRule
from tests.simplifier.decoder.test_decoder import (
    WORDS,
    arpas,
    random_case,
    random_rules,
    random_weights,
    table_of,
)

__all__ = ["arpas"]


@pytest.mark.parametrize("lm_count", [0, 2])
@pytest.mark.parametrize("hierarchical", [False, True])
def test_replacements_equal_brute_force(hierarchical: bool, lm_count: int, arpas: list[Path], tmp_path: Path) -> None:
    """For the oracle a replaced span is a single word of its own that one more rule translates."""
    compared = 0
    for seed in range(250):
        oracle, decoder, tokens = random_case(seed, arpas, tmp_path, hierarchical, lm_count)
        rng = random.Random(seed)
        if oracle.span_limit < len(tokens):
            continue
        start = rng.randrange(len(tokens))
        end = rng.randint(start + 1, len(tokens))
        words = tuple(rng.choices(WORDS + "e", k=rng.randint(0, 3)))
        replaced = [*tokens[:start], "@", *tokens[end:]]
        rules = [*oracle.rules, ToyRule("X", ("@",), words, 0.0)]
        with_rule = BruteForce(rules, oracle.weights, oracle.models, oracle.span_limit)
        expected = [one for one in with_rule.derivations(replaced) if "@" not in one.words]
        if len(expected) > 2000:
            continue
        sentence = InputSentence(tuple(tokens), replacements=(Replacement(start, end, words),))
        every = decoder.kbest(sentence, k=len(expected) + 1, unique=False)
        assert [d.score for d in every] == pytest.approx([d.score for d in expected], abs=1e-3)
        assert {d.tokens for d in every} == {d.words for d in expected}
        for derivation in every:
            total = sum(decoder.weights[name] * value for name, value in derivation.features.items())
            assert total == pytest.approx(derivation.score, abs=1e-3)
            (given,) = [rule for rule in derivation.applications if rule.grammar == "markup"]
            assert (given.start, given.end, given.target) == (start, end, " ".join(words))
            assert derivation.tokens[given.target_start : given.target_end] == words
            assert given.changed
        compared += len(every)
    assert compared > 200


def random_lattice(rng: random.Random) -> tuple[list[str], list[LatticeArc]]:
    last = rng.randint(1, 4)
    arcs = [LatticeArc(node, node + 1, rng.randint(0, 8) / 4) for node in range(last)]
    for _ in range(rng.randint(0, 3)):
        start = rng.randrange(last)
        arcs.append(LatticeArc(start, rng.randint(start + 1, last), rng.randint(-4, 8) / 4))
    rng.shuffle(arcs)
    return rng.choices(WORDS, k=len(arcs)), arcs


def ways(tokens: Sequence[str], arcs: Sequence[LatticeArc]) -> Iterator[tuple[list[str], float]]:
    last = max(arc.end for arc in arcs)
    for count in range(1, len(arcs) + 1):
        for chosen in itertools.permutations(range(len(arcs)), count):
            nodes = [0, *(arcs[i].end for i in chosen)]
            if nodes[-1] == last and all(arcs[i].start == nodes[n] for n, i in enumerate(chosen)):
                yield [tokens[i] for i in chosen], sum(arcs[i].cost for i in chosen)


@pytest.mark.parametrize("lm_count", [0, 1])
@pytest.mark.parametrize("hierarchical", [False, True])
def test_lattices_equal_brute_force_over_every_way(
    hierarchical: bool, lm_count: int, arpas: list[Path], tmp_path: Path
) -> None:
    compared = branching = 0
    for seed in range(200):
        rng = random.Random(seed)
        rules = random_rules(rng, hierarchical) or [ToyRule("X", ("a",), ("b",), 1.0)]
        paths = {path.stem: path for path in rng.sample(arpas, lm_count)}
        weights = random_weights(rng, list(paths))
        price = rng.choice([-1.0, -0.5, 2.0])
        tokens, arcs = random_lattice(rng)
        oracle = BruteForce(rules, weights, {name: kenlm.Model(str(path)) for name, path in paths.items()})
        expected = sorted(
            (
                (one.score + price * cost, one.words)
                for way, cost in ways(tokens, arcs)
                for one in oracle.derivations(way)
            ),
            reverse=True,
        )
        if len(expected) > 1500:
            continue
        decoder = ChartDecoder(
            [GrammarPart(table_of(rules, tmp_path / f"{seed}.table"), "toy", 10)],
            [LanguageModelPart(LanguageModel(str(path)), name) for name, path in paths.items()],
            {**weights, "LatticeCost": price},
            pop_limit=0,
            parse=ParseOptions(lattice_cost=True),
        )
        sentence = InputSentence(tuple(tokens), lattice=tuple(arcs))
        every = decoder.kbest(sentence, k=len(expected) + 1, unique=False)
        assert [d.score for d in every] == pytest.approx([score for score, _ in expected], abs=1e-3)
        assert {d.tokens for d in every} == {words for _, words in expected}
        for derivation in every:
            total = sum(decoder.weights[name] * value for name, value in derivation.features.items())
            assert total == pytest.approx(derivation.score, abs=1e-3)
        # Constraints hold over lattices too.
        wanted = rng.choice(expected)[1]
        forced = decoder.force(sentence, wanted)
        assert forced[0].score == pytest.approx(max(s for s, words in expected if words == wanted), abs=1e-3)
        compared += len(every)
        branching += len(arcs) > max(arc.end for arc in arcs)
    assert compared > 400 and branching > 40


def test_a_chain_of_arcs_is_a_sentence(arpas: list[Path], tmp_path: Path) -> None:
    for seed in range(30):
        _, decoder, tokens = random_case(seed, arpas, tmp_path, True, 1)
        arcs = tuple(LatticeArc(place, place + 1) for place in range(len(tokens)))
        plain = decoder.kbest(InputSentence(tuple(tokens)), k=20)
        assert decoder.kbest(InputSentence(tuple(tokens), lattice=arcs), k=20) == plain


@pytest.fixture
def small(tmp_path: Path) -> ChartDecoder:
    rules = [
        ToyRule("X", ("utilize",), ("use",), 1.0),
        ToyRule("X", ("a", "tool"), ("tools",), 2.0),
        ToyRule("X", ("[X,1]", "a"), ("[X,1]", "the"), 0.5),
    ]
    return ChartDecoder([GrammarPart(table_of(rules, tmp_path / "s.table"), "toy", 2)], weights={"cost": 1.0})


def test_replacements_may_be_wider_than_any_rule(small: ChartDecoder) -> None:
    sentence = InputSentence(("utilize", "a", "very", "big", "tool"), replacements=(Replacement(1, 5, ("one",)),))
    assert {d.tokens for d in small.kbest(sentence, k=9)} == {("use", "one"), ("utilize", "one")}


@pytest.mark.parametrize(
    ("sentence", "words"),
    [
        (
            InputSentence(("a",), replacements=(Replacement(0, 2, ()),)),
            "replacement of the span 0-2 of 1 tokens",
        ),
        (
            InputSentence(("a", "b"), replacements=(Replacement(0, 2, ()), Replacement(1, 2, ()))),
            "two replacements of token 1",
        ),
        (InputSentence(("a",), lattice=(LatticeArc(1, 0),)), "arc 0 of the lattice leads from node 1 to 0"),
        (InputSentence(("a", "b"), lattice=(LatticeArc(0, 1),)), "2 tokens but 1 arcs"),
        (InputSentence(("a", "b"), lattice=(LatticeArc(0, 2), LatticeArc(1, 2))), "no arc that enters it"),
        (InputSentence(("a", "b"), lattice=(LatticeArc(0, 1), LatticeArc(0, 2))), "no arc that leaves it"),
        (InputSentence(("a",), protected=(True,), lattice=(LatticeArc(0, 1),)), "give the words alone"),
        (InputSentence((), constraints=Constraints(include=((),))), "has no words"),
    ],
)
def test_impossible_input_is_refused(small: ChartDecoder, sentence: InputSentence, words: str) -> None:
    with pytest.raises(CoreInputError, match=words):
        small.kbest(sentence)
