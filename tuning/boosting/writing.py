"""Writing of LightGBM's boosted trees to a file that the core reads without LightGBM.

>>> write_trees("selection.trees", {"AddShare": [all_data, without_part_1, without_part_2]})
>>> load_trees("selection.trees").predict(matrix, fold=1)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any, Final, Protocol

import numpy as np

from simplifier.base.errors import InputError
from simplifier.core import CoreInputError, write_boosted_trees, write_first_fold

__all__ = ["Booster", "keep_first_fold", "write_trees"]

#: LightGBM's objectives that can be written; True if the logistic function turns the sum of leaves into a prediction.
_LINKS: Final = {
    "binary": True,
    "cross_entropy": True,
    "huber": False,
    "lambdarank": False,
    "quantile": False,
    "rank_xendcg": False,
    "regression": False,
    "regression_l1": False,
}
_MOST_LEAVES: Final = 2**15  # children are int16, and ~place stands for a leaf
#: LightGBM treats a value that is at most this far from 0 as 0.
_ZERO: Final = np.float32(1e-35)


class Booster(Protocol):
    """The methods of a ``lightgbm.Booster`` that are needed here."""

    def dump_model(self) -> dict[str, Any]:
        """Return the model as nested dictionaries."""

    def feature_name(self) -> list[str]:
        """Return the names of the inputs."""


@dataclass
class _Trees:
    """The trees of all forests in the arrays of the file format, one tree after the other."""

    numbers: Mapping[str, int]
    forest_starts: list[int] = field(default_factory=lambda: [0])
    node_starts: list[int] = field(default_factory=lambda: [0])
    leaf_starts: list[int] = field(default_factory=lambda: [0])
    split_inputs: list[int] = field(default_factory=list)
    missing_left: list[bool] = field(default_factory=list)
    thresholds: list[np.float32] = field(default_factory=list)
    children: list[tuple[int, int]] = field(default_factory=list)
    leaves: list[float] = field(default_factory=list)

    def add_forest(self, trees: Sequence[Mapping[str, Any]], names: Sequence[str]) -> None:
        for tree in trees:
            self._add_tree(tree["tree_structure"], names)
        self.forest_starts.append(len(self.node_starts) - 1)

    def _add_tree(self, root: Mapping[str, Any], names: Sequence[str]) -> None:
        nodes = [node for node in _nodes(root) if "split_feature" in node]
        leaves = [node for node in _nodes(root) if "split_feature" not in node]
        if len(leaves) > _MOST_LEAVES:
            raise InputError(f"a tree has {len(leaves)} leaves; at most {_MOST_LEAVES} can be written")
        places = {id(node): place for place, node in enumerate(nodes)}
        places |= {id(leaf): ~place for place, leaf in enumerate(leaves)}
        for node in nodes:
            threshold = _float32_below(node)
            self.split_inputs.append(self.numbers[names[node["split_feature"]]])
            self.thresholds.append(threshold)
            self.missing_left.append(_missing_goes_left(node))
            self.children.append((places[id(node["left_child"])], places[id(node["right_child"])]))
        self.leaves += [leaf["leaf_value"] for leaf in leaves]
        self.node_starts.append(len(self.thresholds))
        self.leaf_starts.append(len(self.leaves))


def write_trees(path: str | Path, forests: Mapping[str, Sequence[Booster]], names: Sequence[str] = ()) -> list[str]:
    """Write the forests of one or more outputs; the file appears only when it is complete.

    Only inputs on which some tree splits are written, in the order of the boosters.

    Args:
        path: the file.
        forests: the forests of each output, by its name. Every output has the same number of forests: first the one
            that was trained on everything (fold 0), then those of cross-fitting. All read the same inputs, and all
            inputs are numbers.
        names: the names of the boosters' inputs; by default those that the boosters have. LightGBM does not take names
            with ``,`` or ``:``, for example.

    Returns:
        the names of the inputs that were written.

    Raises:
        InputError: the forests cannot be represented in the file, or the file cannot be written.
    """
    models = [[booster.dump_model() for booster in of_output] for of_output in forests.values()]
    folds = {len(of_output) for of_output in models}
    known = {tuple(booster.feature_name()) for of_output in forests.values() for booster in of_output}
    if len(folds) != 1 or len(known) != 1 or (names and {len(one) for one in known} != {len(names)}):
        raise InputError(f"{path}: every output needs the same number of forests, over the same inputs")
    names = names or known.pop()
    inputs = _used_inputs(chain(*models), names)
    trees = _Trees({name: number for number, name in enumerate(inputs)})
    links = [{_is_logistic(model) for model in of_output} for of_output in models]
    if any(len(link) != 1 for link in links):
        raise InputError(f"{path}: the forests of one output must have the same objective")
    # The file has the forests of all outputs for fold 0, then those for fold 1, and so on.
    for fold in range(folds.pop()):
        for of_output in models:
            trees.add_forest(of_output[fold]["tree_info"], names)
    try:
        write_boosted_trees(
            str(path),
            inputs,
            list(forests),
            np.array([link.pop() for link in links], dtype=np.uint8),
            (len(trees.forest_starts) - 1) // len(forests),
            np.array(trees.forest_starts, dtype=np.uint32),
            np.array(trees.node_starts, dtype=np.uint32),
            np.array(trees.leaf_starts, dtype=np.uint32),
            np.array(trees.split_inputs, dtype=np.uint16),
            np.array(trees.missing_left, dtype=np.uint8),
            np.array(trees.thresholds, dtype=np.float32),
            np.array([left for left, _ in trees.children], dtype=np.int16),
            np.array([right for _, right in trees.children], dtype=np.int16),
            np.array(trees.leaves, dtype=np.float32),
        )
    except CoreInputError as error:
        raise InputError(str(error)) from None
    return inputs


def keep_first_fold(source: str | Path, path: str | Path) -> None:
    """Write a copy of a file of trees without the forests of cross-fitting, which only tuning sentences need.

    Raises:
        InputError: ``source`` is not a file of trees, or ``path`` cannot be written.
    """
    try:
        write_first_fold(str(source), str(path))
    except CoreInputError as error:
        raise InputError(str(error)) from None


def _used_inputs(models: Iterable[Mapping[str, Any]], names: Sequence[str]) -> list[str]:
    """Return the inputs on which some tree splits; the first input if no tree splits."""
    used = {
        names[node["split_feature"]]
        for model in models
        for tree in model["tree_info"]
        for node in _nodes(tree["tree_structure"])
        if "split_feature" in node
    }
    return [name for name in names if name in used] or [names[0]]


def _nodes(root: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield the nodes and leaves of a tree, parents first."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        yield node
        if "split_feature" in node:
            waiting += [node["right_child"], node["left_child"]]


def _is_logistic(model: Mapping[str, Any]) -> bool:
    objective, *arguments = str(model.get("objective", "")).split()
    plain = not arguments or arguments == ["sigmoid:1"] or objective == "lambdarank"
    if objective not in _LINKS or not plain or model.get("average_output") or model["num_tree_per_iteration"] != 1:
        raise InputError(
            f"trees of the objective {model.get('objective')!r} cannot be written; use one of {', '.join(_LINKS)}"
        )
    return _LINKS[objective]


def _float32_below(node: Mapping[str, Any]) -> np.float32:
    """Return the float32 threshold that splits float32 values exactly as the node's double threshold does."""
    if node["decision_type"] != "<=":
        raise InputError("trees with categorical inputs cannot be written; give numbers")
    # Values near 0 count as 0, so a threshold among them becomes the border of that zone: 0 goes left if the threshold
    # is not negative. Any other threshold is rounded down to a float32, since no float32 value lies between the two.
    threshold = float(node["threshold"])
    if abs(threshold) <= float(_ZERO):
        return _ZERO if threshold >= 0.0 else np.nextafter(-_ZERO, np.float32(-np.inf))
    with np.errstate(over="ignore"):
        rounded = np.float32(threshold)
    return np.nextafter(rounded, np.float32(-np.inf)) if float(rounded) > threshold else rounded


def _missing_goes_left(node: Mapping[str, Any]) -> bool:
    """Return True if NaN goes left: as the tree says, or as 0 does if training met no NaN."""
    if node["missing_type"] == "Zero":
        raise InputError("trees that take zero for missing cannot be written; train without zero_as_missing")
    return bool(node["default_left"]) if node["missing_type"] == "NaN" else float(node["threshold"]) >= 0.0
