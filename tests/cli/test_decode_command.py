"""`simplifier decode --joshua-config`: options, input, output, and what goes wrong."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from simplifier.cli.failures import run
from simplifier.cli.main import umbrella

GRAMMAR = """\
[X] ||| big ||| large ||| 1
[X] ||| big ||| huge ||| 2
[X] ||| house ||| home ||| 0
"""
GLUE = """\
[GOAL] ||| <s> ||| <s> ||| 0
[GOAL] ||| [GOAL,1] [X,2] ||| [GOAL,1] [X,2] ||| 0
[GOAL] ||| [GOAL,1] </s> ||| [GOAL,1] </s> ||| 0
"""
CONFIG = """\
tm = thrax pt 10 grammar
tm = thrax glue -1 glue
feature-function = OOVPenalty
amortize = true
tm_pt_0 1
OOVPenalty 1
"""

Invoke = Callable[..., tuple[int, str, str]]


@pytest.fixture
def invoke(capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch) -> Invoke:
    def call(*arguments: object, stdin: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        with pytest.raises(SystemExit) as ended:
            run(lambda: umbrella, "simplifier", ["decode", *(str(argument) for argument in arguments)])
        sys.stdout.flush()
        out, err = capfdbinary.readouterr()
        return int(ended.value.code or 0), out.decode(), err.decode()

    return call


@pytest.fixture
def config(tmp_path: Path) -> Path:
    for name, text in (("grammar", GRAMMAR), ("glue", GLUE), ("joshua.config", CONFIG)):
        (tmp_path / name).write_text(text)
    return tmp_path / "joshua.config"


def test_lines_on_standard_input(config: Path, invoke: Invoke) -> None:
    code, out, err = invoke("--joshua-config", config, stdin="big house\n\nhouse\r\n")
    assert (code, out.splitlines()) == (
        0,
        [
            "0 ||| large home ||| tm_pt_0=-1.000 tm_glue_0=0.000 OOVPenalty=0.000 ||| -1.000",
            "1 |||  |||  ||| 0.000",
            "2 ||| home ||| tm_pt_0=0.000 tm_glue_0=0.000 OOVPenalty=0.000 ||| 0.000",
        ],
    )
    assert err == (f"note: {config}:4: amortize: no effect: rules are always sorted when they are first used\n")


def test_files_options_and_more_lines(config: Path, tmp_path: Path, invoke: Invoke) -> None:
    (tmp_path / "a.txt").write_text("big\n")
    (tmp_path / "b.txt").write_text("house\n")
    options = ["--kbest", 2, "--pop-limit", 0, "--threads", 2, "--output", tmp_path / "out"]
    lines = ["--joshua-set", "output-format = %i %k %s %c", "--joshua-set", "tm_pt_0 2"]
    code, out, _ = invoke("--joshua-config", config, *options, *lines, tmp_path / "a.txt", tmp_path / "b.txt")
    assert (code, out) == (0, "")
    assert (tmp_path / "out").read_text().splitlines() == [
        "0 1 large -2.000",
        "0 2 huge -4.000",
        "1 1 home 0.000",
        "1 2 house -100.000",
    ]


def test_input_file_of_the_configuration(config: Path, tmp_path: Path, invoke: Invoke) -> None:
    (tmp_path / "a.txt").write_text("big\n")
    lines = ["--joshua-set", f"input-file = {tmp_path / 'a.txt'}", "--joshua-set", "output-format = %s"]
    assert invoke("--joshua-config", config, *lines)[1] == "large\n"


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("--tokenized",), "--tokenized does not go with --joshua-config"),
        (("--joshua-set", "pop-limit = x"), "pop-limit = x: expected a number from 0, not 'x'"),
        (("--joshua-set", "fuzzy-matching = true"), "fuzzy-matching is not supported"),
        (("--joshua-set", "output-format = %w"), "output-format: %w (the weights) is not supported"),
        (("nowhere.txt",), "nowhere.txt: no such file"),
    ],
)
def test_mistakes_are_one_line(arguments: tuple[str, ...], problem: str, config: Path, invoke: Invoke) -> None:
    code, out, err = invoke("--joshua-config", config, *arguments)
    assert (code, out) == (2, "")
    assert err.startswith("error: ") and err.count("\n") == 1 and problem in err


def test_joshua_options_need_a_configuration(invoke: Invoke) -> None:
    assert invoke("--joshua-version", 5) == (2, "", "error: --joshua-version goes with --joshua-config\n")


def test_a_line_that_is_not_utf8_is_named(config: Path, tmp_path: Path, invoke: Invoke) -> None:
    (tmp_path / "a.txt").write_bytes(b"big\n\xff\n")
    code, _, err = invoke("--joshua-config", config, tmp_path / "a.txt")
    assert code == 2 and f"{tmp_path / 'a.txt'}:2: " in err


def test_forests_of_joshua_configurations(config: Path, invoke: Invoke, tmp_path: Path) -> None:
    path = tmp_path / "forests.jsonl"
    options = ("--joshua-config", config, "--joshua-set", "output-format = %s ||| %f ||| %c")
    code, out, err = invoke(*options, "--forest", path, "--forest-stats", stdin="big house\n\n[\n")
    assert (code, out) == (0, invoke(*options, stdin="big house\n\n[\n")[1])
    assert "forest: 0: " in err
    forests = [json.loads(line) for line in path.read_text().splitlines()]
    assert [forest["number"] for forest in forests] == [0, 1, 2]
    first, _, third = forests
    assert (first["sentence"], third["sentence"]) == (["big", "house"], ["-lsb-"])
    sides = {(edge["rule"]["grammar"], edge["rule"]["target"]) for edge in first["edges"]}
    assert sides >= {("pt", "large"), ("pt", "huge"), ("unknown", "big"), ("glue", "[GOAL,1] [X,2]")}
    for edge in first["edges"]:
        weighed = sum({"tm_pt_0": 1, "OOVPenalty": 1}.get(name, 0) * v for name, v in edge["features"].items())
        assert edge["score"] == pytest.approx(weighed)
    large = next(edge for edge in first["edges"] if edge["rule"]["target"] == "large")
    assert large["features"] == {"tm_pt_0": -1.0}
    best = first["nodes"][first["goal"]]["score"]
    assert out.splitlines()[0].endswith(f" ||| {best:.3f}")
