"""`simplifier rules diff`: the differences between two tables, weights files or models."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import click

from simplifier.base.errors import ConfigError, FormatError, InputError
from simplifier.base.terminal import aligned, say
from simplifier.base.toml import read_toml
from simplifier.base.writing import open_output
from simplifier.cli.settings import NamedFile
from simplifier.config import load_config, load_model_config, read_weights
from simplifier.core import RuleTable
from simplifier.rules.inspection.difference import Change, Comparison, WeightedTables, compare
from simplifier.rules.tables.table import open_table

__all__ = ["diff_command"]

_FILE = NamedFile()
_SHOWN = 50


@click.command("diff")
@click.argument("first", type=_FILE, metavar="A")
@click.argument("second", type=_FILE, metavar="B")
@click.argument("sources", nargs=-1, metavar="[WORD|PHRASE]...")
@click.option(
    "--config",
    type=_FILE,
    help="The model that gives what A and B leave out.  [default: the embedded English model]",
)
@click.option("--top", type=click.IntRange(0), help="Changes to show; 0: all.  [default: 50, tsv and json all]")
@click.option("--format", "style", type=click.Choice(["table", "tsv", "json"]), default="table", show_default=True)
@click.option("--output", type=_FILE, help="Write here, when all is done.  [default: standard output]")
def diff_command(
    first: Path,
    second: Path,
    sources: tuple[str, ...],
    config: Path | None,
    top: int | None,
    style: str,
    output: Path | None,
) -> None:
    """Compare how A and B rank the candidates of the named sources, or of all.

    A and B are each a packed table (scored with the weights of --config), a weights file (for the tables of
    --config) or the configuration of a model. The changes with the largest difference of 1/rank come first; a
    missing candidate counts 0.
    """
    before, after = _side(first, config), _side(second, config)
    if top is None:
        top = _SHOWN if style == "table" else 0
    words = [" ".join(source.lower().split()) for source in sources]
    comparison = compare(before, after, words, top)
    lines = {"table": _table_lines, "tsv": _tsv_lines, "json": _json_lines}[style](comparison)
    with open_output(output) as stream:
        for line in lines:
            stream.write(f"{line}\n".encode())
    if style != "table":
        for line in _summary(comparison):
            say(line)


def _side(path: Path, config: Path | None) -> WeightedTables:
    if not path.is_file():
        raise InputError(f"{path}: no such file; name a table, a weights file or a configuration")
    if path.suffix != ".toml":
        return WeightedTables([open_table(path)], load_config(config).all_weights())
    data = read_toml(path)
    if data and all(isinstance(value, int | float) and not isinstance(value, bool) for value in data.values()):
        return WeightedTables(_tables(config), read_weights(path))
    try:
        return WeightedTables(_tables(path), load_config(path).all_weights())
    except ConfigError as error:
        if any(isinstance(value, dict | list) for value in data.values()):  # a configuration, with a mistake
            raise
        reason = str(error).removeprefix(f"{path}: ")
        raise FormatError(path, f"neither weights (name = number) nor a configuration: {reason}") from None


def _tables(config: Path | None) -> list[RuleTable]:
    return [open_table(grammar.path) for grammar in load_model_config(config).grammars]


def _summary(found: Comparison) -> Iterator[str]:
    yield (
        f"{found.sources:,} sources in both, {found.lost_sources:,} lost, {found.gained_sources:,} gained; "
        f"{found.new_best:,} have another best candidate "
        f"(copying overtaken in {found.copy_overtaken:,}, now best in {found.copy_overtaking:,})"
    )
    yield (
        f"{found.same:,} candidates kept their rank, {found.moved:,} moved, {found.lost:,} lost, "
        f"{found.gained:,} gained"
    )


def _table_lines(found: Comparison) -> Iterator[str]:
    yield from _summary(found)
    if found.changes:
        rows = [["source", "target", "rank", "", "", "score", "", "", "change"]]
        rows += [_row(change) for change in found.changes]
        yield from aligned(rows)


def _row(change: Change) -> list[str]:
    target = f"{change.target or '(left out)'}{' (self)' if change.target == change.source else ''}"
    ranks = ["-" if rank is None else str(rank) for rank in change.ranks]
    scores = ["-" if score is None else f"{score:.3f}" for score in change.scores]
    return [change.source, target, ranks[0], "->", ranks[1], scores[0], "->", scores[1], change.kind]


def _tsv_lines(found: Comparison) -> Iterator[str]:
    yield "\t".join(["source", "target", "change", "rank_a", "rank_b", "score_a", "score_b"])
    for one in found.changes:
        ranks = ["" if rank is None else str(rank) for rank in one.ranks]
        scores = ["" if score is None else f"{score:.6g}" for score in one.scores]
        yield "\t".join([one.source, one.target, one.kind, *ranks, *scores])


def _json_lines(found: Comparison) -> Iterator[str]:
    record = asdict(found)
    for change, one in zip(record["changes"], found.changes, strict=True):
        change["change"] = one.kind
    yield json.dumps(record, ensure_ascii=False, indent=1)
