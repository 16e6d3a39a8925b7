"""`simplifier rules`: build, inspect and document rule tables.

Each command is a module of this package and has a line in the table below, so that help imports nothing heavy.
"""

from __future__ import annotations

from typing import Final

import click

from simplifier.cli.lazy import LazyCommand, LazyGroup

__all__ = ["rules_group"]

_COMMANDS: Final = {
    "build": LazyCommand("simplifier.cli.rules.build", "build_command", "Build a packed table from any sources."),
    "extract": LazyCommand("simplifier.cli.rules.extract", "extract_command", "Extract rules from pairs of sentences."),
    "show": LazyCommand("simplifier.cli.rules.show", "show_command", "Show the rules of words or phrases."),
    "rank": LazyCommand(
        "simplifier.cli.rules.rank", "rank_command", "Rank candidates; tell what the decoder chose in a text."
    ),
    "diff": LazyCommand(
        "simplifier.cli.rules.diff", "diff_command", "Compare two tables, or one under two sets of weights."
    ),
    "audit": LazyCommand("simplifier.cli.rules.audit", "audit_command", "Find rules that change what a text says."),
    "oracle": LazyCommand("simplifier.cli.rules.oracle", "oracle_command", "Find the best that the rules can reach."),
    "structure": LazyCommand(
        "simplifier.cli.rules.structure", "structure_command", "Show the rules that split and shorten."
    ),
    "stats": LazyCommand("simplifier.cli.rules.stats", "stats_command", "Count what is in a table."),
    "verify": LazyCommand("simplifier.cli.rules.verify", "verify_command", "Check that a table is whole."),
    "filter": LazyCommand(
        "simplifier.cli.rules.filtering", "filter_command", "Keep the rules that can apply to texts."
    ),
    "prune": LazyCommand("simplifier.cli.rules.pruning", "prune_command", "Keep the best rules by weights."),
    "merge": LazyCommand("simplifier.cli.rules.merging", "merge_command", "Make several tables one."),
    "export": LazyCommand("simplifier.cli.rules.export", "export_command", "Write a table as text."),
    "features": LazyCommand("simplifier.cli.rules.features", "features_command", "List every feature."),
}


@click.group("rules", cls=LazyGroup, places=_COMMANDS)
def rules_group() -> None:
    """Build, inspect and document rule tables."""
