"""The folder of a run: nothing in the way, nothing left behind, nothing damaged that goes unnoticed."""

from __future__ import annotations

import json
import resource
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from simplifier.base.errors import ConfigError, InputError
from simplifier.base.writing import write_bytes
from simplifier.tuning import TuneResult, load_tune_config, tune
from simplifier.tuning.history import History
from tests.tuning.toy import write_toy_run

PRO = '[[stages]]\noptimiser = "pro"\niterations = 3\n'


class Disk(NamedTuple):
    total: int
    used: int
    free: int


class Stopped(Exception):
    """A run that ends as a killed one does: the checkpoint is the last thing that it wrote."""


def run(config: Path, resume: bool = False, overwrite: bool = False, **overrides: object) -> TuneResult:
    return tune(load_tune_config(config, overrides), resume, overwrite=overwrite)


def stop_after(config: Path, iteration: int) -> None:
    def report(line: str) -> None:
        if line.startswith(f"iteration {iteration},"):
            raise Stopped

    with pytest.raises(Stopped):
        tune(load_tune_config(config), report=report)


@contextmanager
def largest_file(size: int) -> Iterator[None]:
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.parametrize(
    "overrides",
    [
        {"data.source": "no.src"},
        {"data.tuning": "130"},
        {"weights.frozen": ["goood"]},
        {"weights.normalise": "lm_0"},
        {"weights.start": "none.toml"},
        {"pipeline.preset": "bolt"},
    ],
)
def test_input_errors_leave_no_folder(overrides: dict[str, object], tmp_path: Path) -> None:
    config = write_toy_run(tmp_path, PRO)
    with pytest.raises(InputError):
        run(config, output=tmp_path / "deep" / "run", **overrides)
    assert not (tmp_path / "deep").exists()


def test_a_run_that_fails_before_its_first_checkpoint_is_not_in_the_way_of_the_next(tmp_path: Path) -> None:
    config = write_toy_run(tmp_path, PRO)
    sources = (tmp_path / "dev.src").read_text()
    (tmp_path / "dev.src").write_text(sources.replace("w", "x"))
    output = tmp_path / "deep" / "run"
    with pytest.raises(InputError, match="is 0 for every candidate; check that the references"):
        run(config, output=output)
    assert not (tmp_path / "deep").exists()
    output.mkdir(parents=True)
    (output / "notes.txt").write_text("mine")
    with pytest.raises(InputError, match="is 0 for every candidate; check that the references"):
        run(config, output=output)
    assert [path.name for path in output.iterdir()] == ["notes.txt"]
    (tmp_path / "dev.src").write_text(sources)
    assert run(config, output=output).finished
    assert (output / "notes.txt").read_text() == "mine"


def test_a_file_of_somebody_else_is_not_replaced(tmp_path: Path) -> None:
    config = write_toy_run(tmp_path, PRO)
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "config.toml").write_text("# mine\n")
    with pytest.raises(InputError, match=r"run: holds a config.toml, which the run would replace; name another"):
        run(config)
    assert (tmp_path / "run" / "config.toml").read_text() == "# mine\n"
    assert run(config, overwrite=True).finished


def test_what_was_killed_before_its_first_checkpoint_is_begun_anew(tmp_path: Path) -> None:
    config = write_toy_run(tmp_path, PRO)
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "history.jsonl").write_text('{"iteration": 0}\n{"ite')
    assert run(config).weights == run(config, output=tmp_path / "another").weights


def damaged(change: Callable[[dict[str, Any]], object]) -> Callable[[bytes], bytes]:
    def apply(data: bytes) -> bytes:
        state = json.loads(data)
        change(state)
        return json.dumps(state).encode()

    return apply


