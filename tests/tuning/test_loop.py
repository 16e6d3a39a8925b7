from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.tuning.toy import toy_config, toy_decoder, toy_dev_set
from tuning.loop import TuneResult, TuningLoop

PRO: dict[str, Any] = {"optimiser": "pro", "iterations": 4}
RISK: dict[str, Any] = {"optimiser": "risk", "iterations": 2, "proximal": 0.1}


def run(folder: Path, stages: list[dict[str, Any]], **sections: object) -> TuneResult:
    decoder = toy_decoder(folder / "toy.table")
    loop = TuningLoop(toy_config(stages, **sections), decoder, toy_dev_set(40), toy_dev_set(20, seed=2))
    return loop.run(folder / "run")


@pytest.mark.parametrize("stages", [[PRO], [PRO | {"classifier": "perceptron"}], [RISK], [PRO, RISK]])
def test_tuning_finds_the_good_feature(stages: list[dict[str, Any]], tmp_path: Path) -> None:
    result = run(tmp_path, stages)
    first = result.history[0]
    assert result.finished
    assert result.held_out["objective"] > first["held_out"]["objective"] + 15
    assert result.weights["good"] > result.weights["copy"] > result.weights["bad"]
    assert result.held_out["objective"] == max(one["held_out"]["objective"] for one in result.history)


def test_history_has_a_record_for_every_iteration(tmp_path: Path) -> None:
    run(tmp_path, [PRO, RISK])
    lines = (tmp_path / "run" / "history.jsonl").read_text().splitlines()
    records = [json.loads(line) for line in lines]
    assert [one["iteration"] for one in records] == list(range(7))
    assert [one.get("stage") for one in records] == ["pro"] * 4 + ["risk"] * 2 + [None]
    assert records[0]["kbest"]["new"] == records[0]["kbest"]["candidates"] == records[0]["kbest"]["pool"]
    assert all({"objective", "sentence-bleu", "copied"} <= one["held_out"].keys() for one in records)
