from __future__ import annotations

from math import isclose
from pathlib import Path

import pytest

from simplifier.base.errors import FormatError, InputError
from simplifier.base.reading import read_lines
from simplifier.evaluation.blind.keeping import keep, read_kept
from simplifier.evaluation.blind.results import fared, markdown, wilson
from simplifier.evaluation.blind.sheets import KeyRow, TextOutputs, make_sheets, read_sheets, write_sheets
from simplifier.evaluation.blind.verdicts import Verdict, read_verdicts

OURS = TextOutputs(
    "own",
    ["E-1", "E-2", "E-3"],
    ["one old", "two old", "three old"],
    {"a": ["one new", "two old", "three new"], "b": ["one new", "two new", "three old"]},
)
OTHERS = TextOutputs("turk", ["1501"], ["four old"], {"a": ["four new"]})


def test_sheets_and_key(tmp_path: Path) -> None:
    made = make_sheets([OURS, OTHERS], 7)
    assert sorted(pair.rewriting for pair in made.pairs) == ["four new", "one new", "three new", "two new"]
    assert [pair.id for pair in made.pairs] == ["P0001", "P0002", "P0003", "P0004"]
    by_rewriting = {pair.rewriting: pair.id for pair in made.pairs}
    assert made.key == (
        KeyRow("own", "E-1", "a", by_rewriting["one new"]),
        KeyRow("own", "E-1", "b", by_rewriting["one new"]),
        KeyRow("own", "E-2", "a", ""),
        KeyRow("own", "E-2", "b", by_rewriting["two new"]),
        KeyRow("own", "E-3", "a", by_rewriting["three new"]),
        KeyRow("own", "E-3", "b", ""),
        KeyRow("turk", "1501", "a", "P0004"),
    )
    write_sheets(tmp_path, made)
    assert read_sheets(tmp_path) == made == make_sheets([OURS, OTHERS], 7)
    assert (tmp_path / "sheets" / "turk.tsv").read_text() == "P0004\tfour old\tfour new\n"
    assert {make_sheets([OURS], seed).pairs for seed in range(20)} > {make_sheets([OURS], 7).pairs}


def test_what_cannot_be_a_sheet(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="own: a has 1 rewritings for 2 sentences"):
        make_sheets([TextOutputs("own", ["1", "2"], ["x", "y"], {"a": ["x"]})], 1)
    with pytest.raises(InputError, match="own: a tab or line end inside"):
        make_sheets([TextOutputs("own", ["1"], ["x"], {"a": ["x\ty"]})], 1)
    write_sheets(tmp_path, make_sheets([OTHERS], 1))
    (tmp_path / "sheets" / "turk.tsv").write_text("P9\tx\ty\n")
    with pytest.raises(FormatError, match=r"key\.tsv:2: pair P0001 is on no sheet"):
        read_sheets(tmp_path)


