"""Train the trees that predict the probability that an editor lets a split stand (docs/understand/structure.md).

    simplifier train standing DATA --output simplifier/models/en-annotation/structure.trees

The trees learn from the judged splits in simplifier/evaluation/data/en/splits.tsv.xz. DATA is the folder of the texts
that the splits are from (docs/build/data.md). The program prints how cross-fitted trees do on sentences that they have
not seen. It needs LightGBM: ``pip install '.[selection]'``. The same data give the same file.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import click
import numpy as np

from simplifier.base.terminal import failures_told, progress
from simplifier.config import load_config
from simplifier.evaluation.segments.metric import FloatArray
from simplifier.recipes.training.judged_splits import read_splits, shown
from simplifier.recipes.training.restructuring import Restructurer
from simplifier.tuning.boosting.cross_fitting import separation
from simplifier.tuning.structure.split_judge import JudgedSplit, train_standing

FOLDS: Final = 5
#: Least probabilities for a split to be taken, one for each row of the table.
TAKEN_FROM: Final = (0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95)
#: The least probability that the model takes by default. A split fits if its value (`KeptSplit.stands`) is above
#: `FITS`, and is not wrong if its value is at least `RIGHT`.
BY_DEFAULT, FITS, RIGHT = 0.8, 0.75, 0.5


def table(splits: Sequence[JudgedSplit], found: FloatArray) -> Iterator[str]:
    """Yield the lines of a table in Markdown: for each least probability, which splits are taken and how good they are.

    Args:
        splits: the judged splits.
        found: probabilities by cross-fitted trees, [splits].
    """
    stands = np.array([one.stands for one in splits])
    sure = np.array([not one.numbers.get("doubts") for one in splits])
    yield "| from | taken, % | fits, % | not wrong, % | of sure, % | of doubtful, % | of these fits, % |"
    yield "|---|---|---|---|---|---|---|"
    for bound in TAKEN_FROM:
        taken = found >= bound
        cells = (
            taken.mean(),
            (stands[taken] > FITS).mean(),
            (stands[taken] >= RIGHT).mean(),
            taken[sure].mean(),
            taken[~sure].mean(),
            (stands[taken & ~sure] > FITS).mean() if (taken & ~sure).any() else 0.0,
        )
        yield f"| {bound} | " + " | ".join(f"{100 * one:.1f}" for one in cells) + " |"
    fits = stands > FITS
    area = separation(found, fits)
    yield f"\n{len(splits)} splits, {100 * fits.mean():.1f} % fit; area under the ROC curve {area:.3f}"


def table_by_rule(splits: Sequence[JudgedSplit], found: FloatArray) -> Iterator[str]:
    """Yield a table in Markdown with counts by rule: all splits, those without doubt, and those taken by default."""
    rows: defaultdict[str, list[tuple[float, bool, bool]]] = defaultdict(list)
    for split, probability in zip(splits, found, strict=True):
        sure = not split.numbers.get("doubts")
        rows[split.rule].append((split.stands, sure, bool(probability >= BY_DEFAULT)))
    yield "| rule | judged | fit | without doubt | fit | taken | fit | not wrong |"
    yield "|---|---|---|---|---|---|---|---|"
    for name, own in sorted(rows.items(), key=lambda pair: -len(pair[1])):
        sure_ones = [stands for stands, sure, _ in own if sure]
        taken = [stands for stands, _, is_taken in own if is_taken]
        cells = (
            len(own),
            sum(stands > FITS for stands, _, _ in own),
            len(sure_ones),
            sum(stands > FITS for stands in sure_ones),
            len(taken),
            sum(stands > FITS for stands in taken),
            sum(stands >= RIGHT for stands in taken),
        )
        yield f"| {name} | " + " | ".join(map(str, cells)) + " |"


@click.command()
@click.argument("data", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--output", required=True, type=click.Path(dir_okay=False, path_type=Path))
def main(data: Path, output: Path) -> None:
    """Learn, measure, write."""
    with failures_told():
        restructurer = Restructurer(load_config(None, {"structure.trees": None}))
        kept = read_splits()
        with progress(len(kept), "splits") as bar:
            splits = list(shown(restructurer, data, kept, FOLDS, bar))
        click.echo(f"{len(splits)} of {len(kept)} judged splits are still made")
        inputs, found = train_standing(splits, output)
    for line in (*table(splits, found), "", *table_by_rule(splits, found)):
        click.echo(line)
    click.echo(f"{output}: {len(inputs)} inputs, {output.stat().st_size:,} bytes")
