"""The trees that are trained for a row of the ablation table: selection trees and a reranker."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from lab.ablation.rows import Reads
from simplifier import Simplifier
from simplifier.base.settings import derive
from simplifier.base.toml import dump_toml
from simplifier.base.writing import write_text
from simplifier.config import Config
from simplifier.recipes.places import Places
from simplifier.recipes.recipe import Recipe, Reranker
from simplifier.recipes.steps.runner import Run
from simplifier.recipes.steps.weight_steps import train_reranker_trees, train_selection_trees
from simplifier.recipes.training.selection import model_to_train_with

__all__ = ["add_reranker", "add_selection", "input_names"]

_INPUTS = 60


def add_selection(
    recipe: Recipe,
    places: Places,
    config: Config,
    folder: Path,
    reads: Reads,
    weights: Mapping[str, float],
    say: Callable[[str], None],
) -> tuple[Config, dict[str, Any]]:
    """Train selection trees for a model; return its configuration with the trees, and figures about the training.

    No predicted share makes a change doubtful here: the row measures what the trees are worth to the metric.

    Args:
        recipe: the recipe, which names the development sentences.
        places: the places of the recipe's files.
        config: the model's configuration, without weights.
        folder: the folder of the row's files.
        reads: the inputs that the trees may read.
        weights: tuned weights of the model without trees.
        say: takes a line of text.
    """
    tuned, trees = folder / "before.toml", folder / "selection.trees"
    write_text(tuned, dump_toml(dict(weights)))
    names = input_names(Simplifier.load(config), reads)
    model = model_to_train_with(config, tuned)
    found = train_selection_trees(recipe, places, model, trees, Run(say, ""), _INPUTS, names)
    learnt = {
        "selection": {
            "changes": found.changes,
            "inputs": list(found.inputs),
            "cross_fitted": found.cross_fitted,
            "held_out": found.held_out,
        }
    }
    return derive(config, {"selection": {"path": trees.resolve()}}), learnt


def input_names(simplifier: Simplifier, reads: Reads) -> list[str]:
    """Return the names of the inputs that a row's trees may read."""
    names = list(simplifier.selection_sources.inputs().names)
    if reads == "all":
        return names
    of_rules = {name for part in simplifier.decoder.grammars for name in part.table.feature_names}
    return [name for name in names if (name in of_rules) == (reads == "rule")]


def add_reranker(
    recipe: Recipe,
    places: Places,
    config: Config,
    folder: Path,
    weights: Mapping[str, float],
    say: Callable[[str], None],
) -> tuple[Config, dict[str, Any]]:
    """Train a reranker for tuned weights; return the configuration with both, and figures about the training."""
    settings, trees = Reranker(), folder / "reranker.trees"
    config = derive(config, {"weights": dict(weights)})
    found = train_reranker_trees(recipe, places, config, trees, Run(say, ""), settings).trained
    chosen = {"path": trees.resolve(), "depth": settings.depth, "score_weight": found.score_weight}
    learnt = {
        "reranker": {
            "inputs": found.inputs,
            "score_weight": found.score_weight,
            "unchanged": found.unchanged,
            "cross_validated": found.cross_validated,
        }
    }
    return derive(config, {"reranker": chosen}), learnt
