from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from simplifier.base.errors import FormatError, InputError
from simplifier.evaluation.ratings.answers import add_answers, rater_name, read_answers
from simplifier.evaluation.ratings.collecting import Rater, collect, passes, standardised, write_collected
from simplifier.evaluation.ratings.results import result_lines, system_means
from simplifier.evaluation.ratings.scale import Marks
from simplifier.evaluation.significance import mean_intervals

#: Two sentences; x and y wrote the same of the second; B is a broken sentence, the first's original a check.
SHEET = """page\titem\toriginal\tversion
1\tP1-1\tone\tone
1\tP1-2\tone\tuno
2\tP2-1\ttwo\tdue
2\tP2-2\ttwo\towt
"""
KEY = """item\tsentence\tkind\tname
P1-1\t7\tsystem\tx
P1-1\t7\tcheck\tidentical
P1-2\t7\tsystem\ty
P2-1\t3\tsystem\tx
P2-1\t3\tsystem\ty
P2-2\t3\tcheck\tbroken
"""
HEADER = "item\tgrammar\tmeaning\tsimplicity\n"
ANN = HEADER + "P1-1\t4\t4\t0\nP1-2\t2\t3\t2\nP2-1\t3\t2\t1\nP2-2\t0\t0\t0\n"
BOB = HEADER + "P1-1\t4\t3\t1\nP1-2\t3\t3\t2\nP2-1\t2\t3\t0\nP2-2\t1\t2\t0\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "ratings").mkdir()
    for name, text in (("sheet", SHEET), ("key", KEY), ("ratings/ann", ANN), ("ratings/bob", BOB)):
        (tmp_path / f"{name}.tsv").write_text(text)
    return tmp_path


def test_collecting(folder: Path) -> None:
    found = collect(folder)
    assert found.raters == (Rater("ann", 4, 2, 2, True), Rater("bob", 4, 2, 2, True))
    assert found.items == ("P1-1", "P1-2", "P2-1") and found.systems == ["x", "y"]
    assert found.marks[:, 0].tolist() == [[4, 4, 0], [2, 3, 2], [3, 2, 1]]  # Ann's, without the broken one
    # Her grammar: 4, 2, 3; mean 3, deviation 1. Bob's meaning: always 3.
    assert found.z[:, 0, 0].tolist() == [1, -1, 0] and found.z[:, 1, 1].tolist() == [0, 0, 0]


def test_means(folder: Path) -> None:
    means = {(one.system, one.aspect): one for one in system_means(collect(folder))}
    # x: (4 + 4) / 2 and (3 + 2) / 2; y: (2 + 3) / 2 and (3 + 2) / 2.
    assert means["x", "grammar"].mean == 3.25 and means["y", "grammar"].mean == 2.5
    interval = means["x", "grammar"].interval
    assert (interval.low, interval.high) == (2.5, 4.0)
    assert means["y", "grammar"].interval.low == means["y", "grammar"].interval.high == 2.5
    # z of Ann: 1 and 0; of Bob, whose grammar is 4, 3, 2: 1 and -1.
    assert means["x", "grammar"].z == pytest.approx(0.25)
    assert means["x", "meaning"].mean == 3 and means["y", "simplicity"].mean == 1.25


def test_table(folder: Path) -> None:
    write_collected(folder / "all.tsv", collect(folder))
    rows = [line.split("\t") for line in (folder / "all.tsv").read_text().splitlines()]
    assert rows[0] == [
        *("system", "sentence", "item", "rater", "grammar", "meaning", "simplicity"),
        *("grammar_z", "meaning_z", "simplicity_z"),
    ]
    assert [row[:7] for row in rows[1:5]] == [
        ["x", "7", "P1-1", "ann", "4", "4", "0"],
        ["x", "7", "P1-1", "bob", "4", "3", "1"],
        ["y", "7", "P1-2", "ann", "2", "3", "2"],
        ["y", "7", "P1-2", "bob", "3", "3", "2"],
    ]
    assert len(rows) == 9 and rows[1][7:] == ["1.000000", "1.000000", "-1.000000"]


def test_lines(folder: Path) -> None:
    lines = [*result_lines(collect(folder), samples=200)]
    assert lines[1].split() == ["ann", "4/4", "2/2", "yes"]
    assert lines[5].split()[:3] == ["x", "3.25", "(2.50-4.00)"]
    # Grammar (4,4), (2,3), (3,2). Mean squares: things 1.5, readers 0, rest 0.5; 1 / (1.5 - 0.5 / 3).
    assert lines[9].split()[:2] == ["ICC(2,k)", "0.75"]
    # Squared distances 2/3; by chance (0+1+4 + 4+1+0 + 1+0+1) / 9 = 4/3.
    assert lines[10].split() == ["kappa", "ann,", "bob", "0.50", "0.00", "0.50"]
    assert lines[-1] == "2 sentences, 3 different versions, 2 raters"


