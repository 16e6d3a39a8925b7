"""Weights that are set by hand in the model: tuning leaves them as they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from simplifier.base.errors import ConfigError
from simplifier.tuning import load_tune_config, tune
from tests.tuning.toy import write_toy_run

STAGE = '[[stages]]\noptimiser = "pro"\niterations = 1\n'


def test_a_guard_is_frozen_by_being_one(tmp_path: Path) -> None:
    config = write_toy_run(tmp_path, STAGE)
    free = tune(load_tune_config(config, {"output": str(tmp_path / "free")}))
    assert free.weights["bad"] != 0.2
    model = tmp_path / "model.toml"
    guarded = model.read_text().replace("bad = 0.2\n", "") + "\n[guards]\nbad = -7.0\n"
    model.write_text(guarded)
    given = {"output": str(tmp_path / "guarded"), "weights.initial": {"bad": 3.0}}
    result = tune(load_tune_config(config, given))
    assert result.weights["bad"] == -7.0 and result.history[0]["weights"]["bad"] == -7.0
    assert "bad" not in result.history[0]["scales"] and "good" in result.history[0]["scales"]
    bounded = {"output": str(tmp_path / "bounded"), "weights.bounds": {"bad": [-1.0, 1.0]}}
    with pytest.raises(ConfigError, match="weights.bounds: no free feature or group 'bad'; it is in weights.frozen"):
        tune(load_tune_config(config, bounded))
