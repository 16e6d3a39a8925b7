"""Batches that are killed and started again end with the same bytes."""

from __future__ import annotations

from pathlib import Path

import pytest

from lab.robustness.kills import WAYS, Killer, make_input
from simplifier import Simplifier
from simplifier.config import Config, load_model_config
from tests.toy_model import build_toy_model

LINES = ["The committee commenced deliberations.", "The large house.", "Nothing to change."]


@pytest.fixture(scope="module")
def config(tmp_path_factory: pytest.TempPathFactory) -> Config:
    return load_model_config(build_toy_model(tmp_path_factory.mktemp("model")))


@pytest.fixture(scope="module")
def simplifier(config: Config) -> Simplifier:
    return Simplifier.load(config)


@pytest.mark.slow
@pytest.mark.parametrize("suffix", [".txt", ".jsonl", ".parquet"])
@pytest.mark.parametrize("way", WAYS)
def test_killed_runs_are_finished(
    way: str, suffix: str, config: Config, simplifier: Simplifier, tmp_path: Path
) -> None:
    """A small version of `python -m lab.robustness.kills`."""
    if suffix == ".parquet":
        pytest.importorskip("pyarrow", reason="pyarrow is not installed: no Parquet")
    source, folder = tmp_path / f"in{suffix}", tmp_path / "out"
    folder.mkdir()
    killer = Killer(config, simplifier, source, make_input(source, 1500, LINES), seed=3)
    counts = killer.try_all(folder, way, 3, lambda done: None)
    assert counts["kills"] >= 3 and counts["same bytes"] == counts["runs"]
    assert not counts["temporary files left"]
