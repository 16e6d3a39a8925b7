"""`simplifier rules oracle`: the best that the rules of a model can reach."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from simplifier.base.errors import ConfigError, InputError
from simplifier.base.terminal import progress
from simplifier.base.writing import open_output
from simplifier.cli.settings import NamedFile, line_range, read_settings, settings_options

if TYPE_CHECKING:
    from simplifier.tuning.candidates.oracle import Oracle

__all__ = ["oracle_command"]

_FILE = NamedFile()


@click.command("oracle")
@settings_options
@click.option("--source", type=_FILE, help="Source sentences, one a line.")
@click.option("--references", type=_FILE, multiple=True, help="Reference file; repeatable.")
@click.option("--dataset", type=_FILE, help="In place of both: a folder with X.src and X.ref*, or folder/X.")
@click.option("--tokenised", is_flag=True, help="The files hold tokens between spaces.")
@click.option("--lines", metavar="FIRST-LAST", help="Use these lines only, counted from 1.")
@click.option("--metric", "expression", default="sari-paper", show_default=True, help="A metric or expression.")
@click.option("-k", "size", default=300, show_default=True, type=click.IntRange(1), help="Size of the k-best lists.")
@click.option(
    "--diverse",
    default=0,
    show_default=True,
    type=click.IntRange(0),
    help="Also search under this many other weights: without language models, then scaled at random.",
)
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0), help="Seed of the other weights.")
@click.option("--threads", default=0, show_default=True, type=click.IntRange(0), help="0 is one per core.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of the table.")
@click.option("--per-sentence", type=_FILE, help="Also write every sentence's oracle to this file (TSV).")
def oracle_command(
    config: Path | None,
    settings: tuple[str, ...],
    source: Path | None,
    references: tuple[Path, ...],
    dataset: Path | None,
    tokenised: bool,
    lines: str | None,
    expression: str,
    size: int,
    diverse: int,
    seed: int,
    threads: int,
    as_json: bool,
    per_sentence: Path | None,
) -> None:
    """Find the best candidate of every sentence by a metric, whatever the model thinks of it.

    If even the best candidate is not good, rules are missing. If the model chooses another candidate than the
    best one, its weights are to blame.
    """
    import os

    from simplifier import Simplifier
    from simplifier.evaluation.datasets import find_dataset
    from simplifier.evaluation.metrics import metric_of_tokens
    from simplifier.tuning.candidates.dev_set import DevSet
    from simplifier.tuning.candidates.oracle import find_oracle

    if (dataset is None) == (source is None or not references):
        raise ConfigError("give --source and --references, or --dataset; one of the two")
    if dataset is not None:
        found = find_dataset(dataset)
        source, references = found.source, found.references
    assert source is not None
    metric = metric_of_tokens(expression)
    simplifier = Simplifier.load(config, overrides=read_settings(settings))
    whole = DevSet.read(source, references, tokenised, simplifier)
    part = whole.part(*_range(lines, len(whole), source)) if lines else whole
    with progress(len(part) * (1 + diverse), "sentences") as advance:
        oracle = find_oracle(
            simplifier.decoder,
            part,
            metric,
            size,
            diverse,
            seed,
            threads or len(os.sched_getaffinity(0)),
            advance,
        )
    sign = 1.0 if metric.higher_is_better else -1.0
    if per_sentence is not None:
        _write(oracle, sign, per_sentence)
    values = _summary(oracle, sign, size, expression)
    click.echo(json.dumps(values) if as_json else "\n".join(_table(values)))


def _summary(oracle: Oracle, sign: float, size: int, expression: str) -> dict[str, object]:
    return {
        "metric": expression,
        "sentences": len(oracle.sentences),
        "first": sign * oracle.first,
        "oracle": sign * oracle.oracle,
        "list_oracle": {str(count): sign * score for count, score in oracle.by_size.items()},
        "list_size": size,
        "candidates": oracle.candidates,
        # NaN is not equal to itself, and JSON has no NaN.
        "mean_rank": oracle.mean_rank if oracle.mean_rank == oracle.mean_rank else None,
        "oracle_first_share": oracle.at_first,
        "oracle_unlisted_share": oracle.only_diverse,
    }


def _table(values: dict[str, object]) -> list[str]:
    lists = values["list_oracle"]
    assert isinstance(lists, dict)
    rank = values["mean_rank"]
    rows = [
        ("sentences", f"{values['sentences']}"),
        (f"1-best {values['metric']}", f"{values['first']:.2f}"),
        *((f"best of {count}", f"{score:.2f}") for count, score in lists.items() if count != "1"),
        ("oracle", f"{values['oracle']:.2f}"),
        ("candidates a sentence", f"{values['candidates']:.1f}"),
        ("mean rank of the oracle", "-" if rank is None else f"{rank:.1f}"),
        ("oracle is the 1-best", f"{100 * _number(values['oracle_first_share']):.1f} %"),
        ("oracle only under other weights", f"{100 * _number(values['oracle_unlisted_share']):.1f} %"),
    ]
    width = max(len(name) for name, _ in rows)
    return [f"{name:<{width}}  {value:>8}" for name, value in rows]


def _number(value: object) -> float:
    assert isinstance(value, float)
    return value


def _write(oracle: Oracle, sign: float, path: Path) -> None:
    with open_output(path) as stream:
        stream.write(b"candidates\trank\tfirst_score\toracle_score\tfirst\toracle\n")
        for one in oracle.sentences:
            scores = f"{sign * one.first_score:.4f}\t{sign * one.oracle_score:.4f}"
            row = f"{one.candidates}\t{one.rank}\t{scores}\t{one.first}\t{one.oracle}\n"
            stream.write(row.encode("utf-8"))


def _range(lines: str, count: int, source: Path) -> tuple[int, int]:
    part = line_range(lines)
    if part.stop > count:
        raise InputError(f"--lines {lines}: {source} has only {count} lines")
    return part.start, part.stop
