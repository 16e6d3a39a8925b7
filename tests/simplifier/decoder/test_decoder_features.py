"""Feature functions in Python, against brute force."""

from __future__ import annotations

import dataclasses
import random
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import kenlm
import numpy as np
import pytest
from click.testing import CliRunner
from numpy.typing import NDArray

from simplifier.base.errors import ConfigError, InputError
from simplifier.cli.installation.config import config_group
from simplifier.core import LanguageModel
from simplifier.decoder import (
    Applications,
    ChartDecoder,
    Constraints,
    Derivation,
    GrammarPart,
    InputSentence,
    LanguageModelPart,
)
from simplifier.pipeline import Simplifier
from tests.arpa import random_arpa
from tests.simplifier.brute_force import BruteForce, ToyRule
from tests.simplifier.decoder.test_decoder import WORDS, random_rules, random_weights, table_of
from tests.toy_model import build_toy_model


@dataclass
class Invented:
    """A value for every rule and place where it starts, made up."""

    names: tuple[str, ...] = ("Invented", "AtStart")
    copies: bool = False
    calls: int = 0

    def value(self, source: Sequence[str], target: Sequence[str], lhs: str) -> float:
        return random.Random(f"{source} {target} {lhs}").randint(-8, 8) / 4

    def __call__(self, sentence: InputSentence, applications: Applications) -> NDArray[np.float32]:
        self.calls += 1
        assert isinstance(sentence, InputSentence)
        rows = [
            [
                self.value(applications.source(i), applications.target(i), applications.lhs(i))
                if applications.grammar[i] >= 0
                else 0.0,
                float(applications.start[i] == 0 and applications.end[i] <= len(sentence.tokens)),
            ]
            for i in range(len(applications))
        ]
        return np.array(rows, dtype=np.float32)


@pytest.mark.parametrize("hierarchical", [False, True])
@pytest.mark.parametrize("copies", [False, True])
def test_application_features_enter_search_and_sums(hierarchical: bool, copies: bool, tmp_path: Path) -> None:
    """A feature of a rule alone is the same as another cost of the rule: the oracle gets that."""
    path = tmp_path / "2.arpa"
    path.write_text(random_arpa(2, seed=7, words=WORDS))
    compared = differs = 0
    for seed in range(200):
        rng = random.Random(seed)
        rules = random_rules(rng, hierarchical)
        if not rules:
            continue
        weights = random_weights(rng, ["a"])
        feature = Invented(copies=copies)
        price = rng.choice([-2.0, -0.5, 1.0])
        charged = [
            ToyRule(r.lhs, r.source, r.target, r.cost + price * value / weights["cost"])
            for r in rules
            for value in [feature.value(r.source, r.target, r.lhs) if copies or not r.is_copy else 0.0]
        ]
        sentence = rng.choices(WORDS, k=rng.randint(1, 5))
        expected = BruteForce(charged, weights, {"a": kenlm.Model(str(path))}).derivations(sentence)
        if len(expected) > 2000:
            continue
        decoder = ChartDecoder(
            [GrammarPart(table_of(rules, tmp_path / f"{seed}.table"), "toy", 10)],
            [LanguageModelPart(LanguageModel(str(path)), "a")],
            {**weights, "Invented": price},
            pop_limit=0,
            application_features=[feature],
        )
        every = decoder.kbest(InputSentence(tuple(sentence)), k=len(expected) + 1, unique=False)
        assert feature.calls <= 1  # none where no rule changes anything
        assert [d.score for d in every] == pytest.approx([d.score for d in expected], abs=1e-3)
        for derivation in every:
            total = sum(decoder.weights[name] * value for name, value in derivation.features.items())
            assert total == pytest.approx(derivation.score, abs=1e-3)
            of_rules = sum(rule.features.get("Invented", 0.0) for rule in derivation.applications)
            assert derivation.features.get("Invented", 0.0) == pytest.approx(of_rules, abs=1e-5)
            assert derivation.features.get("AtStart", 0.0) == sum(
                rule.start == 0 and (rule.changed or copies) for rule in derivation.applications
            )
            for rule in derivation.applications:
                if rule.rule_id >= 0 and (rule.changed or copies):
                    value = feature.value(tuple(rule.source.split()), tuple(rule.target.split()), rule.lhs)
                    assert rule.features.get("Invented", 0.0) == value
            differs += derivation.features.get("Invented", 0.0) != 0.0
        compared += len(every)
    assert compared > 400 and differs > 100


