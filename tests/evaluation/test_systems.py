from __future__ import annotations

from pathlib import Path

import pytest

from simplifier.base.errors import InputError
from simplifier.evaluation.datasets import find_dataset
from simplifier.evaluation.metrics import ReferenceSet, parse_metric
from simplifier.evaluation.mismatch import find_blank_lines, find_mismatches
from simplifier.evaluation.systems import Resampling, evaluate, references_against_the_rest

SOURCES = ["The cat, which was old, sat down.", "It rained (a lot)."]
REFERENCES = [["The old cat sat.", "It rained a lot."], ["The cat sat.", "It rained much."], SOURCES]


def test_find_dataset(tmp_path: Path) -> None:
    for name in ("b.src", "b.ref10", "b.ref2", "b.ref0", "b.refs.txt", "a.ref0"):
        (tmp_path / name).write_text("x\n")
    found = find_dataset(tmp_path)
    assert [path.name for path in (found.source, *found.references)] == [
        "b.src",
        "b.ref0",
        "b.ref2",
        "b.ref10",
    ]
    (tmp_path / "a.src").write_text("x\n")
    with pytest.raises(InputError, match="several test sets there; choose one of .*a, .*b"):
        find_dataset(tmp_path)
    assert find_dataset(tmp_path / "a").references == (tmp_path / "a.ref0",)
    with pytest.raises(InputError, match=r"no file c\.src there"):
        find_dataset(tmp_path / "c")
    (tmp_path / "c.src").write_text("x\n")
    with pytest.raises(InputError, match=r"no references c\.ref\*"):
        find_dataset(tmp_path / "c")


def test_reference_row_is_the_mean_of_leaving_one_out() -> None:
    data = ReferenceSet(SOURCES, REFERENCES)
    metric = parse_metric("sari-easse")
    row = references_against_the_rest([metric], data)
    expected = [
        metric.score(one, ReferenceSet(SOURCES, [other for other in REFERENCES if other is not one])).value
        for one in REFERENCES
    ]
    assert row.results[0].score.value == pytest.approx(sum(expected) / 3)
    assert "refs:2" in str(row.results[0].score.signature)
    with pytest.raises(InputError, match="two references or more, not 1"):
        references_against_the_rest([metric], ReferenceSet(SOURCES, REFERENCES[:1]))


def test_evaluate_refuses() -> None:
    metric = parse_metric("sari-easse")
    data = ReferenceSet(SOURCES, REFERENCES)
    with pytest.raises(InputError, match="no system 'b' to compare with; there are a"):
        evaluate([metric], data, {"a": SOURCES}, baseline="b")
    with pytest.raises(InputError, match="nothing to score"):
        evaluate([metric], ReferenceSet([], [[]]), {"a": []})
    plain = evaluate([metric], data, {"a": SOURCES}, resampling=Resampling(samples=0))
    assert plain.rows[0].results[0].interval is None
    assert plain.baseline is None


def warnings_about(outputs: dict[str, list[str]], *metrics: str, references: list[list[str]]) -> list[str]:
    names = [f"r{number}" for number in range(len(references))]
    data = ReferenceSet(SOURCES, references, names=names, source_name="src")
    return find_mismatches(data, outputs, [parse_metric(m) for m in metrics])


def test_mismatches() -> None:
    lowered = [line.lower() for line in SOURCES]
    tokenised = ["The cat , which was old , sat down .", "It rained -LRB- a lot -RRB- ."]

    def warnings(outputs: list[str], *metrics: str) -> list[str]:
        return warnings_about({"out": outputs}, *metrics, references=[])

    assert warnings(SOURCES, "sari-paper", "bleu") == []
    assert warnings(lowered, "sari-paper", "fkgl") == []
    assert warnings(lowered, "bleu") == [
        "out and src seem to differ in case: uppercase letters in 0 of 2 and 2 of 2 lines with letters;"
        " bleu would count that as edits; --case lc reads all in small letters"
    ]
    found = warnings(tokenised, "0.5*sari-paper + 0.5*fk", "sari-easse")
    assert [line.split(":")[0].rsplit(" ", 1)[1] for line in found] == ["tokenisation", "brackets"]
    assert "-LRB- in 1 of 1 and 0 of 1 lines with brackets" in found[1]  # of those, not of all lines
    assert "sari-paper would" in found[0]
    assert "sari-paper, sari-easse would" in found[1]
    assert warnings(tokenised, "sari-easse[brackets=plain]") == []


def test_a_mismatch_of_many_files_is_told_once() -> None:
    lowered = [line.lower() for line in SOURCES]
    (line,) = warnings_about({"out.txt": lowered}, "bleu", references=[lowered] * 4)
    assert line.startswith("r0, r1, r2 and 2 more files and src seem to differ in case: ")
    assert "in 0 of 10 and 2 of 2 lines" in line
    (line,) = warnings_about({"out.txt": lowered}, "-ld[case=mixed]", references=[lowered] * 4)
    assert line.startswith("out.txt and src")  # the metric reads no references


def test_blank_lines_are_told_with_their_files() -> None:
    data = ReferenceSet(["a .", "", "c .", "d ."], [["a .", "", "", " "]], names=["ref"], source_name="src")
    assert find_blank_lines(data, {"out": ["a .", "b .", "", "d ."], "whole": ["a .", "", "c .", "d ."]}) == [
        "src: 1 of 4 lines are blank, the first is line 2; what stands beside them is scored against nothing",
        "ref: 2 of 4 lines are blank where the source is not, the first is line 3; they are scored as texts "
        "without words",
        "out: 1 of 4 lines are blank where the source is not, the first is line 3; they are scored as texts "
        "without words",
    ]
