from __future__ import annotations

import csv
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from simplifier.cli.ratings.rate import rate_group

SOURCE = "the committee commenced many long talks\nhe was instrumental in the large acquisition\n"
FIRST = "the committee began many long talks\nhe helped in the large purchase\n"
SECOND = "the committee commenced many long talks\nhe helped in the large purchase\n"


def run(*arguments: object) -> Result:
    return CliRunner().invoke(rate_group, [str(argument) for argument in arguments])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Sheets of two systems."""
    for name, text in (("source", SOURCE), ("first", FIRST), ("second", SECOND)):
        (tmp_path / name).write_text(text)
    systems = [f"--system={name}={tmp_path / name}" for name in ("second", "first")]
    result = run("new", tmp_path / "study", "--source", tmp_path / "source", *systems, "--attention", 1)
    assert result.exit_code == 0, result.output
    assert result.stderr.startswith("wrote 2 sentences with 4 versions: ")
    return tmp_path / "study"


def fill(folder: Path, rater: str, marks: dict[str, str]) -> None:
    """Fill in the sheet as in a spreadsheet; marks by version, others are broken."""
    with (folder / "sheet.tsv").open(encoding="utf-8", newline="") as stream:
        header, *rows = csv.reader(stream, delimiter="\t")
    filled = [[*row[:4], *marks.get(row[3], "000")] for row in rows]
    text = "".join("\t".join(row) + "\r\n" for row in [header, *filled])
    (folder / "ratings" / f"{rater}.tsv").write_text(text, encoding="utf-8", newline="")


def test_from_sheets_to_a_table(folder: Path) -> None:
    first, purchase = FIRST.splitlines()
    same = SECOND.splitlines()[0]
    fill(folder, "ann", {first: "443", purchase: "422", same: "440"})
    fill(folder, "bob", {first: "341", purchase: "332", same: "440"})
    fill(folder, "eve", {version: "444" for version in (first, purchase, same)} | _all_of(folder, "444"))
    result = run("collect", folder, "--samples", 100)
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert lines[3].split() == ["eve", "4/4", "0/1", "no"]
    assert [line.split()[:2] for line in lines[6:8]] == [["second", "3.75"], ["first", "3.50"]]
    assert lines[-1] == "2 sentences, 3 different versions, 2 raters"
    assert "note: left out, too many attention checks failed: eve" in result.stderr
    rows = (folder / "collected.tsv").read_text().splitlines()
    assert len(rows) == 1 + 2 * 2 * 2
    assert [row.split("\t")[0:2] for row in rows[1::2]] == [
        *(["second", "1"], ["first", "1"], ["second", "2"], ["first", "2"])
    ]


def _all_of(folder: Path, marks: str) -> dict[str, str]:
    with (folder / "sheet.tsv").open(encoding="utf-8", newline="") as stream:
        return {row["version"]: marks for row in csv.DictReader(stream, delimiter="\t")}


def test_mistakes(folder: Path, tmp_path: Path) -> None:
    source = ("--source", tmp_path / "source")
    new = ("new", tmp_path / "other", *source)
    assert "--system first: needs NAME=FILE" in str(run(*new, "--system", "first").exception)
    twice = run(*new, "--system", f"a={tmp_path / 'first'}", "--system", f"a={tmp_path / 'second'}")
    assert "two systems are called 'a'" in str(twice.exception)
    assert "is there already" in str(
        run("new", folder, *source, f"--system=a={tmp_path / 'first'}", "--attention", 0).exception
    )
    assert "no ratings yet" in str(run("collect", folder).exception)
    fill(folder, "ann", {})
    wrong = run("collect", folder, "--attention", 0, "--confidence", 2)
    assert "a confidence level lies between 0 and 1" in str(wrong.exception)
    assert not (folder / "collected.tsv").exists()
    assert "sheet.tsv: no such file" in str(run("serve", tmp_path / "nothing", "--port", 0).exception)
