from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from simplifier.base.errors import ConfigError, InputError
from simplifier.cli.evaluate import evaluate_command
from simplifier.evaluation.metrics import metric_names

SOURCES = "about 95 species are currently accepted .\nthe city commenced construction .\n"
REFERENCES = [
    "about 95 species are currently known .\nthe city started building .\n",
    "about 95 species are now accepted .\nthe city began to build .\n",
]
OUTPUTS = {
    "good": "about 95 species are now accepted .\nthe city started construction .\n",
    "poor": "about 95 you now get in .\nthe city commenced .\n",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "toy.src").write_text(SOURCES)
    for number, text in enumerate(REFERENCES):
        (tmp_path / f"toy.ref{number}").write_text(text)
    for name, text in OUTPUTS.items():
        (tmp_path / f"{name}.txt").write_text(text)
    return tmp_path


def run(*arguments: object) -> Result:
    return CliRunner().invoke(evaluate_command, [str(a) for a in arguments], catch_exceptions=True)


def test_one_system_table(folder: Path) -> None:
    result = run(
        "--source", folder / "toy.src", "--references", folder / "toy.ref0", folder / "toy.ref1",
        "--output", folder / "good.txt", "--metric", "sari-paper", "fk", "--samples", 0,
    )  # fmt: skip
    assert result.exit_code == 0, result.output
    assert result.stdout == (
        "2 sentences  sari-paper    fk\n"
        "-----------------------------\n"
        "good              63.41  6.64\n"
        "\n"
        "parts  sari-paper add  sari-paper keep  sari-paper delete\n"
        "---------------------------------------------------------\n"
        "good            44.86            58.90              86.46\n"
        "\n"
        "sari-paper|counts:types|del:precision|combine:per-order|level:sentence|tok:none|case:lc|refs:2|v:1\n"
        "fk|constant:15.59|syll:cmudict+fit1|tok:none|case:lc|v:1\n"
    )


def test_several_systems_as_json(folder: Path) -> None:
    sentences = folder / "sentences.tsv"
    result = run(
        "--dataset", folder, "--output", folder / "poor.txt", f"best={folder / 'good.txt'}", "--identity",
        "--reference-row", "--metric", "sari-easse", "-ld", "0.5*sari-paper + 0.5*fkbleu", "--json",
        "--samples", 50, "--per-sentence", sentences,
    )  # fmt: skip
    assert result.exit_code == 0, result.output
    content = json.loads(result.stdout)
    assert content["baseline"] == "poor"
    assert content["segments"] == content["references"] == 2
    assert [system["name"] for system in content["systems"]] == ["identity", "poor", "best", "references"]
    identity, poor, best, references = (system["scores"] for system in content["systems"])
    assert identity[1]["value"] == 0
    assert "comparison" not in poor[0]
    assert best[0]["comparison"]["difference"] == pytest.approx(best[0]["value"] - poor[0]["value"])
    assert best[0]["interval"][0] <= best[0]["value"] <= best[0]["interval"][1]
    assert best[2]["value"] == pytest.approx(sum(best[2]["parts"].values()) / 2)
    assert "refs:1" in references[0]["signature"]
    lines = [line.split("\t") for line in sentences.read_text().splitlines()]
    assert lines[0][:4] == ["sentence", "system", "sari-easse", "sari-easse.add"]
    assert len(lines) == 1 + 3 * 2
    assert {line[1] for line in lines[1:]} == {"identity", "poor", "best"}


def test_lines_and_overrides(folder: Path) -> None:
    arguments = ["--dataset", folder / "toy", "--output", folder / "good.txt", "--samples", 0]
    second = run(*arguments, "--lines", "2-2", "--metric", "sari-paper", "--case", "mixed", "--json")
    content = json.loads(second.stdout)
    assert content["segments"] == 1
    assert "case:mixed" in content["systems"][0]["scores"][0]["signature"]
    whole = run(*arguments, "--metric", "sari-paper", "--per-sentence", folder / "s.tsv")
    assert whole.exit_code == 0
    last = (folder / "s.tsv").read_text().splitlines()[-1].split("\t")
    assert float(last[2]) == pytest.approx(content["systems"][0]["scores"][0]["value"], abs=1e-6)


def test_warnings_go_to_standard_error(folder: Path) -> None:
    (folder / "cased.txt").write_text("About 95 species.\nThe City.\n")
    result = run("--dataset", folder, "--output", folder / "cased.txt", "--metric", "bleu", "--samples", 0)
    expected = f"warning: {folder}/cased.txt and {folder}/toy.src seem to differ in case: uppercase letters in 2"
    assert expected in result.stderr
    assert "warning" not in result.stdout
    (folder / "blank.txt").write_text("about 95 species .\n\n")
    result = run("--dataset", folder, "--output", folder / "blank.txt", "--metric", "copies", "--samples", 0)
    assert f"warning: {folder}/blank.txt: 1 of 2 lines are blank where the source is not" in result.stderr


def test_variants_of_a_metric_have_headings_of_their_own(folder: Path) -> None:
    sentences = folder / "sentences.tsv"
    variant = "sari-easse[tokenizer=none]"
    result = run(
        "--dataset", folder, "--output", folder / "good.txt", "--samples", 0, "--per-sentence", sentences,
        "--metric", "sari-easse", variant, "sari-easse",
    )  # fmt: skip
    assert result.stdout.splitlines()[0].split() == ["2", "sentences", "sari-easse", variant]
    header = sentences.read_text().splitlines()[0].split("\t")
    assert [name for name in header if "." not in name] == ["sentence", "system", "sari-easse", variant]


def test_list_metrics() -> None:
    lines = run("--list-metrics").stdout.splitlines()
    start = "splits                  output over source, in sentences. Good at: saying what a system does."
    assert any(line.startswith(start) for line in lines)
    assert len(lines) == len(metric_names()) and all(len(line.split(maxsplit=1)) == 2 for line in lines)


def test_mistakes(folder: Path) -> None:
    (folder / "short.txt").write_text("one line .\n")
    wrong = run("--dataset", folder, "--output", folder / "short.txt")
    assert isinstance(wrong.exception, InputError)
    assert "short.txt has 1 lines but" in str(wrong.exception)
    assert "toy.src has 2;" in str(wrong.exception)
    for arguments, message in (
        (["--output", folder / "good.txt"], "give --source and --references, or --dataset"),
        (["--dataset", folder], "nothing to score"),
        (["--dataset", folder, "--output", ""], "--output : needs FILE or NAME=FILE"),
        (["--dataset", folder, "--output", "ours="], "--output ours=: needs FILE or NAME=FILE"),
        (["--dataset", folder, "--identity", "--lines", "3"], "--lines reads FIRST-LAST"),
        (["--dataset", folder, "--identity", "--metric", "sari"], "names several numbers"),
        (["--dataset", folder, "--identity", "--tokenizer", "14a"], "unknown tokenizer"),
    ):
        result = run(*arguments)
        assert isinstance(result.exception, ConfigError), result.output
        assert message in str(result.exception)
    twice = run("--dataset", folder, "--output", f"a={folder / 'good.txt'}", f"a={folder / 'poor.txt'}")
    assert "two systems are called 'a'" in str(twice.exception)
