"""Single changes of published sentences: drawn, put on sheets, marked and kept."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from lab.real.candidates import COLUMNS, RealCandidate
from lab.real.marks import Drawn, disagree, main, sheet_lines
from simplifier.evaluation.published import published_sentences
from simplifier.text.restructuring import smallest_change


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(one) for one in arguments])


@pytest.mark.parametrize(
    ("before", "after", "found"),
    [
        ("He left.", "He left.", None),
        ("He departed at once.", "He left at once.", (3, 11, "left")),
        ("It is old, and it leaks.", "It is old. It leaks.", (6, 17, "old. It")),
        ("We go now.", "We go.", (3, 10, "go.")),
        ("a a b", "a a a b", (4, 5, "a b")),
    ],
)
def test_the_smallest_stretch_that_differs(before: str, after: str, found: tuple[int, int, str] | None) -> None:
    assert smallest_change(before, after) == found
    if found is not None:
        start, end, new = found
        assert before[:start] + new + before[end:] == after


def test_the_stretch_gives_the_new_text_back() -> None:
    chance = random.Random(5)
    for _ in range(500):
        before, after = (" ".join(chance.choices("abc", k=chance.randint(1, 6))) for _ in range(2))
        found = smallest_change(before, after)
        assert (found is None) == (before == after)
        if found is not None:
            assert before[: found[0]] + found[2] + before[found[1] :] == after


def test_strong_disagreement_is_of_one_mark() -> None:
    assert disagree(0.95, "s") and disagree(0.1, "f") and disagree(0.2, "h")
    assert not (disagree(0.95, "f") or disagree(0.5, "s") or disagree(-1, "s") or disagree(0.95, "sf"))


def test_what_the_kept_marks_say() -> None:
    lines = run("report", "--part", "dev").output.splitlines()
    made = next(line for line in lines if line.startswith("| made | 0.97 |")).split(" | ")
    assert int(made[2]) > 200 and int(made[3].split()[0]) > 85
    assert any(line.startswith("| structure | ") for line in lines)


def test_sheets_keep_sentences_together() -> None:
    changes = [RealCandidate(name, 3, 11, f"left{n}", "table", "", 0.5, 0.5) for name in "ab" for n in range(300)]
    drawn = [Drawn(number, one) for number, one in enumerate(changes)]
    sheets = list(sheet_lines(drawn, dict.fromkeys("ab", "He departed at once."), random.Random(1)))
    assert [sum("«" in line for line in lines) for lines in sheets] == [300, 300]
    assert sheets[0][1] == "## He departed at once." and sheets[0][2].split("\t")[1] == "He «departed» at once."


def test_from_candidates_to_kept_marks(tmp_path: Path) -> None:
    texts = {name: one.text for name, one in published_sentences().items()}
    names = sorted(texts)[:4]
    places = [(name, 0, len(texts[name].split()[0])) for name in names]
    rows = [
        RealCandidate(*places[0], "One", "table", "made", 0.99, 0.9),
        RealCandidate(*places[1], "Two", "table", "frame", 0.35, 0.3),
        RealCandidate(*places[2], "Three", "table", "document", 0.2, 0.1),
    ]
    listed = tmp_path / "candidates.tsv"
    listed.write_text("\t".join(COLUMNS) + "\n" + "".join(one.line() for one in rows), encoding="utf-8")
    known = tmp_path / "known.tsv"
    old = next(word for word in texts[names[3]].split() if texts[names[3]].count(word) == 1)
    known.write_text(f"{names[3]}\t{old}\tFour\twrong\n", encoding="utf-8")
    folder = tmp_path / "drawn"
    done = run("draw", listed, folder, "--seed", 1, "--editors", 0)
    assert done.exit_code == 0, done.output
    assert done.output.splitlines() == ["round 1: 2 changes on 1 sheets"]
    done = run("sure", folder, "2", "3", "4", "--known", known)
    assert done.exit_code == 0, done.output
    assert done.output.splitlines()[-1] == "round 4: 2 changes on 1 sheets"
    key = [line.split("\t") for line in (folder / "key.tsv").read_text().splitlines()]
    number_of = {row[4]: row[0] for row in key}
    answers = []
    given = {"1": {"One": "f", "Two": "f"}, "2": {"One": "s", "Four": "f"}, "3": {"One": "h", "Four": "s"}}
    for name, marks in {**given, "4": {"One": "f", "Four": "g"}}.items():
        answers.append(tmp_path / f"{name}_01.answer.tsv")
        answers[-1].write_text("".join(f"{number_of[one]}\t{mark}\n" for one, mark in marks.items()))
        assert run("check", folder / "sheets" / f"{name}_01.tsv", answers[-1]).exit_code == 0
    done = run("again", folder, "5", "--answers", tmp_path)
    assert done.output.splitlines() == ["round 5: 1 changes on 1 sheets"]  # the known one: no other has one mark alone
    kept = run("keep", folder, *answers, "--output", tmp_path / "marks.tsv.xz")
    assert kept.exit_code == 0, kept.output
    assert "a reader missed 1 of 3 that are wrong" in kept.output
    assert "the majority missed 0 of 1 that are wrong" in kept.output
    answers[-1].write_text(f"{number_of['One']}\tx\n")
    assert "expected a number" in str(run("check", folder / "sheets" / "4_01.tsv", answers[-1]).exception)
