"""Train the model of estimates (`simplifier estimate`) on labelled pairs, and print how it was chosen.

    python -m scripts.train_estimate ../shared/data/qats/train.tsv --output simplifier/models/en/estimate.npz

The test pairs play no part in it; docs/measured/estimate.md has what the model does on them.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from simplifier.config import load_config
from simplifier.estimation.estimator import open_features
from simplifier.estimation.model import EstimateModel
from simplifier.evaluation.estimation.task import ASPECTS, read_labelled_pairs
from simplifier.evaluation.estimation.training import choose


def main() -> None:
    """Run the program."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("pairs", type=Path, help="original, simplified and four labels, with a header")
    parser.add_argument("--config", type=Path, help="whose tagger and language models read the pairs")
    parser.add_argument("--output", type=Path, required=True, help="the model, .npz")
    options = parser.parse_args()
    data = read_labelled_pairs(options.pairs)
    reader, features = open_features(load_config(options.config))
    read = reader.read(data.pairs)
    names = sorted(features.of(read[0]))
    values = features.matrix(read, names)
    chosen = choose(names, values, data.labels, data.groups)
    print(f"{len(read)} pairs, {len(names)} features; width {chosen.width}, ridge {chosen.ridge}")
    for row in zip(ASPECTS, chosen.evening, chosen.pearson, chosen.weighted_f, strict=True):
        print("{}: evening {}, held-out Pearson {:.3f}, weighted F {:.2f}".format(*row))
    model = EstimateModel.fit(names, values, data.labels, chosen.width, chosen.ridge, chosen.evening)
    model.write(options.output)


if __name__ == "__main__":
    main()
