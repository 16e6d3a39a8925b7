"""`simplifier batch`: a column of a large file, on one machine or on a Spark cluster."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import click

from simplifier.base.errors import ConfigError, InputError
from simplifier.base.installation import install_hint
from simplifier.base.terminal import progress, say
from simplifier.cli.settings import NamedFile, read_settings, settings_options

if TYPE_CHECKING:
    from simplifier.batch.formats import BatchColumns

__all__ = ["batch_command"]


@click.command("batch")
@click.argument("source", type=NamedFile(str), metavar="INPUT")
@click.argument("output", type=NamedFile(str), metavar="OUTPUT")
@click.option("--column", default="", metavar="NAME", help="Column or field that holds the text.")
@click.option("--into", default="simple", show_default=True, metavar="NAME", help="Column for the new text.")
@click.option("--id", "row", default="", metavar="NAME", help="Column that names a row among the rejected ones.")
@click.option("--trace", "traced", is_flag=True, help="Add a column INTO_edits: every change with its rule.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "jsonl", "csv", "parquet"]),
    help="Format of input and output.  [default: by the name of INPUT]",
)
@click.option("--processes", type=click.IntRange(0), default=0, help="Processes that rewrite.  [default: one per core]")
@click.option(
    "--commit-seconds",
    type=click.FloatRange(0),
    default=1.0,
    show_default=True,
    help="How often finished work is brought to the disk.",
)
@click.option("--restart", is_flag=True, help="Discard the work of a killed run, and begin anew.")
@click.option(
    "--engine",
    type=click.Choice(["local", "spark"]),
    default="local",
    show_default=True,
    help="Processes of this machine, or a Spark cluster (the part spark); OUTPUT is a folder then.",
)
@click.option(
    "--master", default="", metavar="URL", help="Address of the cluster.  [default: that of spark-submit, or none]"
)
@click.option(
    "--archive",
    default="",
    metavar="FILE",
    help="Zip or tar.gz with the model, for the cluster; --config names a file in it.",
)
@click.option("--spark", "spark", multiple=True, metavar="KEY=VALUE", help="A setting of Spark.")
@settings_options
def batch_command(
    source: str,
    output: str,
    column: str,
    into: str,
    row: str,
    traced: bool,
    form: str | None,
    processes: int,
    commit_seconds: float,
    restart: bool,
    engine: str,
    master: str,
    archive: str,
    spark: tuple[str, ...],
    config: Path | None,
    settings: tuple[str, ...],
) -> None:
    """Rewrite a column of INPUT, row by row, into OUTPUT of the same format.

    Formats are lines of text, JSON Lines, CSV and Parquet. Rows keep their order and their content. Rows that
    cannot be rewritten are listed with the reason in OUTPUT.rejects.jsonl. A killed run leaves
    OUTPUT.journal, and the same command then continues it.

    With --engine spark a cluster does the same: INPUT is a file or a folder, OUTPUT a folder, rejected rows
    are in the folder OUTPUT.rejects, and Spark itself repeats work that was killed.
    """
    from simplifier.batch import BatchJob, check_output, format_named, format_of, run_batch
    from simplifier.batch.formats import BatchColumns
    from simplifier.config import load_model_config

    columns = BatchColumns(column, into, row, traced)
    overrides = read_settings(settings)
    if engine == "spark":
        place = (source, output, form, columns, restart)
        return _on_spark(*place, config, overrides, archive, master, read_settings(spark))
    for name, value in (("--master", master), ("--archive", archive), ("--spark", spark)):
        if value:
            raise ConfigError(f"{name}: is for a cluster; add --engine spark")
    path = Path(source)
    if not path.is_file():
        what = "is a directory; name a file in it" if path.is_dir() else "no such file"
        raise InputError(f"{path}: {what}")
    chosen = format_of(path) if form is None else format_named(form)
    check_output(chosen, path, Path(output))
    job = BatchJob(
        path,
        Path(output),
        chosen,
        columns,
        load_model_config(config, overrides),
        processes,
        commit_seconds,
        restart,
    )
    with progress(None, "rows") as advance:
        done = run_batch(job, lambda rows: advance(rows, ""))
    told = f"{output}: {done.rows:,} rows"
    if done.before:
        told += f", {done.before:,} of them by a run before"
    if done.rejected:
        told += f"; {done.rejected:,} rejected, see {done.rejects}"
    say(told)


def _on_spark(
    source: str,
    output: str,
    form: str | None,
    columns: BatchColumns,
    restart: bool,
    config: Path | None,
    overrides: dict[str, object],
    archive: str,
    master: str,
    settings: dict[str, object],
) -> None:
    for needed in ("pyspark", "pandas", "pyarrow"):
        if find_spec(needed) is None:
            raise ConfigError(f"--engine spark: needs {needed}; {install_hint('spark')}")
    from simplifier.batch import format_named
    from simplifier.batch.spark import ModelPlace, SparkJob, run_spark_batch, spark_session

    if archive and config is None:
        raise ConfigError("--archive: name the configuration inside it with --config")
    named = "" if config is None else str(config if archive else config.resolve())
    model = ModelPlace(named, tuple(overrides.items()), bool(archive))
    if not archive:
        model.read()  # so that wrong settings are found before the cluster starts
    session = spark_session(master, {key: str(value) for key, value in settings.items()})
    job = SparkJob(source, output, columns, model, None if form is None else format_named(form), archive, restart)
    done = run_spark_batch(session, job)
    told = f"{output}: {done.rows:,} rows in {done.pieces:,} pieces"
    if done.rejected:
        told += f"; {done.rejected:,} rejected, see {done.rejects}"
    say(told)
