"""What must be refused, most of it before the first sentence is decoded."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from simplifier.base.errors import ConfigError, InputError
from simplifier.core import TableBuilder
from simplifier.decoder import ChartDecoder
from simplifier.tuning import TuneResult, load_tune_config, tune
from simplifier.tuning.optimisers import Outcome, ProSettings
from tests.tuning.toy import write_toy_run

PRO = '[[stages]]\noptimiser = "pro"\niterations = 2\n'


class Disk(NamedTuple):
    total: int
    used: int
    free: int


def start(folder: Path, overrides: dict[str, object] | None = None, stages: str = PRO) -> TuneResult:
    return tune(load_tune_config(write_toy_run(folder, stages), overrides))


@pytest.fixture
def no_decoding(monkeypatch: pytest.MonkeyPatch) -> None:
    def decode(*_: Any, **__: Any) -> None:
        raise AssertionError("decoded before everything was checked")

    monkeypatch.setattr(ChartDecoder, "decode_lists", decode)


@pytest.mark.usefixtures("no_decoding")
@pytest.mark.parametrize(
    ("overrides", "message"),
    [
        ({"data.source": "no.src"}, r"no\.src: no such file"),
        ({"data.source": ""}, r"data\.source is not set; name the file"),
        ({"data.references": []}, r"data\.references is empty"),
        ({"data.tuning": "130"}, "has 140 lines, too few for 130 to tune on and 20 held out"),
        ({"weights.frozen": ["goood"]}, r"weights\.frozen: unknown feature 'goood'; did you mean 'good'"),
        ({"weights.groups": {"pair": ["good", "baad"]}}, r"groups\.pair: unknown feature 'baad'; .*'bad'"),
        ({"weights.groups": {"good": ["bad"]}}, "group 'good' is the name of a feature"),
        ({"weights.frozen": ["good"], "weights.groups": {"g": ["good"]}}, "'good' is in weights.frozen"),
        ({"weights.bounds": {"copyy": [0, 1]}}, "no free feature or group 'copyy'; did you mean 'copy'"),
        ({"weights.bounds": {"copy": [1, 0]}}, r"bounds\.copy: 1\.0 is above 0\.0"),
        ({"weights.initial": {"goood": 1}}, r"weights\.initial: weight for an unknown feature 'goood'"),
        ({"weights.start": "none.toml"}, r"none\.toml: no such file"),
        ({"weights.normalise": "lm_0"}, "no feature 'lm_0'; give a feature, l1 or l2"),
        ({"weights.normalise": "WordPenalty"}, "'WordPenalty' is 0, which cannot be scaled"),
        (
            {"weights.initial": {"good": 0, "bad": 0, "noise": 0, "copy": 0}},
            r"all weights are 0.*weights\.initial",
        ),
        ({"objective.metric": "sari"}, "'sari' alone names several numbers"),
        ({"objective.metric": "sari-papr"}, "unknown metric 'sari-papr'; did you mean 'sari-paper'"),
        ({"kbest.size": "1"}, "kbest.size.*greater than or equal to 2"),
        ({"kbest.sise": "1"}, r"unknown key 'kbest.sise'; did you mean 'kbest\.size'"),
        ({"stages": []}, "stages.*at least 1 item"),
    ],
)
def test_bad_settings(overrides: dict[str, object], message: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=message):
        start(tmp_path, overrides)


@pytest.mark.parametrize(
    ("stages", "message"),
    [
        ('[[stages]]\noptimiser = "prro"\n', "no optimiser 'prro'; did you mean 'pro'.; there are pro, risk"),
        ("[[stages]]\niterations = 2\n", "no optimiser None; there are"),
        ('[[stages]]\noptimiser = "pro"\npears = 5\n', r"unknown key 'stages\.0\.pears'.*'pairs'.; it takes"),
        ('[[stages]]\noptimiser = "risk"\nperplexity = 0.5\n', r"'stages\.0\.perplexity'.*greater than 1"),
        ("", "'stages' is missing"),
    ],
)
def test_bad_stages(stages: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=message):
        start(tmp_path, stages=stages)


def shorten(folder: Path) -> None:
    lines = (folder / "dev.ref1").read_text().splitlines()
    (folder / "dev.ref1").write_text("\n".join(lines[:-1]) + "\n")


def blank(folder: Path) -> None:
    lines = (folder / "dev.src").read_text().splitlines()
    lines[6] = ""
    (folder / "dev.src").write_text("\n".join(lines) + "\n")


def lengthen(folder: Path) -> None:
    lines = (folder / "dev.src").read_text().splitlines()
    lines[2] = "w1 " * 401
    (folder / "dev.src").write_text("\n".join(lines) + "\n")


def empty(folder: Path) -> None:
    (folder / "dev.src").write_text("")


def occupy(folder: Path) -> None:
    (folder / "run").write_text("a file")


@pytest.mark.usefixtures("no_decoding")
@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (shorten, r"dev\.ref1: has 139 lines but .*dev\.src has 140"),
        (blank, r"dev\.src:7: is empty"),
        (lengthen, r"dev\.src:3: has 401 tokens, more than 400"),
        (empty, r"dev\.src: is empty"),
        (occupy, r"run: cannot be written \(Not a directory\); name another --output"),
    ],
)
def test_bad_files(spoil: Callable[[Path], None], message: str, tmp_path: Path) -> None:
    config = load_tune_config(write_toy_run(tmp_path, PRO))
    spoil(tmp_path)
    with pytest.raises(InputError, match=message):
        tune(config)


@pytest.mark.usefixtures("no_decoding")
def test_a_full_disk_is_found_before_decoding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Disk(10**12, 10**12, 1000))
    with pytest.raises(InputError, match="may need 1.9 MB, but 1.0 kB are free; make room, or lower kbest.size"):
        start(tmp_path)


def test_lists_of_one_candidate(tmp_path: Path) -> None:
    config = load_tune_config(write_toy_run(tmp_path, PRO))
    table = tmp_path / "rules.table"
    builder = TableBuilder(str(table), ["good", "bad", "noise", "copy"], [0.0] * 4, ["toy"], "{}", str(tmp_path))
    builder.add(["X"], ["unseen"], ["word"], np.ones((1, 4), dtype=np.float32), None, 0)
    builder.finish()
    with pytest.raises(InputError, match="every k-best list holds a single candidate.*grammar has rules"):
        tune(config)


def test_references_of_other_sentences(tmp_path: Path) -> None:
    config = load_tune_config(write_toy_run(tmp_path, PRO), {"objective.metric": "sentence-bleu"})
    for number in range(2):
        (tmp_path / f"dev.ref{number}").write_text("other words\n" * 140)
    with pytest.raises(InputError, match="sentence-bleu is 0 for every candidate; check that the references"):
        tune(config)


def test_an_objective_that_tells_nothing_apart(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="all .* candidates have the same splits"):
        start(tmp_path, {"objective.metric": "splits"})


def test_nothing_is_free(tmp_path: Path) -> None:
    frozen = ["good", "bad", "noise", "copy", "GluePenalty", "ChangedNumber", "ChangedFirst"]
    config = load_tune_config(write_toy_run(tmp_path, PRO), {"weights.frozen": frozen})
    with pytest.raises(InputError, match="no free feature tells two candidates of a sentence apart"):
        tune(config)


def test_weights_that_are_no_numbers_leave_the_checkpoint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = ProSettings.optimise

    def broken(self: ProSettings, problem: Any, values: Any, place: Any) -> Outcome:
        outcome = honest(self, problem, values, place)
        return outcome if place.number == 0 else Outcome(outcome.values * np.nan)

    monkeypatch.setattr(ProSettings, "optimise", broken)
    with pytest.raises(InputError, match="iteration 1: pro gave weights that are no numbers"):
        start(tmp_path)
    monkeypatch.undo()
    result = tune(load_tune_config(tmp_path / "tune.toml"), resume=True)
    assert result.finished
    assert (tmp_path / "run" / "weights.toml").exists()


def test_presets_can_be_read() -> None:
    for name in ("tune-2016", "tune-modern"):
        config = load_tune_config(Path(__file__).parents[2] / "configs" / f"{name}.toml")
        assert config.iterations >= 15
