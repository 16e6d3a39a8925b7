from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from simplifier.tuning.loop import TuneResult, TuningLoop
from tests.tuning.toy import toy_config, toy_decoder, toy_dev_set

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


def test_weights_do_not_depend_on_threads_but_on_the_seed(tmp_path: Path) -> None:
    found = []
    for name, sections in (("a", {"threads": 1}), ("b", {"threads": 5}), ("c", {"threads": 1, "seed": 2})):
        (tmp_path / name).mkdir()
        found.append(run(tmp_path / name, [PRO, RISK], **sections).history[-1]["weights"])
    assert found[0] == found[1] != found[2]


def test_settings_of_weights_hold_in_every_iteration(tmp_path: Path) -> None:
    settings = {
        "frozen": ["noise"],
        "groups": {"words": ["good", "bad"]},
        "bounds": {"copy": [0.2, 0.6]},
        "initial": {"noise": 0.3},
    }
    result = run(tmp_path, [PRO, RISK], weights=settings)
    for record in result.history:
        weights = record["weights"]
        assert weights["noise"] == 1.0  # the decoder's: only `tune` sets initial weights
        assert weights["good"] == weights["bad"]
        assert 0.2 <= weights["copy"] <= 0.6


def test_a_normalised_weight_stays_1(tmp_path: Path) -> None:
    result = run(tmp_path, [PRO], weights={"normalise": "noise"})
    assert [abs(record["weights"]["noise"]) for record in result.history] == pytest.approx([1.0] * 5)


def test_keeping_few_iterations_bounds_the_pool(tmp_path: Path) -> None:
    result = run(tmp_path, [PRO], kbest={"size": 20, "keep": 1})
    for record in result.history[:-1]:
        assert record["kbest"]["pool"] == record["kbest"]["new"] == record["kbest"]["candidates"]
