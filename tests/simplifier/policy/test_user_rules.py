"""A user's list against a model: a toy whose wishes are known, and the embedded one."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from simplifier.base.errors import ConfigError, FormatError, InputError
from simplifier.cli.simplify import simplify_command
from simplifier.pipeline import Simplifier
from tests.toy_model import build_toy_model


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_toy_model(tmp_path_factory.mktemp("toy"))


def load(model: Path, path: Path, text: str, **overrides: object) -> Simplifier:
    (path / "mine.tsv").write_text(text, encoding="utf-8")
    return Simplifier.load(model, overrides={"user_rules": str(path / "mine.tsv"), **overrides})


SENTENCE = "A humorous man left his large residence."
PLAIN = "A funny man left his big house."


@pytest.mark.parametrize(
    ("lines", "output"),
    [
        ("", PLAIN),
        ("man\tfellow\n", "A funny fellow left his big house."),
        # The model gives "funny" 2; the list gives what it prefers 10.
        ("humorous\twitty\n", "A witty man left his big house."),
        ("humorous\twitty\talways\n", "A witty man left his big house."),
        ("humorous\tnever\n", "A humorous man left his big house."),
        ("humorous\tfunny\tnever\n", "An amusing man left his big house."),
        ("humorous\tfunny\tnever\nhumorous\tamusing\tnever\n", "A humorous man left his big house."),
        ("large residence\tmansion\n", "A funny man left his mansion."),
        ("large residence\tmansion\nlarge\tgreat\nresidence\thome\n", "A funny man left his mansion."),
        ("large\tgreat\talways\nlarge residence\tmansion\n", "A funny man left his great house."),
        ('humorous\t""\n', "A man left his big house."),
        ("man\tMP\n", "A funny MP left his big house."),
        ("Residence\tNHS home\n", "A funny man left his big NHS home."),
        ("large\tnever\nlarge residence\tmansion\talways\n", "A funny man left his large house."),
    ],
)
def test_the_list_overrides_the_model(model: Path, tmp_path: Path, lines: str, output: str) -> None:
    assert load(model, tmp_path, lines).simplify(SENTENCE).text == output


def test_always_wins_over_any_weight(model: Path, tmp_path: Path) -> None:
    preferred = load(model, tmp_path, "humorous\twitty\n", **{"weights.reward": 200.0})
    assert preferred.simplify(SENTENCE).text == PLAIN
    ordered = load(model, tmp_path, "humorous\twitty\talways\n", **{"weights.reward": 200.0})
    assert "witty" in ordered.simplify(SENTENCE).text


def test_weights_of_the_list_are_the_users(model: Path, tmp_path: Path) -> None:
    lines = "humorous\twitty\n"
    assert load(model, tmp_path, lines, **{"weights.UserRule": 1.0}).simplify(SENTENCE).text == PLAIN
    # Without a list its weights are nothing to complain about.
    assert Simplifier.load(model, overrides={"weights.UserRule": 1.0}).simplify(SENTENCE).text == PLAIN
    with pytest.raises(ConfigError, match="must be below 0"):
        load(model, tmp_path, "humorous\tfunny\tnever\n", **{"weights.UserBlocked": 1.0})


def test_forms_follow_the_basic_form(model: Path, tmp_path: Path) -> None:
    simplifier = load(model, tmp_path, "utilize\tuse\npurchase\tbuy\ncommence\tnever\nhand over\tgive\n")
    text = "He utilized it, utilizes it, is utilizing it, purchased it and commenced. He handed over it."
    # Without a tagger "purchased" says nothing of past or participle; "bought" is both.
    expected = "He used it, uses it, is using it, bought it and commenced. He handed over it."
    assert simplifier.simplify(text).text == expected


def test_forms_written_out_go_first(model: Path, tmp_path: Path) -> None:
    simplifier = load(model, tmp_path, "utilize\tuse\nutilized\twent for\n")
    assert simplifier.simplify("It utilized, utilizes.").text == "It went for, uses."


def test_forbidden_rewrites_are_not_among_the_best(model: Path, tmp_path: Path) -> None:
    outputs = [one.output for one in Simplifier.load(model).kbest("a humorous man", 50).kbest]
    assert "a funny man" in outputs
    listed = load(model, tmp_path, "humorous\tfunny\tnever\n").kbest("a humorous man", 50).kbest
    assert {one.output for one in listed} == set(outputs) - {"a funny man"}


def test_a_forbidden_rewrite_within_a_longer_rule(model: Path, tmp_path: Path) -> None:
    simplifier = load(model, tmp_path, "committee\tgroup\tnever\n")
    assert simplifier.simplify("The committee commenced.").text == "The committee started."


def test_edits_name_the_list(model: Path, tmp_path: Path) -> None:
    (edit,) = load(model, tmp_path, "man\tfellow\n").simplify("A man left.").sentences[0].edits
    assert (edit.source, edit.target, edit.rule.grammar) == ("man", "fellow", "user")
    assert edit.features["UserRule"] == 1


@pytest.mark.parametrize(
    ("lines", "kind", "expected"),
    [
        ("humorous funny\n", FormatError, r"mine\.tsv:1: expected a phrase, TAB"),
        ("# fine\nlead\thead\tnoun\n", FormatError, r"mine\.tsv:2: a part of speech needs a model"),
    ],
)
def test_wrong_lines(model: Path, tmp_path: Path, lines: str, kind: type[Exception], expected: str) -> None:
    with pytest.raises(kind, match=expected):
        load(model, tmp_path, lines)
    with pytest.raises(InputError, match="none.tsv: no such file"):
        Simplifier.load(model, overrides={"user_rules": str(tmp_path / "none.tsv")})


def test_a_configuration_names_the_list_relative_to_itself(tmp_path: Path) -> None:
    config = build_toy_model(tmp_path)
    (tmp_path / "mine.tsv").write_text("man\tfellow\n", encoding="utf-8")
    config.write_text('user_rules = "mine.tsv"\n' + config.read_text(encoding="utf-8"), encoding="utf-8")
    assert Simplifier.load(config).simplify("A man left.").text == "A fellow left."


def test_the_command_takes_a_list(model: Path, tmp_path: Path) -> None:
    (tmp_path / "mine.tsv").write_text("man\tfellow\n", encoding="utf-8")
    arguments = ["--config", str(model), "--user-rules", str(tmp_path / "mine.tsv")]
    result = CliRunner().invoke(simplify_command, arguments, input="A humorous man.\n")
    assert (result.exit_code, result.stdout) == (0, "A funny fellow.\n")


EMBEDDED = """utilize\tuse
commence\tbegin\tverb
in order to\tto\talways
Parliament\tnever
mobile phone\tNHS telephone\talways
lead\thead\tnoun\talways
lead\tnever\tverb
obtain\tget\tnever
forthwith\tat once\tadverb
"""


@pytest.mark.parametrize(
    ("text", "output"),
    [
        ("She commenced the work.", "She began the work."),
        ("The work had commenced.", "The work had begun."),
        ("They took the lead.", "They took the head."),
        ("They lead the group.", "They lead the group."),
        ("He went home in order to sleep.", "He went home to sleep."),
        ("He has a mobile phone.", "He has an NHS telephone."),
        ("Utilizing mobile phones is allowed.", "Using mobile phones is allowed."),
        # The tagger takes it for a noun here, which it never is.
        ("You must leave the building forthwith.", "You must leave the building at once."),
    ],
)
def test_the_embedded_model_with_parts_of_speech(tmp_path: Path, text: str, output: str) -> None:
    global _embedded
    if _embedded is None:
        (tmp_path / "mine.tsv").write_text(EMBEDDED, encoding="utf-8")
        _embedded = Simplifier.load(overrides={"user_rules": str(tmp_path / "mine.tsv")})
    assert _embedded.simplify(text).text == output


_embedded: Simplifier | None = None