@pytest.fixture
def small(tmp_path: Path) -> list[GrammarPart]:
    rules = [
        ToyRule("X", ("a",), ("b",), 1.0),
        ToyRule("X", ("a",), ("c", "d"), 2.0),
        ToyRule("X", ("e", "a"), ("c",), 0.5),
    ]
    return [GrammarPart(table_of(rules, tmp_path / "small.table"), "toy", 10)]


def test_same_result_with_features_at_any_number_of_threads(small: list[GrammarPart]) -> None:
    decoder = ChartDecoder(small, weights={"cost": 1.0, "Invented": 3.0}, application_features=[Invented()])
    rng = random.Random(3)
    sentences = [InputSentence(tuple(rng.choices("aef", k=rng.randint(0, 9)))) for _ in range(200)]
    alone = decoder.decode(sentences, k=5)
    assert decoder.decode(sentences, k=5, threads=4) == alone
    lists = decoder.decode_lists(sentences, 5, threads=3)
    assert lists.features.shape == (sum(map(len, alone)), len(decoder.feature_names))


def test_feature_is_told_which_sentence(small: list[GrammarPart]) -> None:
    seen: list[InputSentence] = []

    class Watching:
        names = ("Watching",)

        def __call__(self, sentence: InputSentence, applications: Applications) -> NDArray[np.float32]:
            seen.append(sentence)
            assert applications.changed.all()
            assert sorted(zip(applications.start.tolist(), applications.end.tolist(), strict=True)) == [
                (0, 2),
                (1, 2),
                (1, 2),
            ]
            return np.ones((len(applications), 1), dtype=np.float32)

    sentence = InputSentence(("e", "a"))
    watching = Watching()
    before = sys.getrefcount(sentence)
    decoder = ChartDecoder(small, weights={"Watching": -9.0}, application_features=[watching])
    assert decoder.kbest(sentence)[0].tokens == ("e", "a")
    assert len(seen) == 1 and seen[0] is sentence
    seen.clear()
    assert sys.getrefcount(sentence) == before


def test_wrong_values_name_the_feature(small: list[GrammarPart]) -> None:
    class Wrong:
        names = ("Wrong",)

        def __init__(self, values: object) -> None:
            self.values = values

        def __call__(self, sentence: InputSentence, applications: Applications) -> NDArray[np.float32]:
            if self.values is None:
                raise KeyError("mine")  # a stored one would hold the frames that hold the decoder
            return np.array(self.values, dtype=np.float32)

    for values, error, words in [
        ([[1.0]], InputError, "feature Wrong: values of shape"),
        ([[np.nan], [0.0], [0.0]], InputError, "feature Wrong: a value is not a finite number"),
        (None, KeyError, "mine"),
    ]:
        decoder = ChartDecoder(small, application_features=[Wrong(values)])
        for threads in (1, 3):
            with pytest.raises(error, match=words):
                decoder.decode([InputSentence(("e", "a"))] * 20, threads=threads)


def test_names_are_taken_once(small: list[GrammarPart]) -> None:
    with pytest.raises(ValueError, match="two features have the same name"):
        ChartDecoder(small, application_features=[Invented(("cost", "AtStart"))])


@dataclass
class Length:
    """The number of words, squared."""

    names: tuple[str, ...] = ("Length2",)

    def __call__(self, sentence: InputSentence, derivation: Derivation) -> list[float]:
        return [float(len(derivation.tokens) ** 2)]


