"""`simplifier rules merge`: several tables as one."""

from __future__ import annotations

from pathlib import Path

import click

from simplifier.base.terminal import say
from simplifier.cli.settings import NamedFile
from simplifier.rules.tables.subset import merge_tables
from simplifier.rules.tables.table import open_table

__all__ = ["merge_command"]

_FILE = NamedFile()


@click.command("merge")
@click.argument("tables", nargs=-1, required=True, metavar="TABLE TABLE...", type=_FILE)
@click.option("--output", type=_FILE, required=True, help="The table to write.")
@click.option("--exact", is_flag=True, help="Keep every value, where no table is exact either.")
def merge_command(tables: tuple[Path, ...], output: Path, exact: bool) -> None:
    """Write the rules of several tables as one table.

    A rule of several tables is written once, with its features merged by their policy (`rules features`). If one
    of the tables is exact, the new one is exact too.
    """
    if len(tables) < 2:
        raise click.UsageError("name two tables or more")
    opened = [open_table(path) for path in tables]
    count = merge_tables(opened, output, exact=exact)
    total = sum(map(len, opened))
    say(f"{output}: {count} rules out of {total}")
