"""Changes to train selection trees on, collected on a Spark cluster: the same rows as on one machine, bit for bit.

Each worker opens the model, annotates some sentences, searches their charts, and reads the inputs and labels of every
change. The driver puts the rows in order and grows the trees, so all rows must fit into its memory.
"""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np
import pyarrow as pa
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession
from pyspark.sql.pandas.types import from_arrow_schema

from simplifier import Simplifier
from simplifier.base.errors import InputError
from simplifier.base.reading import read_lines
from simplifier.batch.spark.job import told
from simplifier.config import Config
from simplifier.core import SelectionInputs
from simplifier.decoder import SelectionRows
from simplifier.recipes.cluster.session import Rows, mapped
from simplifier.tuning.candidates.dev_set import DevSet

__all__ = ["ClusterSentences"]

_PIECES: Final = pa.schema([("piece", pa.int32()), ("content", pa.binary())])
_OPENED: dict[bytes, Simplifier] = {}


def _opened(config: bytes) -> Simplifier:
    """Return the model, opened once per process; only the last model is kept."""
    if config not in _OPENED:
        _OPENED.clear()
        _OPENED[config] = Simplifier.load(pickle.loads(config))
    return _OPENED[config]


def _collected(
    config: bytes,
    names: Sequence[str],
    tokenised: bool,
    source: Path,
    most: int,
    margin: float,
    rows: Rows,
) -> Rows:
    simplifier = _opened(config)
    inputs = simplifier.selection_sources.inputs(names)
    for row in rows:
        start, lines, references = pickle.loads(row["content"])
        piece = DevSet.of_lines(lines, references, tokenised, simplifier, source, start + 1)
        found = piece.selection_rows(simplifier, inputs, most, margin)
        found.places[:, 0] += start
        yield {"piece": row["piece"], "content": pickle.dumps(tuple(found))}


class ClusterSentences:
    """Sentences with references, which workers annotate and search.

    Args:
        session: the Spark session.
        config: configuration of the model; its files must have the same paths on all machines.
        source: file with one sentence a line.
        references: one file per reference, with as many lines as the source.
        tokenised: true if spaces separate the tokens.
        sentences: number of sentences of a piece.

    Raises:
        InputError: a file is missing, empty, or has another number of lines than the source.
    """

    def __init__(
        self,
        session: SparkSession,
        config: Config,
        source: Path,
        references: Sequence[Path],
        tokenised: bool,
        sentences: int = 500,
    ) -> None:
        self._session = session
        self._config = config
        self._source = source
        self._tokenised = tokenised
        self._sentences = sentences
        self._lines = read_lines(source)
        if not self._lines:
            raise InputError(f"{source}: is empty; it must hold the sentences to train on")
        self._references = [read_lines(path) for path in references]
        for path, lines in zip(references, self._references, strict=True):
            if len(lines) != len(self._lines):
                raise InputError(f"{path}: has {len(lines)} lines but {source} has {len(self._lines)}")

    def __len__(self) -> int:
        return len(self._lines)

    def selection_rows(
        self, simplifier: Simplifier, inputs: SelectionInputs, most: int, margin: float
    ) -> SelectionRows:
        """Return the changes of all sentences in order, as `DevSet.selection_rows` does.

        Raises:
            InputError: a line is empty or far too long.
        """
        pieces: list[tuple[int, bytes]] = []
        for start in range(0, len(self), self._sentences):
            part = slice(start, start + self._sentences)
            content = start, self._lines[part], [one[part] for one in self._references]
            pieces.append((len(pieces), pickle.dumps(content)))
        frame = self._session.createDataFrame(pieces, from_arrow_schema(_PIECES)).repartition(len(pieces))
        config, names = pickle.dumps(self._config), tuple(inputs.names)
        collect = partial(_collected, config, names, self._tokenised, self._source, most, margin)
        try:
            made: list[Any] = mapped(frame, collect, _PIECES).collect()
        except PySparkException as error:
            raise told(error, str(self._source)) from error
        found = [pickle.loads(content) for _, content in sorted(made, key=lambda row: row[0])]
        return SelectionRows(*(np.concatenate(parts) for parts in zip(*found, strict=True)))
