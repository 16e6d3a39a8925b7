from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from lab import edits as report_editor
from lab.edits import (
    Report,
    by_domain,
    failures,
    load_preset,
    measure,
    presets_of,
    rewrite,
    scores,
)
from simplifier.evaluation.collection import EditorialSentence, RecallSentence, Trap, traps
from simplifier.evaluation.probes.changes import Change
from simplifier.evaluation.probes.results import Outcome, find_recall, find_traps
from tests.toy_model import build_toy_model

PRESETS = '\n[presets.still]\n"weights.reward" = -9.0\n'


def model(folder: Path) -> Path:
    """Return a toy model with a preset that changes nothing."""
    path = build_toy_model(folder)
    path.write_text(path.read_text() + PRESETS)
    return path


def test_a_real_run(tmp_path: Path) -> None:
    path = model(tmp_path)
    assert presets_of(str(path)) == ["default", "still"] and presets_of(str(path), ["x"]) == ["x"]
    page = tmp_path / "page.md"
    page.write_text("Before.\n<!-- measured: begin -->\nold\n<!-- measured: end -->\nAfter.\n")
    found = CliRunner().invoke(report_editor.main, [str(path), "--list", "--output", str(page)])
    assert found.exit_code == 0, found.output
    assert found.output.strip() in page.read_text() and "old" not in page.read_text()
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in found.output.splitlines()
        if line.startswith("|")
    ]
    still = [row for row in rows if row[0] == "still"]
    number = str(len(traps("dev")))
    assert still[0][:7] == ["still", number, "100.0", number, "0", "0", "0"]
    assert still[1][2] == still[1][4] == "0" and still[1][5:] == ["0.0", "-"]
    assert [row[1] for row in still[2:5]] == ["encyclopaedia", "office", "all"]
    assert all(row[3:] == ["0"] * 6 + ["-"] + ["0"] * 4 for row in still[2:5])
    (unchanged,) = (row for row in rows if row[0] == "unchanged")
    assert still[5][1:] == unchanged[1:]
    assert found.output.endswith("\nstill:\n\n- none\n")


def test_what_is_counted_is_what_the_model_wrote(tmp_path: Path) -> None:
    report = measure(load_preset(str(model(tmp_path)), "default"), "dev")
    targets = {one.place.output for one in report.traps + report.recall if one.outcome is not Outcome.KEPT}
    assert targets and targets <= {"about", "About", "started", "Started", "house", "big", "", "talks"}
    whole, parts = report.judged["all"], [report.judged[name] for name in ("encyclopaedia", "office")]
    assert whole.sentences == sum(one.sentences for one in parts) == 500
    assert whole.changed == sum(one.changed for one in parts) > 0
    assert whole.marks == parts[0].marks + parts[1].marks


def test_what_failed_is_listed() -> None:
    trap = Trap("T-1", "modal", "dev", "You must pay now.", 4, 8, ("may",), ("have to",))
    expression = RecallSentence("RC-1", "letter", "dev", "We notify you.", ((3, 9, ("tell",)),))
    found = find_traps([trap] * 3, [[Change(4, 8, "may")], [Change(4, 8, "have to")], []])
    marked = find_recall([expression] * 2, [[Change(3, 9, "saw")], [Change(3, 9, "tell")]])
    assert list(failures(Report(found, marked, {}, {}))) == [
        "- trap T-1 (modal, wrong): [must] -> may",
        "- expression RC-1 (letter, other): [notify] -> saw",
    ]


def test_domains_and_scores() -> None:
    plain = ("We began.", "We began.", "We began.", "We started.")
    part = [
        EditorialSentence("OA-1", "", "dev", "We commenced.", plain),
        EditorialSentence("EA-1", "", "dev", "We commenced.", plain),
    ]
    assert by_domain(part) == {"encyclopaedia": [1], "office": [0], "all": [0, 1]}
    assert by_domain(part[:1]) == {"office": [0], "all": [0]}
    found = scores(part, ["We commenced.", "We began."])
    assert found["office"][0] < found["all"][0] < found["encyclopaedia"][0]


def test_lines_are_not_split(tmp_path: Path) -> None:
    path = model(tmp_path)
    path.write_text(path.read_text().replace("[model]", '[structure]\nsplit = "auto"\n\n[model]'))
    (found,) = rewrite(load_preset(str(path), "default"), ["The house is large, and the garden is old."])
    assert not any(sentence.rules for sentence in found.sentences)


def test_no_such_preset(tmp_path: Path) -> None:
    found = CliRunner().invoke(report_editor.main, [str(model(tmp_path)), "--preset", "bald"])
    assert found.exit_code == 2 and "has no preset 'bald'; presets: still" in found.output
