"""Outputs that must be a way of a lattice, against brute force filtered."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from simplifier.base.errors import ConfigError
from simplifier.core import CoreInputError
from simplifier.decoder import ChartDecoder, Constraints, InputSentence, LatticeArc
from tests.simplifier.brute_force import Analysis
from tests.simplifier.decoder.test_constraints import contains, small
from tests.simplifier.decoder.test_decoder import WORDS, arpas, random_case

__all__ = ["arpas", "small"]

Words = tuple[str, ...]


def ways(words: Sequence[str], arcs: Sequence[LatticeArc]) -> set[Words]:
    """Every string from the first node to the last."""
    last = max((arc.end for arc in arcs), default=0)
    strings: dict[int, set[Words]] = {0: {()}}
    for node in range(last):
        for word, arc in zip(words, arcs, strict=True):
            if arc.start == node:
                strings.setdefault(arc.end, set()).update(one + (word,) for one in strings[node])
    return strings[last]


def random_target(rng: random.Random, outputs: Sequence[Words]) -> tuple[Words, tuple[LatticeArc, ...]]:
    """A lattice around an output, with other ways, some of them by the same word from the same node."""
    output = rng.choice([one for one in outputs if one] or [("a",)])
    arcs = [LatticeArc(place, place + 1) for place in range(len(output))]
    words = list(output)
    for other in rng.sample(outputs, min(3, len(outputs))):
        if len(other) == len(output):
            arcs += [LatticeArc(place, place + 1) for place in range(len(output))]
            words += other
    for _ in range(rng.randint(0, 4)):
        start = rng.randrange(len(output))
        arcs.append(LatticeArc(start, rng.randint(start + 1, len(output)), rng.random()))
        words.append(rng.choice([words[start], *WORDS, "e"]))
    order = rng.sample(range(len(arcs)), len(arcs))
    return tuple(words[i] for i in order), tuple(arcs[i] for i in order)


@pytest.mark.parametrize("lm_count", [0, 2])
@pytest.mark.parametrize("hierarchical", [False, True])
def test_search_toward_a_lattice_equals_filtered_brute_force(
    hierarchical: bool, lm_count: int, arpas: list[Path], tmp_path: Path
) -> None:
    satisfied = several = 0
    for seed in range(250):
        oracle, decoder, tokens = random_case(seed, arpas, tmp_path, hierarchical, lm_count)
        derivations = oracle.derivations(tokens)
        if len(derivations) > 1500:
            continue
        rng = random.Random(seed)
        target, arcs = random_target(rng, [one.words for one in derivations])
        include = (tuple(rng.choices(WORDS, k=rng.randint(1, 2))),) if rng.random() < 0.2 else ()
        exclude = (tuple(rng.choices(WORDS, k=rng.randint(1, 2))),) if rng.random() < 0.3 else ()
        strings = ways(target, arcs)

        def wanted(
            one: Analysis,
            strings: set[Words] = strings,
            include: tuple[Words, ...] = include,
            exclude: tuple[Words, ...] = exclude,
        ) -> bool:
            return (
                one.words in strings
                and all(contains(one.words, phrase) for phrase in include)
                and not any(contains(one.words, phrase) for phrase in exclude)
            )

        expected = list(filter(wanted, derivations))
        sentence = InputSentence(tuple(tokens), constraints=Constraints(include, exclude, target, arcs))
        every = decoder.kbest(sentence, k=len(derivations), unique=False)
        assert len(every) == len(expected)
        assert [d.score for d in every] == pytest.approx([d.score for d in expected], abs=1e-3)
        assert {d.tokens for d in every} == {d.words for d in expected}
        free = InputSentence(tuple(tokens), constraints=Constraints(include, exclude))
        assert decoder.force(free, target, len(derivations), lattice=arcs) == every
        # However few combinations are kept, one that is a way of the lattice is among them.
        decoder.pop_limit = 1
        assert bool(decoder.kbest(sentence)) == bool(expected)
        satisfied += 0 < len(expected) < len(derivations)
        several += len({one.words for one in expected}) > 1
    assert satisfied > 80 and several > 30


def test_a_lattice_toward_a_lattice(small: ChartDecoder) -> None:
    source = InputSentence(
        ("we", "they", "utilize", "a", "tool"),
        lattice=(*[LatticeArc(0, 1)] * 2, LatticeArc(1, 2), LatticeArc(2, 3), LatticeArc(3, 4)),
    )
    target = ("they", "make", "use", "use", "of", "tools")
    arcs = [LatticeArc(*nodes) for nodes in ((0, 1), (1, 2), (2, 3), (1, 4), (3, 4), (4, 5))]
    found = small.force(source, target, 9, lattice=arcs)
    assert [one.tokens for one in found] == [
        ("they", "use", "tools"),
        ("they", "make", "use", "of", "tools"),
    ]


def test_an_empty_target_and_a_chain(small: ChartDecoder) -> None:
    assert small.force(InputSentence(("really",)), ())[0].tokens == ()
    sentence, target = InputSentence(("we", "utilize")), ("we", "use")
    chain = [LatticeArc(0, 1), LatticeArc(1, 2)]
    assert small.force(sentence, target, lattice=chain) == small.force(sentence, target)


def test_lattices_that_are_none_are_refused(small: ChartDecoder) -> None:
    sentence = InputSentence(("we",))
    with pytest.raises(CoreInputError, match="arc 0 of the lattice leads from node 1 to 0"):
        small.force(sentence, ("we",), lattice=[LatticeArc(1, 0)])
    with pytest.raises(CoreInputError, match="1 target words but 2 arcs of a lattice"):
        small.force(sentence, ("we",), lattice=[LatticeArc(0, 1), LatticeArc(1, 2)])
    with pytest.raises(CoreInputError, match="a target of too many words or ways to force"):
        small.force(sentence, ("we",) * 5000)
    with pytest.raises(ConfigError, match="a lattice of targets without its words"):
        Constraints(target_lattice=(LatticeArc(0, 1),))
