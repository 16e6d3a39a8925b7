"""What a run leaves gives the figures that the run reports, to the last digit."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from simplifier.base.errors import ConfigError
from simplifier.cli.evaluate import evaluate_command
from simplifier.cli.simplify import simplify_command
from simplifier.cli.tuning import tune_command
from simplifier.config import load_config
from simplifier.tuning import TuneResult, load_tune_config, tune
from tests.tuning.toy import add_reranker, write_toy_run

STAGES = (
    '[[stages]]\noptimiser = "pro"\niterations = 2\n\n[[stages]]\noptimiser = "risk"\niterations = 1\nstart = "best"\n'
)
METRICS = ("0.5*sari-paper + 0.5*sari-easse", "sari-paper")


def tuned(folder: Path, reranker: str, gain_of: str | None, **overrides: object) -> TuneResult:
    """Tune the toy model, beside trees that expect a gain of one of its features."""
    config = write_toy_run(folder, STAGES)
    if gain_of is not None:
        add_reranker(folder, gain_of)
    return tune(load_tune_config(config, {"pipeline.reranker": reranker, **overrides}))


def evaluated(folder: Path, output: Path, lines: list[int]) -> dict[str, float]:
    """What `simplifier evaluate` says about some lines."""
    files = [folder / "dev.ref0", folder / "dev.ref1"]
    arguments = ["--source", folder / "dev.src", "--references", *files, "--output", output, "--json"]
    options = ["--samples", 0, "--lines", f"{lines[0]}-{lines[1]}", "--metric", *METRICS, "copies"]
    ended = CliRunner().invoke(evaluate_command, [*map(str, [*arguments, *options])])
    assert ended.exit_code == 0, ended.output
    scores: list[dict[str, Any]] = json.loads(ended.stdout)["systems"][0]["scores"]
    return {one["metric"]: one["value"] for one in scores}


@pytest.mark.parametrize(
    ("reranker", "gain_of"),
    [
        ("weigh", None),
        ("weigh", "good"),
        ("weigh", "bad"),
        ("keep", "good"),
        ("keep", "bad"),
        ("off", "bad"),
        ("train", "bad"),
    ],
)
def test_the_written_configuration_gives_the_reported_figures(
    reranker: str, gain_of: str | None, tmp_path: Path
) -> None:
    if reranker == "train":
        pytest.importorskip("lightgbm", reason="training trees needs the extra 'selection'")
    result = tuned(tmp_path, reranker, gain_of)
    shutil.move(tmp_path / "run", tmp_path / "moved")  # its own files are named relative to it
    run = tmp_path / "moved"
    output = tmp_path / "out.txt"
    arguments = ["--config", run / "config.toml", tmp_path / "dev.src", "--output", output]
    ended = CliRunner().invoke(simplify_command, [*map(str, arguments)])
    assert ended.exit_code == 0, ended.output
    assert output.read_bytes() == (run / "simplified.txt").read_bytes()
    report = json.loads((run / "scores.json").read_text())
    assert report["simplify"] == result.simplified
    assert report["lines"] == {"tuning": [1, 120], "held_out": [121, 140], "all": [1, 140]}
    for part, lines in report["lines"].items():
        scores, found = result.simplified[part], evaluated(tmp_path, output, lines)
        # An expression may add its terms in another order: the same but for the last bit.
        assert (scores["objective"], scores["sari-paper"]) == pytest.approx(
            tuple(found[name] for name in METRICS), rel=1e-14
        )
        assert scores["copied"] == found["copies"]
    if reranker != "train":
        assert result.simplified["held_out"] == result.held_out
    assert load_config(run / "config.toml").reranker.score_weight == (report["scale"]["score_weight"] or 0.2)


def test_trees_that_help_are_weighed_and_others_switched_off(tmp_path: Path) -> None:
    helped = tuned(tmp_path / "good", "weigh", "good")
    at_first = helped.history[0]["reranker"]
    assert at_first["score_weight"] > 0 and at_first["chosen"] > at_first["alone"] + 1
    hindered = tuned(tmp_path / "bad", "weigh", "bad")
    assert load_config(tmp_path / "bad" / "run" / "config.toml").reranker.path is None
    assert all(record["reranker"]["score_weight"] is None for record in hindered.history)
    off = tuned(tmp_path / "off", "off", "bad")
    assert hindered.simplified == off.simplified


def test_weights_find_their_scale_beside_trees_that_stay(tmp_path: Path) -> None:
    found = tuned(tmp_path, "keep", "bad")
    model = load_config(tmp_path / "model.toml").reranker
    assert load_config(tmp_path / "run" / "config.toml").reranker == model
    # The trees pay points for bad words, so the weights grow until the score outweighs them.
    assert found.weights["good"] - found.weights["bad"] > 10.0
    assert found.held_out["objective"] > found.history[0]["held_out"]["objective"] + 10


def test_a_preset_holds_while_tuning_and_afterwards(tmp_path: Path) -> None:
    config = write_toy_run(tmp_path, STAGES)
    model = tmp_path / "model.toml"
    text = model.read_text().replace("noise = 1.0\n", "")
    model.write_text(f'{text}\n[guards]\nnoise = 1.0\n\n[presets.shy]\n"guards.noise" = -3.0\n')
    result = tune(load_tune_config(config, {"pipeline.preset": "shy"}))
    assert {record["weights"]["noise"] for record in result.history} == {-3.0}
    written = load_config(tmp_path / "run" / "config.toml")
    assert written.preset == "shy" and written.all_weights()["noise"] == -3.0
    assert load_config(tmp_path / "run" / "config.toml", {"preset": ""}).all_weights()["noise"] == 1.0


def test_a_preset_must_not_set_what_tuning_finds(tmp_path: Path) -> None:
    config = write_toy_run(tmp_path, STAGES)
    model = tmp_path / "model.toml"
    model.write_text(f'{model.read_text()}\n[presets.own]\n"weights.good" = 1.0\n')
    with pytest.raises(ConfigError, match=r"pipeline.preset: 'own' sets weights.good, which tuning finds"):
        tune(load_tune_config(config, {"pipeline.preset": "own"}))


@pytest.mark.parametrize(
    ("overrides", "message"),
    [
        (
            {"pipeline.reranker": "keep", "weights.normalise": "l2"},
            'with pipeline.reranker = "keep" the scale',
        ),
        ({"pipeline.reranker": "of"}, "pipeline.reranker.*'weigh', 'keep', 'train' or 'off'"),
        ({"pipeline.preset": "bolt"}, "has no preset 'bolt'"),
    ],
)
def test_bad_settings_of_the_pipeline(overrides: dict[str, object], message: str, tmp_path: Path) -> None:
    config = write_toy_run(tmp_path, STAGES)
    with pytest.raises(ConfigError, match=message):
        tune(load_tune_config(config, overrides))


def test_a_score_that_counts_nothing_cannot_be_weighed(tmp_path: Path) -> None:
    config = write_toy_run(tmp_path, STAGES)
    add_reranker(tmp_path, "good", score_weight=0.0)
    with pytest.raises(ConfigError, match="reranker.score_weight of the model is 0"):
        tune(load_tune_config(config))


def test_a_model_that_joins_lines_is_refused(tmp_path: Path) -> None:
    config = write_toy_run(tmp_path, STAGES)
    model = tmp_path / "model.toml"
    model.write_text(f"{model.read_text()}\n[text]\nwrapped_lines = true\n")
    with pytest.raises(ConfigError, match="text.wrapped_lines joins the lines that tuning scores one by one"):
        tune(load_tune_config(config))


def test_the_pop_limit_of_tuning_is_not_that_of_the_model(tmp_path: Path) -> None:
    config = write_toy_run(tmp_path, STAGES)
    result = tune(load_tune_config(config, {"kbest.pop_limit": 2}))
    assert load_config(tmp_path / "run" / "config.toml").decoder.pop_limit == 100
    assert result.simplified["held_out"] == result.held_out


def test_the_command_ends_with_the_report(tmp_path: Path) -> None:
    config = write_toy_run(tmp_path, STAGES)
    ended = CliRunner().invoke(tune_command, ["--config", str(config), "--quiet"])
    assert ended.exit_code == 0, ended.output
    report = (tmp_path / "run" / "report.txt").read_text()
    assert ended.stdout.startswith("done; best iteration ") and ended.stdout.endswith(report)
    assert report.startswith(f"simplify --config {tmp_path / 'run' / 'config.toml'} {tmp_path / 'dev.src'} ")
    assert "\nheld out, lines 121-140  " in report and report.endswith("\nno reranker\n")