def test_derivation_features_sort_the_list_anew(small: list[GrammarPart]) -> None:
    sentence = InputSentence(("e", "a", "a", "f"))
    weights = {"cost": 1.0, "WordPenalty": 0.1}
    plain = ChartDecoder(small, weights=weights).kbest(sentence, k=50)
    decoder = ChartDecoder(small, weights={**weights, "Length2": -1.0}, derivation_features=[Length()])
    assert decoder.feature_names[-1] == "Length2" and decoder.weights["Length2"] == -1.0
    rescored = decoder.kbest(sentence, k=50)
    expected = sorted((d.score - len(d.tokens) ** 2 for d in plain), reverse=True)
    assert [d.score for d in rescored] == pytest.approx(expected, abs=1e-5)
    assert plain[0].tokens != rescored[0].tokens
    # The best comes from deeper down even where one derivation alone is asked for.
    assert decoder.kbest(sentence)[0] == rescored[0]
    lists = decoder.decode_lists([sentence, InputSentence(())], 5)
    assert lists.starts.tolist() == [0, 5, 6]
    assert lists.outputs[0] == " ".join(rescored[0].tokens)
    assert lists.features[0, -1] == len(rescored[0].tokens) ** 2
    values = lists.features @ np.array([decoder.weights[name] for name in decoder.feature_names])
    assert values == pytest.approx(lists.scores, abs=1e-4)
    with pytest.raises(ConfigError, match="decode_native"):
        decoder.decode_native([sentence])
    with pytest.raises(ConfigError, match="same name: 'cost'"):
        ChartDecoder(small, derivation_features=[Length(("cost",))])


class Near:
    """How near the number of words is to one that is wished, in batches."""

    names = ("Near", "Even")

    def __init__(self, wish: int = 3, file: Path | None = None) -> None:
        self.wish = wish if file is None else int(file.read_text())
        self.calls: list[list[int]] = []

    def value(self, derivation: Derivation) -> list[float]:
        length = len(derivation.tokens)
        return [-abs(length - self.wish) / 4, float(length % 2 == 0)]

    def score(
        self, sentences: Sequence[InputSentence], lists: Sequence[Sequence[Derivation]]
    ) -> list[NDArray[np.float32]]:
        assert len(sentences) == len(lists)
        self.calls.append([len(derivations) for derivations in lists])
        return [np.array([self.value(one) for one in own], dtype=np.float32) for own in lists]


@dataclass
class NearSingly:
    """The same, one derivation after the other."""

    near: Near
    names: tuple[str, ...] = Near.names

    def __call__(self, sentence: InputSentence, derivation: Derivation) -> list[float]:
        return self.near.value(derivation)


def test_batches_give_what_single_calls_give(small: list[GrammarPart]) -> None:
    sentences = [InputSentence(tuple(text.split())) for text in ("e a a f", "a", "a f f a e", "")]
    sentences.append(dataclasses.replace(sentences[0], constraints=Constraints(include=(("nowhere",),))))
    weights = {"cost": 1.0, "WordPenalty": 0.1, "Near": 3.0, "Even": -0.5}
    near = Near()
    batched = ChartDecoder(small, weights=weights, derivation_features=[near, Length()])
    single = ChartDecoder(small, weights=weights, derivation_features=[NearSingly(near), Length()])
    found = batched.decode(sentences, k=7)
    assert found == single.decode(sentences, k=7) and found[-1] == []
    assert len(near.calls) == 1 and len(near.calls[0]) == len(sentences) and near.calls[0][-1] == 0
    lists, expected = batched.decode_lists(sentences, 5), single.decode_lists(sentences, 5)
    assert lists.outputs == expected.outputs and lists.features.tolist() == expected.features.tolist()


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ([], "feature Wrong: values for 0 sentences; there must be an array for each of 1"),
        ([[0.0]], r"values of shape \(1,\) for a sentence; it must be \(\d+, 1\)"),
        (None, "feature Wrong: a value is not a finite number"),
    ],
)
def test_wrong_batches_name_the_feature(
    values: list[list[float]] | None, message: str, small: list[GrammarPart]
) -> None:
    class Wrong:
        names = ("Wrong",)

        def score(self, sentences: object, lists: Sequence[Sequence[Derivation]]) -> list[Any]:
            return [np.full((len(own), 1), np.nan) for own in lists] if values is None else values

    with pytest.raises(InputError, match=message):
        ChartDecoder(small, derivation_features=[Wrong()]).kbest(InputSentence(("a", "f")))