def test_attention(folder: Path) -> None:
    assert passes("broken", Marks(1, 4, 4)) and not passes("broken", Marks(2, 0, 0))
    assert passes("identical", Marks(0, 3, 1))
    assert not passes("identical", Marks(4, 2, 0)) and not passes("identical", Marks(4, 4, 2))
    (folder / "ratings" / "bob.tsv").write_text(BOB.replace("P2-2\t1", "P2-2\t4"))
    assert collect(folder).names == ["ann"]
    assert collect(folder, attention=0.5).names == ["ann", "bob"]
    assert collect(folder).raters[1] == Rater("bob", 4, 2, 1, False)
    with pytest.raises(InputError, match=r"no rater passed 75% of the attention checks"):
        collect(folder, without=["ann"])


def test_who_is_not_done(folder: Path) -> None:
    (folder / "ratings" / "bob.tsv").write_text(BOB.replace("P2-1\t2\t3\t0\n", "P2-1\t\t\t\n"))
    with pytest.raises(InputError, match=r"bob has not rated 1 of 4 items \(P2-1\); wait, or use --partial"):
        collect(folder)
    assert collect(folder, without=["bob"]).names == ["ann"]
    part = collect(folder, partial=True)
    assert part.items == ("P1-1", "P1-2") and {row.sentence for row in part.key} == {7}
    (folder / "ratings" / "bob.tsv").write_text(HEADER + "P2-2\t1\t1\t0\n")
    with pytest.raises(InputError, match="no sentence that all raters have rated"):
        collect(folder, partial=True)
    with pytest.raises(InputError, match="there is no rater 'eve'; there are ann, bob"):
        collect(folder, without=["eve"])
    with pytest.raises(InputError, match="no ratings yet"):
        collect(folder, without=["ann", "bob"])
    (folder / "key.tsv").write_text(KEY.replace("P2-2", "P9-9"))
    with pytest.raises(InputError, match="the key has P9-9, which is on no sheet"):
        collect(folder)


def test_answers(tmp_path: Path) -> None:
    path = tmp_path / "ann.tsv"
    add_answers(path, {"P1": Marks(1, 2, 3), "P2": Marks(0, 0, 0)})
    add_answers(path, {"P1": Marks(4, 4, 4)})
    assert path.read_text() == HEADER + "P1\t1\t2\t3\nP2\t0\t0\t0\nP1\t4\t4\t4\n"
    assert read_answers(path, ["P1", "P2"]) == {"P1": (4, 4, 4), "P2": (0, 0, 0)}  # the last one counts
    with pytest.raises(FormatError, match=r"ann\.tsv:3: 'P2' is on no sheet"):
        read_answers(path, ["P1"])
    path.write_text('Page\tItem\tVersion\tGrammar\tMeaning\tSimplicity\n1\tP1\t"a ""b"""\t1\t 2 \t3\n')
    assert read_answers(path, ["P1"]) == {"P1": (1, 2, 3)}
    with pytest.raises(InputError, match="was not written by the form; choose another name"):
        add_answers(path, {"P1": Marks(1, 2, 3)})
    path.write_text(HEADER + "P1\t1\t5\t3\n")
    with pytest.raises(FormatError, match=r"ann\.tsv:2: P1: grammar, meaning, simplicity must each be 0 to 4"):
        read_answers(path, ["P1"])


def test_names_of_raters() -> None:
    assert rater_name("  Ann  Müller ") == "ann-müller"
    assert [rater_name(bad) for bad in ("", "../x", "a/b", ".x", "-x", "a" * 41, "a\0")] == [None] * 7


def test_standardising_nothing_but_one() -> None:
    assert standardised(np.full((1, 2, 3), 4.0)).tolist() == [[[0, 0, 0], [0, 0, 0]]]
    # 1 and 3: mean 2, deviation sqrt(2).
    two = standardised(np.array([[[1.0]], [[3.0]]])).ravel()
    assert two == pytest.approx([-1 / math.sqrt(2), 1 / math.sqrt(2)])


def test_intervals_of_means() -> None:
    same, apart = mean_intervals(np.array([[2.0, 0.0], [2.0, 4.0]]), samples=500)
    assert (same.low, same.high, apart.low, apart.high) == (2, 2, 0, 4)
