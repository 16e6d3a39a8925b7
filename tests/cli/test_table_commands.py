"""`simplifier rules` from table to table and from table to text."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result

from simplifier.base.errors import ConfigError, FormatError, InputError
from simplifier.cli.rules import rules_group
from simplifier.core import TableBuilder
from simplifier.pipeline import Simplifier
from simplifier.rules.readers import read_rules
from simplifier.rules.tables.table import open_table
from tests.toy_model import build_toy_model


def run(*arguments: object) -> Result:
    return CliRunner().invoke(rules_group, [str(argument) for argument in arguments])


@pytest.fixture
def model(tmp_path: Path) -> Path:
    return build_toy_model(tmp_path)


@pytest.fixture
def table(model: Path) -> Path:
    return model.parent / "rules.table"


def test_stats(table: Path) -> None:
    lines = run("stats", table, "--top", 2).stdout.splitlines()
    assert lines[0].startswith("rules           13, ")
    assert "most rules: humorous (2)" in lines[1]
    assert "nonterminals    0: 12, 2: 1" in lines
    assert "labels          8: JJ 4, NP 3" in lines
    assert "from            hand 13" in lines
    assert lines[-1].split() == ["reward", "0.5", "1.615", "3", "100.0%"]
    census = json.loads(run("stats", table, "--format", "json").stdout)
    assert (census["rules"], census["copies"], census["deletions"]) == (13, 2, 1)


def test_verify_finds_every_damage(table: Path) -> None:
    assert run("verify", table, table).stdout.splitlines() == [f"{table}: 13 rules, whole"] * 2
    sound = table.read_bytes()
    for place in range(300, len(sound), 97):
        table.write_bytes(sound[:place] + bytes([sound[place] ^ 0x41]) + sound[place + 1 :])
        result = run("verify", table)
        # Padding between sections carries nothing; all else is noticed.
        assert sound[place] == 0 or isinstance(result.exception, FormatError), place


def test_filter_leaves_the_output_as_it_was(model: Path, table: Path, tmp_path: Path) -> None:
    text = "The committee commenced deliberations. The book was written by the girl."
    (tmp_path / "text").write_text(text + "\n", encoding="utf-8")
    result = run("filter", table, "--text", tmp_path / "text", "--output", tmp_path / "some.table")
    assert result.exit_code == 0, result.output
    assert result.stderr == f"{tmp_path / 'some.table'}: 6 of 13 rules\n"
    whole = Simplifier.load(model).simplify(text)
    some = Simplifier.load(model, overrides={"grammars.0.path": str(tmp_path / "some.table")}).simplify(text)
    assert whole.text == some.text == "The group started talks. The girl wrote the book."
    for one, other in zip(whole.sentences, some.sentences, strict=True):
        assert (one.score, one.kbest[0].features) == (other.score, other.kbest[0].features)


def test_filter_takes_tokenised_text(table: Path, tmp_path: Path) -> None:
    (tmp_path / "text").write_bytes(gzip.compress(b"a large residence\n"))
    out = tmp_path / "some.table"
    assert run("filter", table, "--text", tmp_path / "text", "--tokenized", "--output", out).exit_code == 0
    assert [open_table(out).rule(rule)[1] for rule in range(2)] == ["large", "residence"]
    missing = run("filter", table, "--text", tmp_path / "none", "--output", out)
    assert isinstance(missing.exception, InputError)


def test_prune_by_score_and_thresholds(table: Path, tmp_path: Path) -> None:
    out = tmp_path / "some.table"
    assert run("prune", table, "--output", out, "--weight", "reward=1", "--top", 1).exit_code == 0
    targets = {open_table(out).rule(rule)[2] for rule in range(len(open_table(out)))}
    assert "funny" in targets and "amusing" not in targets
    assert run("prune", table, "--output", out, "--minimum", "reward=2", "--maximum", "reward=2").exit_code == 0
    targets = {open_table(out).rule(rule)[2] for rule in range(len(open_table(out)))}
    assert targets == {"the group", "started", "funny", "big", "about", "but"}
    (tmp_path / "text").write_text("Large and large. A residence.\n", encoding="utf-8")
    arguments = ("--text", tmp_path / "text", "--least-count", 2)
    assert run("prune", table, "--output", out, *arguments).exit_code == 0
    assert [open_table(out).rule(rule)[2] for rule in range(len(open_table(out)))] == ["big"]
    assert "go by score" in run("prune", table, "--output", out, "--top", 1).stderr
    unknown = run("prune", table, "--output", out, "--weight", "rewrad=1", "--top", 1)
    assert isinstance(unknown.exception, ConfigError)
    assert "--minimum" in run("prune", table, "--output", out, "--minimum", "reward").stderr


def test_merge(table: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.table"
    builder = TableBuilder(str(other), ["p(e|f)"], [10.0], ["list"], "{}", str(tmp_path))
    builder.add(["JJ", "JJ"], ["large", "vast"], ["big", "big"], np.array([[1], [2]], np.float32), None, 0)
    builder.finish()
    out = tmp_path / "all.table"
    assert run("merge", table, other, "--output", out).stderr == f"{out}: 14 rules out of 15\n"
    merged = open_table(out)
    (rule,) = merged.lookup(["large"])
    assert (merged.features(rule).tolist(), merged.rule(rule)[4]) == ([2.0, 1.0], 0b11)
    assert "two tables" in run("merge", table, "--output", out).stderr


def test_export_reads_back(table: Path, tmp_path: Path) -> None:
    out = tmp_path / "rules.gz"
    result = run("export", table, "--format", "ppdb1", "--output", out, "--no-self-rules")
    assert result.stderr == "10 rules written\n  1 left out: an empty target side\n"
    assert out.read_bytes()[:2] == b"\x1f\x8b"
    lines = gzip.decompress(out.read_bytes()).decode().splitlines()
    assert "[VP] ||| [NP,1] was written by [NP,2] ||| [NP,2] wrote [NP,1] ||| reward=3" in lines
    (batch,) = read_rules(out, "ppdb1")
    assert len(batch) == 10 and sorted(batch.features["reward"])[-1] == 3
    listed = run("export", table, "--format", "user").stdout.splitlines()
    assert "however ,\tbut\tADVP" in listed and 'very\t""\tJJ' in listed
    assert isinstance(run("export", table, "--format", "moses").exception, ConfigError)


def test_an_output_that_fails_leaves_the_old_file(table: Path, tmp_path: Path) -> None:
    out = tmp_path / "old"
    out.write_text("kept", encoding="utf-8")
    assert run("export", table, "--format", "moses", "--output", out).exit_code != 0
    assert run("filter", table, "--text", tmp_path / "none", "--output", out).exit_code != 0
    assert run("merge", table, tmp_path / "none", "--output", out).exit_code != 0
    assert out.read_text(encoding="utf-8") == "kept"
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".")]