def test_verdicts(tmp_path: Path) -> None:
    path = tmp_path / "first.tsv"
    path.write_text("P2\t0\t1\t-\ta fact is lost\nP1\t0\t0\t+\n\n")
    found = read_verdicts(path, ["P1", "P2"])
    assert found == {"P1": Verdict(False, False, "+"), "P2": Verdict(False, True, "-", "a fact is lost")}
    assert [(one.bad, one.good) for one in found.values()] == [(True, False), (False, True)]
    clear = Verdict(False, False, "++")
    assert clear.good and clear.clearly_easier and not Verdict(False, True, "++").clearly_easier
    assert not Verdict(False, False, "=").good and Verdict(True, False, "+").bad


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("P1\t0\t2\t+\tnote\n", r"first\.tsv:1: .*write id, G \(0 or 1\)"),
        ("P1\t0\t0\t*\t\n", r"first\.tsv:1: .*S \(\+\+ \+ = -\)"),
        ("P1 0 0 +\n", r"first\.tsv:1: 'P1 0 0 \+'"),
        ("P1\t0\t0\t+\nP1\t0\t0\t+\n", r"first\.tsv:2: P1 stands here for the second time"),
        ("P1\t0\t0\t+\nP3\t0\t0\t+\n", r"first\.tsv:2: 'P3' is on no sheet"),
        ("P1\t0\t0\t+\n", r"1 of 2 pairs have no line: P2"),
    ],
)
def test_verdicts_that_are_not_clear(text: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "first.tsv"
    path.write_text(text)
    with pytest.raises(InputError, match=said):
        read_verdicts(path, ["P1", "P2"])


KEY = [
    *(KeyRow("own", str(number), "a", f"P{number}") for number in range(1, 5)),
    *(KeyRow("own", str(number), "b", "P1" if number == 1 else "") for number in range(1, 5)),
]
FINE, BROKEN, MOVED = Verdict(False, False, "+"), Verdict(True, False, "+"), Verdict(False, True, "=")
READ = {
    "first": {"P1": FINE, "P2": FINE, "P3": BROKEN, "P4": MOVED},
    "second": {"P1": FINE, "P2": BROKEN, "P3": MOVED, "P4": Verdict(False, False, "=")},
}


def test_how_systems_fared() -> None:
    one, other = fared(KEY, READ)
    assert (one.system, one.sentences, one.changed, one.all_bad) == ("a", 4, 4, 1)
    assert one.bad == {"first": 2, "second": 2} and one.good == {"first": 2, "second": 1}
    assert (other.system, other.sentences, other.changed, other.all_bad) == ("b", 4, 1, 0)
    assert other.bad == {"first": 0, "second": 0} and other.good == {"first": 1, "second": 1}


def test_the_tables() -> None:
    lines = list(markdown(KEY, READ))
    assert lines[2] == "| own | a | 4 | 100.0 | 50.0 | 50.0 | 25.0 | 50.0 (15.0-85.0) | 37.5 (9.2-78.1) |"
    assert lines[3] == "| own | b | 4 | 25.0 | 0.0 | 0.0 | 0.0 | 0.0 (0.0-79.3) | 25.0 (4.6-69.9) |"
    # P1 and P3 alike of four; each says bad twice of four, so half agree by chance.
    assert lines[-2:] == [
        "| first, second | own | 4 | 50.0 | 0.00 |",
        "| first, second | all | 4 | 50.0 | 0.00 |",
    ]
    alone = list(markdown(KEY, {"first": READ["first"]}))
    assert alone[2] == "| own | a | 4 | 100.0 | 50.0 | 50.0 (15.0-85.0) | 50.0 (15.0-85.0) |"
    assert len(alone) == 7


def test_intervals() -> None:
    low, high = wilson(0.1, 100)  # as in tables of Wilson's interval for 10 of 100
    assert isclose(low, 0.0552, abs_tol=5e-5) and isclose(high, 0.1744, abs_tol=5e-5)
    assert wilson(0, 10)[0] == 0 and isclose(wilson(1, 10)[1], 1)


def test_what_is_kept(tmp_path: Path) -> None:
    made = make_sheets([OURS, OTHERS], 7)
    noted = Verdict(False, True, "=", "number lost")
    verdicts = {reader: dict.fromkeys([pair.id for pair in made.pairs], noted) for reader in ("x", "y")}
    path = tmp_path / "read.tsv.xz"
    keep(path, made, verdicts, without=["turk"])
    found = read_kept(path)
    assert found.key == made.key
    assert found.verdicts["x"]["P0001"] == noted
    assert found.verdicts["y"]["P0004"] == Verdict(False, True, "=")  # of a text that is not passed on
    assert list(markdown(found.key, found.verdicts)) == list(markdown(made.key, verdicts))
    keep(path, made, verdicts, without=["turk", "own"])
    assert not any("old" in line or "lost" in line for line in read_lines(path))
