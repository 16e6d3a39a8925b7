"""What rows of the ablation table learn from context, on a model and sentences of our own."""

from __future__ import annotations

from pathlib import Path

import pytest

from lab.ablation.context import add_reranker, add_selection, input_names
from lab.ablation.rows import Reads
from simplifier import Simplifier
from simplifier.base.settings import derive
from simplifier.config import Config, load_config
from simplifier.decoder.boosted_trees import load_trees
from simplifier.recipes.places import Places
from simplifier.recipes.recipe import Recipe
from tests.toy_model import WEIGHTS, build_toy_model
from tests.tuning.boosting.test_selection import write_dev_set

pytest.importorskip("lightgbm", reason="training trees needs the extra 'selection'")


RECIPE = Recipe.model_validate(
    {
        "name": "toy",
        "config": "toy.toml",
        "files": {},
        "development": {
            "source": "$DATA/dev.src",
            "references": [f"$DATA/dev.ref{number % 2}" for number in range(8)],
            "tuning": 360,
        },
        "tune": {"settings": "tune.toml"},
    }
)


@pytest.fixture
def places(tmp_path: Path) -> Places:
    """Development sentences where the recipe has them."""
    folder = tmp_path / "data"
    folder.mkdir()
    source, references = write_dev_set(folder, sentences=400)
    source.rename(folder / "dev.src")
    for number, path in enumerate(references[:2]):
        path.rename(folder / f"dev.ref{number}")
    return Places(tmp_path, folder, tmp_path, tmp_path)


@pytest.fixture
def untuned(tmp_path: Path) -> Config:
    return derive(load_config(build_toy_model(tmp_path)), {"weights_file": None})


def test_what_trees_may_read_is_of_the_rule_or_of_the_place(tmp_path: Path) -> None:
    simplifier = Simplifier.load(build_toy_model(tmp_path))
    every, of_rules, others = (input_names(simplifier, reads) for reads in ("all", "rule", "place"))
    assert of_rules == ["reward"]
    assert sorted([*of_rules, *others]) == sorted(every)
    assert {"SourcePlain", "SpanTokens", "ChangeStart"} <= {*others}


@pytest.mark.parametrize("reads", ["all", "rule", "place"])
def test_trees_and_reranker_of_a_row(reads: Reads, places: Places, untuned: Config, tmp_path: Path) -> None:
    folder = tmp_path / "row"
    folder.mkdir()
    lines: list[str] = []
    config, learnt = add_selection(RECIPE, places, untuned, folder, reads, WEIGHTS, lines.append)
    read = {*learnt["selection"]["inputs"]}
    assert read == {*load_trees(folder / "selection.trees").input_names}
    assert ("reward" in read) == (reads != "place")
    assert (len(read) > 1) == (reads != "rule")
    simplifier = Simplifier.load(config)
    assert simplifier.selection is not None and simplifier.selection.folds == 6
    weights = WEIGHTS | {"SelectionAddSum": 1.0}
    config, found = add_reranker(RECIPE, places, config, folder, weights, lines.append)
    learnt |= found
    assert learnt["reranker"]["cross_validated"] >= learnt["reranker"]["unchanged"]
    assert config.reranker.score_weight == learnt["reranker"]["score_weight"]
    assert {name: config.all_weights()[name] for name in weights} == weights
    chosen = Simplifier.load(config).simplify("The girl commenced with humorous deliberations .").text
    assert chosen.endswith("with funny talks .")  # as all readers wrote
    assert any("cross-fitted" in line for line in lines) and any("cross-validated" in line for line in lines)
