"""Score systems on a Spark cluster: what `simplifier evaluate` prints, counted in pieces.

    python -m simplifier.recipes.cluster.evaluation --source dev.src --reference dev.ref0 --output ours.txt

Most metrics compute the statistics of every sentence by itself. The workers do this; the driver adds the statistics up
and tests significance. Metrics of whole documents read neighbouring sentences too, and cannot be computed in pieces.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

import click
import numpy as np
import pyarrow as pa
from numpy.typing import NDArray
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession
from pyspark.sql.pandas.types import from_arrow_schema

from simplifier.base.errors import SimplifierError
from simplifier.base.reading import read_lines
from simplifier.batch.spark.job import told
from simplifier.evaluation.metrics import Metric, ReferenceSet, Text, parse_metric
from simplifier.evaluation.score_table import format_table
from simplifier.evaluation.systems import evaluate
from simplifier.languages import language_named
from simplifier.recipes.cluster.session import mapped, session_for_scripts

__all__ = ["spark_statistics"]

_PIECES: Final = pa.schema([("piece", pa.int32()), ("content", pa.binary())])
_SENTENCES: Final = 2000


def _counted(metrics: Sequence[str], code: str | None, rows: Iterator[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    parsed = [parse_metric(name) for name in metrics]
    language = None if code is None else language_named(code)
    for row in rows:
        sources, references, outputs = pickle.loads(row["content"])
        data = ReferenceSet(sources, references, language=language)
        found = [metric.statistics(outputs, data) for metric in parsed]
        yield {"piece": row["piece"], "content": pickle.dumps(found)}


def spark_statistics(
    session: SparkSession,
    data: ReferenceSet,
    sentences: int,
    metrics: Sequence[Metric],
    outputs: Sequence[Text],
) -> list[NDArray[np.float64]]:
    """Return the statistics of every metric for the sentences of a system, computed by workers.

    Args:
        session: the Spark session.
        data: sources and references.
        sentences: number of sentences of a piece.
        metrics: the metrics. Workers parse them again from their names, so a name must say all settings.
        outputs: one output for each source.

    Returns:
        [sentences, width] for each metric.

    Raises:
        InputError: as for `Metric.statistics`.
    """
    pieces = []
    for number, start in enumerate(range(0, len(outputs), sentences)):
        part = slice(start, start + sentences)
        content = data.sources[part], [one[part] for one in data.references], list(outputs[part])
        pieces.append((number, pickle.dumps(content)))
    frame = session.createDataFrame(pieces, from_arrow_schema(_PIECES)).repartition(len(pieces))
    names, code = [metric.name for metric in metrics], None if data.language is None else data.language.code
    try:
        made = mapped(frame, partial(_counted, names, code), _PIECES).collect()
    except PySparkException as error:
        raise told(error, data.source_name) from error
    counted = [pickle.loads(content) for _, content in sorted(made, key=lambda row: row[0])]
    return [np.concatenate([piece[at] for piece in counted]) for at in range(len(metrics))]


@click.command(help=(__doc__ or "").split("\n\n")[0])
@click.option("--source", type=click.Path(path_type=Path), required=True)
@click.option("--reference", "references", type=click.Path(path_type=Path), multiple=True)
@click.option("--output", "outputs", type=click.Path(path_type=Path), multiple=True, required=True)
@click.option("--metric", "metrics", multiple=True, default=("sari-easse", "bleu", "fkgl"), show_default=True)
@click.option("--language", default="en", show_default=True, help="Language of the texts.")
@click.option("--master", default="", metavar="URL", help="Address of the Spark cluster.  [default: this machine]")
def main(
    source: Path,
    references: tuple[Path, ...],
    outputs: tuple[Path, ...],
    metrics: tuple[str, ...],
    language: str,
    master: str,
) -> None:
    """Run from the command line."""
    try:
        names = [str(path) for path in references]
        texts = [read_lines(path) for path in references]
        spoken = language_named(language)
        data = ReferenceSet(read_lines(source), texts, names=names, source_name=str(source), language=spoken)
        systems = {path.name: read_lines(path) for path in outputs}
        count = partial(spark_statistics, session_for_scripts(master), data, _SENTENCES)
        parsed = [parse_metric(metric) for metric in metrics]
        click.echo(format_table(evaluate(parsed, data, systems, statistics_of=count), 2))
    except SimplifierError as error:
        raise SystemExit(f"error: {error}") from None


if __name__ == "__main__":
    main()
