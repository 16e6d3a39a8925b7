"""Batches: columns, rejected rows, a journal that goes on, processes that die."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from simplifier import Simplifier
from simplifier.base.errors import ConfigError, FormatError, InputError
from simplifier.batch import BatchCounts, BatchJob, Rewritten, check_output, format_named, format_of, run_batch
from simplifier.batch.formats import BatchColumns
from simplifier.batch.journal import Journal
from simplifier.batch.rows import Outcome, RowRewriter
from simplifier.batch.workers import Workers
from simplifier.config import Config, load_model_config
from tests.toy_model import build_toy_model

LINES = ["The committee commenced deliberations.", "The large house.", "Nothing to change."]


@pytest.fixture(scope="module")
def config(tmp_path_factory: pytest.TempPathFactory) -> Config:
    return load_model_config(build_toy_model(tmp_path_factory.mktemp("toy")))


@pytest.fixture(scope="module")
def simplifier(config: Config) -> Simplifier:
    return Simplifier.load(config)


Run = Callable[..., BatchCounts]


@pytest.fixture
def run(config: Config, simplifier: Simplifier) -> Run:
    def run(source: Path, output: Path, *columns: Any, **settings: Any) -> BatchCounts:
        job = BatchJob(
            source, output, format_of(source), BatchColumns(*columns), config, **{"processes": 2, **settings}
        )
        return run_batch(job, load=lambda config: simplifier)

    return run


def test_lines_keep_their_number_and_their_bytes(run: Run, simplifier: Simplifier, tmp_path: Path) -> None:
    source, output = tmp_path / "in.txt", tmp_path / "out.txt"
    given = [*LINES, "", "\r", "bad \xff", "The large house"]
    source.write_bytes("\n".join(given).encode("latin-1"))
    done = run(source, output)
    assert (done.rows, done.rejected, done.before) == (7, 1, 0)
    expected = [simplifier.simplify(line).text for line in LINES] + ["", "\r", "bad \xff", "The big house"]
    assert output.read_bytes() == "\n".join(expected).encode("latin-1")
    (reject,) = map(json.loads, done.rejects.read_text().splitlines())
    assert reject == {
        "row": 6,
        "id": None,
        "reason": "byte 5 of the line is not UTF-8",
        "content": "bad \\xff",
    }
    assert sorted(os.listdir(tmp_path)) == ["in.txt", "out.txt", "out.txt.rejects.jsonl"]


def test_json_lines_keep_what_they_hold(run: Run, tmp_path: Path) -> None:
    source, output = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    rows = [
        '{"id": 1.50, "t": "The large house.", "id2": [ 1 ]}',
        '{"id": 2, "t": null}',
        "",
        '{"id": 3}',
        '{"id": 4, "t": 5}',
        '{"id": 5, "t": "\\ud800"}',
        '{"id": 6, "t": "x", "simple": ""}',
        "[" * 100_000,
        "7",
    ]
    source.write_text("\n".join(rows))
    done = run(source, output, "t", "simple", "id", True)
    words = {"start": 4, "end": 9, "source": "large", "target": "big", "reason": "a plainer word"}
    edit = {**words, "change": 0, "kind": "word", "probability": None, "lhs": "JJ", "grammar": "toy"}
    first, second, third = output.read_text().splitlines()
    assert first.startswith('{"id": 1.50, "t": "The large house.", "id2": [ 1 ], "simple": "The big house."')
    (found,) = json.loads(first)["simple_edits"]
    assert found | edit == found and {*found} - {*edit} == {"provenance", "score"}
    assert json.loads(second) == {"id": 2, "t": None, "simple": None, "simple_edits": []}
    assert third == ""
    rejects = [json.loads(line) for line in done.rejects.read_text().splitlines()]
    assert [(one["row"], one["id"]) for one in rejects] == [
        (4, 3), (5, 4), (6, 5), (7, 6), (8, None), (9, None),
    ]  # fmt: skip
    assert [one["reason"].split(";")[0].split(" (")[0] for one in rejects] == [
        "no field 't'", "the field 't' is no text", "character 1 is none",
        "has a field 'simple' already", rejects[4]["reason"].split(" (")[0], "no JSON object",
    ]  # fmt: skip


def test_tables_keep_their_cells(run: Run, tmp_path: Path) -> None:
    source, output = tmp_path / "in.csv", tmp_path / "out.csv"
    source.write_text('id;t\n1;"The large; house."\n2;x;y\n\n3;"The\nlarge house."\n4;"open')
    done = run(source, output, "t", "easy", "id")
    with output.open(newline="") as stream:
        rows = list(csv.reader(stream, delimiter=";"))
    assert rows == [
        ["id", "t", "easy"],
        ["1", "The large; house.", "The big; house."],
        ["3", "The\nlarge house.", "The\nbig house."],
    ]
    reasons = [json.loads(line)["reason"] for line in done.rejects.read_text().splitlines()]
    assert reasons == [
        "3 cells where the table has 2 columns",
        "an empty line",
        "no row of a table: unexpected end of data",
    ]


def test_parquet_gets_typed_columns(run: Run, tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed: no Parquet")
    import pyarrow.parquet as pq

    source, output = tmp_path / "in.parquet", tmp_path / "out.parquet"
    texts = [*LINES * 100, None]
    table = pa.table({"id": range(301), "t": pa.array(texts).dictionary_encode()})
    pq.write_table(table, source, row_group_size=40)
    assert run(source, output, "t", "simple", "id", True).rows == 301
    made = pq.read_table(output)
    assert made.column("id").to_pylist() == [*range(301)]
    assert made.column("simple").to_pylist()[1::3][:3] == ["The big house."] * 3
    assert made.column("simple").to_pylist()[-1] is None
    assert [field.name for field in made.schema.field("simple_edits").type.value_type] == [
        "start", "end", "source", "target", "change", "kind", "probability", "reason", "lhs", "grammar", "provenance",
        "score",
    ]  # fmt: skip
    with pytest.raises(FormatError, match="holds int64, not text"):
        run(source, output, "id")
    with pytest.raises(FormatError, match="no column 'tt'; did you mean 't'"):
        run(source, output, "tt")


def test_other_settings_do_not_go_on_with_the_work(run: Run, tmp_path: Path) -> None:
    source, output = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text('{"t": "The large house."}\n')
    with Journal(output, {"columns": "others"}) as journal:
        journal.add(1, b"x\n", b"", 0)
        journal.commit()
        with pytest.raises(InputError, match="another run writes it"):
            run(source, output, "t")
    with pytest.raises(InputError, match=r"work of another run .*--restart"):
        run(source, output, "t")
    assert run(source, output, "t", restart=True).before == 0
    assert json.loads(output.read_text())["simple"] == "The big house."


def test_a_torn_line_of_the_journal_does_not_count(tmp_path: Path) -> None:
    output = tmp_path / "out"
    with Journal(output, {}) as journal:
        journal.add(1, b"one\n", b"", 0)
        journal.commit()
        journal.add(1, b"two\n", b"", 0)
        journal.commit()
    lines = (journal.folder / "progress").read_bytes()
    for cut in range(lines.index(b"\n") + 1, len(lines)):
        (journal.folder / "progress").write_bytes(lines[:cut])
        (journal.folder / "output").write_bytes(b"one\ntwo\nthr")
        with Journal(output, {}) as again:
            assert again.progress.rows == 1
        assert (journal.folder / "output").read_bytes() == b"one\n"


def test_a_text_that_no_process_survives_is_rejected() -> None:
    def rewrite(texts: Sequence[str | None]) -> list[Outcome]:
        if "bad" in texts:
            os.kill(os.getpid(), signal.SIGSEGV)
        return [Rewritten(text) for text in texts]

    tasks = [[f"{task} {number}" for number in range(5)] for task in range(7)]
    tasks[3][2] = "bad"
    with Workers(rewrite, 2) as workers:
        found = list(workers.map(tasks))
    assert found[3][2] == "the process that rewrote it died twice (SIGSEGV)"
    found[3][2] = Rewritten("bad")
    assert found == [[Rewritten(text) for text in task] for task in tasks]


def test_a_killed_process_is_replaced() -> None:
    with Workers(lambda texts: [Rewritten(text) for text in texts], 1) as workers:
        os.kill(workers._idle[0].process, signal.SIGKILL)
        assert list(workers.map([["a"], ["b"]])) == [[Rewritten("a")], [Rewritten("b")]]


def test_what_cannot_be_rewritten_is_told(simplifier: Simplifier) -> None:
    rewrite = RowRewriter(simplifier, traced=False)
    long = "a" * 1_000_001
    good, half, too_long, none = rewrite(["The large house.", "\ud800", long, None])
    assert (good, none) == (Rewritten("The big house."), Rewritten(None))
    assert isinstance(half, str) and isinstance(too_long, str) and "1,000,001 characters" in too_long


def test_wrong_columns_are_refused(run: Run, tmp_path: Path) -> None:
    for name, content in (("a.csv", "t\nx\n"), ("a.jsonl", '{"t": "x"}\n'), ("a.txt", "x\n")):
        (tmp_path / name).write_text(content)
    for name in ("a.csv", "a.jsonl"):
        with pytest.raises(InputError, match="--column"):
            run(tmp_path / name, tmp_path / "out")
    with pytest.raises(ConfigError, match="have no columns"):
        run(tmp_path / "a.txt", tmp_path / "out", "t")
    with pytest.raises(ConfigError, match="is the input"):
        run(tmp_path / "a.txt", tmp_path / "a.txt")
    assert sorted(os.listdir(tmp_path)) == ["a.csv", "a.jsonl", "a.txt"]


def test_formats_by_name() -> None:
    names = ("a.txt", "a.csv.gz", "a.TSV", "a.ndjson", "a.parquet", "a", "a.b")
    assert [format_of(Path(name)).name for name in names] == [
        "text", "csv", "csv", "jsonl", "parquet", "text", "text",
    ]  # fmt: skip
    assert format_named("csv").name == "csv"


@pytest.mark.parametrize(
    ("form", "source", "output"),
    [
        ("csv", "t.csv", "o.csv"),
        ("csv", "t.csv", "o.tsv"),
        ("csv", "t.csv.gz", "o"),
        ("text", "t", "o.de"),
        ("jsonl", "t.txt", "o.txt"),
        ("parquet", "t.parquet", "o.parquet"),
    ],
)
def test_the_name_of_an_output_says_its_format(form: str, source: str, output: str) -> None:
    check_output(format_named(form), Path(source), Path(output))


def test_a_name_of_another_format_is_refused_before_any_work(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as refused:
        check_output(format_named("csv"), Path("t.csv"), Path("o.parquet"))
    assert str(refused.value) == (
        "o.parquet: is the name of a parquet file, and csv is written, as t.csv is read; name a .csv file"
    )
    (tmp_path / "t.csv").write_text("a\nlarge\n", encoding="utf-8")
    command = [sys.executable, "-m", "simplifier", "batch", "t.csv", "o.parquet", "--column", "a"]
    ended = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (2, f"error: {refused.value}\n")
    assert [one.name for one in tmp_path.iterdir()] == ["t.csv"]
