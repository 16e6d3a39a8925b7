"""The two programs: `simplify`, and the umbrella `simplifier` with its subcommands.

Nothing heavy is imported until a command runs, so that both start at once.
"""

from __future__ import annotations

import importlib
from importlib.metadata import PackageNotFoundError, version
from typing import Final, NamedTuple, NoReturn

import click

from simplifier.cli.failures import run

__all__ = ["simplifier", "simplify", "umbrella"]


class _Command(NamedTuple):
    """Where a subcommand lives, and its line in the help (so that help imports nothing)."""

    module: str
    attribute: str
    summary: str


_COMMANDS: Final = {
    "config": _Command("simplifier.cli.config", "config_group", "Show the resolved configuration."),
    "decode": _Command(
        "simplifier.cli.simplify", "simplify_command", "Rewrite text; the same as `simplify`."
    ),
    "evaluate": _Command("simplifier.cli.evaluate", "evaluate_command", "Score simplified text."),
    "lm": _Command("simplifier.cli.language_model", "lm_group", "Train, convert and query language models."),
    "rules": _Command("simplifier.cli.rules", "rules_group", "Build, inspect and document rule tables."),
    "tune": _Command("simplifier.cli.tuning", "tune_command", "Find the weights of a model."),
}


class _LazyGroup(click.Group):
    """A group whose commands are imported when they are used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        place = _COMMANDS.get(cmd_name)
        if place is None:
            return None
        command: click.Command = getattr(importlib.import_module(place.module), place.attribute)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, place.summary) for name, place in _COMMANDS.items()])


def _version() -> str:
    try:
        return version("simplifier")
    except PackageNotFoundError:
        return "not installed"


@click.group("simplifier", cls=_LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(_version(), prog_name="simplifier")
def umbrella() -> None:
    """Rewrite English text so that more people can read it.

    Add --debug to any command to see where an error comes from.
    """


def simplifier() -> NoReturn:
    """Run the umbrella program."""
    run(umbrella, "simplifier")


def simplify() -> NoReturn:
    """Run the `simplify` program."""
    from simplifier.cli.simplify import simplify_command

    run(click.version_option(_version(), prog_name="simplify")(simplify_command), "simplify")


if __name__ == "__main__":
    simplifier()
