"""`simplify`: rewrite texts and files."""

from __future__ import annotations

import click

from simplifier.cli.run import Run
from simplifier.cli.settings import NamedFile, NeighbouringCommand, text_options, with_options
from simplifier.cli.terminal.diff import COLOUR_CHOICES
from simplifier.cli.terminal.levels import LEVELS

__all__ = ["simplify_command"]

_DOCUMENTS = (
    click.option(
        "--input-format", metavar="FORMAT", help="text, markdown, html, ...  [default: told by name and content]"
    ),
    click.option(
        "--column",
        "columns",
        multiple=True,
        metavar="NAME",
        help="Column of a CSV or TSV file that is text; may be repeated.",
    ),
    click.option(
        "--field",
        "fields",
        multiple=True,
        metavar="NAME",
        help="Field of JSON Lines that is text, such as a.b; may be repeated.",
    ),
    click.option(
        "--tracked-changes",
        "tracked",
        is_flag=True,
        help="Write changes of Word and OpenDocument texts as revisions to accept or reject.",
    ),
)
_REWRITING = (
    click.option("--split", type=click.Choice(["off", "auto"]), help="Split long sentences in two where that is sure."),
    click.option("--shorten/--no-shorten", default=None, help="Leave out words that a reader does not need."),
    click.option(
        "--bullets/--no-bullets", default=None, help="Put long lists at the end of a sentence into bullet points."
    ),
    click.option(
        "--drop",
        type=click.FloatRange(0, 1, max_open=True),
        default=0.0,
        metavar="R",
        help="Leave out this share of the sentences of each file, the least important ones.",
    ),
    click.option(
        "--level",
        type=click.Choice(list(LEVELS), case_sensitive=False),
        help="Leave sentences alone that are already about this easy.",
    ),
    click.option(
        "--grade", type=click.FloatRange(0, 30), metavar="N", help="The same by school grade (Flesch-Kincaid)."
    ),
)
_SHOWING = (
    click.option(
        "--report",
        "page",
        type=NamedFile(),
        metavar="FILE",
        help="Also write an HTML page on what was changed, and why.",
    ),
    click.option("--diff", is_flag=True, help="Print the text with old and new words marked."),
    click.option("--color", type=click.Choice(COLOUR_CHOICES), default="auto", help="Colour in --diff."),
    click.option("--interactive", is_flag=True, help="Ask about every change: accept, reject, choose another."),
    click.option("--summary", is_flag=True, help="Sum up on standard error.  [default: a terminal]"),
)


@click.command(
    "simplify",
    cls=NeighbouringCommand,
    neighbour="simplifier.cli.search.decode:decode_command",
    called="simplifier decode",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@text_options
@with_options(*_DOCUMENTS, *_REWRITING, *_SHOWING)
@click.pass_context
def simplify_command(context: click.Context, /, **_: object) -> None:
    """Rewrite English text (UTF-8) so that more people can read it.

    Reads the files INPUT one after the other, or standard input; all files of a folder with --output FOLDER.
    In Markdown, HTML, subtitles, tables and JSON Lines, recognised by name, only running text is rewritten. All
    else stays as it is, byte for byte. With --format jsonl, each sentence is one object with its edits and the
    rules behind them. With --explain, the output tells for every sentence why words were changed and why others
    stayed; jsonl has this beside the edits. --diff marks changes, --interactive asks about each. --report
    explains every sentence too: it takes longer, and jsonl has the explanations.
    Lists of the N best versions, constraints on words and lattices: `simplifier decode`.
    """
    from simplifier.cli.rewriting import rewrite

    rewrite(Run.of(context))
