"""`simplifier estimate`: how good rewritings seem to be, without references."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from simplifier.base.errors import ConfigError, InputError
from simplifier.base.reading import check_inputs, input_name, read_lines
from simplifier.base.terminal import aligned, progress
from simplifier.base.writing import open_output
from simplifier.cli.settings import NamedFile, read_settings, settings_options

if TYPE_CHECKING:
    from simplifier.estimation.estimator import Estimate
    from simplifier.evaluation.qats.task import LabelledPairs

__all__ = ["estimate_command"]

_FILE = NamedFile()


@click.command("estimate")
@click.argument("source", required=False, type=_FILE, metavar="SOURCE")
@click.argument("output", required=False, type=_FILE, metavar="OUTPUT")
@settings_options
@click.option("--labelled", type=_FILE, metavar="TABLE", help="In place of both: pairs with labels; scores.")
@click.option(
    "--format",
    "style",
    type=click.Choice(["table", "tsv", "jsonl"]),
    default="table",
    show_default=True,
    help="table: the means; the others: every pair.",
)
@click.option("--to", type=_FILE, metavar="FILE", help="Write here.  [default: standard output]")
def estimate_command(
    source: Path | None,
    output: Path | None,
    config: Path | None,
    settings: tuple[str, ...],
    labelled: Path | None,
    style: str,
    to: Path | None,
) -> None:
    """Tell how good rewritings seem to be: grammaticality, meaning, simplicity, overall, each 0-100.

    Line i of OUTPUT is a rewriting of line i of SOURCE. With --labelled, the measures of QATS 2016 are printed
    for a table of pairs with a header (original, simplified, and bad, ok or good for each aspect).
    """
    from simplifier.config import load_config
    from simplifier.estimation.estimator import Estimator
    from simplifier.evaluation.qats.task import read_labelled_pairs

    if (labelled is None) == (source is None) or (source is None) != (output is None):
        raise ConfigError("give SOURCE and OUTPUT, or --labelled; one of the two")
    data = None if labelled is None else read_labelled_pairs(labelled)
    pairs = data.pairs if data is not None else _read_pairs(source or Path(), output or Path())
    estimator = Estimator.open(load_config(config, read_settings(settings)))
    found = []
    with progress(len(pairs), "pairs") as advance:
        for one in estimator.estimate(pairs):
            found.append(one)
            advance(1)
    if style == "table":
        lines = _means(found) if data is None else _scores(found, data)
    else:
        lines = _rows(found) if style == "tsv" else (json.dumps(one.to_json()) for one in found)
    with open_output(to) as stream:
        stream.writelines(f"{line}\n".encode() for line in lines)


def _read_pairs(source: Path, output: Path) -> list[tuple[str, str]]:
    check_inputs([source, output])
    sources, outputs = read_lines(source), read_lines(output)
    if len(sources) != len(outputs):
        raise InputError(
            f"{input_name(output)}: {len(outputs)} lines where {input_name(source)} has {len(sources)}; "
            "line i of one belongs to line i of the other"
        )
    if not sources:
        raise InputError(f"{input_name(source)}: no lines to estimate")
    return list(zip(sources, outputs, strict=True))


def _means(found: Sequence[Estimate]) -> Iterator[str]:
    from simplifier.estimation.model import ASPECTS, LABELS

    rows = [["aspect", "mark", *LABELS]]
    for aspect in ASPECTS:
        mean = sum(one.marks[aspect] for one in found) / len(found)
        counts = [sum(one.labels[aspect] == label for one in found) for label in LABELS]
        rows.append([aspect, f"{mean:.1f}", *map(str, counts)])
    yield from aligned(rows)


def _scores(found: Sequence[Estimate], data: LabelledPairs) -> Iterator[str]:
    import numpy as np

    from simplifier.estimation.model import ASPECTS, LABELS
    from simplifier.evaluation.qats.measures import confusion, label_scores, pearson

    rows = [["aspect", "accuracy", "MAE", "RMSE", "weighted F", "Pearson"]]
    for place, aspect in enumerate(ASPECTS):
        given = np.array([LABELS.index(one.labels[aspect]) for one in found])
        marks = np.array([one.marks[aspect] for one in found])
        scores = label_scores(confusion(data.labels[:, place], given))
        values = (scores.accuracy, scores.mae, scores.rmse, scores.weighted_f)
        rows.append([aspect, *(f"{value:.2f}" for value in values), f"{pearson(marks, data.marks[:, place]):.3f}"])
    yield from aligned(rows)


def _rows(found: Sequence[Estimate]) -> Iterator[str]:
    from simplifier.estimation.model import ASPECTS

    yield "\t".join([*ASPECTS, *(f"{aspect}_label" for aspect in ASPECTS)])
    for one in found:
        marks = (f"{one.marks[aspect]:.1f}" for aspect in ASPECTS)
        yield "\t".join([*marks, *(one.labels[aspect] for aspect in ASPECTS)])
