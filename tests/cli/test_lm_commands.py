from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from simplifier.base.errors import FormatError, InputError
from simplifier.cli.language_model import lm_group
from simplifier.lm.programs import find_program

ARPA = """\\data\\
ngram 1=4
ngram 2=2

\\1-grams:
-1	<unk>	0
0	<s>	-0.5
-0.75	</s>	0
-0.5	a	-0.25

\\2-grams:
-0.25	<s> a
-0.5	a </s>

\\end\\
"""


def run(*arguments: object) -> Result:
    return CliRunner().invoke(lm_group, [str(argument) for argument in arguments], catch_exceptions=True)


@pytest.fixture
def model(tmp_path: Path) -> Path:
    (tmp_path / "m.arpa").write_text(ARPA)
    return tmp_path / "m.arpa"


@pytest.fixture
def text(tmp_path: Path) -> Path:
    (tmp_path / "t.txt").write_text("a\nb a\n")
    return tmp_path / "t.txt"


def test_score(model: Path, text: Path) -> None:
    assert run("score", model, text).stdout == "-1.726939\t1\t0\n-5.756463\t2\t1\n"
    assert run("score", "--phrase", model, text).stdout == "-1.151293\t1\t0\n-3.453878\t2\t1\n"


def test_perplexity(model: Path, text: Path) -> None:
    lines = dict(line.split("\t") for line in run("perplexity", model, text).stdout.splitlines())
    assert lines == {
        "sentences": "2",
        "words": "3",
        "unknown words": "1",
        "log probability": "-7.4834",
        "perplexity": "4.4668",
        "perplexity of known words": "2.7384",
    }
    assert json.loads(run("perplexity", "--format", "json", model, text).stdout)["unknown_words"] == 1


def test_convert(model: Path, text: Path, tmp_path: Path) -> None:
    result = run("convert", "--probability-bits", 8, "--pointer-bits", 22, model, tmp_path / "m.binary")
    assert result.exit_code == 0 and "MB" in result.stderr
    assert run("score", tmp_path / "m.binary", text).stdout == run("score", model, text).stdout


def test_train(text: Path, tmp_path: Path) -> None:
    try:
        find_program("lmplz")
    except InputError as error:
        pytest.skip(str(error))
    result = run("train", "--order", 2, "--memory", "200M", "--prune", "0 0", text, tmp_path / "new.arpa")
    assert result.exit_code == 0
    assert "warning: the text is too small" in result.stderr
    assert "3 words, 5 types" in result.stderr
    assert run("score", tmp_path / "new.arpa", text).exit_code == 0


def test_mistakes_are_input_errors(model: Path, tmp_path: Path) -> None:
    (tmp_path / "latin.txt").write_bytes(b"a\ncaf\xe9 a\n")
    error = run("score", model, tmp_path / "latin.txt").exception
    assert isinstance(error, FormatError) and str(error).startswith(f"{tmp_path}/latin.txt:2: byte 4 of the line")
    assert isinstance(run("score", tmp_path / "nowhere", tmp_path / "latin.txt").exception, InputError)
    assert isinstance(run("perplexity", model, tmp_path / "nowhere").exception, InputError)
    (tmp_path / "blank.txt").write_text("\n\n")
    assert isinstance(run("perplexity", model, tmp_path / "blank.txt").exception, InputError)
