"""The systems that were read, beside their metrics."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from scripts.studies.measured_block import write_measured
from scripts.studies.report_read import READ, by_references, marks_of, paired_p, standalone, verdict_table
from simplifier.evaluation.blind.keeping import Kept, read_kept
from simplifier.evaluation.blind.sheets import KeyRow
from simplifier.evaluation.blind.verdicts import Verdict
from simplifier.evaluation.metrics import ReferenceSet
from simplifier.evaluation.page.charts import Cloud, clouds
from simplifier.languages import language_named

ENGLISH = language_named("en")

KEPT = Kept(
    (
        KeyRow("turk", "1501", "muss", "P1"),
        KeyRow("turk", "1503", "muss", ""),
        KeyRow("own", "EA1", "muss", "P2"),
        KeyRow("turk", "1501", "access", "P3"),
        KeyRow("turk", "1503", "access", ""),
    ),
    {
        "A": {"P1": Verdict(False, False, "+"), "P3": Verdict(True, True, "-")},
        "B": {"P1": Verdict(False, True, "+"), "P3": Verdict(True, False, "=")},
    },
)


def test_marks_are_means_of_readers() -> None:
    assert marks_of(KEPT, "muss") == {0: (1.0, 0.5, 1.0, 0.5), 2: (1.0, 1.0, 0.0, 0.0)}
    assert marks_of(KEPT, "access") == {0: (0.0, 0.5, -0.5, 0.0), 2: (1.0, 1.0, 0.0, 0.0)}
    rows = list(verdict_table(KEPT, ["muss", "access"]))
    assert rows[2].startswith("| muss | 2 | 100.0 | 75.0 | +0.50 | 25.0 (")
    assert rows[3].startswith("| access | 2 | 50.0 | 75.0 | -0.25 | 0.0 (")
    assert rows[3].endswith(" | 1.0000 |")


def test_what_was_kept_gives_the_published_shares() -> None:
    rows = list(verdict_table(read_kept(READ), ["muss", "access", "default"]))
    assert [row.split(" | ")[5].split()[0] for row in rows[2:5]] == ["49.6", "10.4", "24.6"]


def test_swaps_are_counted_exactly_where_there_are_few() -> None:
    # Five differences of one sign: 2 of 2^5 choices of signs are as extreme.
    assert paired_p([1.0] * 5, [0.0] * 5) == pytest.approx(2 / 32)
    assert paired_p([1.0, 0.0], [0.0, 1.0]) == 1


def test_agreement_by_references() -> None:
    data = ReferenceSet(["a b c d"] * 3, [["a b c d"] * 3, ["a x c d"] * 3], language=ENGLISH)
    outputs = ["a b c d", "a b c e", "f g h i"]
    marks = {"one": {place: (1.0, 1.0, 0.0, good) for place, good in enumerate((1.0, 0.5, 0.0))}}
    assert by_references("sentence-bleu", data, {"one": outputs}, marks) == pytest.approx([1.0, 1.0])


def test_a_plot_is_a_file_of_its_own() -> None:
    root = ElementTree.fromstring(standalone(clouds("t", "x", "y", [Cloud("one", [(0, 0), (1, 1)])])))
    assert root.tag == "{http://www.w3.org/2000/svg}svg" and root.attrib["viewBox"] == "0 0 480 300"
    assert [child.tag.partition("}")[2] for child in root][:2] == ["style", "rect"]


def test_blocks_of_a_page_by_name(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    blocks = [f"<!-- measured: begin{name} -->\nold\n<!-- measured: end{name} -->\n" for name in ("", " read")]
    page.write_text("".join(blocks), encoding="utf-8")
    write_measured(page, "new", "read")
    text = page.read_text(encoding="utf-8")
    assert text == blocks[0] + "<!-- measured: begin read -->\n\nnew\n<!-- measured: end read -->\n"
