"""Printing of the report of a program of the lab, and the option that also writes it to a file."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click

from simplifier.base.writing import write_text

__all__ = ["OUTPUT", "tell"]

#: The option of a program whose report can also be written to a file.
OUTPUT: Final = click.option(
    "--output", type=click.Path(dir_okay=False, path_type=Path), help="Also write the report to this file."
)


def tell(text: str, output: Path | None) -> None:
    """Print a report, and write it to a file if one is named.

    Args:
        text: the report, as Markdown.
        output: the file; None writes none.
    """
    click.echo(text)
    if output is not None:
        write_text(output, f"{text.rstrip()}\n")
