"""Train the model of estimates (`simplifier estimate`) on labelled pairs, and print how it was chosen.

    simplifier train estimate ../shared/data/qats/train.tsv --output simplifier/models/en/estimate.npz

The test pairs of QATS are not used.
"""

from __future__ import annotations

from pathlib import Path

import click

from simplifier.config import load_config
from simplifier.estimation.estimator import open_features
from simplifier.estimation.model import EstimateModel
from simplifier.evaluation.qats.task import ASPECTS, read_labelled_pairs
from simplifier.evaluation.qats.training import choose

_FILE = click.Path(dir_okay=False, path_type=Path)


@click.command(help=(__doc__ or "").split("\n\n")[0])
@click.argument("pairs", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--config", type=_FILE, help="Model whose tagger and language models read the pairs.")
@click.option("--output", type=_FILE, required=True, help="The model, .npz.")
def main(pairs: Path, config: Path | None, output: Path) -> None:
    """Run the program."""
    data = read_labelled_pairs(pairs)
    reader, features = open_features(load_config(config))
    read = reader.read(data.pairs)
    names = sorted(features.of(read[0]))
    values = features.matrix(read, names)
    chosen = choose(names, values, data.labels, data.groups)
    print(f"{len(read)} pairs, {len(names)} features; width {chosen.width}, ridge {chosen.ridge}")
    for row in zip(ASPECTS, chosen.evening, chosen.pearson, chosen.weighted_f, strict=True):
        print("{}: evening {}, held-out Pearson {:.3f}, weighted F {:.2f}".format(*row))
    model = EstimateModel.fit(names, values, data.labels, chosen.width, chosen.ridge, chosen.evening)
    model.write(output)
