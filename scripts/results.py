"""Make docs/results.md, the page of current results, from the figures in docs/results.toml.

    python -m scripts.results                             # print the page
    python -m scripts.results --output docs/results.md

Every figure is written only in that file, with its date and the command that reports it. New measurements go there.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click

from simplifier.base.errors import SimplifierError
from simplifier.base.settings import Section, load_settings
from simplifier.base.writing import write_text

__all__ = ["FIGURES", "page"]

ROOT: Final = Path(__file__).resolve().parents[1]
FIGURES: Final = ROOT / "docs" / "results.toml"

_OPENING: Final = """# Results

What the program of today does, by texts and by measures. A program makes this page of
[results.toml](results.toml); what earlier versions did is in the [history](history.md).
"""


class Measurement(Section):
    """One table.

    Attributes:
        title: the title of the section.
        text: what was measured, and by whom.
        command: the command that reports the figures again; empty if people or other programs are needed.
        date: the date of the measurement.
        head: the names of the columns.
        rows: the rows, each with one cell for every column.
    """

    title: str
    text: str
    command: str = ""
    date: str
    head: list[str]
    rows: list[list[str]]


class Results(Section):
    """The file of figures.

    Attributes:
        sections: the tables, in the order of the page.
    """

    sections: list[Measurement]


def page(path: Path) -> str:
    """Return the page as Markdown.

    Raises:
        InputError: the file of figures cannot be read, or does not hold what it should.
    """
    parts = [_OPENING]
    for one in load_settings(Results, path).sections:
        how = f" `{one.command}`" if one.command else ""
        table = [one.head, ["---"] * len(one.head), *one.rows]
        parts += [f"## {one.title}\n", f"{one.text.strip()}\n", f"Measured {one.date}.{how}\n"]
        parts.append("".join(f"| {' | '.join(cells)} |\n" for cells in table))
    return "\n".join(parts)


@click.command(help=(__doc__ or "").split("\n\n")[0])
@click.option("--output", type=click.Path(dir_okay=False, path_type=Path), help="Write the page here.")
def main(output: Path | None) -> None:
    """Run from the command line."""
    try:
        text = page(FIGURES)
        if output is None:
            click.echo(text, nl=False)
        else:
            write_text(output, text)
    except SimplifierError as error:
        raise SystemExit(f"error: {error}") from None


if __name__ == "__main__":
    main()
