"""`simplifier rules export`: a packed table as text."""

from __future__ import annotations

from pathlib import Path

import click

from simplifier.base.terminal import say
from simplifier.base.writing import open_output
from simplifier.cli.settings import NamedFile
from simplifier.core import FeatureName
from simplifier.rules.tables.columns import read_table
from simplifier.rules.tables.table import open_table
from simplifier.rules.writers import WRITTEN_FORMATS, packed_by_name, write_rules

__all__ = ["export_command"]

_FILE = NamedFile()


@click.command("export")
@click.argument("table", type=_FILE)
@click.option("--format", "file_format", type=click.Choice(WRITTEN_FORMATS), required=True)
@click.option("--output", type=_FILE, help="Write here; packed if the name ends in .gz.  [default: standard output]")
@click.option("--features", default="", help="Values to write, names separated by spaces.  [default: all]")
@click.option("--owner", default="pt", show_default=True, help="Owner of the columns without names.")
@click.option("--no-self-rules", is_flag=True, help="Leave out rules that copy.")
def export_command(
    table: Path, file_format: str, output: Path | None, features: str, owner: str, no_self_rules: bool
) -> None:
    """Write the rules of TABLE in a text format, from which the same rules can be read again.

    Rules that the format cannot hold are left out and counted.
    """
    names = features.replace(",", " ").split()
    if file_format == "user" and not names:
        stored = open_table(table).feature_names
        names = [name for name in (FeatureName.UserAlways, FeatureName.UserNever) if name in stored]
    batches = read_table(open_table(table), names, self_rules=not no_self_rules)
    with open_output(output) as stream, packed_by_name(stream, output) as packed:
        report = write_rules(batches, packed, file_format, owner)
    say(f"{report.written} rules written")
    for reason, count in report.left_out.most_common():
        say(f"  {count} left out: {reason}")
