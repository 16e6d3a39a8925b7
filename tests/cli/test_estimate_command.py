"""`simplifier estimate`: the means, every pair, the measures on labelled pairs, and what it refuses."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.test_simplify import Ended, invoke

__all__ = ["invoke"]

Invoke = Callable[..., Ended]
SOURCES = "The committee commenced deliberations on 3 May.\nHe resides in the vicinity of the harbour.\n"
OUTPUTS = "The committee started talks on 3 May.\nHe of in the vicinity resides the.\n"


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    source, output = tmp_path / "source.txt", tmp_path / "output.txt"
    source.write_text(SOURCES, encoding="utf-8")
    output.write_text(OUTPUTS, encoding="utf-8")
    return source, output


def test_the_means(invoke: Invoke, files: tuple[Path, Path]) -> None:
    ended = invoke("estimate", *files)
    assert (ended.code, ended.err) == (0, "")
    header, *rows = [line.split() for line in ended.out.splitlines()]
    assert header == ["aspect", "mark", "bad", "ok", "good"]
    assert [row[0] for row in rows] == ["grammaticality", "meaning", "simplicity", "overall"]
    for row in rows:
        assert 0 <= float(row[1]) <= 100
        assert sum(map(int, row[2:])) == 2


def test_every_pair(invoke: Invoke, files: tuple[Path, Path], tmp_path: Path) -> None:
    ended = invoke("estimate", *files, "--format", "jsonl", "--to", tmp_path / "out.jsonl")
    assert (ended.code, ended.out) == (0, "")
    good, bad = map(json.loads, (tmp_path / "out.jsonl").read_text().splitlines())
    assert good["grammaticality"]["mark"] > bad["grammaticality"]["mark"]
    assert set(good["meaning"]) == {"mark", "label"}
    header, *rows = invoke("estimate", *files, "--format", "tsv").out.splitlines()
    assert header.startswith("grammaticality\tmeaning\tsimplicity\toverall\tgrammaticality_label")
    assert [float(row.split("\t")[0]) for row in rows] == [one["grammaticality"]["mark"] for one in (good, bad)]


def test_measures_on_labelled_pairs(invoke: Invoke, tmp_path: Path) -> None:
    table = tmp_path / "pairs.tsv"
    first, second = zip(SOURCES.splitlines(), OUTPUTS.splitlines(), strict=True)
    header = "original\tsimplified\tgrammaticality\tmeaning\tsimplicity\toverall"
    rows = ["\t".join([*first, *["good"] * 4]), "\t".join([*second, *["bad"] * 4])]
    table.write_text("\n".join([header, *rows]) + "\n", encoding="utf-8")
    ended = invoke("estimate", "--labelled", table)
    lines = [line.split() for line in ended.out.splitlines()]
    assert lines[0] == ["aspect", "accuracy", "MAE", "RMSE", "weighted", "F", "Pearson"]
    assert lines[1][0] == "grammaticality"
    assert float(lines[1][-1]) == 1  # two pairs, in the right order


def test_what_it_refuses(invoke: Invoke, files: tuple[Path, Path], tmp_path: Path) -> None:
    source, output = files
    assert invoke("estimate", source).err == ("error: give SOURCE and OUTPUT, or --labelled; one of the two\n")
    short = tmp_path / "short.txt"
    short.write_text("One.\n")
    ended = invoke("estimate", source, short)
    assert ended.code == 2
    assert "1 lines where" in ended.err
    ended = invoke("estimate", source, output, "--set", "estimate.path=nothing.npz")
    assert ended.code == 2
    assert "nothing.npz" in ended.err
