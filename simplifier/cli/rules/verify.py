"""`simplifier rules verify`: a check that tables are whole."""

from __future__ import annotations

from pathlib import Path

import click

from simplifier.cli.settings import NamedFile
from simplifier.rules.tables.table import open_table, verify_table

__all__ = ["verify_command"]


@click.command("verify")
@click.argument("tables", nargs=-1, required=True, metavar="TABLE...", type=NamedFile())
def verify_command(tables: tuple[Path, ...]) -> None:
    """Check the checksums of every section of a table, and the ranges of all its numbers."""
    for path in tables:
        table = open_table(path)
        verify_table(table)
        click.echo(f"{path}: {len(table)} rules, whole")
