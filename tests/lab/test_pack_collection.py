from __future__ import annotations

import lzma
import shutil
from pathlib import Path

import pytest

from lab.pack_collection import add_column, add_marks, add_recall, correct, pack
from simplifier.base.errors import FormatError
from simplifier.evaluation.collection import Table, data_folder, read_table
from simplifier.recipes.data.collection_split import draw_parts, draw_unseen, families, family, still_unseen

TABLES = {
    "references": [
        "id kind source W1 W2 F1 F2",
        "EA-1 arts s1 a1 b1 c1 d1",
        "EA-2 arts s2 a2 b2 c2 d2",
        "EA-3 arts s3 a3 b3 c3 d3",
    ],
    "edits": ["id start end source target proposed_by mark", "EA-1 0 2 s1 t bold f", "EA-2 0 2 s2 t bold _"],
    "sources": ["id kind part source", "ED-1 arts train more"],
    "recall": ["part id kind sentence accepted", "dev R-1 form [[Furnish]]_it. Give|Send"],
    "readings": [
        "id reference reader grammar meaning simplicity note correction",
        "EA-1 W1 first 0 0 + _ _",
        "EA-1 W1 strict 0 1 + lost better",
        "EA-1 F1 first 1 0 + _ _",
        "EA-2 F2 third 0 1 + _ _",
        "EA-3 W2 first 1 0 + _ _",
        "EA-3 W2 strict 1 0 + _ best",
        "EA-3 F1 strict 0 1 + _ poor",
        "EA-3 F1 third 0 1 + _ _",
    ],
}


def table(name: str) -> Table:
    columns, *rows = ([field.replace("_", " ").strip() for field in line.split(" ")] for line in TABLES[name])
    return Table(tuple(columns), rows)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in TABLES:
        columns, rows = table(name)
        text = "".join("\t".join(row) + "\n" for row in (columns, *rows))
        (tmp_path / f"{name}.tsv.xz").write_bytes(lzma.compress(text.encode()))
    return tmp_path


def written(path: Path, text: str) -> Path:
    path.write_text(text)
    return path


def test_parts_are_dealt_out_by_batch_and_kind() -> None:
    names = [(f"{batch}-{number:03}", kind) for batch in "AB" for kind in "xy" for number in range(6)]
    parts = draw_parts((f"{name}{kind}", kind) for name, kind in names)
    for batch in "AB":
        for kind in "xy":
            own = [part for name, part in parts.items() if name[0] == batch and name[-1] == kind]
            assert sorted(own) == ["dev", "test", "train", "train", "train", "train"]
    assert parts == draw_parts((f"{name}{kind}", kind) for name, kind in reversed(names))


def test_families() -> None:
    assert {family(word) for word in ("decline", "declined", "declines", "declining")} == {"declin"}
    assert {family(word) for word in ("apply", "applies", "applied")} == {"appl"}
    assert {family(word) for word in ("stop", "stopped", "stopping")} == {"stop"}
    assert families("In the declining Years") == {"declin", "year"}


def test_unseen_edits_share_no_word_with_others() -> None:
    sources = [f"{'the ' * (number % 2)}{word}" for number in range(3) for word in "abcdefghijklmnopq"] + ["the"]
    kept = draw_unseen(sources)
    assert sum(kept) == 6 and not kept[-1]  # two words of three edits are the first to make 7 % of 52
    drawn = frozenset().union(*(families(source) for source, one in zip(sources, kept, strict=True) if one))
    assert [not families(source).isdisjoint(drawn) for source in sources] == kept


def test_marks(tmp_path: Path) -> None:
    edits = table("edits")
    assert add_marks(edits, "mark", [written(tmp_path / "r.tsv", "0\ts\n1\tg\n1\tg\n")]) == {
        "kept": 1,
        "filled": 1,
        "before": 1,
    }
    assert edits.column("mark") == ["f", "g"]
    for wrong in ("2\tf", "0\tx", "f", "-1\tf"):
        path = written(tmp_path / "w.tsv", f"0\tf\n{wrong}\n")
        with pytest.raises(FormatError, match=r"w\.tsv:2: expected a row from 0 to 1, a tab and one of f h s g o"):
            add_marks(edits, "mark", [path])


def test_recall_sentences(tmp_path: Path) -> None:
    recall = table("recall")
    path = written(tmp_path / "r.tsv", "id\tkind\tsentence\taccepted\nR-2\tform\t[[Remit]] [[it]].\tPay || -\n")
    assert [add_recall(recall, path, "test"), add_recall(recall, path, "test")] == [1, 0]
    assert recall.rows[1] == ["test", "R-2", "form", "[[Remit]] [[it]].", "Pay || -"]
    for line, problem in (
        ("R-3\tform\t[[Remit]] it.", "got 3 fields"),
        ("R-3\tform\t[[Remit]] it.\tPay || that", "1 expressions in brackets and 2 lists"),
        ("R-3\tform\tRemit.\tPay", "0 expressions"),
        ("R-1\tform\t[[Remit]] that.\tPay", "the id R-1"),
        ("R-3\tform\tFurnish [[it]].\tthis", "or this sentence"),
    ):
        with pytest.raises(FormatError, match=problem.replace("[", r"\[")):
            add_recall(recall, written(tmp_path / "w.tsv", f"{line}\n"), "test")


