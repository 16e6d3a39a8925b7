"""Runs in processes of their own that are killed, interrupted and resumed."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.tuning.toy import write_toy_run

ROOT = Path(__file__).resolve().parents[2]
COMMAND = [sys.executable, "-m", "simplifier", "tune"]


class Run:
    """A tuning process; its messages go to a file, so that they can be read while it runs and after."""

    def __init__(self, config: Path, *options: str) -> None:
        self.messages = config.parent / "messages.txt"
        with self.messages.open("wb") as stream:
            self.process = subprocess.Popen(
                [*COMMAND, "--config", str(config), *options],
                cwd=ROOT,
                stdout=stream,
                stderr=subprocess.STDOUT,
            )

    def wait_for_an_iteration(self) -> None:
        """Wait until an iteration of this process is done, or the process itself is."""
        while self.process.poll() is None and not self.messages.stat().st_size:
            time.sleep(0.005)

    def finish(self) -> tuple[int, str]:
        code = self.process.wait(timeout=120)
        return code, self.messages.read_text()


def history(run: Path) -> list[dict[str, Any]]:
    records = [json.loads(line) for line in (run / "history.jsonl").read_text().splitlines()]
    return [{key: value for key, value in record.items() if key != "seconds"} for record in records]


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    config = write_toy_run(tmp_path_factory.mktemp("whole"))
    code, messages = Run(config, "--set", "threads=1").finish()
    assert code == 0, messages
    assert "done; best iteration" in messages
    assert messages.count("\niteration") == 7
    return config.parent / "run"


def assert_same(run: Path, other: Path) -> None:
    for name in ("weights.toml", "weights.txt", "history.svg"):
        assert (run / name).read_bytes() == (other / name).read_bytes(), name
    assert history(run) == history(other)


def test_a_killed_run_resumes_to_the_same_weights(uninterrupted: Path, tmp_path: Path) -> None:
    config = write_toy_run(tmp_path)
    moments = random.Random(int(os.environ.get("KILL_SEED", "7")))
    kills = 0
    while True:
        resume = ["--resume"] if (tmp_path / "run" / "checkpoint.json").exists() else []
        # Another number of threads each time must not show either.
        run = Run(config, *resume, "--set", f"threads={1 + kills % 3}")
        run.wait_for_an_iteration()
        if kills == 5:
            break
        time.sleep(moments.uniform(0, 0.1))
        if run.process.poll() is not None:
            break
        run.process.kill()
        run.process.wait()
        kills += 1
    code, messages = run.finish()
    assert code == 0, messages
    assert kills >= 1
    assert_same(uninterrupted, tmp_path / "run")
    assert not (tmp_path / "run" / "pool").exists()


def test_ctrl_c_once_finishes_the_iteration_and_twice_stops_now(uninterrupted: Path, tmp_path: Path) -> None:
    config = write_toy_run(tmp_path)
    run = Run(config)
    run.wait_for_an_iteration()
    run.process.send_signal(signal.SIGINT)
    code, messages = run.finish()
    assert code == 0, messages
    assert "interrupted: finishing this iteration" in messages
    assert "interrupted, go on with --resume" in messages
    done = json.loads((tmp_path / "run" / "checkpoint.json").read_text())["iteration"]
    assert 0 < done < 8

    run = Run(config, "--resume")
    run.wait_for_an_iteration()
    run.process.send_signal(signal.SIGINT)
    time.sleep(0.02)
    run.process.send_signal(signal.SIGINT)
    code, messages = run.finish()
    assert code == 130, messages
    assert "error: interrupted" in messages
    assert json.loads((tmp_path / "run" / "checkpoint.json").read_text())["iteration"] > done

    code, messages = Run(config, "--resume").finish()
    assert code == 0, messages
    assert_same(uninterrupted, tmp_path / "run")


def test_resuming_needs_a_checkpoint_of_this_run(uninterrupted: Path, tmp_path: Path) -> None:
    code, messages = Run(write_toy_run(tmp_path), "--resume").finish()
    assert code == 2
    assert "checkpoint.json: no checkpoint to resume from" in messages

    config = uninterrupted.parent / "tune.toml"
    assert "holds a run already" in Run(config).finish()[1]
    assert "is of a run with other settings" in Run(config, "--resume", "--set", "seed=2").finish()[1]
    code, messages = Run(config, "--resume").finish()  # nothing is left to do, and nothing changes
    assert code == 0, messages
    assert "done; best iteration" in messages
