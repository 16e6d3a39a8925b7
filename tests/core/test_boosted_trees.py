"""Boosted trees against a plain walk down every tree, bit for bit."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simplifier.core import TREE_INSTRUCTIONS, BoostedTrees, CoreInputError, write_boosted_trees


class Forests:
    """Random trees as the arrays that a file holds, and what they predict."""

    def __init__(self, seed: int, leaves: list[int], inputs: int = 5, outputs: int = 2, folds: int = 2):
        random = np.random.default_rng(seed)
        trees = [self._tree(random, count) for _ in range(folds * outputs) for count in leaves]
        nodes = sum(len(tree) for tree in trees)
        self.arrays = {
            "inputs": [f"x{i}" for i in range(inputs)],
            "outputs": [f"y{i}" for i in range(outputs)],
            "logistic": (np.arange(outputs) % 2).astype(np.uint8),
            "folds": folds,
            "forest_starts": np.arange(folds * outputs + 1, dtype=np.uint32) * len(leaves),
            "node_starts": np.cumsum([0] + [len(tree) for tree in trees]).astype(np.uint32),
            "leaf_starts": np.cumsum([0] + [len(tree) + 1 for tree in trees]).astype(np.uint32),
            "split_inputs": random.integers(inputs, size=nodes).astype(np.uint16),
            "missing_left": random.integers(2, size=nodes).astype(np.uint8),
            "thresholds": random.choice([-np.inf, -1.5, -1e-40, -0.0, 0.0, 1e-40, 0.25, 1.5, np.inf], nodes).astype(
                np.float32
            ),
            "left": np.array([child[0] for tree in trees for child in tree], np.int16),
            "right": np.array([child[1] for tree in trees for child in tree], np.int16),
            "leaves": random.normal(size=nodes + len(trees)).astype(np.float32),
        }

    @staticmethod
    def _tree(random: np.random.Generator, leaves: int) -> list[list[int]]:
        """Grow a tree by splitting a random leaf, and number the leaves at random."""
        tree: list[list[int | None]] = []
        open_places: list[tuple[list[int | None], int]] = []
        for _ in range(leaves - 1):
            if open_places:
                parent, side = open_places.pop(int(random.integers(len(open_places))))
                parent[side] = len(tree)
            tree.append([None, None])
            open_places += [(tree[-1], 0), (tree[-1], 1)]
        for (parent, side), leaf in zip(open_places, random.permutation(leaves), strict=False):
            parent[side] = ~int(leaf)
        return tree  # type: ignore[return-value]

    def predict(self, matrix: np.ndarray, fold: int) -> np.ndarray:
        a = self.arrays
        outputs = len(a["outputs"])
        values = np.zeros((len(matrix), outputs))
        for output in range(outputs):
            forest = fold * outputs + output
            for tree in range(a["forest_starts"][forest], a["forest_starts"][forest + 1]):
                for row, inputs in enumerate(matrix):
                    values[row, output] += np.float64(a["leaves"][self._leaf(tree, inputs)])
        return values.astype(np.float32)

    def _leaf(self, tree: int, inputs: np.ndarray) -> int:
        a = self.arrays
        first, leaf = int(a["node_starts"][tree]), int(a["leaf_starts"][tree])
        node = 0 if a["node_starts"][tree + 1] > first else ~0
        while node >= 0:
            value = inputs[a["split_inputs"][first + node]]
            at = first + node
            left = a["missing_left"][at] if np.isnan(value) else value <= a["thresholds"][at]
            node = int(a["left" if left else "right"][at])
        return leaf + ~node


def _rows(seed: int, count: int, width: int) -> np.ndarray:
    random = np.random.default_rng(seed)
    edges = [-np.inf, -1.5, -0.0, 0.0, 1e-40, 0.25, 1.5, np.inf, np.nan]
    edges += [np.nextafter(np.float32(x), np.float32(9)) for x in (-1.5, 0.0, 0.25)]
    return np.where(
        random.random((count, width)) < 0.6,
        random.choice(np.array(edges, np.float32), (count, width)),
        random.normal(size=(count, width)),
    ).astype(np.float32)


def _written(tmp_path_factory: pytest.TempPathFactory, forests: Forests) -> BoostedTrees:
    path = tmp_path_factory.mktemp("trees") / "random.trees"
    write_boosted_trees(str(path), **forests.arrays)
    return BoostedTrees(str(path))


@settings(max_examples=40, deadline=None)
@given(
    seed=st.integers(0, 2**32 - 1),
    leaves=st.lists(st.integers(1, 40), min_size=1, max_size=6),
    rows=st.integers(0, 140),
    fold=st.integers(0, 1),
)
def test_all_instructions_find_the_leaves_of_a_plain_walk(tmp_path_factory, seed, leaves, rows, fold):
    forests = Forests(seed, leaves, outputs=1)
    matrix = _rows(seed, rows, 5)
    wanted = forests.predict(matrix, fold)
    trees = _written(tmp_path_factory, forests)
    for instructions in TREE_INSTRUCTIONS:
        np.testing.assert_array_equal(trees.predict(matrix, fold, instructions), wanted)


@pytest.mark.parametrize("leaves", [1, 2, 15, 16, 17, 31, 32, 33, 100])
def test_every_leaf_can_be_reached(tmp_path_factory, leaves):
    # One tree after another splits at 0.5, 1.5 ... so that row i ends in its i-th leaf, whatever its number.
    forests = Forests(leaves, [leaves], inputs=1, outputs=1, folds=1)
    places = np.arange(leaves)
    forests.arrays["split_inputs"][:] = 0
    order = _thresholds_in_order(forests)
    matrix = places.astype(np.float32)[:, None]
    trees = _written(tmp_path_factory, forests)
    for instructions in TREE_INSTRUCTIONS:
        found = trees.predict(matrix, 0, instructions)[:, 0]
        np.testing.assert_array_equal(found, forests.arrays["leaves"][order])


def _thresholds_in_order(forests: Forests) -> list[int]:
    """Make leaf i from the left take values in (i - 0.5, i + 0.5]; return that order."""
    left, right = forests.arrays["left"], forests.arrays["right"]
    order: list[int] = []

    def visit(node: int) -> None:
        if node < 0:
            order.append(~node)
            return
        visit(int(left[node]))
        forests.arrays["thresholds"][node] = len(order) - 0.5
        visit(int(right[node]))

    visit(0 if len(left) else ~0)
    return order


def test_an_output_through_the_logistic_function_is_the_same_with_all_instructions(tmp_path_factory):
    trees = _written(tmp_path_factory, Forests(3, [31, 15, 40]))
    matrix = _rows(4, 97, 5)
    first = trees.predict(matrix, 1, "plain")
    assert ((first[:, 1] > 0) & (first[:, 1] < 1)).all()
    for instructions in TREE_INSTRUCTIONS:
        np.testing.assert_array_equal(trees.predict(matrix, 1, instructions), first)


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), leaves=st.lists(st.integers(1, 36), min_size=1, max_size=30))
def test_no_prediction_is_outside_the_range(tmp_path_factory, seed, leaves):
    trees = _written(tmp_path_factory, Forests(seed, leaves))
    for fold in (0, 1):
        found = trees.predict(_rows(seed, 200, 5), fold)
        for output in (0, 1):
            least, most = trees.range(output, fold)
            assert least <= found[:, output].min() and found[:, output].max() <= most


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), leaves=st.lists(st.integers(1, 36), min_size=1, max_size=20))
def test_bounds_hold_whatever_unknown_inputs_are(tmp_path_factory, seed, leaves):
    forests = Forests(seed, leaves)
    trees = _written(tmp_path_factory, forests)
    random = np.random.default_rng(seed)
    rows, unknown = _rows(seed, 60, 5), random.integers(2, size=5).astype(np.uint8)
    rows[:, unknown == 0] = rows[0, unknown == 0]
    for fold, output in ((0, 0), (1, 1)):
        found = trees.predict(rows, fold)[:, output]
        least, most = trees.bounds(rows[7], unknown, output, fold)
        assert least <= found.min() and found.max() <= most
        all_known = np.zeros(5, np.uint8)
        if max(leaves) <= 32:
            assert trees.bounds(rows[7], all_known, output, fold) == (found[7], found[7])


def test_the_range_is_reached_where_trees_agree(tmp_path_factory):
    forests = Forests(1, [2, 2], inputs=1, outputs=1, folds=1)
    forests.arrays["thresholds"][:] = 0.0
    forests.arrays["left"][:], forests.arrays["right"][:] = ~0, ~1
    forests.arrays["leaves"][:] = [0.1, 0.3, -0.2, 0.7]
    trees = _written(tmp_path_factory, forests)
    found = trees.predict(np.array([[-1.0], [1.0]], np.float32))[:, 0]
    assert trees.range() == tuple(found.tolist())


def test_what_is_not_there_is_refused(tmp_path_factory):
    trees = _written(tmp_path_factory, Forests(1, [3]))
    with pytest.raises(CoreInputError, match="no instructions 'abacus'"):
        trees.predict(_rows(1, 1, 5), 0, "abacus")
    with pytest.raises(CoreInputError, match="no output 2"):
        trees.range(2)
    with pytest.raises(CoreInputError, match="no output 2"):
        trees.bounds(np.zeros(len(trees.input_names), np.float32), np.zeros(len(trees.input_names), np.uint8), 2)
    with pytest.raises(CoreInputError, match="no fold 2"):
        trees.range(0, 2)


def test_a_node_of_two_parents_is_no_tree(tmp_path):
    arrays = Forests(1, [4], outputs=1, folds=1).arrays
    arrays["left"][:], arrays["right"][:] = [1, 2, ~0], [2, ~1, ~2]
    with pytest.raises(CoreInputError, match="a child of two nodes"):
        write_boosted_trees(str(tmp_path / "no.trees"), **arrays)
