from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from base.errors import ConfigError, InputError
from simplifier.cli.rules import rules_group
from tests.toy_model import build_toy_model


def run(*arguments: object, text: str | None = None) -> Result:
    return CliRunner().invoke(rules_group, [str(argument) for argument in ("rank", *arguments)], input=text)


@pytest.fixture(scope="module")
def config(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_toy_model(tmp_path_factory.mktemp("toy"))


def test_words_are_ranked_under_the_weights(config: Path) -> None:
    result = run("--config", config, "Humorous", "nothing")
    assert result.stdout.splitlines() == [
        "humorous: 2 candidates, no rule copies it",
        "#  target   label  score  given  from",
        "1  funny    JJ     2.000  2.000  hand",
        "2  amusing  JJ     1.000  1.000  hand",
        "",
        "nothing: no rules",
    ]
    turned = run(
        "--config", config, "--set", "weights.reward=-1", "--top", 1, "--format", "tsv", "humorous", "x"
    )
    assert turned.stdout.splitlines() == [
        "source\trank\ttarget\tlhs\tscore\tgiven\tprovenance\tdecided",
        "humorous\t1\tamusing\tJJ\t-1\t-1\thand\t",
    ]
    assert turned.stderr == "note: no rules for x\n"


def test_a_text_tells_what_the_decoder_chose(config: Path, tmp_path: Path) -> None:
    text = "A large residence .\nVery humorous .\n"
    plain = run("--config", config, "--text", "-", text=text).stdout
    assert "residence: 1 candidate, no rule copies it" in plain
    assert "  line 2: funny, 1.000 before humorous -> amusing" in plain
    lines = run(
        "--config", config, "--text", "-", "--format", "tsv", "humorous", text=text
    ).stdout.splitlines()
    assert lines[1].split("\t")[-3:] == ["1", "1", "1"] and len(lines) == 3
    (tmp_path / "text").write_text(text)
    out = tmp_path / "out.json"
    result = run("--config", config, "--text", tmp_path / "text", "--format", "json", "--output", out)
    assert result.exit_code == 0 and result.stdout == ""
    report = json.loads(out.read_text())
    assert [one["source"] for one in report["sources"]] == ["large", "residence", "very", "humorous"]
    humorous = report["sources"][3]
    assert humorous["candidates"][0]["groups"] == {"given": 2.0} and humorous["candidates"][0]["chosen"] == 1
    assert humorous["occurrences"][0]["runner_up"] == ["humorous -> amusing"]


def test_wrong_input_is_an_error_of_the_user(config: Path, tmp_path: Path) -> None:
    assert run("--config", config).exit_code == 2
    assert isinstance(run("--text", tmp_path / "none").exception, InputError)
    unknown = run("--config", config, "--set", "weights=1", "x")
    assert isinstance(unknown.exception, ConfigError)
