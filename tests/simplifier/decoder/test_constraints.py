"""Constrained decoding, against brute force filtered."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from simplifier.core import CoreInputError
from simplifier.decoder import ChartDecoder, Constraints, GrammarPart, InputSentence
from tests.simplifier.brute_force import Analysis, ToyRule
from tests.simplifier.decoder.test_decoder import WORDS, arpas, random_case, table_of

__all__ = ["arpas"]


def contains(words: Sequence[str], phrase: Sequence[str]) -> bool:
    size = len(phrase)
    return any(tuple(words[i : i + size]) == tuple(phrase) for i in range(len(words) - size + 1))


def satisfies(constraints: Constraints) -> Callable[[Analysis], bool]:
    def check(analysis: Analysis) -> bool:
        words = analysis.words
        return (
            all(contains(words, phrase) for phrase in constraints.include)
            and not any(contains(words, phrase) for phrase in constraints.exclude)
            and constraints.target in (None, words)
        )

    return check


def random_constraints(rng: random.Random, expected: Sequence[Analysis]) -> Constraints:
    def phrase() -> tuple[str, ...]:
        words = rng.choice(expected).words
        if not words or rng.random() < 0.2:
            return tuple(rng.choices(WORDS + "e", k=rng.randint(1, 3)))
        start = rng.randrange(len(words))
        return words[start : start + rng.randint(1, 3)]

    kind = rng.choice(["include", "exclude", "both", "target", "all"])
    include = tuple(phrase() for _ in range(rng.randint(1, 3))) if kind in ("include", "both") else ()
    exclude = tuple(phrase() for _ in range(rng.randint(1, 3))) if kind in ("exclude", "both", "all") else ()
    target = rng.choice(expected).words if kind in ("target", "all") else None
    if kind == "target" and rng.random() < 0.3:
        target = (*rng.choices(WORDS, k=2), *(target or ()))
    return Constraints(include, exclude, target)


@pytest.mark.parametrize("lm_count", [0, 2])
@pytest.mark.parametrize("hierarchical", [False, True])
def test_constrained_search_equals_filtered_brute_force(
    hierarchical: bool, lm_count: int, arpas: list[Path], tmp_path: Path
) -> None:
    satisfied = impossible = 0
    for seed in range(250):
        oracle, decoder, tokens = random_case(seed, arpas, tmp_path, hierarchical, lm_count)
        derivations = oracle.derivations(tokens)
        if len(derivations) > 1500:
            continue
        constraints = random_constraints(random.Random(seed), derivations)
        expected = list(filter(satisfies(constraints), derivations))
        sentence = InputSentence(tuple(tokens), constraints=constraints)
        every = decoder.kbest(sentence, k=len(derivations), unique=False)
        assert len(every) == len(expected)
        assert [d.score for d in every] == pytest.approx([d.score for d in expected], abs=1e-3)
        assert {d.tokens for d in every} == {d.words for d in expected}
        for derivation in every:
            total = sum(decoder.weights[name] * value for name, value in derivation.features.items())
            assert total == pytest.approx(derivation.score, abs=1e-3)
        # However few combinations are kept, one that satisfies the constraints is among them.
        decoder.pop_limit = 1
        found = decoder.kbest(sentence)
        assert bool(found) == bool(expected)
        if found:
            assert satisfies(constraints)(Analysis(found[0].tokens, 0.0))
        satisfied += 0 < len(expected) < len(derivations)
        impossible += not expected
    assert satisfied > 50 and impossible > 15


@pytest.fixture
def small(tmp_path: Path) -> ChartDecoder:
    rules = [
        ToyRule("X", ("utilize",), ("use",), 1.0),
        ToyRule("X", ("utilize",), ("make", "use", "of"), 0.5),
        ToyRule("X", ("a", "tool"), ("tools",), 2.0),
        ToyRule("X", ("really",), (), 3.0),
    ]
    part = GrammarPart(table_of(rules, tmp_path / "small.table"), "toy", 10)
    return ChartDecoder([part], weights={"cost": 1.0})


def test_forced_target_is_derived_or_not(small: ChartDecoder) -> None:
    sentence = InputSentence(("we", "really", "utilize", "a", "tool"))
    (derivation,) = small.force(sentence, ("we", "really", "make", "use", "of", "tools"))
    assert derivation.score == pytest.approx(2.5)
    assert [rule.source for rule in derivation.applications] == ["we", "really", "utilize", "a tool"]
    assert small.force(sentence, ("we", "use", "tool")) == []
    assert small.force(InputSentence(()), ("we",)) == []
    assert small.force(InputSentence(()), ())[0].tokens == ()


def test_constrained_and_free_sentences_decode_together(small: ChartDecoder) -> None:
    free = InputSentence(("we", "utilize", "a", "tool"))
    without = dataclasses.replace(free, constraints=Constraints(exclude=(("tools",), ("of",))))
    never = dataclasses.replace(free, constraints=Constraints(include=(("spade",),)))
    decoded = small.decode([free, without, never, free], k=2, threads=2)
    assert decoded[0] == decoded[3] and decoded[0][0].tokens == ("we", "use", "tools")
    assert decoded[1][0].tokens == ("we", "use", "a", "tool")
    assert decoded[2] == []
    lists = small.decode_lists([free, never, free], 2)
    assert lists.starts.tolist() == [0, 2, 2, 4]


def test_a_phrase_without_words_is_refused(small: ChartDecoder) -> None:
    with pytest.raises(CoreInputError, match="has no words"):
        small.kbest(InputSentence(("we",), constraints=Constraints(include=((),))))
