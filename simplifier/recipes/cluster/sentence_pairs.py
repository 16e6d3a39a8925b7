"""Sentence pairs on a cluster: read, filtered, without duplicates, tagged, and divided into ordered chunks."""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
from pyspark import TaskContext
from pyspark.sql import DataFrame, Window
from pyspark.sql import functions as sql

from simplifier.base.errors import FormatError, InternalError
from simplifier.languages import language_named
from simplifier.languages.analysis.tagger import Tagger
from simplifier.recipes.cluster.session import Rows, Scratch, mapped
from simplifier.recipes.data.parallel_text import DUPLICATE, NEAR, ParallelReport, TrigramIndex, sides_of
from simplifier.rules.extraction import SentencePair, tag_pairs
from simplifier.rules.extraction.alignment import CellCollector
from simplifier.rules.extraction.templates import COMMON, pattern_of

__all__ = ["chunks_of", "pairs_of", "read_report"]

_TEXT: Final = [(name, pa.string()) for name in ("source", "target")]
_LINES: Final = pa.schema([("place", pa.int64()), ("file", pa.int32()), ("reason", pa.string()), *_TEXT])
_TAGS: Final = [(name, pa.string()) for name in ("source_tags", "target_tags")]
_PAIRS: Final = pa.schema([("place", pa.int64()), ("file", pa.int32()), *_TEXT, *_TAGS])
_CHUNKS: Final = pa.schema([("chunk", pa.int32()), *((name, pa.binary()) for name in ("pairs", "cells", "anchors"))])
_MARK: Final = b"\xef\xbb\xbf"
#: Pairs of a chunk, which take some seconds.
_CHUNK: Final = 5000


def piece() -> int:
    """Return the number of the piece (Spark partition) that the running task works on.

    Raises:
        InternalError: no task is running.
    """
    context = TaskContext.get()
    if context is None:
        raise InternalError("outside of a Spark task")
    return int(context.partitionId())


def pairs_of(scratch: Scratch, files: Sequence[Path], near: TrigramIndex, language: str, tagger: Path) -> DataFrame:
    """Keep all lines of files as ``lines``, and the tagged pairs among them as ``pairs``.

    The column ``place`` orders rows by file and line. Of equal pairs, the first by place is kept, as on one machine.
    """
    frames = [
        scratch.session.read.text(str(path), lineSep="\n").select(
            sql.col("value").cast("binary"), sql.lit(number).alias("file")
        )
        for number, path in enumerate(files)
    ]
    union = frames[0]
    for frame in frames[1:]:
        union = union.union(frame)
    names = [str(path) for path in files]
    lines = scratch.keep("lines", mapped(union, partial(_judged, names, near, language), _LINES))
    same = Window.partitionBy("source", "target").orderBy("place")
    first = lines.filter("reason is null").withColumn("at", sql.row_number().over(same)).filter("at = 1")
    return scratch.keep("pairs", mapped(first.drop("at"), partial(_tagged, str(tagger)), _PAIRS))


def _judged(files: Sequence[str], near: TrigramIndex, language: str, rows: Rows) -> Rows:
    spoken = language_named(language)
    for number, row in enumerate(rows):
        path = Path(files[row["file"]])
        try:
            line = row["value"].removeprefix(_MARK if not number else b"").decode("utf-8").removesuffix("\r")
        except UnicodeDecodeError:
            raise FormatError(path, f"holds bytes that are not UTF-8: {row['value'][:60]!r}") from None
        fields = line.split("\t")
        if len(fields) != 3:
            raise FormatError(path, f"expected 3 fields between tabs, not {len(fields)}: {line[:60]!r}")
        reason, source, target = sides_of(fields, spoken)
        if not reason and near.is_near(source, target):
            reason = NEAR
        sides = {"source": " ".join(source), "target": " ".join(target)}
        # Pieces are numbered in the order of the files, and a piece has fewer than 2^40 lines.
        yield {"place": piece() << 40 | number, "file": row["file"], "reason": reason or None, **sides}


@cache
def _tagger(path: str) -> Tagger:
    return Tagger.load(Path(path))


