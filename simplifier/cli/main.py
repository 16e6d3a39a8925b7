"""The two programs: `simplify`, and the umbrella `simplifier` with its subcommands.

Nothing heavy is imported until a command runs, so that both start at once.
"""

from __future__ import annotations

from typing import Final, NoReturn

import click

from simplifier.cli.failures import run
from simplifier.cli.lazy import LazyCommand, LazyGroup

__all__ = ["simplifier", "simplify", "umbrella"]


_COMMANDS: Final = {
    "batch": LazyCommand("simplifier.cli.batch.command", "batch_command", "Rewrite a column of a large file."),
    "completion": LazyCommand(
        "simplifier.cli.installation.completion",
        "completion_group",
        "Complete commands with Tab in the shell.",
    ),
    "config": LazyCommand("simplifier.cli.installation.config", "config_group", "Show the resolved configuration."),
    "corpus-stats": LazyCommand(
        "simplifier.cli.texts.corpus", "corpus_command", "Compare documents with their simple versions."
    ),
    "correlate": LazyCommand(
        "simplifier.cli.ratings.correlate", "correlate_command", "Correlate metrics with ratings by people."
    ),
    "data": LazyCommand("simplifier.cli.data", "data_group", "Show and export our own sentences and edits."),
    "decode": LazyCommand(
        "simplifier.cli.search.decode", "decode_command", "Search: lists, constraints, lattices, forests, Joshua."
    ),
    "doctor": LazyCommand(
        "simplifier.cli.installation.doctor",
        "doctor_command",
        "Tell what works on this machine, and how fast.",
    ),
    "estimate": LazyCommand(
        "simplifier.cli.texts.estimate",
        "estimate_command",
        "Tell how good rewritings seem, without references.",
    ),
    "evaluate": LazyCommand("simplifier.cli.evaluate", "evaluate_command", "Score simplified text."),
    "build": LazyCommand("simplifier.cli.build", "build_command", "Make a model from its recipe."),
    "train": LazyCommand("simplifier.cli.build", "train_group", "Train one part of a model."),
    "lexicon": LazyCommand("simplifier.cli.lexicon", "lexicon_group", "Compile and test the lexicon of a language."),
    "lexical": LazyCommand("simplifier.cli.lexical.evaluate", "lexical_group", "Measure substitutes for single words."),
    "lm": LazyCommand("simplifier.cli.language_model", "lm_group", "Train, convert and query language models."),
    "lsp": LazyCommand("simplifier.cli.lsp", "lsp_command", "Suggest plainer words in an editor."),
    "rate": LazyCommand(
        "simplifier.cli.ratings.rate", "rate_group", "Let people rate simplified sentences, and count it."
    ),
    "read": LazyCommand("simplifier.cli.texts.read", "read_command", "Tell how hard texts are to read, and where."),
    "report": LazyCommand("simplifier.cli.report", "report_command", "Measure simplified text, as an HTML page."),
    "rules": LazyCommand("simplifier.cli.rules", "rules_group", "Build, inspect and document rule tables."),
    "seal": LazyCommand(
        "simplifier.cli.installation.seal", "seal_command", "Write or compare checksums of a model's files."
    ),
    "serve": LazyCommand("simplifier.cli.serve", "serve_command", "Answer over HTTP, and show a page."),
    "simplify": LazyCommand("simplifier.cli.simplify", "simplify_command", "Rewrite texts and files."),
    "tune": LazyCommand("simplifier.cli.tuning", "tune_command", "Find the weights of a model."),
}


def _tell_version(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        from simplifier.base.installation import package_version

        click.echo(f"{context.info_name}, version {package_version()}")
        context.exit()


_with_version = click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_tell_version,
    help="Show the version and exit.",
)


@click.group("simplifier", cls=LazyGroup, places=_COMMANDS, context_settings={"help_option_names": ["-h", "--help"]})
@_with_version
def umbrella() -> None:
    """Rewrite English text so that more people can read it.

    Add --debug to any command to see where an error comes from.
    """


def simplifier() -> NoReturn:
    """Run the umbrella program."""
    run(lambda: umbrella, "simplifier")


def simplify() -> NoReturn:
    """Run the `simplify` program."""

    def load() -> click.Command:
        from simplifier.cli.simplify import simplify_command

        return _with_version(simplify_command)

    run(load, "simplify")
