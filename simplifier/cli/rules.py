"""`simplifier rules`: build a table, show its rules, list the features."""

from __future__ import annotations

import sys
from pathlib import Path

import click
from tqdm import tqdm

from native import RuleTable
from rules.build import BuildReport, build_table
from rules.build_config import load_build_config
from rules.features import build_registry
from rules.show import feature_lines, rule_json, rule_lines
from rules.table import open_table
from simplifier.cli.oracle import oracle_command
from simplifier.config import load_config

__all__ = ["rules_group"]

_FILE = click.Path(path_type=Path)


@click.group("rules")
def rules_group() -> None:
    """Build, inspect and document rule tables."""


rules_group.add_command(oracle_command)


@rules_group.command("build")
@click.option("--config", type=_FILE, required=True, help="TOML file: sources, resources, features.")
@click.option("--output", type=_FILE, required=True, help="The table to write.")
@click.option("--skip-bad-rules", is_flag=True, help="Count broken lines and go on.")
def build_command(config: Path, output: Path, skip_bad_rules: bool) -> None:
    """Build a packed rule table from any number of sources."""
    settings = load_build_config(config)
    if skip_bad_rules:
        sources = tuple(source.model_copy(update={"skip_bad_rules": True}) for source in settings.sources)
        settings = settings.model_copy(update={"sources": sources})
    with tqdm(unit=" rules", unit_scale=True, disable=not sys.stderr.isatty()) as bar:

        def progress(name: str, count: int) -> None:
            bar.set_description(name, refresh=False)
            bar.update(count)

        report = build_table(settings, output, progress)
    _print_report(output, report)


@rules_group.command("show")
@click.argument("sources", nargs=-1, required=True, metavar="WORD|PHRASE...")
@click.option("--table", type=_FILE, help="A packed table, in place of a model's.")
@click.option("--config", type=_FILE, help="TOML file of a model.  [default: the embedded English model]")
@click.option("--features", default="", help="Values to show, names separated by spaces.")
@click.option("--sort", "sort_by", help="Feature to sort by, highest first.")
@click.option("--weight", "weights", multiple=True, metavar="NAME=VALUE", help="Rank by a weighted sum.")
@click.option("--top", type=click.IntRange(0), default=0, help="Show so many rules.  [default: all]")
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

    The rules of a model are ranked by its weights, the language models and the context left out.
    """
    tables, given = _tables_and_weights(table, config)
    given |= _weights(weights)
    for opened in tables:
        for source in sources:
            text = " ".join(source.split())
            if output_format == "jsonl":
                lines = rule_json(opened, text, given, top)
            else:
                lines = rule_lines(opened, text, features.replace(",", " ").split(), given, sort_by, top)
            for line in lines:
                click.echo(line)


@rules_group.command("features")
@click.option("--markdown", is_flag=True, help="Print Markdown tables.")
def features_command(markdown: bool) -> None:
    """List every registered feature: name, level, unit, default for missing, formula."""
    for line in feature_lines(build_registry(), markdown):
        click.echo(line)


def _tables_and_weights(table: Path | None, config: Path | None) -> tuple[list[RuleTable], dict[str, float]]:
    """Return the table named, or the tables of a model with the weights of their features."""
    if table is not None:
        if config is not None:
            raise click.UsageError("--table and --config exclude each other")
        return [open_table(table)], {}
    settings = load_config(config)
    tables = [open_table(grammar.path) for grammar in settings.grammars]
    stored = {name for one in tables for name in one.feature_names}
    return tables, {name: weight for name, weight in settings.all_weights().items() if name in stored}


def _weights(pairs: tuple[str, ...]) -> dict[str, float]:
    weights = {}
    for pair in pairs:
        name, equals, value = pair.rpartition("=")
        try:
            weights[name] = float(value)
        except ValueError:
            equals = ""
        if not equals:
            raise click.BadParameter(f"needs NAME=VALUE, not {pair!r}", param_hint="--weight")
    return weights


def _print_report(output: Path, report: BuildReport) -> None:
    for source in report.sources:
        click.echo(f"{source.name}: {source.read} read, {source.added} added", err=True)
        for reason, count in (*source.dropped.most_common(), *source.bad_lines.most_common()):
            click.echo(f"  {count} dropped: {reason}", err=True)
    click.echo(
        f"{output}: {report.rules} rules with {len(report.features)} features in {report.seconds:.1f} s",
        err=True,
    )
