"""`simplifier rules audit`: rules that change what a text says."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import click

from simplifier.base.terminal import aligned, say
from simplifier.base.writing import open_output
from simplifier.cli.settings import NamedFile
from simplifier.config import Config, load_config, load_model_config
from simplifier.core import RuleTable
from simplifier.languages import language_named
from simplifier.languages.analysis.tagger import Tagger
from simplifier.rules.inspection.audit import (
    KINDS,
    Auditor,
    Finding,
    audit_table,
    finding_lines,
    load_meaning,
)
from simplifier.rules.resources.exclusions import read_exclusions
from simplifier.rules.tables.table import open_table

__all__ = ["audit_command"]

_FILE = NamedFile()


@click.command("audit")
@click.option("--table", type=_FILE, help="A packed table, in place of a model's.")
@click.option("--config", type=_FILE, help="TOML file of a model.  [default: the embedded English model]")
@click.option("--language", help="Language of the rules.  [default: the model's]")
@click.option("--tagger", type=_FILE, help="Tells names from other words.  [default: the model's]")
@click.option("--antonyms", type=_FILE, multiple=True, help="More opposites: word TAB word; repeatable.")
@click.option("--sentiment", type=_FILE, multiple=True, help="More feelings: word TAB number; repeatable.")
@click.option("--offensive", type=_FILE, multiple=True, help="More insults, one a line; repeatable.")
@click.option("--exclude", type=_FILE, multiple=True, help="Pairs already known, as this command writes them.")
@click.option("--kind", "kinds", type=click.Choice(KINDS), multiple=True, help="Look for these only.")
@click.option("--format", "style", type=click.Choice(["table", "tsv", "json"]), default="table", show_default=True)
@click.option("--output", type=_FILE, help="Write here, when all is done.  [default: standard output]")
@click.option("--check", is_flag=True, help="Exit with 1 if there are findings that --exclude does not list.")
def audit_command(
    table: Path | None,
    config: Path | None,
    language: str | None,
    tagger: Path | None,
    antonyms: tuple[Path, ...],
    sentiment: tuple[Path, ...],
    offensive: tuple[Path, ...],
    exclude: tuple[Path, ...],
    kinds: tuple[str, ...],
    style: str,
    output: Path | None,
    check: bool,
) -> None:
    """Find rules that change what a text says.

    It finds opposites, blame for praise, changed numbers, names and negation, and new insults. With --format
    tsv the output is an exclusion list: for `exclusions` of a build, for `rules prune --exclude`, and for
    --exclude here. Counts go to standard error.
    """
    if table is not None and config is not None:
        raise click.UsageError("--table and --config exclude each other")
    model: Config | None = None
    if table is None:
        model = load_model_config(config)
    elif tagger is None:
        model = load_config(config)
    spoken = language_named(language or (model.model.language if model is not None else "en"))
    meaning = load_meaning(spoken, antonyms, sentiment, offensive)
    auditor = Auditor(meaning, spoken, _tagger(tagger, model))
    known, counts = read_exclusions(exclude), Counter[str]()
    tables = [open_table(table)] if table is not None else _tables(model)
    found: dict[tuple[str, str], Finding] = {}
    for opened in tables:
        for one in audit_table(opened, auditor, known, counts):
            if not kinds or set(kinds) & set(one.kinds):
                found[one.source, one.target] = one
    findings = sorted(found.values(), key=lambda one: (one.source, one.target))
    lines = {"table": _table_lines, "tsv": finding_lines, "json": _json_lines}[style](findings)
    with open_output(output) as stream:
        for line in lines:
            stream.write(f"{line}\n".encode())
    by_kind = Counter(kind for one in findings for kind in one.kinds)
    shown = ", ".join(f"{kind} {by_kind[kind]}" for kind in KINDS if by_kind[kind])
    say(
        f"{len(findings):,} of {counts['pairs']:,} pairs are suspicious{f' ({shown})' if shown else ''}; "
        f"{counts['known']:,} more are known"
    )
    if check and findings:
        sys.exit(1)


def _tagger(path: Path | None, model: Config | None) -> Tagger | None:
    if path is None and model is not None:
        path = model.tagger.path
    return None if path is None else Tagger.load(path)


def _tables(model: Config | None) -> list[RuleTable]:
    assert model is not None, "without a table there is a model"
    return [open_table(grammar.path) for grammar in model.grammars]


def _table_lines(findings: list[Finding]) -> Iterator[str]:
    for kind in KINDS:
        own = [one for one in findings if one.kinds[0] == kind]
        if own:
            yield f"{kind}: {len(own)}"
            rows = [[f"  {one.source}", one.target or "(left out)", "; ".join(one.reasons)] for one in own]
            yield from aligned(rows)


def _json_lines(findings: list[Finding]) -> Iterator[str]:
    for one in findings:
        record = {"source": one.source, "target": one.target, "kinds": one.kinds, "reasons": one.reasons}
        yield json.dumps(record, ensure_ascii=False)
