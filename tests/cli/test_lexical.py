"""`simplifier lexical evaluate` on the toy model, and the substitutes behind it."""

from __future__ import annotations

import json
from pathlib import Path

from simplifier.pipeline import Simplifier
from simplifier.suggestions.substitutes import substitutes
from tests.cli.test_simplify import Invoke, invoke, model

__all__ = ["invoke", "model"]

SET = (
    "sentence\tword\tsubstitutions\n"
    "A humorous man.\thumorous\tamusing|amusing|funny\n"
    "He has a residence.\tresidence\thome\n"
)


def test_substitutes_of_the_word_alone(model: Path) -> None:
    simplifier = Simplifier.load(model)
    assert substitutes(simplifier, "A humorous man.", 2, 10) == ["funny", "amusing"]
    assert substitutes(simplifier, "Nothing at all.", 0, 7) == []


def test_the_model_and_others_are_scored(invoke: Invoke, model: Path, tmp_path: Path) -> None:
    words, other, save = tmp_path / "set.tsv", tmp_path / "other.tsv", tmp_path / "ours.tsv"
    words.write_text(SET)
    other.write_text("A humorous man.\thumorous\tamusing\nHe has a residence.\tresidence\n")
    ended = invoke(
        "lexical", "evaluate", "--config", model, "--outputs", f"other={other}", "--save", save,
        "--format", "json", words,
    )  # fmt: skip
    ours, theirs = json.loads(ended.out)
    assert (ours["system"], ours["words"], ours["ACC@1"], ours["ACC@1@top1"]) == ("model", 2, 0.5, 0.0)
    assert (theirs["system"], theirs["answered"], theirs["ACC@1@top1"]) == ("other", 1, 0.5)
    assert save.read_text().splitlines()[0] == "A humorous man.\thumorous\tfunny\tamusing"
    table = invoke("lexical", "evaluate", "--no-model", "--outputs", f"other={other}", words)
    assert table.out.splitlines()[1].split()[:4] == ["set.tsv", "other", "2", "1"]


def test_what_does_not_go_together(invoke: Invoke, model: Path, tmp_path: Path) -> None:
    words, empty = tmp_path / "set.tsv", tmp_path / "empty.tsv"
    words.write_text(SET)
    empty.write_text(SET.splitlines()[0] + "\n")
    for arguments, fault in (
        ((words, words, "--save", tmp_path / "x"), "go with one SET"),
        ((words, "--no-model"), "needs --outputs"),
        ((words, "--outputs", "x"), "expected NAME=FILE"),
        ((empty,), "no words"),
        ((tmp_path / "none.tsv",), "none.tsv"),
    ):
        ended = invoke("lexical", "evaluate", "--config", model, *arguments)
        assert (ended.code, ended.out, ended.err.count("\n")) == (2, "", 1)
        assert fault in ended.err
