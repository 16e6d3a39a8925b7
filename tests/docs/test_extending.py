"""The recipes of docs/understand/extending.md, run as they stand."""

from __future__ import annotations

import importlib
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from simplifier import Simplifier
from simplifier.base.errors import ConfigError
from simplifier.config import default_config_path
from simplifier.evaluation.metrics import ReferenceSet, parse_metric, unregister_metric
from simplifier.rules.features import RULE_FEATURES, EncodedBatch, build_registry
from simplifier.rules.grammar.batch import RuleBatch
from simplifier.rules.readers import READERS, BadLines, read_rules
from simplifier.tuning import load_tune_config, tune
from simplifier.tuning.optimisers import OPTIMISERS
from tests.toy_model import build_toy_model
from tests.tuning.toy import write_toy_run

PAGE = Path(__file__).resolve().parents[2] / "docs" / "understand" / "extending.md"
RECIPES = dict(re.findall(r"^## (.+)\n((?:(?!^## ).*\n)*)", PAGE.read_text(encoding="utf-8"), re.MULTILINE))


def blocks(recipe: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", RECIPES[recipe], re.MULTILINE | re.DOTALL)


@pytest.fixture
def module(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """The module that the snippets of a recipe make up; what it registers is taken away again."""
    recipe, name = request.param
    (tmp_path / f"{name}.py").write_text("\n\n".join(blocks(recipe, "python")), encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    yield importlib.import_module(name)
    del sys.modules[name]


def recipe(heading: str, name: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("module", [(heading, name)], indirect=True)


def test_there_are_eight_recipes_and_the_table_links_them() -> None:
    links = re.findall(r"\]\(#(.+?)\)", PAGE.read_text(encoding="utf-8"))
    assert links == [heading.lower().replace(" ", "-") for heading in RECIPES] and len(RECIPES) == 8


@recipe("A metric", "metrics_recipe")
def test_metric(module: ModuleType) -> None:
    try:
        data = ReferenceSet(["the committee met", "it ended"], [["a", "b"]])
        outputs = ["The committee met.", "It ended."]
        assert parse_metric("long-words").score(outputs, data).value == pytest.approx(100 / 7)
        assert parse_metric("long-words[limit=4]").score(outputs, data).value == pytest.approx(200 / 7)
        (block,) = blocks("A metric", "toml")
        parse_metric(tomllib.loads(block)["objective"]["metric"])
    finally:
        unregister_metric("long-words")


def test_a_metric_on_the_command_line(tmp_path: Path) -> None:
    plugin = tmp_path / "my_metric.py"
    plugin.write_text("\n\n".join(blocks("A metric", "python")), encoding="utf-8")
    for name, text in (("x.src", "the committee met\n"), ("x.ref", "it met\n"), ("x.out", "The committee met.\n")):
        (tmp_path / name).write_text(text, encoding="utf-8")
    ratings = "sentence\tsystem\trater\trating:simplicity\tsource\toutput\n"
    for number, mark in enumerate("1234"):
        ratings += f"{number}\tA\tone\t{mark}\tthe committee met\t{'committee ' * (number + 1)}met it\n"
    (tmp_path / "ratings.tsv").write_text(ratings, encoding="utf-8")
    scored = _run("evaluate --source x.src --references x.ref --output x.out --plugin my_metric.py", tmp_path)
    assert "long-words" in scored.splitlines()[0] and "25.00" in scored
    correlated = _run("correlate ratings.tsv --plugin my_metric.py --samples 0", tmp_path)
    assert "long-words" in correlated


def _run(line: str, folder: Path) -> str:
    command = [sys.executable, "-m", "simplifier", *line.split(), "--metric", "long-words"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout


@recipe("An optimiser", "optimiser_recipe")
def test_optimiser(module: ModuleType, tmp_path: Path) -> None:
    try:
        (stages,) = blocks("An optimiser", "toml")
        result = tune(load_tune_config(write_toy_run(tmp_path, stages), {"kbest.size": "20"}))
        assert [record.get("stage") for record in result.history] == ["axis", "axis", None]
        assert result.tuning["objective"] > result.history[0]["tuning"]["objective"]
        with pytest.raises(ConfigError, match=r"stages\.0\.step"):
            load_tune_config(write_toy_run(tmp_path, stages.replace("0.2", "0.0")))
    finally:
        OPTIMISERS.unregister("axis")


@recipe("A scorer of whole sentences", "scorers")
def test_scorer(module: ModuleType, tmp_path: Path) -> None:
    config = build_toy_model(tmp_path)
    text = config.read_text(encoding="utf-8")
    (block,) = blocks("A scorer of whole sentences", "toml")
    config.write_text(text + block, encoding="utf-8")
    (tmp_path / "easy.txt").write_text("amusing\n.\n", encoding="utf-8")
    found = Simplifier.load(config).kbest("Humorous.", 3)
    assert found.kbest[0].output == "Amusing." and found.kbest[0].features["EasyWords"] == 1.0
    (tmp_path / "easy.txt").write_text("funny\n", encoding="utf-8")
    assert Simplifier.load(config).kbest("Humorous.", 3).kbest[0].output == "Funny."


@recipe("A scorer of whole sentences", "scorers")
def test_scorer_with_the_embedded_model(module: ModuleType, tmp_path: Path) -> None:
    (block,) = blocks("A scorer of whole sentences", "toml")
    decoder, weights = block.split("[weights]\n")
    text = default_config_path().read_text(encoding="utf-8")
    text = text.replace("[decoder]\n", decoder)
    (tmp_path / "easy.txt").write_text("about\n", encoding="utf-8")
    (tmp_path / "own.toml").write_text(f"{text}\n[weights]\n{weights}", encoding="utf-8")
    with pytest.raises(ConfigError, match=r"both sort the k best; leave \[reranker\] out$"):
        Simplifier.load(tmp_path / "own.toml")
    without = re.sub(r"^\[reranker\]\n(?:(?!\[).*\n)*", "", text, flags=re.MULTILINE)
    (tmp_path / "own.toml").write_text(f"{without}\n[weights]\n{weights}", encoding="utf-8")
    sentence = "The council purchased approximately 40 vehicles."
    for weight, output in ((0.0, "bought about"), (-1000.0, "bought approximately")):
        found = Simplifier.load(tmp_path / "own.toml", overrides={"weights.EasyWords": weight}).simplify(sentence)
        assert found.text == f"The council {output} 40 vehicles."


@recipe("A rule feature", "features_recipe")
def test_rule_feature(module: ModuleType) -> None:
    try:
        registry = build_registry()
        batch = EncodedBatch(RuleBatch(["in order to", "a b"], ["to", "a"]), ["X", "X"])
        assert registry.compute(batch)["MuchShorter"].tolist() == [1.0, 0.0]
        assert ("length", registry["MuchShorter"]) in list(registry)
    finally:
        RULE_FEATURES.unregister("length")


@recipe("A reader of rules", "readers_recipe")
def test_reader(module: ModuleType, tmp_path: Path) -> None:
    try:
        (tmp_path / "words.csv").write_text("Utilise,use,0.5\nbroken\ncommence,begin,1\n", encoding="utf-8")
        policy = BadLines(skip=True)
        first, second = read_rules(tmp_path / "words.csv", "glossary", batch_size=1, bad_lines=policy)
        assert (first.sources, first.targets, second.sources) == (["utilise"], ["use"], ["commence"])
        np.testing.assert_array_equal(first.features["UserRule"], [0.5])
        assert policy.counts.total() == 1
    finally:
        READERS.unregister("glossary")


@recipe("A language", "language_recipe")
def test_language(module: ModuleType) -> None:
    language = module.Esperanto()
    assert language.is_inflection("hundo", "hundojn") and not language.is_inflection("hundo", "kato")
    assert language.tokenise_forms("La hundo dormas.") == ["la", "hundo", "dormas", "."]


@recipe("A tokeniser", "tokeniser_recipe")
def test_tokeniser(module: ModuleType) -> None:
    sentence = "Wir fahren z.B. nach Köln und/oder Bonn."
    tokens = module.German().tokenise(sentence)
    assert [token.form for token in tokens] == "wir fahren z.b. nach köln und/oder bonn .".split()
    assert all(sentence[token.start : token.end] == token.surface for token in tokens)


@recipe("A web route", "route_recipe")
def test_web_route(module: ModuleType, tmp_path: Path) -> None:
    simplifier = Simplifier.load(build_toy_model(tmp_path))
    status, body = module.answer(simplifier, b'{"text": "A large house."}')
    assert status == 200 and json.loads(body) == {
        "text": "A big house.",
        "edits": [{"from": "large", "to": "big", "rule": "large"}],
    }
    for wrong in (b"{", b"{}", b"3", b'{"text": 3}'):
        status, body = module.answer(simplifier, wrong)
        assert status == 400 and "error" in json.loads(body)
