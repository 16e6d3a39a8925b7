"""Options that several commands of `simplifier rules` share: tables, models, weights."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from simplifier.config import load_model_config
from simplifier.core import RuleTable
from simplifier.rules.tables.table import open_table

__all__ = ["parse_weights", "tables_and_weights"]


def tables_and_weights(table: Path | None, config: Path | None) -> tuple[list[RuleTable], dict[str, float]]:
    """Return a named table without weights, or the tables of a model with the weights of their features."""
    if table is not None:
        if config is not None:
            raise click.UsageError("--table and --config exclude each other")
        return [open_table(table)], {}
    settings = load_model_config(config)
    tables = [open_table(grammar.path) for grammar in settings.grammars]
    stored = {name for one in tables for name in one.feature_names}
    return tables, {name: weight for name, weight in settings.all_weights().items() if name in stored}


def parse_weights(pairs: Sequence[str], option: str = "--weight") -> dict[str, float]:
    """Return the numbers of NAME=VALUE options, by name."""
    weights = {}
    for pair in pairs:
        name, equals, value = pair.rpartition("=")
        try:
            weights[name] = float(value)
        except ValueError:
            equals = ""
        if not equals:
            raise click.BadParameter(f"needs NAME=VALUE, not {pair!r}", param_hint=option)
    return weights
