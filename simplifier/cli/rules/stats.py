"""`simplifier rules stats`: counts of the rules in a table."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, fields
from pathlib import Path

import click

from simplifier.cli.settings import NamedFile
from simplifier.rules.inspection.census import TableCensus, take_census
from simplifier.rules.tables.table import open_table

__all__ = ["stats_command"]


@click.command("stats")
@click.argument("table", type=NamedFile())
@click.option("--top", type=click.IntRange(1), default=10, show_default=True, help="Labels to list.")
@click.option("--format", "output_format", type=click.Choice(["table", "json"]), default="table")
def stats_command(table: Path, top: int, output_format: str) -> None:
    """Count the rules of TABLE by shape, label and source, and show the range of every feature."""
    census = take_census(open_table(table))
    if output_format == "json":
        record = {one.name: getattr(census, one.name) for one in fields(census)}
        click.echo(json.dumps(record, ensure_ascii=False, default=asdict))
        return
    for line in _lines(census, top):
        click.echo(line)


def _lines(census: TableCensus, top: int) -> Iterator[str]:
    size = census.file_bytes / max(census.rules, 1)
    yield f"rules           {census.rules:,}, {census.file_bytes:,} bytes, {size:.1f} bytes a rule"
    text, count = census.most_targets
    yield f"source sides    {census.sources:,}; most rules: {text} ({count})"
    yield f"words           {census.words:,}"
    yield f"copying         {census.copies:,}"
    yield f"leaving out     {census.deletions:,}"
    yield f"nonterminals    {_by_number(census.nonterminals)}"
    yield f"source symbols  {_by_number(census.source_symbols)}"
    yield f"target symbols  {_by_number(census.target_symbols)}"
    common = ", ".join(f"{label} {number:,}" for label, number in census.labels.most_common(top))
    yield f"labels          {len(census.labels):,}: {common}"
    yield f"from            {', '.join(f'{name} {n:,}' for name, n in census.provenance.most_common())}"
    if census.features:
        yield f"values          {_precision(census)}"
        width = max(map(len, census.features))
        yield f"{'feature'.ljust(width)}  {'least':>10} {'mean':>10} {'greatest':>10} {'not 0':>7}"
        for name, one in census.features.items():
            numbers = f"{one.least:>10.4g} {one.mean:>10.4g} {one.greatest:>10.4g} {one.used:>7.1%}"
            yield f"{name.ljust(width)}  {numbers}"


def _precision(census: TableCensus) -> str:
    if not census.exact:
        return "a byte each, the nearest of 256 where a feature has more"
    wide = len(census.value_features)
    return f"exact: {wide} features as 32-bit numbers, {len(census.features) - wide} in a byte"


def _by_number(counts: Counter[int]) -> str:
    return ", ".join(f"{number}: {counts[number]:,}" for number in sorted(counts))
