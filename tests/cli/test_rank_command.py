from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from simplifier.base.errors import ConfigError, InputError
from simplifier.base.settings import PACKAGE
from simplifier.cli.rules import rules_group
from tests.toy_model import build_toy_model

MODEL = PACKAGE / "models" / "en"


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
    turned = run("--config", config, "--set", "weights.reward=-1", "--top", 1, "--format", "tsv", "humorous", "x")
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
    lines = run("--config", config, "--text", "-", "--format", "tsv", "humorous", text=text).stdout.splitlines()
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


def test_words_are_ranked_in_a_sentence(config: Path) -> None:
    sentence = "A humorous man has a  very large residence."
    result = run("--config", config, "--in", sentence, "Humorous", "very large")
    assert result.stdout.splitlines() == [
        "'A humorous' at 0-10:",
        "#  target      stands  helps  gain  why",
        "1  A funny     -       -      2.10  chosen: a plainer word",
        "2  A humorous  -       -      0.00  the words as they were",
        "3  An amusing  -       -      1.10  another change of these words was better",
        "",
        "'very large' at 22-32:",
        "#  target      stands  helps  gain  why",
        "1  big         -       -      -     chosen: part of the version that scores best",
        "2  very large  -       -      0.00  the words as they were",
    ]
    tsv = run("--config", config, "--in", sentence, "--top", 1, "--format", "tsv", "residence").stdout
    assert tsv.splitlines() == [
        "source\tstart\trank\ttarget\tstands\thelps\tgain\tchosen\tforbidden\tkind\twhy",
        "residence\t33\t1\thouse\t\t\t1.1\t1\t0\tscore\ta plainer word",
    ]
    twice = run("--config", config, "--in", "man, Man", "--format", "json", "man").stdout
    assert [(one["start"], one["end"]) for one in json.loads(twice)["places"]] == [(0, 3), (5, 8)]
    kept = {"text": "Man", "chosen": True, "original": True, "forbidden": False, "gain": 0.0}
    kept |= {"offered": False, "stands": None, "helps": None}
    assert json.loads(twice)["places"][1]["alternatives"] == [
        {"rank": 1, **kept, "reason": {"kind": "original", "text": "nothing better was found"}}
    ]


def test_wrong_sentences(config: Path) -> None:
    missing = run("--config", config, "--in", "No residences.", "residence").exception
    assert isinstance(missing, InputError)
    assert str(missing) == "--in: the sentence does not have 'residence'; name words that stand in it"
    assert run("--config", config, "--in", "A man.").exit_code == 2
    assert run("--config", config, "--in", "A man.", "--format", "html", "man").exit_code == 2
    assert run("--config", config, "--in", "A man.", "--text", "-", "man").exit_code == 2


@pytest.mark.skipif(not MODEL.is_dir(), reason="the embedded model is not in this installation")
def test_probabilities_of_the_embedded_model() -> None:
    from simplifier import Simplifier

    sentence = "The committee commenced its work."
    report = json.loads(run("--in", sentence, "--format", "json", "commenced").stdout)["places"][0]
    first, second = report["alternatives"][:2]
    (edit,) = (one for one in Simplifier.load().simplify(sentence).sentences[0].edits)
    assert (first["text"], second["text"]) == (edit.target, "commenced")
    assert first["stands"] == pytest.approx(1 - edit.features["SelectionHarm"], abs=1e-6)
    assert first["helps"] == pytest.approx(edit.features["SelectionGain"], abs=1e-6)
    assert {"doubtful"} <= {one["reason"]["kind"] for one in report["alternatives"]}
    assert not any(one["text"].startswith("The") for one in report["alternatives"])