def test_corrections() -> None:
    references = table("references")
    assert correct(references, table("readings")) == {"corrected": 2, "source": 3, "changed": 5}
    assert [row[3:] for row in references.rows] == [
        ["better", "b1", "s1", "d1"],
        ["a2", "b2", "c2", "s2"],
        ["a3", "best", "s3", "d3"],
    ]
    assert correct(references, table("readings"))["changed"] == 0


def test_columns_are_added_once() -> None:
    wider = add_column(table("references"), "part", 2)
    assert wider.columns[:4] == ("id", "kind", "part", "source") and wider.rows[0][:4] == [
        "EA-1",
        "arts",
        "",
        "s1",
    ]
    assert add_column(wider, "part", 2) is wider


def test_packing_twice_changes_nothing(folder: Path, tmp_path: Path) -> None:
    marks = written(tmp_path / "m.tsv", "1\th\n")
    told = pack(folder, [marks], [marks], corrected=True)
    assert told[0] == "mark: 1 filled, 0 there before, 0 kept against another"
    assert sorted(line.rpartition("/")[2] for line in told if line.startswith("wrote")) == [
        "edits.tsv.xz",
        "references.tsv.xz",
    ]
    bytes_before = {path: path.read_bytes() for path in folder.iterdir()}
    again = pack(folder, [marks], [marks], corrected=True)
    assert not any(line.startswith("wrote") for line in again)
    assert {path: path.read_bytes() for path in folder.iterdir()} == bytes_before
    edits = read_table(folder / "edits.tsv.xz")
    assert edits.columns[-4:] == ("mark", "second", "third", "unseen")
    assert [row[6:8] for row in edits.rows] == [["f", ""], ["h", "h"]]


def test_a_part_once_drawn_stays(folder: Path) -> None:
    pack(folder)
    references = read_table(folder / "references.tsv.xz")
    drawn = references.column("part")
    references.rows.insert(0, ["EA-0", "arts", "", "s0", "a0", "b0", "c0", "d0"])
    text = "".join("\t".join(row) + "\n" for row in (references.columns, *references.rows))
    (folder / "references.tsv.xz").write_bytes(lzma.compress(text.encode()))
    pack(folder)
    assert read_table(folder / "references.tsv.xz").column("part") == ["train", *drawn]


def test_more_sentences_and_edits_are_added_once(folder: Path, tmp_path: Path) -> None:
    sources = written(tmp_path / "s.tsv", "ED-2\tarts\tis exempt\n")
    proposed = written(tmp_path / "e.tsv", "ED-2\t3\t9\texempt\tfree\tbold\nEA-1\t0\t2\ts1\tu\tbold\n")
    told = pack(folder, sources=sources, proposed=proposed)
    assert told[:2] == ["sources: 1 sentences added", "edits: 2 proposals added"]
    again = pack(folder, sources=sources, proposed=proposed)
    assert again[:2] == ["sources: 0 sentences added", "edits: 0 proposals added"]
    assert read_table(folder / "sources.tsv.xz").rows[-1] == ["ED-2", "arts", "train", "is exempt"]
    assert [row[0] for row in read_table(folder / "edits.tsv.xz").rows] == ["EA-1", "EA-2", "ED-2", "EA-1"]


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("EA-1\t0\t2\ts1\tu", "expected id, start, end, source, target, proposed by"),
        ("EA-1\t0\t2\tno\tu\tme", "'no' does not stand there in the sentence EA-1"),
        ("EX-9\t0\t2\tno\tu\tme", "'no' does not stand there in the sentence EX-9"),
    ],
)
def test_proposals_that_cannot_be_are_refused(folder: Path, tmp_path: Path, line: str, problem: str) -> None:
    pack(folder)
    with pytest.raises(FormatError, match=problem):
        pack(folder, proposed=written(tmp_path / "e.tsv", line + "\n"))


def test_drawn_words_stay_unseen() -> None:
    kept = still_unseen(["declines", "house"], [True, False], ["declined", "houses", "decline a house", "ox"])
    assert kept == [True, False, True, False]


def test_our_data_are_packed(tmp_path: Path) -> None:
    """What lies in the tree is what the command makes of it: corrected and drawn."""
    shutil.copytree(data_folder(), tmp_path / "en")
    assert not any(line.startswith("wrote") for line in pack(tmp_path / "en", corrected=True))
