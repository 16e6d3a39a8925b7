from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from simplifier.cli.data import data_group
from simplifier.evaluation.collection import MARKS, data_folder, judged_edits, sentences
from simplifier.evaluation.datasets import find_dataset
from simplifier.evaluation.marked import read_marked
from simplifier.evaluation.published import CHANGES

NOTE = "meant to be opened once"


def run(*arguments: object) -> Result:
    return CliRunner().invoke(data_group, [str(argument) for argument in arguments])


def test_list_and_card() -> None:
    lines = run("list").stdout.splitlines()
    assert lines[0].split() == ["what", "kind", "train", "dev", "test", "unseen"]
    assert lines[3].split() == ["sentences", "with", "references", "all", "2000", "500", "500", "-"]
    assert run("card").stdout == (data_folder() / "README.md").read_text(encoding="utf-8")


def test_export(tmp_path: Path) -> None:
    result = run("export", tmp_path / "new" / "x", "--part", "dev", "--kind", "office")
    assert result.exit_code == 0 and NOTE not in result.stderr
    chosen = [one for one in sentences("dev") if one.id.startswith("O")]
    data = find_dataset(tmp_path / "new" / "x").load()
    assert list(data.sources) == [one.source for one in chosen] and len(chosen) == 250
    for place in range(4):
        path = tmp_path / "new" / "x" / f"dev.ref{place}"
        assert path.read_text(encoding="utf-8").splitlines() == [one.references[place] for one in chosen]


def test_export_overwrites_nothing(tmp_path: Path) -> None:
    (tmp_path / "dev.ref2").write_text("mine\n")
    result = run("export", tmp_path, "--part", "dev")
    assert str(result.exception) == f"{tmp_path}/dev.ref2 is there already; remove it, or name another folder"
    assert [path.name for path in tmp_path.iterdir()] == ["dev.ref2"]
    result = run("export", tmp_path / "dev.ref2", "--part", "train")
    assert str(result.exception) == f"{tmp_path}/dev.ref2: not a folder; name one to write into"


@pytest.mark.parametrize("part", ["train", "dev"])
def test_edits(part: str) -> None:
    result = run("edits", "--part", part)
    names, *rows = (line.split("\t") for line in result.stdout.splitlines())
    assert names[:5] == ["id", "start", "end", "source", "target"] and names[-1] == "sentence"
    assert len(rows) == len(judged_edits(part)) and NOTE not in result.stderr
    assert all(row[7][int(row[1]) : int(row[2])] == row[3] for row in rows)


def test_versions_of_published_sentences() -> None:
    result = run("versions", "--part", "dev")
    names, *rows = (line.split("\t") for line in result.stdout.splitlines())
    assert names == ["id", "source", "kind", "sentence", "editor", "version"] and NOTE not in result.stderr
    assert {row[4] for row in rows} == {"1", "2"}
    assert all(read_marked(row[5], row[3], row[0]).source == row[3] for row in rows)


def test_changes_in_published_sentences() -> None:
    names, *rows = (line.split("\t") for line in run("changes", "--part", "dev").stdout.splitlines())
    assert names == [*CHANGES, "sentence"]
    assert len(rows) > 1000 and all(row[9] and set(row[7]) <= MARKS.keys() for row in rows)
    assert NOTE in run("changes", "--part", "test").stderr


def test_what_is_opened_once(tmp_path: Path) -> None:
    assert NOTE in run("export", tmp_path, "--part", "test").stderr
    assert NOTE in run("edits", "--part", "unseen").stderr
