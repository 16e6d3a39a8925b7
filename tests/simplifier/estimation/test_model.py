from __future__ import annotations

import zipfile
from pathlib import Path

import numpy as np
import pytest

from simplifier.base.errors import FormatError
from simplifier.estimation.model import EstimateModel

RANDOM = np.random.default_rng(1)
VALUES = RANDOM.normal(size=(60, 3))
LABELS = np.stack([np.digitize(VALUES[:, place % 3], [-0.5, 0.5]) for place in range(4)], axis=1)
MODEL = EstimateModel.fit(["one", "two", "three"], VALUES, LABELS, ridge=0.01)


def test_it_learns_what_the_features_say() -> None:
    others = RANDOM.normal(size=(200, 3))
    found = MODEL.decisions(MODEL.probabilities(others))
    assert (found[:, 3] == np.digitize(others[:, 0], [-0.5, 0.5])).mean() > 0.85


def test_probabilities_sum_to_one_and_marks_follow_them() -> None:
    found = MODEL.probabilities(VALUES)
    np.testing.assert_allclose(found.sum(axis=2), 1)
    expected = np.clip(found[:, :, 1] * 50 + found[:, :, 2] * 100, 0, 100)
    np.testing.assert_allclose(MODEL.marks(found), expected)


def test_the_solution_is_that_of_ridge_regression() -> None:
    """With as much ridge as nothing the training labels come back."""
    exact = EstimateModel.fit(["one", "two", "three"], VALUES, LABELS, ridge=1e-9)
    np.testing.assert_allclose(exact.probabilities(VALUES), np.eye(3)[LABELS], atol=1e-5)


def test_units_do_not_count() -> None:
    other = EstimateModel.fit(["one", "two", "three"], np.exp(VALUES) * 9, LABELS, ridge=0.01)
    np.testing.assert_allclose(other.probabilities(np.exp(VALUES) * 9), MODEL.probabilities(VALUES), atol=1e-6)


def test_evening_lifts_rare_labels() -> None:
    rare = np.zeros((1, 4, 3))
    rare[:] = [0.3, 0.3, 0.4]
    shares = np.tile([0.1, 0.2, 0.7], (4, 1))
    model = EstimateModel(
        (), VALUES[:, :0].astype(np.float32), np.zeros((60, 12)), shares, np.array([0, 0.2, 0.5, 1]), 1
    )
    assert model.decisions(rare).tolist() == [[2, 0, 0, 0]]


def test_written_and_read_it_is_the_same(tmp_path: Path) -> None:
    MODEL.write(tmp_path / "one.npz")
    MODEL.write(tmp_path / "two.npz")
    assert (tmp_path / "one.npz").read_bytes() == (tmp_path / "two.npz").read_bytes()
    read = EstimateModel.read(tmp_path / "one.npz")
    assert read.names == MODEL.names
    np.testing.assert_allclose(read.probabilities(VALUES), MODEL.probabilities(VALUES), atol=1e-4)


def test_what_is_no_model_is_said(tmp_path: Path) -> None:
    path = tmp_path / "model.npz"
    path.write_bytes(b"PK\x03\x04 something else")
    with pytest.raises(FormatError, match="not a model of estimates"):
        EstimateModel.read(path)
    np.savez(path, format=np.array("other"))
    with pytest.raises(FormatError, match="of this version"):
        EstimateModel.read(path)
    MODEL.write(tmp_path / "whole.npz")
    with zipfile.ZipFile(tmp_path / "whole.npz") as whole, zipfile.ZipFile(path, "w") as damaged:
        for name in whole.namelist():  # numpy gives the bytes of what does not begin as an array
            damaged.writestr(name, b"\0" + whole.read(name) if name == "weights.npy" else whole.read(name))
    with pytest.raises(FormatError, match="damaged, or not a model of estimates"):
        EstimateModel.read(path)
