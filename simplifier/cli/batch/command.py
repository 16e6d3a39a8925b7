"""`simplifier batch`: a column of a large file, on one machine or on a Spark cluster."""

from __future__ import annotations

from pathlib import Path

import click

from base.errors import InputError
from base.terminal import progress, say
from simplifier.cli.settings import NamedFile, read_settings, settings_options

__all__ = ["batch_command"]


@click.command("batch")
@click.argument("source", type=NamedFile(), metavar="INPUT")
@click.argument("output", type=NamedFile(), metavar="OUTPUT")
@click.option("--column", default="", metavar="NAME", help="Column or field that holds the text.")
@click.option("--into", default="simple", show_default=True, metavar="NAME", help="Column for the new text.")
@click.option(
    "--id", "row", default="", metavar="NAME", help="Column that names a row among the rejected ones."
)
@click.option(
    "--trace", "traced", is_flag=True, help="A column INTO_edits beside: every change with its rule."
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "jsonl", "csv", "parquet"]),
    help="Of input and output.  [default: by the name of INPUT]",
)
@click.option("--processes", type=click.IntRange(0), default=0, help="That rewrite.  [default: one a core]")
@click.option(
    "--commit-seconds",
    type=click.FloatRange(0),
    default=1.0,
    show_default=True,
    help="How often work is brought to the disk.",
)
@click.option("--restart", is_flag=True, help="Forget what a killed run left, and begin anew.")
@settings_options
def batch_command(
    source: Path,
    output: Path,
    column: str,
    into: str,
    row: str,
    traced: bool,
    form: str | None,
    processes: int,
    commit_seconds: float,
    restart: bool,
    config: Path | None,
    settings: tuple[str, ...],
) -> None:
    """Rewrite a column of INPUT, row by row, into OUTPUT of the same format.

    Lines of text, JSON Lines, CSV or Parquet. Rows keep their order and what they hold. What cannot be
    rewritten is listed in OUTPUT.rejects.jsonl with the reason. A run that was killed leaves
    OUTPUT.journal; the same command goes on behind it.
    """
    from simplifier.batch import BatchJob, format_named, format_of, run_batch
    from simplifier.batch.formats import BatchColumns
    from simplifier.config import load_model_config

    if not source.is_file():
        what = "is a directory; name a file in it" if source.is_dir() else "no such file"
        raise InputError(f"{source}: {what}")
    job = BatchJob(
        source,
        output,
        format_of(source) if form is None else format_named(form),
        BatchColumns(column, into, row, traced),
        load_model_config(config, read_settings(settings)),
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
