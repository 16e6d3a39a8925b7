"""What a row of the ablation table learns from context: selection trees and a reranker of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from base.toml import dump_toml
from base.writing import write_text
from scripts.model_context import train_chooser, train_selection_trees
from scripts.studies.ablation_rows import Reads
from simplifier import Simplifier
from simplifier.config import load_config
from tuning.boosting.reranker import RerankerTraining

__all__ = ["add_reranker", "add_selection", "input_names", "write_model"]

Document = dict[str, Any]


def add_selection(
    data: Path,
    document: Document,
    folder: Path,
    reads: Reads,
    weights: Mapping[str, float],
    say: Callable[[str], None],
) -> dict[str, Any]:
    """Train selection trees for a model, name them in its configuration, and return what training found.

    No share makes a change doubtful: the row says what the trees are worth to the metric.

    Args:
        data: folder of the research data.
        document: the model's configuration, without weights.
        folder: of the row's files.
        reads: what the trees may read.
        weights: tuned ones, of the model without trees.
        say: takes a line of text.
    """
    model, tuned, trees = write_model(document, folder), folder / "before.toml", folder / "selection.trees"
    write_text(tuned, dump_toml(dict(weights)))
    names = input_names(Simplifier.load(load_config(model)), reads)
    found = train_selection_trees(data, model, tuned, trees, say, names)
    document["selection"] = {"path": str(trees.resolve())}
    return {
        "selection": {
            "changes": found.changes,
            "inputs": list(found.inputs),
            "cross_fitted": found.cross_fitted,
            "held_out": found.held_out,
        }
    }


def input_names(simplifier: Simplifier, reads: Reads) -> list[str]:
    """Return the inputs that a row's trees may read."""
    names = list(simplifier.selection_sources.inputs().names)
    if reads == "all":
        return names
    of_rules = {name for part in simplifier.decoder.grammars for name in part.table.feature_names}
    return [name for name in names if (name in of_rules) == (reads == "rule")]


def add_reranker(
    data: Path,
    document: Document,
    folder: Path,
    weights: Mapping[str, float],
    say: Callable[[str], None],
) -> dict[str, Any]:
    """Train a reranker on tuned weights, put both into the configuration, and return what training found."""
    document["weights"] = dict(weights)
    settings, trees = RerankerTraining(), folder / "reranker.trees"
    found = train_chooser(data, write_model(document, folder), trees, settings, say).trained
    document["reranker"] = {
        "path": str(trees.resolve()),
        "depth": settings.depth,
        "score_weight": found.score_weight,
    }
    return {
        "reranker": {
            "inputs": found.inputs,
            "score_weight": found.score_weight,
            "unchanged": found.unchanged,
            "cross_validated": found.cross_validated,
        }
    }


def write_model(document: Document, folder: Path) -> Path:
    """Write a row's configuration, in place of what stood there."""
    path = folder / "model.toml"
    write_text(path, dump_toml(document))
    return path
