"""`simplifier rules build`: from files to a packed table."""

from __future__ import annotations

import sys
from pathlib import Path

import click
from tqdm import tqdm

from rules.tables.build import BuildReport, build_table
from rules.tables.build_config import load_build_config

__all__ = ["build_command"]

_FILE = click.Path(path_type=Path)


@click.command("build")
@click.option("--config", type=_FILE, required=True, help="TOML file: sources, resources, features.")
@click.option("--output", type=_FILE, required=True, help="The table to write.")
@click.option("--skip-bad-rules", is_flag=True, help="Count broken lines and go on.")
def build_command(config: Path, output: Path, skip_bad_rules: bool) -> None:
    """Build a packed rule table from any number of sources."""
    settings = load_build_config(config)
    if skip_bad_rules:
        sources = tuple(source.model_copy(update={"skip_bad_rules": True}) for source in settings.sources)
        settings = settings.model_copy(update={"sources": sources})
    with tqdm(unit=" rules", unit_scale=True, disable=not sys.stderr.isatty()) as bar:

        def progress(name: str, count: int) -> None:
            bar.set_description(name, refresh=False)
            bar.update(count)

        report = build_table(settings, output, progress)
    _print_report(output, report)


def _print_report(output: Path, report: BuildReport) -> None:
    for source in report.sources:
        click.echo(f"{source.name}: {source.read} read, {source.added} added", err=True)
        for reason, count in (*source.dropped.most_common(), *source.bad_lines.most_common()):
            click.echo(f"  {count} dropped: {reason}", err=True)
    click.echo(
        f"{output}: {report.rules} rules with {len(report.features)} features in {report.seconds:.1f} s",
        err=True,
    )
