from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from lab import frontier
from lab.frontier_texts import Dress
from simplifier.evaluation.blind.sheets import read_sheets
from simplifier.evaluation.collection import document_sentences
from simplifier.evaluation.published import published_sentences
from tests.toy_model import build_toy_model

CASED = [
    ["The King 's `` old '' house in Oslo ( Norway ) fell .", 'The king\'s "old" house in Oslo fell.'],
    ["It was built for the NATO in 1,000 days .", "The old war ended."],
]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("the king 's `` old '' house fell .", 'The King\'s "old" house fell.'),
        ('The King\'s "old" house fell.', 'The King\'s "old" house fell.'),
        ("the house -lrb- in norway -rrb- ca n't fall .", "The house (in Norway) can't fall."),
        ("nato built a house . it fell .", "NATO built a house. It fell."),
        ("The house was old. The war ended.", "The house was old. The war ended."),
        ("the old war. it ended in oslo", "The old war. It ended in Oslo"),
    ],
)
def test_all_texts_in_one_dress(text: str, shown: str) -> None:
    assert Dress(CASED)(0, text) == shown


def run(*arguments: object) -> Result:
    return CliRunner().invoke(frontier.main, [str(one) for one in arguments])


def test_sentences_of_documents_are_drawn_by_kind(tmp_path: Path) -> None:
    model, folder = build_toy_model(tmp_path), tmp_path / "read"
    made = run("sheets", model, "--output", folder, "--seed", 3, "--text", "documents", "--sentences", "7")
    assert made.exit_code == 0, made.output
    drawn = {row.sentence: row for row in read_sheets(folder).key}
    kinds = Counter(one.kind for one in document_sentences("dev") if one.id in drawn)
    assert sorted(kinds.values()) == [2, 2, 3] and {row.system for row in drawn.values()} == {"default"}


def test_from_sheets_to_a_kept_table(tmp_path: Path) -> None:
    model, folder = build_toy_model(tmp_path), tmp_path / "read"
    own = ("--text", "own", "--text", "office", "--sentences", "6")
    made = run("sheets", model, "--output", folder, "--seed", 3, *own)
    assert made.exit_code == 0, made.output
    assert made.output.startswith("own: 6 sentences, 2 systems, ")
    sheets = read_sheets(folder)
    names = {text: {row.sentence for row in sheets.key if row.text == text} for text in ("own", "office")}
    assert sorted(name[0] for name in names["own"]) == list("EEEOOO")
    assert {name[0] for name in names["office"]} == {"O"} and not names["own"] & names["office"]
    assert {row.system for row in sheets.key} == {"default", "reference"}

    files = [tmp_path / "first.tsv", tmp_path / "second.tsv"]
    for file in files:
        file.write_text("".join(f"{pair.id}\t0\t0\t+\t\n" for pair in sheets.pairs))
    told = [part for file in files for part in ("--verdicts", file)]
    kept = tmp_path / "read.tsv.xz"
    found = run("report", folder, *told, "--keep", kept)
    assert found.exit_code == 0, found.output
    assert f"| first, second | all | {len(sheets.pairs)} | 100.0 | - |" in found.output
    assert run("report", kept).output == found.output

    files[1].write_text(files[1].read_text().partition("\n")[2])
    short = run("report", folder, *told)
    assert short.exit_code == 2 and "pairs have no line: P0001" in short.output
    again = run("report", kept, *told)
    assert again.exit_code == 2 and "has its verdicts" in again.output
    unnamed = run("report", folder)
    assert unnamed.exit_code == 2 and "name the file of every reader" in unnamed.output


def test_published_sentences_are_drawn_by_source(tmp_path: Path) -> None:
    model, folder = build_toy_model(tmp_path), tmp_path / "read"
    real = ("--text", "real", "--part", "unseen", "--sentences", "10")
    made = run("sheets", model, "--output", folder, "--seed", 3, *real)
    assert made.exit_code == 0, made.output
    sheets = read_sheets(folder)
    assert {row.system for row in sheets.key} == {"default", "editor 1", "editor 2"}
    sources = {one.id: one.source for one in published_sentences().values() if one.part == "unseen"}
    counts = Counter(sources[name] for name in {row.sentence for row in sheets.key})
    assert set(counts.values()) == {2} and len(counts) == 5
    file = tmp_path / "first.tsv"
    file.write_text("".join(f"{pair.id}\t0\t0\t++\t\n" for pair in sheets.pairs))
    found = run("report", folder, "--verdicts", file)
    assert found.exit_code == 0, found.output
    assert "clearly easier % (95 %)" in found.output and "| basecamp_policies | editor 1 | 2 |" in found.output


def test_the_last_tuning_sentences(shared_data: Path, tmp_path: Path) -> None:
    model, folder = build_toy_model(tmp_path), tmp_path / "read"
    access = shared_data / "peers" / "valid" / "access.txt"
    turk = ("--text", "turk", "--sentences", "5", "--turk", shared_data / "turkcorpus")
    made = run("sheets", model, "--output", folder, "--seed", 3, *turk, "--system", f"access={access}")
    assert made.exit_code == 0, made.output
    sheets = read_sheets(folder)
    assert {row.system for row in sheets.key} == {"default", "access", "reference"}
    assert all(1501 <= int(row.sentence) <= 2000 for row in sheets.key) and len(sheets.key) == 15
    for pair in sheets.pairs:
        assert pair.original[0].isupper() and not pair.rewriting.endswith(" .")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--text", "own", "--system", "a=b"), "--system is for the text turk"),
        (("--system", "a"), "write NAME=FILE"),
        (("--text", "office", "--sentences", "99999"), "only"),
    ],
)
def test_sheets_that_cannot_be_made(arguments: tuple[str, ...], said: str, tmp_path: Path) -> None:
    model = build_toy_model(tmp_path)
    found = run("sheets", model, "--output", tmp_path / "read", "--seed", 3, *arguments)
    assert found.exit_code == 2 and said in found.output
    assert not (tmp_path / "read").exists()
