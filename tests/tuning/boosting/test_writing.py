from __future__ import annotations

import numpy as np
import pytest

from simplifier.base.errors import FormatError, InputError
from simplifier.core import CoreInputError, write_boosted_trees
from simplifier.decoder.boosted_trees import load_trees
from simplifier.tuning.boosting.writing import keep_first_fold, write_trees

lightgbm = pytest.importorskip("lightgbm", reason="training trees needs the extra 'selection'")

_SETTINGS = {"num_threads": 1, "deterministic": True, "seed": 7, "verbose": -1, "max_bin": 63}


def _data(rows=3000, width=9, seed=1):
    random = np.random.default_rng(seed)
    matrix = random.normal(size=(rows, width)).astype(np.float32)
    matrix[:, 1] = random.integers(-3, 4, rows)  # values that thresholds lie between, zeros among them
    matrix[:, 2][random.random(rows) < 0.3] = np.nan
    matrix[:, 3] *= random.random(rows) < 0.5
    target = 1 / (1 + np.exp(-np.nan_to_num(matrix[:, 0] * matrix[:, 2]) - matrix[:, 1] + matrix[:, 3]))
    return matrix, target.astype(np.float32)


def _train(objective, seed=1, target=None, **settings):
    matrix, own = _data(seed=seed)
    names = [f"x{i}" for i in range(matrix.shape[1])]
    data = lightgbm.Dataset(matrix, own if target is None else target, feature_name=names)
    return lightgbm.train({**_SETTINGS, "objective": objective, **settings}, data, 20)


def _at_thresholds(booster, matrix):
    """Values that lie exactly on, just above and just below what the trees split at."""
    waiting = [tree["tree_structure"] for tree in booster.dump_model()["tree_info"]]
    rows = []
    while waiting:
        node = waiting.pop()
        if "split_feature" not in node:
            continue
        waiting += [node["left_child"], node["right_child"]]
        value = np.float32(np.clip(node["threshold"], -3e38, 3e38))  # 1e300 parts NaN from numbers
        for near in (value, np.nextafter(value, np.float32(9e9)), np.nextafter(value, np.float32(-9e9))):
            row = matrix[len(rows) % len(matrix)].copy()
            row[node["split_feature"]] = near
            rows.append(row)
    return np.array(rows)


def _columns(trees, matrix):
    return np.ascontiguousarray(matrix[:, [int(name[1:]) for name in trees.input_names]])


@pytest.mark.parametrize("objective", ["cross_entropy", "regression", "binary", "lambdarank"])
def test_predictions_are_those_of_lightgbm(tmp_path, objective):
    matrix, target = _data()
    settings = {}
    if objective == "binary":
        booster = _train(objective, target=(target > 0.5).astype(int))
    elif objective == "lambdarank":
        names = [f"x{i}" for i in range(matrix.shape[1])]
        ranks = lightgbm.Dataset(matrix, (target * 4).astype(int), group=[100] * 30, feature_name=names)
        booster = lightgbm.train({**_SETTINGS, "objective": objective}, ranks, 20)
    else:
        booster = _train(objective, **settings)
    write_trees(tmp_path / "one.trees", {"y": [booster]})
    trees = load_trees(tmp_path / "one.trees")
    for rows in (_data(seed=2)[0], _at_thresholds(booster, matrix)):
        with_gaps = rows.copy()
        with_gaps[np.random.default_rng(5).random(rows.shape) < 0.1] = np.nan
        for values in (rows, with_gaps):
            wanted = booster.predict(values.astype(np.float64))
            found = trees.predict(_columns(trees, values))[:, 0]
            np.testing.assert_allclose(found, wanted, rtol=1e-6, atol=1e-6)


def test_each_fold_and_output_has_its_own_forest(tmp_path):
    forests = {
        "first": [_train("regression", seed=s) for s in (1, 2)],
        "second": [_train("cross_entropy", seed=s) for s in (3, 4)],
    }
    write_trees(tmp_path / "two.trees", forests)
    trees = load_trees(tmp_path / "two.trees")
    assert (trees.output_names, trees.folds, len(trees)) == (["first", "second"], 2, 80)
    matrix = _data(seed=9)[0]
    for fold in (0, 1):
        wanted = np.stack([boosters[fold].predict(matrix) for boosters in forests.values()], axis=1)
        np.testing.assert_allclose(trees.predict(_columns(trees, matrix), fold), wanted, atol=1e-6)
    keep_first_fold(tmp_path / "two.trees", tmp_path / "first.trees")
    alone = load_trees(tmp_path / "first.trees")
    assert (alone.input_names, alone.output_names, alone.folds, len(alone)) == (
        trees.input_names,
        ["first", "second"],
        1,
        40,
    )
    np.testing.assert_array_equal(alone.predict(_columns(trees, matrix)), trees.predict(_columns(trees, matrix)))
    with pytest.raises(InputError, match="absent.trees"):
        keep_first_fold(tmp_path / "absent.trees", tmp_path / "none.trees")
    with pytest.raises(CoreInputError, match="no fold 2"):
        trees.predict(_columns(trees, matrix), 2)
    with pytest.raises(CoreInputError, match="columns for trees of"):
        trees.predict(matrix[:, :2].copy())


