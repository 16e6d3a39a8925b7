"""`simplifier rate`: ratings by people; new, serve, collect."""

from __future__ import annotations

from pathlib import Path

import click

from simplifier.base.errors import ConfigError
from simplifier.base.reading import read_lines
from simplifier.base.terminal import note, say
from simplifier.cli.settings import NamedFile

__all__ = ["rate_group"]

_FOLDER = NamedFile()


@click.group("rate")
def rate_group() -> None:
    """Let people rate simplified sentences: grammar, meaning and simplicity gain, 0 to 4 each."""


@rate_group.command("new")
@click.argument("folder", type=_FOLDER)
@click.option("--source", type=NamedFile(), required=True, help="Original sentences, one a line.")
@click.option("--system", "systems", multiple=True, metavar="NAME=FILE", help="A system's output; repeatable.")
@click.option("--sentences", type=click.IntRange(1), metavar="N", help="Draw this many sentences.  [default: all]")
@click.option("--seed", default=1, show_default=True, help="Seed of the choice and the order.")
@click.option(
    "--attention",
    type=click.IntRange(0),
    default=4,
    show_default=True,
    metavar="K",
    help="Number of attention checks: shuffled words, and the original itself.",
)
def new_command(
    folder: Path, source: Path, systems: tuple[str, ...], sentences: int | None, seed: int, attention: int
) -> None:
    """Write sheets for raters into FOLDER, and the key apart.

    Line i of every file belongs to the same sentence. Systems are mixed and not named; an output that several
    of them share is rated once. FOLDER/sheet.tsv also opens in a spreadsheet; key.tsv is not for raters.
    """
    from simplifier.evaluation.ratings.sheets import make_rating_sheets, write_rating_sheets

    files = _named(systems)
    lines = {name: read_lines(path) for name, path in files.items()}
    sheets = make_rating_sheets(read_lines(source), lines, sentences, seed, attention)
    write_rating_sheets(folder, sheets)
    pages = len({item.page for item in sheets.items})
    count = f"{pages} sentences with {len(sheets.items)} versions"
    say(f"wrote {count}: {folder / 'sheet.tsv'}, scale.txt, and key.tsv, which is not for raters")


@rate_group.command("serve")
@click.argument("folder", type=_FOLDER)
@click.option("--port", type=click.IntRange(0, 65535), default=8766, show_default=True, help="0: any free one.")
def serve_command(folder: Path, port: int) -> None:
    """Show the sheets of FOLDER as a form in the browser, on this machine alone.

    Answers go to FOLDER/ratings/RATER.tsv after every page; a rater who comes back goes on where they stopped.
    """
    from simplifier.cli.serve import check_installed

    check_installed()
    from simplifier.evaluation.ratings.form.running import serve_form

    serve_form(folder, port)


@rate_group.command("collect")
@click.argument("folder", type=_FOLDER)
@click.option("--output", type=NamedFile(), help="The table of all ratings.  [default: FOLDER/collected.tsv]")
@click.option("--without", multiple=True, metavar="RATER", help="Leave a rater out; repeatable.")
@click.option("--partial", is_flag=True, help="Take the sentences that all raters have rated.")
@click.option(
    "--attention",
    type=click.FloatRange(0, 1),
    default=0.75,
    show_default=True,
    help="Share of the checks that a rater must pass to count.",
)
@click.option("--samples", type=click.IntRange(1), default=1000, show_default=True, help="Samples of the bootstrap.")
@click.option("--confidence", default=0.95, show_default=True, help="Level of the intervals.")
@click.option("--seed", default=12345, show_default=True, help="Seed of the bootstrap.")
def collect_command(
    folder: Path,
    output: Path | None,
    without: tuple[str, ...],
    partial: bool,
    attention: float,
    samples: int,
    confidence: float,
    seed: int,
) -> None:
    """Count the ratings in FOLDER: means by system, agreement of the raters, and a table of all.

    Means are from 0 to 4, with intervals from a bootstrap over sentences; z is the mark relative to the other
    marks of the same rater. ICC(2,k) is the reliability of the raters' mean; kappa has squared weights.
    """
    from simplifier.evaluation.ratings.collecting import collect, write_collected
    from simplifier.evaluation.ratings.results import result_lines

    collected = collect(folder, without, partial, attention)
    lines = [*result_lines(collected, samples, confidence, seed)]
    path = folder / "collected.tsv" if output is None else output
    write_collected(path, collected)
    for line in lines:
        click.echo(line)
    failed = [rater.name for rater in collected.raters if not rater.counts]
    if failed:
        note(f"left out, too many attention checks failed: {', '.join(failed)}")
    say(f"wrote {path}")


def _named(systems: tuple[str, ...]) -> dict[str, Path]:
    """Return the files by the name of the system.

    Raises:
        ConfigError: a value is not of the form NAME=FILE, or two systems have the same name.
    """
    files: dict[str, Path] = {}
    for system in systems:
        name, _, file = system.partition("=")
        if not name or not file:
            raise ConfigError(f"--system {system}: needs NAME=FILE")
        if name in files:
            raise ConfigError(f"--system {system}: two systems are called {name!r}; choose another name")
        files[name] = Path(file)
    return files
