"""Train the trees behind the selection features (docs/understand/selection.md).

    simplifier train selection model.toml tune.src tune.ref0 ... tune.ref7 --output selection.trees

The trees learn from the first ``--tuning`` sentences; the others only measure. Afterwards, set ``selection.path`` in
the configuration and tune the weights on the same sentences. The program needs LightGBM:
``pip install '.[selection]'``. With ``--engine spark``, the workers of a cluster collect the changes of all sentences;
the trees are the same, byte for byte.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import click

from simplifier import Simplifier
from simplifier.base.errors import SimplifierError
from simplifier.config import Config, RerankerSettings, SelectionSettings, load_config, read_weights
from simplifier.core import CoreInputError
from simplifier.recipes.data.marked_edits import marked_edits
from simplifier.tuning.boosting import ReferencedSentences, train_selection
from simplifier.tuning.candidates.dev_set import DevSet

_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


def model_to_train_with(config: Config, weights_file: Path | None) -> Config:
    """Return a configuration without selection trees, without weights of their features, and without a reranker.

    Args:
        config: the configuration.
        weights_file: weights to use instead of the configuration's; None for its own. The configuration's guards
            override both.
    """
    weights = config.all_weights() if weights_file is None else read_weights(weights_file) | config.guards
    kept = {name: value for name, value in weights.items() if not name.startswith("Selection")}
    return config.model_copy(
        update={
            "selection": SelectionSettings(),
            "reranker": RerankerSettings(),
            "weights_file": None,
            "weights": kept,
            "guards": {},
        }
    )


@click.command()
@click.argument("model", type=_FILE)
@click.argument("source", type=_FILE)
@click.argument("references", type=_FILE, nargs=-1, required=True)
@click.option("--tuning", default=1500, show_default=True, help="Number of first sentences to train on.")
@click.option("--folds", default=5, show_default=True, help="Number of folds for cross-fitting.")
@click.option("--inputs", "most_inputs", default=0, help="Number of inputs to keep, those that gain most; 0 for all.")
@click.option("--running-text", is_flag=True, help="Tokenise the lines; otherwise spaces separate tokens.")
@click.option("--judged", is_flag=True, help="Learn from our own judged edits too.")
@click.option("--weights", "weights_file", type=_FILE, help="Weights to use instead of the model's.")
@click.option("--engine", type=click.Choice(["local", "spark"]), default="local", show_default=True)
@click.option("--master", default="", metavar="URL", help="Address of the Spark cluster.  [default: this machine]")
@click.option("--output", required=True, type=click.Path(dir_okay=False, path_type=Path))
def main(
    model: Path,
    source: Path,
    references: tuple[Path, ...],
    tuning: int,
    folds: int,
    most_inputs: int,
    running_text: bool,
    judged: bool,
    weights_file: Path | None,
    engine: str,
    master: str,
    output: Path,
) -> None:
    """Train selection trees for MODEL on SOURCE, one sentence a line, and its REFERENCES."""
    start = time.monotonic()
    try:
        config = model_to_train_with(load_config(model), weights_file)
        simplifier = Simplifier.load(config)
        dev_set: ReferencedSentences
        if engine == "spark":
            from simplifier.recipes.cluster.selection import ClusterSentences
            from simplifier.recipes.cluster.session import session_for_scripts

            session = session_for_scripts(master)
            dev_set = ClusterSentences(session, config, source, references, not running_text)
        else:
            dev_set = DevSet.read(source, references, not running_text, simplifier)
        found = train_selection(
            simplifier,
            dev_set,
            tuning,
            folds,
            output,
            most_inputs,
            report=lambda line: click.echo(line, err=True),
            judged=marked_edits(folds) if judged else [],
        )
    except (SimplifierError, CoreInputError) as error:
        click.echo(f"error: {error}", err=True)
        sys.exit(2)
    size = output.stat().st_size
    click.echo(f"{output}: {len(found.inputs)} inputs, {size:,} bytes, {time.monotonic() - start:.0f} s")