def _tagged(tagger: str, rows: Rows) -> Rows:
    waiting: list[dict[str, Any]] = []

    def sides() -> Iterator[tuple[list[str], list[str]]]:
        for row in rows:
            waiting.append(row)
            yield row["source"].split(" "), row["target"].split(" ")

    for number, pair in enumerate(tag_pairs(sides(), _tagger(tagger))):
        row = waiting[number]
        waiting[number] = {}  # a row that was yielded is not held any longer
        yield {
            **{name: row[name] for name in ("place", "file", "source", "target")},
            "source_tags": " ".join(pair.source_tags),
            "target_tags": " ".join(pair.target_tags),
        }


def read_report(scratch: Scratch, files: Sequence[Path]) -> ParallelReport:
    """Count the pairs that were read, kept and left out.

    Files and reasons come in the order in which one machine meets them, so that the written report is the same.
    """
    report = ParallelReport()
    found = scratch.frame("lines").groupBy("file", "reason").agg(sql.count("*"), sql.min("place")).collect()
    pairs = dict(scratch.frame("pairs").groupBy("file").count().collect())
    dropped: list[tuple[int, int, str, int]] = []
    for file, reason, count, place in sorted(found, key=lambda row: (row[0], row[3])):
        report.read[files[file].name] += count
        if reason is not None:
            dropped.append((file, place, reason, count))
        elif count > pairs.get(file, 0):
            later = _first_duplicate(scratch, file)
            dropped.append((file, later, DUPLICATE, count - pairs.get(file, 0)))
    for file, count in sorted(pairs.items()):
        report.kept[files[file].name] = count
    for file, _, reason, count in sorted(dropped):
        report.dropped[files[file].name][reason] += count
    return report


def _first_duplicate(scratch: Scratch, file: int) -> int:
    kept = scratch.frame("pairs").select("place")
    fine = scratch.frame("lines").filter(f"reason is null and file = {file}")
    (first,) = fine.join(kept, "place", "left_anti").agg(sql.min("place")).collect()
    return int(first[0])


def chunks_of(scratch: Scratch, language: str, per_pattern: int) -> tuple[int, DataFrame]:
    """Keep the first pairs of each pattern as ``chunks``, in order, with their anchors and their cells.

    Returns:
        The number of pairs before, and the chunks. Their column ``pairs`` is a pickled list of (file, pair).
    """
    pairs = scratch.frame("pairs")
    count = pairs.count()
    words = pairs.select(sql.explode(sql.array_distinct(sql.split("source", " "))).alias("word"))
    holders = words.groupBy("word").count().filter(sql.col("count") >= COMMON * count).collect()
    frequent = frozenset(row[0] for row in holders)
    schema = _PAIRS.append(pa.field("pattern", pa.string()))
    patterns = mapped(pairs, partial(_with_pattern, language, frequent), schema)
    same = Window.partitionBy("pattern").orderBy("place")
    chosen = patterns.withColumn("at", sql.row_number().over(same)).filter(f"at <= {per_pattern}")
    ordered = chosen.drop("at", "pattern").repartitionByRange(max(2, count // _CHUNK), "place")
    # Pieces are ranges of places, so the numbers of chunks follow the order of the pairs.
    made = mapped(ordered.sortWithinPartitions("place"), partial(_chunk, language), _CHUNKS)
    return count, scratch.keep("chunks", made)


def _pair(row: dict[str, Any]) -> SentencePair:
    sides = (tuple(row[name].split(" ")) for name in ("source", "target", "source_tags", "target_tags"))
    return SentencePair(*sides)


def _with_pattern(language: str, frequent: frozenset[str], rows: Rows) -> Rows:
    spoken = language_named(language)
    for row in rows:
        yield {**row, "pattern": " ".join(pattern_of(_pair(row), frequent, spoken))}


def _chunk(language: str, rows: Rows) -> Rows:
    pairs = [(row["file"], _pair(row)) for row in rows]
    if not pairs:
        return
    cells = CellCollector(language_named(language))
    anchors = cells.add_pairs(pair for _, pair in pairs)
    blobs = {"pairs": pairs, "cells": cells, "anchors": anchors}
    yield {"chunk": piece(), **{name: pickle.dumps(value) for name, value in blobs.items()}}