DAMAGE: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "half": (lambda data: data[: len(data) // 2], "is damaged .Unterminated|is damaged .Expecting"),
    "bytes": (lambda data: b"\xff\xfe\xfa" + data, "is damaged .'utf-"),
    "another form": (lambda data: b"[1, 2]", "has version None, not 2"),
    "iteration in words": (damaged(lambda state: state.update(iteration="two")), "its checksum does not fit"),
    "iteration beyond": (damaged(lambda state: state.update(iteration=77)), "its checksum does not fit"),
    "another digit": (damaged(lambda state: state["weights"].append(1.0)), "its checksum does not fit"),
    "no checksum": (damaged(lambda state: state.pop("checksum")), "its checksum does not fit"),
    "another version": (damaged(lambda state: state.update(version=1)), "has version 1, not 2"),
}


@pytest.mark.parametrize("what", DAMAGE)
def test_a_damaged_checkpoint_leads_to_a_run_anew(what: str, tmp_path: Path) -> None:
    change, message = DAMAGE[what]
    config = write_toy_run(tmp_path, PRO)
    stop_after(config, 1)
    path = tmp_path / "run" / "checkpoint.json"
    path.write_bytes(change(path.read_bytes()))
    with pytest.raises(InputError, match=rf"{message}.*start the run anew \(--overwrite\)"):
        run(config, resume=True)
    with pytest.raises(InputError, match=r"holds a run already; go on with it .--resume., start anew .*--overwrite"):
        run(config)
    anew = run(config, overwrite=True)
    assert anew.weights == run(config, output=tmp_path / "another").weights


def test_a_history_that_was_changed_is_refused(tmp_path: Path) -> None:
    config = write_toy_run(tmp_path, PRO)
    stop_after(config, 1)
    path = tmp_path / "run" / "history.jsonl"
    data = path.read_bytes()
    for changed in (data[:-10], data.replace(b"1", b"2", 1)):
        path.write_bytes(changed)
        with pytest.raises(InputError, match=r"history.jsonl: is not what its checkpoint says; start the run anew"):
            run(config, resume=True)
    path.write_bytes(data + b"half a rec")  # written after the checkpoint
    assert run(config, resume=True).finished


def test_flipped_bytes_in_the_pool_end_in_one_line(tmp_path: Path) -> None:
    config = write_toy_run(tmp_path, PRO)
    stop_after(config, 1)
    features = tmp_path / "run" / "pool" / "features.bin"
    data = bytearray(features.read_bytes())
    for place in range(1000, 1064):
        data[place] ^= 0xFF
    features.write_bytes(data)
    with pytest.raises(InputError, match=r"features.bin: is damaged among the candidates of iteration 0; start"):
        run(config, resume=True)
    assert run(config, overwrite=True).finished


def test_going_on_needs_room_for_what_is_missing_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = write_toy_run(tmp_path, PRO)
    stop_after(config, 0)  # 6,000 candidates; two more iterations may bring half of that each
    there = sum(path.stat().st_size for path in (tmp_path / "run" / "pool").iterdir())
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Disk(10**12, 10**12, 0))
    needed = rf"the pool of candidates may need {there / 1e6:.1f} MB, but 0 bytes are free"
    with pytest.raises(InputError, match=needed):
        run(config, resume=True)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Disk(10**12, 10**12, there))
    assert run(config, resume=True).finished


def test_a_full_disk_names_the_file_and_the_run_goes_on_later(tmp_path: Path) -> None:
    config = write_toy_run(tmp_path, PRO)
    stop_after(config, 0)
    size = (tmp_path / "run" / "pool" / "features.bin").stat().st_size
    with (
        largest_file(size + 100),
        pytest.raises(InputError, match=r"features.bin: cannot be written \(File too large\); make room"),
    ):
        run(config, resume=True)
    assert run(config, resume=True).weights == run(config, output=tmp_path / "another").weights


def test_a_full_disk_names_the_history_and_any_other_file(tmp_path: Path) -> None:
    history = History(tmp_path / "history.jsonl")
    with largest_file(1000):
        with pytest.raises(InputError, match=r"history.jsonl: cannot be written \(File too large\); make room"):
            history.append({"weights": "x" * 5000})
        with pytest.raises(InputError, match=r"checkpoint.json: cannot be written \(File too large\)"):
            write_bytes(tmp_path / "checkpoint.json", b"x" * 5000)
    assert [path.name for path in tmp_path.iterdir()] == ["history.jsonl"]


def test_a_run_is_resumed_with_the_model_that_it_was_begun_with(tmp_path: Path) -> None:
    config = write_toy_run(tmp_path, PRO)
    stop_after(config, 1)
    model = tmp_path / "model.toml"
    model.write_text(f"{model.read_text()}\n[decoder]\npop_limit = 50\n")
    with pytest.raises(InputError, match="is of a run with other settings, data or model; resume with those"):
        run(config, resume=True)


def test_to_resume_is_not_to_overwrite(tmp_path: Path) -> None:
    config = write_toy_run(tmp_path, PRO)
    with pytest.raises(ConfigError, match="--resume goes on with a run and --overwrite replaces it; choose"):
        run(config, resume=True, overwrite=True)