class Shorter:
    """How much shorter the target side is."""

    names = ("Shorter",)

    def __call__(self, sentence: InputSentence, applications: Applications) -> NDArray[np.float32]:
        lengths = [len(applications.source(i)) - len(applications.target(i)) for i in range(len(applications))]
        return np.array(lengths, dtype=np.float32).reshape(-1, 1)


def test_a_configuration_names_features(tmp_path: Path) -> None:
    config = build_toy_model(tmp_path)
    place = f"{__name__}:Shorter"
    overrides = {
        "decoder.application_features": [place],
        "decoder.derivation_features": [f"{__name__}:Length"],
        "weights.Shorter": 1.5,
    }
    simplifier = Simplifier.load(config, overrides=overrides)
    assert simplifier.decoder.weights["Shorter"] == 1.5
    result = simplifier.kbest("The committee commenced deliberations.", 5)
    assert all(one.features["Length2"] > 0 for one in result.kbest)
    for wrong in ("no_such_module:X", f"{__name__}:NoSuchName", f"{__name__}:np", "no-colon"):
        with pytest.raises(ConfigError, match="feature '"):
            Simplifier.load(config, overrides={"decoder.application_features": [wrong]})


FEATURES = """
[decoder]
application_features = ["{module}:Shorter"]
derivation_features = [
    "{module}:Length",
    {{ feature = "{module}:Near", {arguments} }},
]
"""


def configured(folder: Path, arguments: str) -> Path:
    config = build_toy_model(folder)
    text = FEATURES.format(module=__name__, arguments=arguments)
    config.write_text(text.lstrip() + config.read_text(encoding="utf-8"), encoding="utf-8")
    config.write_text(config.read_text().replace('weights_file = "weights.toml"\n', ""))
    config.write_text('weights_file = "weights.toml"\n' + config.read_text())
    return config


def test_a_configuration_gives_features_arguments(tmp_path: Path) -> None:
    def near(config: Path, overrides: dict[str, object] | None = None) -> float:
        found = Simplifier.load(config, overrides=overrides).kbest("The large residence.", 1).kbest[0]
        return found.features.get("Near", 0.0)

    assert near(configured(tmp_path, "arguments = { wish = 6 }")) == -0.5
    assert near(tmp_path / "model.toml", {"decoder.derivation_features": [f"{__name__}:Near"]}) == -0.25
    (tmp_path / "wish.txt").write_text("4")  # beside the configuration, wherever the program runs
    config = configured(tmp_path, 'paths = { file = "wish.txt" }')
    assert near(config) == 0.0
    shown = CliRunner().invoke(config_group, ["show", "--config", str(config)])
    (tmp_path / "shown.toml").write_text(shown.output)
    assert near(tmp_path / "shown.toml") == 0.0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("arguments = { whish = 6 }", "got an unexpected keyword argument 'whish'; it takes .*wish: "),
        ('paths = { file = "none.txt" }', "Near'.*No such file"),
        ('paths = { file = "x" }, arguments = { file = "x" }', "'file' is in paths too; give it once"),
        ("path = 1", r"unknown key 'decoder\.derivation_features\.1\.path'"),
        ("arguments = { wish = [] }", r"derivation_features\.1\.arguments\.wish"),
    ],
)
def test_arguments_that_features_do_not_take(arguments: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=message):
        Simplifier.load(configured(tmp_path, arguments))
