"""`simplifier rules`: build, inspect and document rule tables.

A command is a file of this package and a line of the table below; nothing heavy is imported for help.
"""

from __future__ import annotations

from typing import Final

import click

from simplifier.cli.lazy import LazyCommand, LazyGroup

__all__ = ["rules_group"]

_COMMANDS: Final = {
    "build": LazyCommand(
        "simplifier.cli.rules.build", "build_command", "Build a packed table from any sources."
    ),
    "show": LazyCommand("simplifier.cli.rules.show", "show_command", "Show the rules of words or phrases."),
    "rank": LazyCommand(
        "simplifier.cli.rules.rank", "rank_command", "Rank candidates; tell what the decoder chose in a text."
    ),
    "oracle": LazyCommand(
        "simplifier.cli.rules.oracle", "oracle_command", "Find the best that the rules can reach."
    ),
    "features": LazyCommand("simplifier.cli.rules.features", "features_command", "List every feature."),
}


@click.group("rules", cls=LazyGroup, places=_COMMANDS)
def rules_group() -> None:
    """Build, inspect and document rule tables."""
