"""Grades of how much a change helps: sheets, answers, and what is kept."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from lab.real.gains import main, read_grades
from lab.real.whole import outcome_of
from simplifier.base.errors import FormatError
from simplifier.evaluation.published import MarkedChange, marked_changes, published_sentences


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(one) for one in arguments])


def test_sheets_have_every_fitting_change_of_a_sentence(tmp_path: Path) -> None:
    assert run("draw", tmp_path, "--part", "dev", "--sentences", 20, "--seed", 1).exit_code == 0
    key = [line.split("\t") for line in (tmp_path / "key.tsv").read_text(encoding="utf-8").splitlines()]
    names = {row[1] for row in key}
    assert len(names) == 20 and all(published_sentences()[name].part == "dev" for name in names)
    wanted = [one for one in marked_changes() if one.id in names and one.mark == "f"]
    assert len(key) == len(wanted)
    sheet = tmp_path / "sheets" / "1_01.tsv"
    answer = tmp_path / "1_01.answer.tsv"
    answer.write_text("".join(f"{row[0]}\t1\n" for row in key[1:]), encoding="utf-8")
    missing = run("check", sheet, answer)
    assert missing.exit_code == 1 and f"{key[0][0]} is missing" in missing.output
    answer.write_text("".join(f"{row[0]}\t1\n" for row in key), encoding="utf-8")
    assert run("check", sheet, answer).output == f"{len(key)} grades, 0 faults\n"


def test_other_grades_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.tsv").write_text("1\t2\n2\t3\n", encoding="utf-8")
    with pytest.raises(FormatError, match=r":2: expected .* one of 0 1 2"):
        list(read_grades(tmp_path / "a.tsv"))


def change(marks: str, grades: str = "") -> MarkedChange:
    return MarkedChange("r1", 0, 1, "x", "table", "made", 0.9, marks, grades)


@pytest.mark.parametrize(
    ("changes", "outcome"),
    [
        ([change("f", "2"), change("sss")], "bad"),
        ([change("f", "2"), None], "unmarked"),
        ([change("f", "22"), change("h")], "clearly easier"),
        ([change("f", "11")], "easier"),
        ([change("f", "0"), change("h")], "no easier"),
    ],
)
def test_what_became_of_a_sentence(changes: list[MarkedChange | None], outcome: str) -> None:
    assert outcome_of(changes) == outcome
