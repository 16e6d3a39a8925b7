from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from simplifier.base.errors import ConfigError, FormatError, InputError
from simplifier.base.settings import PACKAGE
from simplifier.cli.rules import rules_group
from tests.toy_model import build_toy_model


def run(*arguments: object) -> Result:
    return CliRunner().invoke(rules_group, [str(argument) for argument in arguments])


@pytest.fixture(scope="module")
def config(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_toy_model(tmp_path_factory.mktemp("toy"))


def test_an_audit_is_an_exclusion_list(config: Path, tmp_path: Path) -> None:
    (tmp_path / "opposites").write_text("humorous\tfunny\n")
    options = ["audit", "--config", config, "--antonyms", tmp_path / "opposites"]
    table = run(*options)
    assert "antonym: 1\n  humorous  funny  'humorous' and 'funny' are opposites\n" == table.stdout
    assert "1 of 11 pairs are suspicious (antonym 1); 0 more are known" in table.stderr
    listed = tmp_path / "exclude.tsv"
    assert run(*options, "--format", "tsv", "--output", listed, "--check").exit_code == 1
    assert "humorous\tfunny\tantonym\t'humorous' and 'funny' are opposites\n" in listed.read_text()
    clean = run(*options, "--exclude", listed, "--check")
    assert clean.exit_code == 0 and "0 of 11 pairs are suspicious; 1 more are known" in clean.stderr
    record = json.loads(run(*options, "--format", "json").stdout)
    assert record["kinds"] == ["antonym"]
    assert run(*options, "--kind", "number").stdout == ""


def test_what_the_lexicon_knows_of_the_embedded_model() -> None:
    """No pair that the lexicon excludes is in the table; what an audit suspects there was read in its places."""
    audit = run("audit", "--exclude", PACKAGE / "languages" / "en" / "lexicon.tsv", "--check", "--format", "tsv")
    assert audit.exit_code == 1
    found = re.search(r"([\d,]+) of [\d,]+ pairs are suspicious \(.*\); (\d+) more are known", audit.stderr)
    assert found is not None and found.groups() == ("586", "0")


def test_a_diff_of_weights_tables_and_models(config: Path, tmp_path: Path) -> None:
    weights = config.parent / "weights.toml"
    other = tmp_path / "other.toml"
    other.write_text(weights.read_text().replace("reward = 1.0", "reward = -1.0"))
    result = run("diff", weights, other, "--config", config)
    assert result.stdout.splitlines()[2:] == [
        "source    target   rank         score              change",
        "humorous  amusing  2     ->  1  1.000  ->  -1.000  moved",
        "humorous  funny    1     ->  2  2.000  ->  -2.000  moved",
    ]
    assert "1 have another best candidate" in result.stdout
    tsv = run("diff", weights, other, "humorous", "--config", config, "--format", "tsv")
    assert tsv.stdout.splitlines()[1] == "humorous\tamusing\tmoved\t2\t1\t1\t-1"
    same = json.loads(run("diff", config, config, "--format", "json").stdout)
    assert same["changes"] == [] and same["moved"] == 0 and same["sources"] == 12
    tables = run("diff", config.parent / "rules.table", config.parent / "rules.table", "--config", config)
    assert "0 moved, 0 lost, 0 gained" in tables.stdout


def test_wrong_input_is_an_error_of_the_user(config: Path, tmp_path: Path) -> None:
    assert isinstance(run("diff", tmp_path / "none", config).exception, InputError)
    (tmp_path / "odd.toml").write_text("[grammers]\nx = 1\n")
    wrong = run("diff", tmp_path / "odd.toml", config).exception
    assert str(wrong) == f"{tmp_path}/odd.toml: unknown key 'grammers'; did you mean 'grammars'?"
    (tmp_path / "odd.toml").write_text("reward = 'x'\n")
    neither = run("diff", tmp_path / "odd.toml", config).exception
    assert isinstance(neither, FormatError) and str(neither).count("odd.toml") == 1
    (tmp_path / "empty.toml").write_text("")
    for command in (
        ["diff", tmp_path / "empty.toml", config],
        ["audit", "--config", tmp_path / "empty.toml"],
    ):
        message = str(run(*command).exception)
        assert "has no [[grammars]]" in message and message.count("empty.toml") == 1
    assert run("audit", "--table", config, "--config", config).exit_code == 2
    assert isinstance(run("audit", "--config", config, "--language", "xx").exception, ConfigError)
