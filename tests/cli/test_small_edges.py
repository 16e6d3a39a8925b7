"""One clear line where people slip."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from simplifier.base.settings import PACKAGE
from tests.cli.test_simplify import Ended, invoke, model

__all__ = ["invoke", "model"]

Invoke = Callable[..., Ended]
MODEL = PACKAGE / "models" / "en"


@pytest.mark.skipif(not MODEL.is_dir(), reason="the embedded model is not in this installation")
def test_rules_of_a_word_in_the_embedded_model(invoke: Invoke) -> None:
    ended = invoke("rules", "show", "principal", "--top", "1")
    assert (ended.code, ended.err) == (0, "")
    lines = [line.split() for line in ended.out.splitlines()]
    assert lines[0][0] == "principal:" and lines[2][:3] == ["1", "JJ", "main"] and len(lines) == 3


def test_a_misspelt_key_of_a_preset_nobody_asked_for(invoke: Invoke, model: Path) -> None:
    path = model.with_name("typo.toml")
    path.write_text(model.read_text(encoding="utf-8") + '[presets.wide]\n"decoder.pop_limt" = 3\n')
    message = (
        f"error: {path}: [presets.wide] decoder.pop_limt: unknown key 'decoder.pop_limt'; "
        "did you mean 'decoder.pop_limit'?\n"
    )
    assert invoke("decode", "--config", path, stdin="Go.\n") == Ended(2, "", message)


@pytest.mark.parametrize(
    ("command", "arguments", "message"),
    [
        ("simplify", [""], "invalid value for '[INPUT]...': the name is empty; name a file"),
        ("decode", ["--kbest", "abc"], "invalid value for '--kbest': 'abc' is not a whole number"),
        ("simplify", ["--grade", "abc"], "invalid value for '--grade': 'abc' is not a number"),
    ],
)
def test_what_is_no_file_and_no_number(invoke: Invoke, command: str, arguments: list[str], message: str) -> None:
    assert invoke(command, *arguments) == Ended(2, "", f"error: {message}; see simplifier {command} --help\n")


def test_every_metric_has_a_line(invoke: Invoke) -> None:
    from simplifier.evaluation.metrics import metric_names, metric_summary

    lines = invoke("evaluate", "--list-metrics").out.splitlines()
    assert [line.split()[0] for line in lines] == metric_names()
    assert all(line.endswith(f"  {metric_summary(name)}") for line, name in zip(lines, metric_names(), strict=True))
    assert all(len(metric_summary(name)) > 10 for name in metric_names())


def test_paths_are_told_once(invoke: Invoke, model: Path, tmp_path: Path) -> None:
    weights = tmp_path / "weights.toml"
    weights.write_text('reward = "x"\n', encoding="utf-8")
    message = f"error: {weights}: the weight of 'reward' is 'x'; it must be a finite number\n"
    assert invoke("decode", "--config", model, "--set", f"weights_file={weights}") == Ended(2, "", message)
    own = tmp_path / "own.toml"
    own.write_text('[decoder]\npop_limit = "x"\n', encoding="utf-8")
    message = f"error: {own}: 'decoder.pop_limit': input should be a valid integer, not 'x'\n"
    assert invoke("decode", "--config", own) == Ended(2, "", message)


@pytest.mark.skipif(not MODEL.is_dir(), reason="the embedded model is not in this installation")
def test_an_emptied_path_is_named_where_it_is_missed(invoke: Invoke) -> None:
    ended = invoke("decode", "--set", "selection.path=")
    assert (ended.code, ended.out) == (2, "")
    assert ended.err == (
        f"error: {MODEL / 'weights.toml'}: weight for an unknown feature 'SelectionAdds'; it comes with "
        "selection.path, which is not set: set it, or take the weight out\n"
    )


def test_a_key_that_joshua_spells_another_way(invoke: Invoke, tmp_path: Path) -> None:
    path = tmp_path / "joshua.config"
    path.write_text("top-m = 3\n", encoding="utf-8")
    message = f"error: {path}:1: no key 'top-m' is known; did you mean 'top-n'?\n"
    assert invoke("decode", "--joshua-config", path) == Ended(2, "", message)


def test_treebank_brackets_are_warned_of_once(invoke: Invoke, tmp_path: Path) -> None:
    texts = {"source": "A man -LRB- left -RRB- .", "one": "A man ( left ) .", "two": "A man ( left ) ."}
    for name, line in texts.items():
        (tmp_path / name).write_text(f"{line}\n" * 60, encoding="utf-8")
    files = {name: tmp_path / name for name in texts}
    given = ("--source", files["source"], "--references", files["one"], "--output", f"a={files['one']}")
    given = (*given, "--output", f"b={files['two']}", "--samples", 0)
    ended = invoke("evaluate", *given, "--metric", "sari-paper", "--metric", "sari-easse")
    assert ended.code == 0 and ended.err.splitlines() == [
        f"warning: {files['one']}, {files['two']} and {files['source']} seem to differ in brackets: -LRB- "
        "in 0 of 120 and 60 of 60 lines with brackets; sari-paper, sari-easse would count that as edits; "
        "--brackets plain reads all as brackets"
    ]


def test_training_without_the_program(invoke: Invoke, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "text").write_text("A man .\n", encoding="utf-8")
    (tmp_path / "bin").mkdir()
    monkeypatch.setenv("KENLM_BIN", str(tmp_path / "bin"))
    message = (
        f"error: KENLM_BIN={tmp_path}/bin holds no program lmplz; build it with: simplifier lm setup {tmp_path}/bin\n"
    )
    assert invoke("lm", "train", tmp_path / "text", tmp_path / "model.arpa") == Ended(2, "", message)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bin", "text"]
