#!/usr/bin/env python3
"""Train the trees that tell how probable it is that a split stands (docs/guide/structure.md).

    python -m scripts.train_standing DATA --output simplifier/models/en/structure.trees

They learn from the judged splits of evaluation/data/en/splits.tsv.xz; DATA is the folder of the texts that
these are of (docs/guide/data.md). Printed is how trees do on splits of sentences that they have not seen, by
cross-fitting. Needs LightGBM: ``pip install 'simplifier[selection]'``. The same data gives the same file.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import click
import numpy as np

from scripts.studies.structure.judged_splits import read_splits, shown
from scripts.studies.structure.texts import Restructurer
from simplifier.config import load_config
from tuning.structure.standing import JudgedSplit, cross_fitted, train_standing

FOLDS: Final = 5
#: Probabilities from which splits are taken, in the table.
TAKEN_FROM: Final = (0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95)


def table(splits: Sequence[JudgedSplit]) -> Iterator[str]:
    """Yield the lines of a table: what is taken from which probability on, by cross-fitted trees."""
    found, stands = cross_fitted(splits), np.array([one.stands for one in splits])
    sure = np.array([not one.numbers.get("doubts") for one in splits])
    yield "| from | taken, % | fits, % | not wrong, % | of sure, % | of doubtful, % | of these fits, % |"
    yield "|---|---|---|---|---|---|---|"
    for bound in TAKEN_FROM:
        taken = found >= bound
        cells = (
            taken.mean(),
            (stands[taken] > 0.75).mean(),
            (stands[taken] >= 0.5).mean(),
            taken[sure].mean(),
            taken[~sure].mean(),
            (stands[taken & ~sure] > 0.75).mean() if (taken & ~sure).any() else 0.0,
        )
        yield f"| {bound} | " + " | ".join(f"{100 * one:.1f}" for one in cells) + " |"
    fits = stands > 0.75
    order = np.argsort(np.argsort(found))
    area = (order[fits].sum() - fits.sum() * (fits.sum() - 1) / 2) / (fits.sum() * (~fits).sum())
    yield f"\n{len(splits)} splits, {100 * fits.mean():.1f} % fit; area under the ROC curve {area:.3f}"


@click.command()
@click.argument("data", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--output", required=True, type=click.Path(dir_okay=False, path_type=Path))
def main(data: Path, output: Path) -> None:
    """Learn, measure, write."""
    restructurer = Restructurer(load_config(None, {"structure.trees": None}))
    kept = read_splits()
    splits = list(shown(restructurer, data, kept, FOLDS))
    click.echo(f"{len(splits)} of {len(kept)} judged splits are still made")
    for line in table(splits):
        click.echo(line)
    inputs = train_standing(splits, output)
    click.echo(f"{output}: {len(inputs)} inputs, {output.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
