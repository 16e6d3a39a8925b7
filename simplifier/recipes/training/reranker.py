"""Train a reranker: trees that choose among the k-best lists of a model (`simplifier.tuning.boosting.reranker`).

    simplifier train reranker model.toml tune.src tune.ref0 ... tune.ref7 --output reranker.trees

The model's weights should be tuned already. If the model has selection features, every training sentence is scored by
the selection trees that did not see it. The sentences after the first ``--tuning`` only measure. The program prints the
``reranker.score_weight`` to set beside ``reranker.path``. It needs LightGBM: ``pip install '.[selection]'``.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from simplifier import Simplifier
from simplifier.base.errors import SimplifierError
from simplifier.base.terminal import progress
from simplifier.config import Config, RerankerSettings, load_config
from simplifier.core import BoostedTrees, CoreInputError
from simplifier.evaluation.metrics import metric_of_tokens
from simplifier.tuning.boosting.reranker import (
    Candidates,
    RerankerTraining,
    Trained,
    candidate_inputs,
    read_candidates,
    train_reranker,
)
from simplifier.tuning.candidates.dev_set import DevSet
from simplifier.tuning.candidates.objective import DEFAULT_METRIC, JoinedObjective, Objective, reference_set

__all__ = ["Readers", "RerankerReport", "train"]


@dataclass(frozen=True, slots=True)
class Readers:
    """Further references of the same sentences, written by other people with another task.

    Attributes:
        references: one file per reference.
        metric: the metric that is computed with these references.
        weight: the weight of this metric; the metric on the first references has weight 1.
        tokenised: true if spaces separate the tokens of the references.
    """

    references: Sequence[Path]
    metric: str
    weight: float = 1.0
    tokenised: bool = False


_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@dataclass(frozen=True, slots=True)
class RerankerReport:
    """Result of training a reranker.

    Attributes:
        trained: results on the training sentences.
        held_out: the metric on the other sentences, first for the decoder's choice and then for the reranker's; None
            if there are no other sentences.
    """

    trained: Trained
    held_out: tuple[float, float] | None


def train(
    config: Config,
    source: Path,
    references: Sequence[Path],
    output: Path,
    tuning: int = 1500,
    folds: int = 5,
    metric: str = DEFAULT_METRIC,
    settings: RerankerTraining = RerankerTraining(),  # noqa: B008
    tokenised: bool = True,
    report: Callable[[str], object] = lambda line: None,
    also: Sequence[Readers] = (),
) -> RerankerReport:
    """Train on the first sentences of a development set, and measure on the others.

    Args:
        config: configuration of the model; its own reranker is left out.
        source: file with one sentence a line.
        references: one file per reference.
        output: file to write the trees to.
        tuning: number of sentences, from the first, to train on.
        folds: number of parts in which the selection trees were cross-fitted.
        metric: the metric whose gain the trees predict.
        settings: settings of the training.
        tokenised: true if spaces separate the tokens of source and references.
        report: receives each line of progress.
        also: further references. With them, the gain is a weighted mean of the gains in all metrics.

    Raises:
        InputError: the data do not fit together, LightGBM is missing, or the file cannot be written.
    """
    simplifier = Simplifier.load(config.model_copy(update={"reranker": RerankerSettings()}))
    decoder = simplifier.decoder
    whole = DevSet.read(source, references, tokenised, simplifier)
    others = [whole.with_references(one.references, one.tokenised) for one in also]
    ranges = [(0, tuning), (tuning, len(whole))]
    parts = [whole.part(*lines) for lines in ranges]
    weights = [1.0, *(one.weight for one in also)]
    metrics = [metric_of_tokens(name) for name in (metric, *(one.metric for one in also))]
    objectives = [
        JoinedObjective(
            [
                (weight / sum(weights), Objective(own, reference_set(read.part(*lines))))
                for weight, own, read in zip(weights, metrics, (whole, *others), strict=True)
            ]
        )
        for lines in ranges
    ]
    # Training sentences need scores by the selection trees that did not see them; the others take the usual trees.
    if simplifier.selection is not None and simplifier.selection.folds > 1:
        parts[0] = parts[0].with_folds(folds)
    names = candidate_inputs(decoder.feature_names)
    with progress(len(whole), "sentences") as advance:

        def read(number: int, inputs: Sequence[str]) -> Candidates:
            return read_candidates(
                decoder,
                parts[number],
                objectives[number],
                inputs,
                settings.depth,
                simplifier.threads,
                advance,
            )

        trained = train_reranker(read(0, names), names, objectives[0], output, settings, report)
        if not len(parts[1]):
            return RerankerReport(trained, None)
        held_out = read(1, trained.inputs)
    gains = BoostedTrees(str(output)).predict(held_out.inputs)[:, 0].astype(float)
    chosen = held_out.score_of(objectives[1], gains + trained.score_weight * held_out.scores)
    return RerankerReport(trained, (held_out.score_of(objectives[1], None), chosen))


@click.command()
@click.argument("model", type=_FILE)
@click.argument("source", type=_FILE)
@click.argument("references", type=_FILE, nargs=-1, required=True)
@click.option("--tuning", default=1500, show_default=True, help="Number of first sentences to train on.")
@click.option("--folds", default=5, show_default=True, help="Number of folds of the selection trees.")
@click.option("--metric", default=DEFAULT_METRIC, show_default=True)
@click.option("--depth", default=150, show_default=True, help="Candidates per sentence.")
@click.option("--inputs", "most_inputs", default=40, show_default=True, help="Number of inputs that are kept.")
@click.option("--running-text", is_flag=True, help="Tokenise the lines; otherwise spaces separate tokens.")
@click.option("--output", required=True, type=click.Path(dir_okay=False, path_type=Path))
def main(
    model: Path,
    source: Path,
    references: tuple[Path, ...],
    tuning: int,
    folds: int,
    metric: str,
    depth: int,
    most_inputs: int,
    running_text: bool,
    output: Path,
) -> None:
    """Train the reranker of MODEL on SOURCE, one sentence a line, and its REFERENCES."""
    start = time.monotonic()
    settings = RerankerTraining(depth=depth, inputs=most_inputs)
    try:
        config = load_config(model)
        found = train(
            config,
            source,
            references,
            output,
            tuning,
            folds,
            metric,
            settings,
            not running_text,
            lambda line: click.echo(line, err=True),
        )
    except (SimplifierError, CoreInputError) as error:
        click.echo(f"error: {error}", err=True)
        sys.exit(2)
    trained = found.trained
    click.echo(
        f"{output}: {len(trained.inputs)} inputs, {output.stat().st_size:,} bytes, "
        f"{time.monotonic() - start:.0f} s\n"
        f"cross-validated {trained.cross_validated:.3f}, without {trained.unchanged:.3f}\n"
        f"set reranker.score_weight = {trained.score_weight:g}"
    )
    if found.held_out:
        click.echo(f"held out {found.held_out[1]:.3f}, without {found.held_out[0]:.3f}")
