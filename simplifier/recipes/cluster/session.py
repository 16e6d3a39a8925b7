"""A Spark session whose workers find the checkout, and frames kept as Parquet between the steps of a job."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.pandas.types import from_arrow_schema

from simplifier.base.settings import PACKAGE
from simplifier.batch.spark import spark_session

__all__ = ["Scratch", "mapped", "record_batches", "session_for_scripts"]

_ROOT: Final = PACKAGE.parent
_ROWS: Final = 4096

Rows = Iterator[dict[str, Any]]


def session_for_scripts(master: str = "", settings: dict[str, str] | None = None) -> SparkSession:
    """Return a session whose workers import the checkout, which must have the same path on every machine.

    Args:
        master: as for `spark_session`.
        settings: further settings of Spark, by name.
    """
    path = os.pathsep.join(filter(None, [str(_ROOT), os.environ.get("PYTHONPATH", "")]))
    return spark_session(master, {"spark.executorEnv.PYTHONPATH": path, **(settings or {})})


def record_batches(rows: Rows, schema: Any) -> Iterator[Any]:
    """Yield rows as Arrow record batches of at most 4,096 rows."""
    some: list[dict[str, Any]] = []
    for row in rows:
        some.append(row)
        if len(some) == _ROWS:
            yield pa.RecordBatch.from_pylist(some, schema=schema)
            some = []
    if some:
        yield pa.RecordBatch.from_pylist(some, schema=schema)


def _map(make: Callable[[Rows], Rows], schema: Any, batches: Iterator[Any]) -> Iterator[Any]:
    rows = (row for batch in batches for row in batch.to_pylist())
    yield from record_batches(make(rows), schema)


def mapped(frame: DataFrame, make: Callable[[Rows], Rows], schema: Any) -> DataFrame:
    """Return the frame of what a function yields for the rows of every piece of a frame."""
    return frame.mapInArrow(partial(_map, make, schema), from_arrow_schema(schema))


class Scratch:
    """A folder that driver and workers share, for the results that one step hands to the next.

    Args:
        session: the Spark session.
        folder: the folder; the caller makes and removes it.
    """

    def __init__(self, session: SparkSession, folder: Path) -> None:
        self.session = session
        self.folder = folder

    def keep(self, name: str, frame: DataFrame, by: str = "") -> DataFrame:
        """Write a frame and return it as read back, so that Spark does not compute it again for every use.

        Args:
            name: name of the frame.
            frame: the frame.
            by: column by which the files are divided; empty for none.
        """
        writer = frame.write.mode("overwrite")
        (writer.partitionBy(by) if by else writer).parquet(str(self.folder / name))
        return self.frame(name)

    def frame(self, name: str) -> DataFrame:
        """Return a frame that was kept."""
        return self.session.read.parquet(str(self.folder / name))

    def table(self, name: str, columns: list[str] | None = None) -> Any:
        """Return a frame that was kept as an Arrow table in the memory of the driver."""
        return pq.read_table(self.folder / name, columns=columns)

    def put(self, name: str, table: Any) -> DataFrame:
        """Keep an Arrow table that was made on the driver, and return it as a frame."""
        (self.folder / name).mkdir()
        pq.write_table(table, self.folder / name / "part-0.parquet")
        return self.frame(name)
