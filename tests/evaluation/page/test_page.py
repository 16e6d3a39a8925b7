"""The evaluation page: exact groups, ticks, extremes and marks; nothing is loaded from elsewhere."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result

from simplifier.cli.report import report_command
from simplifier.evaluation.metrics import ReferenceSet, parse_metric
from simplifier.evaluation.page.charts import Cloud, Point, clouds, histogram, scatter, ticks
from simplifier.evaluation.page.evaluation_page import extremes
from simplifier.evaluation.page.groups import Group, grouped
from simplifier.languages import language_named

ENGLISH = language_named("en")

SOURCES = "about 95 species are currently accepted .\nthe city commenced construction .\n"
REFERENCES = [
    "about 95 species are currently known .\nthe city started building .\n",
    "about 95 species are now accepted .\nthe city began to build .\n",
]
GOOD = "about 95 species are now accepted .\nthe city started construction .\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "toy.src").write_text(SOURCES)
    for number, text in enumerate(REFERENCES):
        (tmp_path / f"toy.ref{number}").write_text(text)
    (tmp_path / "good.txt").write_text(GOOD)
    (tmp_path / "poor.txt").write_text("about 95 you now get in .\nthe city commenced .\n")
    return tmp_path


def run(*arguments: object) -> Result:
    return CliRunner().invoke(report_command, [str(a) for a in arguments], catch_exceptions=True)


def test_ticks_are_round() -> None:
    assert ticks(0, 100) == [0, 20, 40, 60, 80, 100]
    assert ticks(9.97, 11.66) == [9.5, 10.0, 10.5, 11.0, 11.5, 12.0]
    assert ticks(1.0, 1.0) == pytest.approx([1.0, 1.2])
    assert ticks(0, 0) == [0.0, 0.2]
    assert ticks(-3, -3) == [-3.0, -2.0]


def test_bars_of_a_histogram() -> None:
    drawn = histogram("t", "x", [0, 4.9, 5, 100], bins=20)
    # The axis goes from 254 up to 14 for 0 to 2 sentences.
    bars = re.findall(r'<rect class="s0" x="([\d.]+)" y="([\d.]+)" width="[\d.]+" height="([\d.]+)"/>', drawn)
    assert len(bars) == 20
    assert [(x, height) for x, _, height in bars if height != "0.0"] == [
        ("52.5", "240.0"),
        ("73.1", "120.0"),
        ("443.9", "120.0"),
    ]


def test_points_stand_in_their_places() -> None:
    drawn = scatter("t", "x", "y", [Point(0, 0, "a<b"), Point(10, 10)])
    circles = re.findall(r'<circle class="s0" cx="([\d.]+)" cy="([\d.]+)" r="2.5"', drawn)
    assert circles == [("52.0", "254.0"), ("464.0", "14.0")]
    assert ">a&lt;b</text>" in drawn


def test_names_that_would_meet_are_left_to_pointing() -> None:
    points = [Point(0, 0), Point(10, 10), *(Point(5, 5, f"system {number}") for number in range(6))]
    drawn = scatter("t", "x", "y", points)
    # Above and below, right and left of the one place.
    assert re.findall(r">(system \d)</text>", drawn) == [f"system {number}" for number in range(4)]
    assert re.findall(r"<title>(system \d)</title>", drawn) == [f"system {number}" for number in range(6)]


def test_ellipses_stay_inside_the_axes() -> None:
    drawn = clouds("t", "x", "y", [Cloud("one", [(0, 0), (1, 1)])])
    window = drawn.index('<svg x="52" y="14" width="412" height="240" viewBox="52 14 412 240">')
    assert window < drawn.index("<ellipse") < drawn.index("</svg></svg>")


def test_best_and_worst() -> None:
    assert extremes(np.array([3.0, 1.0, 2.0, 3.0]), 2) == ([0, 3], [1, 2])
    assert extremes(np.array([3.0, 1.0, 2.0]), 5) == ([0, 2], [1])
    assert extremes(np.array([3.0]), 5) == ([0], [])


def test_groups() -> None:
    sources = ["a b c .", "one two three four five six seven eight nine ten eleven"]
    outputs = ["a b .", sources[1]]
    data = ReferenceSet(sources, [sources], language=ENGLISH)
    metric = parse_metric("copies")
    by_length, by_size, by_edits = grouped(metric, metric.statistics(outputs, data), outputs, data)
    assert by_length[:3] == [Group("to 10", 1, 0.0), Group("11-15", 1, 100.0), Group("16-20", 0, None)]
    # 5 of 7 characters; all of them
    assert [one.count for one in by_size] == [0, 1, 0, 1, 0, 0]
    assert [one.count for one in by_edits] == [1, 1, 0, 0, 0, 0]


def test_the_page(folder: Path) -> None:
    ended = run(
        "--source", folder / "toy.src", "--references", folder / "toy.ref0", folder / "toy.ref1",
        "--system", f"good={folder / 'good.txt'}", f"poor={folder / 'poor.txt'}",
        "--output", folder / "out.html", "--metric", "fkgl", "--samples", 20, "--title", "A < B",
    )  # fmt: skip
    assert (ended.exit_code, ended.stdout) == (0, "")
    page = (folder / "out.html").read_text(encoding="utf-8")
    assert "<title>A &lt; B</title>" in page
    assert not re.search(r"<script|https?://|url\(|\son\w+=", page)
    assert re.findall(r'<th scope="row">(\w+)</th><td>([\d.]+)', page)[:4] == [
        ("identity", "17.02"),
        ("good", "63.41"),
        ("poor", "35.69"),
        ("references", "46.74"),
    ]
    assert "are <del>currently</del><ins>now</ins> accepted ." in page
    assert "city <del>commenced</del><ins>started</ins> construction ." in page
    assert "<h2>Against good</h2>" in page and "<h2>Every pair by sari-paper</h2>" in page
    assert "sari-paper|counts:types|del:precision|combine:per-order|level:sentence" in page
    # systems by fkgl, and for each of three systems a histogram and its points
    assert page.count("<svg") == 7


def test_one_reference_and_no_tests(folder: Path) -> None:
    (folder / "good.txt").write_text(SOURCES.replace("commenced", "<b>began</b>"))
    ended = run(
        "--source", folder / "toy.src", "--references", folder / "toy.ref0",
        "--system", folder / "good.txt", "--metric", "fkgl", "--samples", 0,
    )  # fmt: skip
    assert ended.exit_code == 0
    assert "Against" not in ended.stdout and "Every pair" not in ended.stdout
    assert "city <del>commenced</del><ins>&lt;b&gt;began&lt;/b&gt;</ins>" in ended.stdout
    assert "references:</span> <b>1</b>" in ended.stdout and ">references</th>" not in ended.stdout


def test_bad_files_are_one_clear_line(folder: Path) -> None:
    given = ["--source", folder / "toy.src", "--references", folder / "toy.ref0", "--system"]
    out = folder / "out.html"

    def fault(system: object, *more: object) -> str:
        ended = run(*given, system, *more, "--output", out)
        assert ended.exit_code == 1 and not out.exists()
        return str(ended.exception).replace(f"{folder}/", "")

    (folder / "short").write_text("one\n")
    assert fault(folder / "short") == (
        "short has 1 lines but toy.src has 2; line i of every file must belong to the same sentence"
    )
    (folder / "damaged").write_bytes(b"fine\n\xff\xfe\n")
    assert "damaged:2" in fault(folder / "damaged")
    assert "references=FILE" in fault(f"references={folder / 'good.txt'}")
    assert "--system a=: needs FILE" in fault("a=")
    assert "needs references" in str(run(*given[:2], "--system", folder / "good.txt").exception)
    assert "no system 'x'" in fault(folder / "good.txt", "--baseline", "x")
