"""`simplifier rules structure`: the structural rules of a language with examples and figures."""

from __future__ import annotations

import json

import click

from simplifier.base.errors import ConfigError
from simplifier.languages import language_named

__all__ = ["structure_command"]


@click.command("structure")
@click.option("--language", default="en", show_default=True, help="Code or description of a language.")
@click.option("--kind", type=click.Choice(["split", "reorder", "reword", "shorten", "list"]), help="Only these.")
@click.option("--format", "output_format", type=click.Choice(["text", "jsonl"]), default="text")
def structure_command(language: str, kind: str | None, output_format: str) -> None:
    """Show the structural rules, the surest first: kind, risk, edits judged, and an example of each.

    A star marks the rules that are on by default.
    """
    structure = language_named(language).structure
    if structure is None:
        raise ConfigError(f"there are no structural rules for {language_named(language).name}")
    for entry in (rule.entry for rule in structure.rules):
        if kind not in (None, entry.kind):
            continue
        if output_format == "jsonl":
            click.echo(json.dumps(entry.model_dump(mode="json"), ensure_ascii=False))
            continue
        star = "*" if entry.default else " "
        click.echo(f"{star} {entry.name} ({entry.kind}, risk {entry.risk:.3f}, {entry.judged} judged)")
        click.echo(f"    {entry.example[0]}\n    {entry.example[1]}")
