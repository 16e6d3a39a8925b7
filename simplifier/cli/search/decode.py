"""`simplifier decode`: lists, constraints, lattices and forests of the search, and models of Joshua."""

from __future__ import annotations

from pathlib import Path

import click

from simplifier.cli.run import Run
from simplifier.cli.settings import NamedFile, NeighbouringCommand, text_options, with_options

__all__ = ["decode_command"]

_FILE = NamedFile()
_LISTS = (
    click.option("--kbest", type=click.IntRange(1), metavar="N", help="Print the N best versions of each sentence."),
    click.option("--trees", is_flag=True, help="With jsonl: derivation trees and word alignments."),
    click.option("--pop-limit", type=click.IntRange(0), metavar="N", help="Breadth of the search; 0: all."),
    click.option("--must-contain", multiple=True, metavar="PHRASE", help="In every new sentence; repeatable."),
    click.option("--must-not-contain", multiple=True, metavar="PHRASE", help="In no new sentence; repeatable."),
    click.option("--mbr", metavar="METRIC", help="Choose by expected METRIC among the candidates (--kbest or 100)."),
    click.option("--mbr-scale", type=click.FloatRange(0), default=1.0, show_default=True, metavar="X"),
)
_FORESTS = (
    click.option("--forest", type=_FILE, metavar="FILE", help="Write the forests, JSON lines."),
    click.option("--forest-stats", is_flag=True, help="Tell on standard error how large each search was."),
    click.option(
        "--lattice", is_flag=True, help="Input is one lattice a line: JSON or PLF (docs/understand/search.md)."
    ),
    click.option(
        "--force", type=_FILE, metavar="FILE", help="Tell whether and how each line's target in FILE is derived."
    ),
    click.option(
        "--force-lattice",
        type=_FILE,
        metavar="FILE",
        help="The same where a line of FILE is a lattice: the best way through it that is derived.",
    ),
)
_JOSHUA = (
    click.option(
        "--joshua-config",
        type=_FILE,
        metavar="FILE",
        help="Decode tokenised lines as this configuration of Joshua 5 or 6 says.",
    ),
    click.option(
        "--joshua-set",
        multiple=True,
        metavar="LINE",
        help="One more line of the Joshua configuration, such as 'top-n = 10' or 'lm_0 1.2'.",
    ),
    click.option(
        "--joshua-version",
        type=click.Choice(["5", "6"]),
        help="Version whose OOVPenalty holds (1 or -100 per unknown word).  [default: by its weight]",
    ),
    click.option(
        "--joshua-tables",
        type=click.Path(path_type=Path, file_okay=False),
        metavar="FOLDER",
        help="Keep the packed grammars here for the next time.",
    ),
    click.option(
        "--ignore-unsupported",
        is_flag=True,
        help="Note unsupported settings of a Joshua configuration, and go on without them.",
    ),
)


@click.command(
    "decode",
    cls=NeighbouringCommand,
    neighbour="simplifier.cli.simplify:simplify_command",
    called="simplify",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@text_options
@with_options(*_LISTS, *_FORESTS, *_JOSHUA)
@click.pass_context
def decode_command(context: click.Context, /, **_: object) -> None:
    """Search for the best versions of sentences, line by line, in plain text (UTF-8).

    Without further options the text of the best version is printed. With --kbest, text is NUMBER ||| SENTENCE
    ||| FEATURES ||| SCORE; jsonl is one object a sentence with its list, its edits and the rules behind them.
    With --lattice, lines are lattices; with --force and --force-lattice, they have targets. With --joshua-config, lines
    of words are translated by a model of the Joshua decoder (docs/build/configuration.md).
    Files of other formats, marked changes, reading levels: `simplify`.
    """
    from simplifier.cli.rewriting import rewrite
    from simplifier.cli.search.given import decode_lattices, force_targets
    from simplifier.cli.search.joshua import decode_with_joshua

    run = Run.of(context)
    targets = run.rewriting.force or run.rewriting.force_lattice
    if run.joshua is not None:
        decode_with_joshua(run, run.joshua)
    elif run.reading.lattice:
        decode_lattices(run)
    elif targets is not None:
        force_targets(run, targets)
    else:
        rewrite(run)
