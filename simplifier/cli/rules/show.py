"""`simplifier rules show`: the rules of words and phrases."""

from __future__ import annotations

from pathlib import Path

import click

from simplifier.cli.rules.tables import parse_weights, tables_and_weights
from simplifier.cli.settings import NamedFile
from simplifier.rules.inspection.show import check_features, rule_json, rule_lines

__all__ = ["show_command"]

_FILE = NamedFile()


@click.command("show")
@click.argument("sources", nargs=-1, required=True, metavar="WORD|PHRASE...")
@click.option("--table", type=_FILE, help="A packed table, in place of a model's.")
@click.option("--config", type=_FILE, help="TOML file of a model.  [default: the embedded English model]")
@click.option("--features", default="", help="Values to show, names separated by spaces.")
@click.option("--sort", "sort_by", help="Feature to sort by, highest first.")
@click.option("--weight", "weights", multiple=True, metavar="NAME=VALUE", help="Rank by a weighted sum.")
@click.option("--top", type=click.IntRange(0), default=0, help="Most rules to show.  [default: all]")
@click.option("--format", "output_format", type=click.Choice(["table", "jsonl"]), default="table")
def show_command(
    sources: tuple[str, ...],
    table: Path | None,
    config: Path | None,
    features: str,
    sort_by: str | None,
    weights: tuple[str, ...],
    top: int,
    output_format: str,
) -> None:
    """Show the rules of words or phrases (quote a phrase): label, target, values, provenance.

    The rules of a model are ranked by its weights, without the language models and the context.
    """
    tables, given = tables_and_weights(table, config)
    given |= parse_weights(weights)
    names = features.replace(",", " ").split()
    if not all(source.strip() for source in sources):
        raise click.UsageError("an empty word; name words or phrases")
    stored = list(dict.fromkeys(name for one in tables for name in one.feature_names))
    check_features([*names, *([sort_by] if sort_by else []), *given], stored)
    for source in sources:
        text = " ".join(source.split())
        holding = [one for one in tables if one.lookup(text.split())] or tables[:1]
        for opened in holding:
            own = {name: weight for name, weight in given.items() if name in opened.feature_names}
            if output_format == "jsonl":
                lines = rule_json(opened, text, own, top)
            else:
                shown = [name for name in names if name in opened.feature_names]
                key = sort_by if sort_by in opened.feature_names else None
                lines = rule_lines(opened, text, shown, own, key, top)
            for line in lines:
                click.echo(line)
