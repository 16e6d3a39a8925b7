"""`simplifier rules build`: packing the rules of several files into a table."""

from __future__ import annotations

from pathlib import Path

import click

from simplifier.base.terminal import progress, say
from simplifier.cli.settings import NamedFile
from simplifier.rules.tables.build import BuildReport, build_table
from simplifier.rules.tables.build_config import load_build_config

__all__ = ["build_command"]

_FILE = NamedFile()


@click.command("build")
@click.option("--config", type=_FILE, required=True, help="TOML file: sources, resources, features.")
@click.option("--output", type=_FILE, required=True, help="The table to write.")
@click.option("--skip-bad-rules", is_flag=True, help="Count broken lines and go on.")
@click.option(
    "--exact/--coded",
    default=None,
    help="Keep every value as it is, or the nearest of 256 in a byte.  [default: the configuration's, "
    "else exact where a source is of Joshua or Moses]",
)
def build_command(config: Path, output: Path, skip_bad_rules: bool, exact: bool | None) -> None:
    """Build a packed rule table from any number of sources."""
    settings = load_build_config(config)
    if exact is not None:
        settings = settings.model_copy(update={"exact": exact})
    if skip_bad_rules:
        sources = tuple(source.model_copy(update={"skip_bad_rules": True}) for source in settings.sources)
        settings = settings.model_copy(update={"sources": sources})
    with progress(None, "rules", scale=True) as advance:
        report = build_table(settings, output, lambda name, count: advance(count, name))
    _print_report(output, report)


def _print_report(output: Path, report: BuildReport) -> None:
    for source in report.sources:
        say(f"{source.name}: {source.read} read, {source.added} added")
        for reason, count in (*source.dropped.most_common(), *source.bad_lines.most_common()):
            say(f"  {count} dropped: {reason}")
    say(f"{output}: {report.rules} rules with {len(report.features)} features in {report.seconds:.1f} s")
