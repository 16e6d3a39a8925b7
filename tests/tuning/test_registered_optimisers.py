"""Optimisers from outside: chosen by name, their settings as strict as ours."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Literal

import numpy as np
import pytest
from pydantic import Field

from simplifier.base.errors import ConfigError
from simplifier.evaluation.segments.metric import FloatArray
from simplifier.tuning import load_tune_config, tune
from simplifier.tuning.candidates.problem import Problem
from simplifier.tuning.optimisers import (
    OPTIMISERS,
    Outcome,
    ProSettings,
    Round,
    StageSettings,
    register_optimiser,
)
from tests.tuning.toy import write_toy_run

STAGES = """
[[stages]]
optimiser = "nudge"
iterations = 2
step = 0.25

[[stages]]
optimiser = "pro"
iterations = 1
"""


class NudgeSettings(StageSettings):
    """Move every parameter by a step."""

    optimiser: Literal["nudge"]
    step: Annotated[float, Field(gt=0)] = 0.1

    def optimise(self, problem: Problem, values: FloatArray, place: Round) -> Outcome:
        return Outcome(problem.parameters.clip(values + self.step), {"step": self.step})


@pytest.fixture
def nudge() -> Iterator[None]:
    register_optimiser(NudgeSettings)
    yield
    OPTIMISERS.unregister("nudge")


@pytest.mark.usefixtures("nudge")
def test_a_configuration_chooses_a_registered_optimiser(tmp_path: Path) -> None:
    config = load_tune_config(write_toy_run(tmp_path, STAGES), {"kbest.size": "20"})
    assert config.stages[0].model_dump()["step"] == 0.25
    history = tune(config).history
    assert [record.get("stage") for record in history] == ["nudge", "nudge", "pro", None]
    scales = history[0]["scales"]
    moved = [(history[1]["weights"][n] - history[0]["weights"][n]) * s for n, s in scales.items() if s > 0]
    np.testing.assert_allclose(moved, 0.25)


@pytest.mark.usefixtures("nudge")
@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("step = 0.25", "step = 0.0", r"'stages\.0\.step'.*greater than 0"),
        ("step = 0.25", "stepp = 0.25", r"unknown key 'stages\.0\.stepp'; did you mean 'step'.; it takes"),
        ('"nudge"', '"nudg"', "no optimiser 'nudg'; did you mean 'nudge'.; there are pro, .*nudge"),
    ],
)
def test_its_settings_are_strict(before: str, after: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=message):
        load_tune_config(write_toy_run(tmp_path, STAGES.replace(before, after)))


def test_what_cannot_be_registered() -> None:
    with pytest.raises(ConfigError, match="the optimiser 'pro' is there already"):
        register_optimiser(ProSettings)
    with pytest.raises(ConfigError, match="must be a subclass of StageSettings with a field optimiser"):
        register_optimiser(StageSettings)