def test_inputs_that_no_tree_reads_are_left_out(tmp_path):
    matrix, target = _data()
    matrix[:, 5] = 1.0
    names = [f"x{i}" for i in range(matrix.shape[1])]
    booster = lightgbm.train(
        {**_SETTINGS, "objective": "regression"}, lightgbm.Dataset(matrix, target, feature_name=names), 5
    )
    inputs = write_trees(tmp_path / "few.trees", {"y": [booster]})
    assert "x5" not in inputs and "x1" in inputs
    assert load_trees(tmp_path / "few.trees").input_names == inputs


def test_trees_without_splits_predict_a_constant(tmp_path):
    matrix, target = _data()
    names = [f"x{i}" for i in range(matrix.shape[1])]
    data = lightgbm.Dataset(matrix, np.full_like(target, 0.25), feature_name=names)
    booster = lightgbm.train({**_SETTINGS, "objective": "regression"}, data, 3)
    write_trees(tmp_path / "flat.trees", {"y": [booster]})
    trees = load_trees(tmp_path / "flat.trees")
    np.testing.assert_allclose(trees.predict(_columns(trees, matrix)), 0.25, atol=1e-6)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"objective": "poisson"}, "objective 'poisson'"),
        ({"objective": "regression", "zero_as_missing": True}, "zero for missing"),
        (
            {"objective": "regression", "boosting": "rf", "bagging_freq": 1, "bagging_fraction": 0.5},
            "objective",
        ),
    ],
)
def test_trees_that_would_be_read_wrong_are_not_written(tmp_path, settings, message):
    with pytest.raises(InputError, match=message):
        write_trees(tmp_path / "no.trees", {"y": [_train(**settings)]})
    assert list(tmp_path.iterdir()) == []


def test_damaged_files_are_refused(tmp_path):
    path = tmp_path / "whole.trees"
    write_trees(path, {"y": [_train("regression")]})
    whole = path.read_bytes()
    random = np.random.default_rng(3)
    damaged = tmp_path / "damaged.trees"
    for _ in range(60):
        place = int(random.integers(len(whole)))
        damaged.write_bytes(whole[:place] + bytes([whole[place] ^ 0x41]) + whole[place + 1 :])
        with pytest.raises(FormatError, match="damaged.trees: .*(not a file of trees|damaged|version)"):
            load_trees(damaged)
        damaged.write_bytes(whole[:place])
        with pytest.raises(FormatError, match="damaged.trees: "):
            load_trees(damaged)
    with pytest.raises(FormatError, match="absent.trees"):
        load_trees(tmp_path / "absent.trees")


def _arrays(**changes):
    arrays = {
        "inputs": ["a"],
        "outputs": ["y"],
        "logistic": np.zeros(1, np.uint8),
        "folds": 1,
        "forest_starts": np.array([0, 1], np.uint32),
        "node_starts": np.array([0, 2], np.uint32),
        "leaf_starts": np.array([0, 3], np.uint32),
        "split_inputs": np.zeros(2, np.uint16),
        "missing_left": np.zeros(2, np.uint8),
        "thresholds": np.zeros(2, np.float32),
        "left": np.array([1, ~0], np.int16),
        "right": np.array([~2, ~1], np.int16),
        "leaves": np.arange(3, dtype=np.float32),
    }
    return {**arrays, **changes}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"left": np.array([0, ~0], np.int16)}, "a child"),
        ({"left": np.array([2, ~0], np.int16)}, "a child"),
        ({"left": np.array([1, ~3], np.int16)}, "a child"),
        ({"split_inputs": np.array([0, 1], np.uint16)}, "a split"),
        ({"thresholds": np.array([0, np.nan], np.float32)}, "a threshold"),
        ({"leaves": np.array([0, np.inf, 0], np.float32)}, "a leaf"),
        ({"node_starts": np.array([0, 1], np.uint32)}, "nodes"),
        ({"forest_starts": np.array([0, 2], np.uint32)}, "forests"),
        ({"folds": 2}, "folds"),
        ({"inputs": ["a", "a"]}, "names of inputs"),
    ],
)
def test_arrays_that_are_no_trees_are_refused(tmp_path, changes, message):
    write_boosted_trees(str(tmp_path / "good.trees"), **_arrays())
    assert load_trees(tmp_path / "good.trees").predict(np.zeros((1, 1), np.float32)).tolist() == [[0.0]]
    with pytest.raises(CoreInputError, match=message):
        write_boosted_trees(str(tmp_path / "bad.trees"), **_arrays(**changes))
    assert not (tmp_path / "bad.trees").exists()
