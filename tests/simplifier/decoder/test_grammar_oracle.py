"""Thousands of small random grammars: the decoder against every derivation there is.

Each case draws one to three grammars with labels, span limits and features of their own, unary rules with and
without cycles, the built-in glue or glue rules of its own, a policy for unknown words, span labels, protected
tokens, and none to three language models. Exhaustive search must give all derivations: scores in order,
feature sums, unique strings.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import kenlm
import numpy as np
import pytest

from simplifier.core import LanguageModel, RuleTable, TableBuilder
from simplifier.decoder import (
    ANCHORED,
    NO_LIMIT,
    ChartDecoder,
    Derivation,
    GrammarPart,
    InputSentence,
    LanguageModelPart,
    ParseOptions,
)
from tests.arpa import random_arpa
from tests.simplifier.grammar_oracle import Complete, Oracle, Rule, ToyGrammar
from tests.simplifier.searches import SEARCHES

WORDS = "abcd"
LABELS = ("A", "B", "C", "X")
MOST_DERIVATIONS = 1500
CASES = 400  # of the default run; the slow one goes on to SLOW_CASES
SLOW_CASES = 3000


@pytest.fixture(scope="module")
def arpas(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("arpas")
    paths = []
    for order in (2, 3, 4):
        path = folder / f"{order}.arpa"
        path.write_text(random_arpa(order, seed=order, words=WORDS))
        paths.append(path)
    return paths


def random_rule(rng: random.Random) -> Rule:
    arity = rng.choice([0, 0, 0, 1, 1, 2, 3])
    words = rng.randint(0 if arity else 1, 2)
    source = rng.choices(WORDS, k=words)
    for _ in range(arity):
        source.insert(rng.randint(0, len(source)), "?")
    places = iter(range(1, arity + 1))
    source = [f"[{rng.choice(LABELS)},{next(places)}]" if symbol == "?" else symbol for symbol in source]
    if rng.random() < 0.2:
        target = list(source)
    else:
        target = [symbol for symbol in source if symbol.startswith("[")]
        target += rng.choices(WORDS + "e", k=rng.randint(0, 2))
        rng.shuffle(target)
    return Rule(rng.choice(LABELS), tuple(source), tuple(target), rng.randint(-40, 40) / 8)


def random_grammar(rng: random.Random, owner: str) -> ToyGrammar:
    rules = {}
    for _ in range(rng.randint(2, 8)):
        rule = random_rule(rng)
        rules[rule.lhs, rule.source, rule.target] = rule
    return ToyGrammar(owner, rng.choice([1, 2, 3, 6, NO_LIMIT, ANCHORED]), tuple(rules.values()))


def glue_grammar(rng: random.Random) -> ToyGrammar:
    """Glue over some of the labels, now and then with a rule of more parts or another order."""
    rules = [Rule("GOAL", ("<s>",), ("<s>",), 0.0)]
    for label in rng.sample(LABELS, rng.randint(2, len(LABELS))):
        symbols = ("[GOAL,1]", f"[{label},2]")
        rules.append(Rule("GOAL", symbols, symbols, -1.0))
    if rng.random() < 0.3:
        a, b = rng.choices(LABELS, k=2)
        source = ("[GOAL,1]", f"[{a},2]", f"[{b},3]")
        rules.append(Rule("GOAL", source, (source[0], source[2], source[1]), -2.0))
    if rng.random() < 0.3:
        whole = ("<s>", f"[{rng.choice(LABELS)},1]", "</s>")
        rules.append(Rule("GOAL", whole, whole, -0.5))
    rules.append(Rule("GOAL", ("[GOAL,1]", "</s>"), ("[GOAL,1]", "</s>"), 0.0))
    return ToyGrammar("glue", rng.choice([ANCHORED, NO_LIMIT]), tuple(rules))


def random_options(rng: random.Random, own_glue: bool) -> ParseOptions:
    labels = rng.sample([*LABELS, "D"], rng.randint(1, 3)) if rng.random() < 0.5 else []
    return ParseOptions(
        default_label=rng.choice(["X", "A"]),
        goal_label="GOAL" if own_glue else None,
        unknown_labels=tuple((label, -rng.randint(1, 30) / 8) for label in labels),
        unknown_when=rng.choice(["no copy", "no rule", "every"]),
        unknown_suffix=rng.choice(["", "_OOV"]),
    )


def pack(grammar: ToyGrammar, path: Path) -> RuleTable:
    builder = TableBuilder(str(path), [f"cost_{grammar.owner}"], [0.0], ["toy"], "{}", str(path.parent))
    rules = grammar.rules
    builder.add(
        [rule.lhs for rule in rules],
        [" ".join(rule.source) for rule in rules],
        [" ".join(rule.target) for rule in rules],
        np.array([[rule.cost] for rule in rules], dtype=np.float32),
        None,
        0,
    )
    builder.finish()
    return RuleTable(str(path))


class Models(NamedTuple):
    """One language model, for the decoder and for the oracle."""

    native: LanguageModel
    oracle: kenlm.Model


class Case:
    """A random decoder with its oracle, and a sentence for both."""

    def __init__(self, seed: int, models: Sequence[Models], folder: Path) -> None:
        rng = random.Random(seed)
        own_glue = rng.random() < 0.5
        grammars = [random_grammar(rng, f"g{i}") for i in range(rng.randint(1, 3))]
        if own_glue:
            grammars.insert(rng.randint(0, len(grammars)), glue_grammar(rng))
        options = random_options(rng, own_glue)
        chosen = rng.sample(range(len(models)), rng.randint(0, 3))
        oracle_models = {f"m{i}": models[i].oracle for i in chosen}
        names = ["WordPenalty", "OOVPenalty", "GluePenalty", "LabelMatch", "LabelClash"]
        names += [f"cost_{grammar.owner}" for grammar in grammars]
        names += [f"lm_m{i}{suffix}" for i in chosen for suffix in ("", "_oov")]
        weights = {name: rng.choice([-1, 1]) * rng.randint(1, 16) / 8 for name in names}
        self.oracle = Oracle(grammars, weights, oracle_models, options)
        self.decoder = ChartDecoder(
            [
                GrammarPart(pack(grammar, folder / f"{seed}-{i}.table"), grammar.owner, grammar.span_limit)
                for i, grammar in enumerate(grammars)
            ],
            [LanguageModelPart(models[i].native, f"m{i}") for i in chosen],
            weights,
            pop_limit=0,
            parse=options,
            search=SEARCHES[seed % len(SEARCHES)],
        )
        self.tokens = rng.choices(WORDS, k=rng.randint(1, 4))
        length = len(self.tokens)
        spans = [(s, e) for s in range(length) for e in range(s + 1, length + 1)]
        self.labels = {span: rng.choice([*LABELS, "Z"]) for span in spans if rng.random() < 0.3}
        self.protected = [rng.random() < 0.15 for _ in self.tokens] if rng.random() < 0.4 else None

    def expected(self) -> list[Complete]:
        return self.oracle.derivations(self.tokens, self.labels, self.protected)

    def sentence(self) -> InputSentence:
        labels = tuple((start, end, label) for (start, end), label in self.labels.items())
        return InputSentence(tuple(self.tokens), labels, tuple(self.protected or ()))


def compare(case: Case) -> int | None:
    """Check one case; return how many derivations it has, None when it was left out for having too many."""
    expected = case.expected()
    if len(expected) > MOST_DERIVATIONS:
        return None
    sentence, decoder = case.sentence(), case.decoder
    every = decoder.kbest(sentence, k=len(expected) + 1, unique=False)
    assert len(every) == len(expected)
    assert [d.score for d in every] == pytest.approx([d.score for d in expected], abs=2e-3)
    best: dict[tuple[str, ...], Complete] = {}
    for derivation in expected:
        best.setdefault(derivation.words, derivation)
    unique = decoder.kbest(sentence, k=len(best) + 1)
    assert {d.tokens for d in unique} == set(best)
    assert [d.score for d in unique] == pytest.approx([d.score for d in best.values()], abs=2e-3)
    for derivation in every:
        total = sum(decoder.weights[name] * value for name, value in derivation.features.items())
        assert total == pytest.approx(derivation.score, abs=2e-3)
    check_features(every, expected)
    return len(expected)


def check_features(found: Sequence[Derivation], expected: Sequence[Complete]) -> None:
    """Compare words and feature sums of all derivations whatever the order of those that tie."""
    assert sorted(map(exact_row, found)) == sorted(map(exact_row, expected))
    by_words = {each.words: each.features for each in expected}
    for each in found:
        for name, value in by_words[each.tokens].items():
            if is_language_model(name):
                assert each.features.get(name, 0.0) == pytest.approx(value, abs=2e-3)


def exact_row(derivation: Derivation | Complete) -> tuple[tuple[str, ...], tuple[tuple[str, float], ...]]:
    """The words, and all feature values but those of language models, whose floats may differ in the end."""
    words = derivation.words if isinstance(derivation, Complete) else derivation.tokens
    values = {name: round(value, 2) for name, value in derivation.features.items() if not is_language_model(name)}
    return words, tuple(sorted((name, value) for name, value in values.items() if value))


def is_language_model(name: str) -> bool:
    return name.startswith("lm_") and not name.endswith("_oov")


def run(cases: range, arpas: list[Path], folder: Path) -> tuple[int, int]:
    """Compare the cases; return how many were, and how many derivations they have."""
    models = [Models(LanguageModel(str(path)), kenlm.Model(str(path))) for path in arpas]
    compared = [compare(Case(seed, models, folder)) for seed in cases]
    counts = [count for count in compared if count is not None]
    return len(counts), sum(counts)


def test_random_grammars_equal_the_oracle(arpas: list[Path], tmp_path: Path) -> None:
    grammars, derivations = run(range(CASES), arpas, tmp_path)
    assert grammars > CASES * 0.9
    assert derivations > 10 * CASES


@pytest.mark.slow
def test_many_random_grammars_equal_the_oracle(arpas: list[Path], tmp_path: Path) -> None:
    grammars, _ = run(range(CASES, SLOW_CASES), arpas, tmp_path)
    assert grammars > (SLOW_CASES - CASES) * 0.9


def test_pruning_in_passing_changes_nothing(arpas: list[Path], tmp_path: Path) -> None:
    # With a time limit, be it an hour, the forest is parsed whole before it is pruned.
    models = [Models(LanguageModel(str(path)), kenlm.Model(str(path))) for path in arpas]
    derived = 0
    for seed in range(150):
        case = Case(seed, models, tmp_path)
        case.decoder.pop_limit = seed % 4
        sentence = case.sentence()
        (passing,) = case.decoder.search([sentence], k=5, unique=False, forest=True)
        (whole,) = case.decoder.search([sentence], k=5, unique=False, forest=True, timeout_seconds=3600.0)
        assert passing.derivations == whole.derivations
        assert passing.forest == whole.forest
        assert not whole.timed_out
        derived += len(passing.derivations)
    assert derived > 150
