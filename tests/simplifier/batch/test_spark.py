"""Batches on a real Spark session of two cores, beside the engine of one machine."""

from __future__ import annotations

import gzip
import json
import os
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from simplifier.base.errors import InputError
from simplifier.batch import BatchJob, format_of, run_batch
from simplifier.batch.formats import BatchColumns
from simplifier.config import load_model_config
from tests.toy_model import build_toy_model

for needed in ("pyspark", "pandas", "pyarrow"):
    pytest.importorskip(needed, reason=f"Spark needs {needed} (simplifier[spark])")
if shutil.which("java") is None:
    pytest.skip("Spark needs java", allow_module_level=True)

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore:PySpark does not yet fully support pandas:FutureWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),  # sockets of py4j
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

TEXTS = ["The large house.", "", "The committee commenced deliberations.", "Nothing é to change.", 'A, "b".']


@pytest.fixture(scope="module")
def config(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_toy_model(tmp_path_factory.mktemp("toy"))


@pytest.fixture(scope="module")
def session() -> Iterator[Any]:
    from simplifier.batch.spark import spark_session

    pieces = {"spark.sql.files.maxPartitionBytes": "3000", "spark.ui.enabled": "false"}
    session = spark_session("local[2,4]", pieces)
    yield session
    session.stop()


def both(session: Any, config: Path, source: Path, columns: BatchColumns, **more: Any) -> tuple[Any, Path, Path]:
    """Rewrite a file here and with Spark; return the counts of Spark and both outputs."""
    from simplifier.batch.spark import ModelPlace, SparkJob, run_spark_batch

    here, there = source.with_name(f"here-{source.name}"), source.with_name("there")
    local = run_batch(BatchJob(source, here, format_of(source), columns, load_model_config(config), processes=1))
    done = run_spark_batch(session, SparkJob(str(source), str(there), columns, ModelPlace(str(config)), **more))
    assert (done.rows, done.rejected) == (local.rows, local.rejected)
    rejects = local.rejects.read_bytes() if local.rejected else b""
    assert joined(Path(done.rejects)) == rejects
    return done, here, there


def joined(folder: Path, header: bytes = b"") -> bytes:
    parts = [path.read_bytes() for path in sorted(folder.glob("part-*"))]
    assert all(part.startswith(header) for part in parts)
    return header + b"".join(part.removeprefix(header) for part in parts)


def test_lines_are_those_of_one_machine(session: Any, config: Path, tmp_path: Path) -> None:
    source = tmp_path / "in.txt"
    source.write_bytes("".join(f"{text}\n" for text in [*TEXTS, "bad \xff", "\r"] * 60).encode("latin-1"))
    done, here, there = both(session, config, source, BatchColumns())
    assert done.rejected == 120 and done.pieces > 1  # é in latin-1 is no UTF-8 either
    assert joined(there) == here.read_bytes()


def test_json_lines_are_those_of_one_machine(session: Any, config: Path, tmp_path: Path) -> None:
    source = tmp_path / "in.jsonl"
    rows = [json.dumps({"n": n, "t": text}, ensure_ascii=n % 2 == 0) for n, text in enumerate(TEXTS * 40)]
    rows[7:7] = ["", "7", '{"n": 1.50}', '{"n": 2, "t": null}', '{"n": 5, "t": "\\ud800"}', '{"n":']
    source.write_text("\n".join(rows) + "\n", encoding="utf-8")
    done, here, there = both(session, config, source, BatchColumns("t", "easy", "n", True))
    assert done.rejected == 4 and done.pieces > 1
    assert joined(there) == here.read_bytes()


def test_tables_are_those_of_one_machine(session: Any, config: Path, tmp_path: Path) -> None:
    source = tmp_path / "in.csv"
    rows = [f"{n},The large house.,x" for n in range(300)]
    rows[5:5] = ["a,b", "", '1,"The ""large"" house.",', '2,"The large" house,x']
    source.write_text("n,t,o\n" + "\n".join(rows) + "\n", encoding="utf-8")
    done, here, there = both(session, config, source, BatchColumns("t", "simple", "n", True))
    assert done.rejected == 3 and done.pieces > 1
    assert joined(there, b"n,t,o,simple,simple_edits\n") == here.read_bytes()


def test_a_cell_cut_by_a_piece_is_told(session: Any, config: Path, tmp_path: Path) -> None:
    from simplifier.batch.spark import ModelPlace, SparkJob, run_spark_batch

    source = tmp_path / "in.csv"
    source.write_text('n,t\n1,"' + "The large house.\n" * 400 + '"\n')
    job = SparkJob(str(source), str(tmp_path / "out"), BatchColumns("t"), ModelPlace(str(config)))
    with pytest.raises(InputError, match="a cell with a line break goes from one piece to the next"):
        run_spark_batch(session, job)
    packed = tmp_path / "in.csv.gz"  # in one piece it is read
    packed.write_bytes(gzip.compress(source.read_bytes()))
    job = SparkJob(str(packed), str(tmp_path / "one"), BatchColumns("t"), ModelPlace(str(config)))
    assert run_spark_batch(session, job).rows == 1
    assert b"The big house." in joined(tmp_path / "one")


def test_parquet_is_that_of_one_machine(session: Any, config: Path, tmp_path: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    source = tmp_path / "in.parquet"
    texts = [*TEXTS, None] * 50
    table = pa.table(
        {
            "id": pa.array([None if n % 7 == 0 else n for n in range(300)], pa.int64()),
            "text": texts,
            "list": [[{"a": n, "b": "x"}] for n in range(300)],
            "half": pa.array([n / 2 for n in range(300)], pa.float32()),
            "day": pa.array(range(300), pa.date32()),
        }
    )
    pq.write_table(table, source, row_group_size=40)
    done, here, there = both(session, config, source, BatchColumns("text", "simple", "id", True))
    found = pq.read_table(sorted(there.glob("*.parquet")))
    wanted = pq.read_table(here)
    assert done.pieces > 1 and found.num_rows == 300
    assert found.to_pylist() == wanted.to_pylist()
    assert found.column_names == wanted.column_names
    assert found.schema.field("simple_edits").type.equals(wanted.schema.field("simple_edits").type)


def test_parts_of_a_run_are_input_of_the_next(session: Any, config: Path, tmp_path: Path) -> None:
    from simplifier.batch.spark import ModelPlace, SparkJob, run_spark_batch

    source = tmp_path / "in"
    source.mkdir()
    for name, lines in (("b.txt", "The large house.\n" * 3), ("a.txt", "one\n" * 300), ("c.txt", "three\n")):
        (source / name).write_text(lines)
    job = SparkJob(str(source), str(tmp_path / "out"), BatchColumns(), ModelPlace(str(config)))
    assert run_spark_batch(session, job).rows == 304
    text = joined(tmp_path / "out").decode()
    assert text == "one\n" * 300 + "The big house.\n" * 3 + "three\n"
    with pytest.raises(InputError, match="ALREADY_EXISTS"):
        run_spark_batch(session, job)


def test_a_worker_that_is_killed_is_tried_again(session: Any, config: Path, tmp_path: Path) -> None:
    marker = tmp_path / "killed"

    def load(place: Any) -> Any:
        from simplifier.batch.spark import opened

        if not marker.exists():
            marker.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return opened(place)

    source = tmp_path / "in.txt"
    source.write_text("".join(f"{n} The large house.\n" for n in range(500)))
    done, here, there = both(session, config, source, BatchColumns(), load=load)
    assert marker.exists() and done.rows == 500
    assert joined(there) == here.read_bytes()


def test_a_model_in_an_archive(session: Any, config: Path, tmp_path: Path) -> None:
    from simplifier.batch.spark import ModelPlace, SparkJob, run_spark_batch

    archive = shutil.make_archive(str(tmp_path / "model"), "zip", config.parent)
    source = tmp_path / "in.txt"
    source.write_text("The large house.\n")
    model = ModelPlace(config.name, archived=True)
    job = SparkJob(str(source), str(tmp_path / "out"), BatchColumns(), model, archive=archive)
    run_spark_batch(session, job)
    assert joined(tmp_path / "out") == b"The big house.\n"


def test_a_model_that_is_not_there_is_told_in_one_line(session: Any, config: Path, tmp_path: Path) -> None:
    from simplifier.batch.spark import ModelPlace, SparkJob, run_spark_batch

    source = tmp_path / "in.txt"
    source.write_text("The large house.\n")
    job = SparkJob(str(source), str(tmp_path / "out"), BatchColumns(), ModelPlace("/no/such.toml"))
    with pytest.raises(InputError, match=r"^/no/such\.toml: .*$"):
        run_spark_batch(session, job)
    with pytest.raises(InputError, match="PATH_NOT_FOUND"):
        run_spark_batch(session, SparkJob(str(tmp_path / "none.txt"), "x", BatchColumns()))


def test_columns_of_users(session: Any, config: Path, tmp_path: Path) -> None:
    from pyspark.ml import Pipeline, PipelineModel

    from simplifier.batch.spark import ModelPlace, SimplifierTransformer, simplify_udf

    frame = session.createDataFrame([(1, "The large house."), (2, None), (3, "x" * 1_000_001)], "n int, t string")
    made = frame.select("n", simplify_udf(ModelPlace(str(config)))("t").alias("made")).orderBy("n").collect()
    first, second, third = (row.made for row in made)
    assert first.text == "The big house." and first.problem is None
    assert [(edit.start, edit.end, edit.source, edit.target) for edit in first.edits] == [(4, 9, "large", "big")]
    assert (second.text, second.edits, second.problem) == (None, None, None)
    assert third.text is None and third.problem.startswith("a text of 1,000,001 characters")

    stage = SimplifierTransformer(inputCol="t", outputCol="easy", config=str(config))
    Pipeline(stages=[stage]).fit(frame).write().overwrite().save(str(tmp_path / "pipeline"))
    again = PipelineModel.load(str(tmp_path / "pipeline"))
    assert [row.easy for row in again.transform(frame).orderBy("n").collect()] == [
        "The big house.",
        None,
        None,
    ]
