"""`simplifier rules features`: every registered feature."""

from __future__ import annotations

import click

from simplifier.rules.features import build_registry
from simplifier.rules.inspection.show import feature_lines

__all__ = ["features_command"]


@click.command("features")
@click.option("--markdown", is_flag=True, help="Print Markdown tables.")
def features_command(markdown: bool) -> None:
    """List every registered feature: name, level, unit, default for missing, formula, source."""
    for line in feature_lines(build_registry(), markdown):
        click.echo(line)
