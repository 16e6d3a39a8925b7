from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from simplifier.base.errors import ConfigError, FormatError
from simplifier.cli.rules import rules_group

CONFIG = """
features = ["MeteorLogProb", "Identity", "TargetWords"]

[[sources]]
name = "meteor"
format = "meteor"
path = "table"
"""


def run(*arguments: object) -> Result:
    return CliRunner().invoke(rules_group, [str(argument) for argument in arguments], catch_exceptions=True)


@pytest.fixture
def table(tmp_path: Path) -> Path:
    (tmp_path / "table").write_text("0.25\nutilize\nuse\n0.5\nutilize\nput to use\n")
    (tmp_path / "rules.toml").write_text(CONFIG)
    result = run("build", "--config", tmp_path / "rules.toml", "--output", tmp_path / "out.table")
    assert result.exit_code == 0, result.output
    assert "meteor: 2 read, 2 added" in result.stderr
    assert "self: 1 read, 1 added" in result.stderr
    assert "3 rules with 3 features" in result.stderr
    assert result.stdout == ""
    return tmp_path / "out.table"


def test_show_prints_candidates_with_provenance(table: Path) -> None:
    result = run("show", "--table", table, "--features", "TargetWords", "--weight", "MeteorLogProb=1", "utilize", "x")
    assert result.output.splitlines() == [
        "utilize: 3 rules",
        "#  label  target          score   TargetWords  from",
        "1  X      utilize (self)  0.000   1            self",
        "2  X      put to use      -0.693  3            meteor",
        "3  X      use             -1.386  1            meteor",
        "x: no rules",
    ]


def test_show_reads_the_embedded_model_whose_tables_store_different_features() -> None:
    lines = run("show", "novel", "xqx", "--top", 99).output.splitlines()
    assert lines[0].startswith("novel: ") and lines[-1] == "xqx: no rules"
    assert any("novel (self)" in line for line in lines)
    numbers = run("show", "fifteen", "--features", "InNumberList").output.splitlines()
    assert any("InNumberList" in line for line in numbers)
    wrong = run("show", "novel", "--features", "InNumbrList")
    assert isinstance(wrong.exception, ConfigError)
    assert "has no feature 'InNumbrList'; did you mean 'InNumberList'?" in str(wrong.exception)


def test_show_writes_json_lines(table: Path) -> None:
    result = run("show", "--table", table, "--format", "jsonl", "--top", 1, "--weight", "TargetWords=1", "utilize")
    (record,) = [json.loads(line) for line in result.output.splitlines()]
    assert (record["target"], record["score"], record["provenance"]) == ("put to use", 3.0, ["meteor"])


def test_features_are_listed_with_their_documentation() -> None:
    plain, markdown = run("features").output, run("features", "--markdown").output
    assert "WordLogCR" in plain and "ln(words of t / words of s)" in plain
    assert "hypothesis" in plain and "LabelMatch" in plain
    assert (
        "\n| CharCountDiff | rule | characters | 0 | max | PPDB 1.0 | characters of t - characters of s |\n" in markdown
    )


def test_wrong_input_is_an_error_of_the_user(table: Path, tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text(CONFIG + "ownr = 'x'\n")
    unknown = run("build", "--config", tmp_path / "bad.toml", "--output", tmp_path / "new.table")
    assert isinstance(unknown.exception, ConfigError)
    assert "did you mean 'sources.0.owner'?" in str(unknown.exception)
    foreign = run("show", "--table", tmp_path / "rules.toml", "utilize")
    assert isinstance(foreign.exception, FormatError)
    assert run("show", "--table", table, "--weight", "TargetWords", "utilize").exit_code == 2
    for empty in (["show", ""], ["rank", " "], ["show", "--table", "", "utilize"], ["stats", ""]):
        assert "empty" in run(*empty).stderr
    (tmp_path / "table").write_text("0.25\nutilize\nuse\nx\na\nb\n")
    broken = run("build", "--config", tmp_path / "rules.toml", "--output", tmp_path / "new.table")
    assert isinstance(broken.exception, FormatError) and broken.exception.line == 4
    skipped = run("build", "--config", tmp_path / "rules.toml", "--output", tmp_path / "new.table", "--skip-bad-rules")
    assert skipped.exit_code == 0 and "1 dropped: expected a probability above 0" in skipped.stderr
