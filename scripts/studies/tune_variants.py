#!/usr/bin/env python3
"""Tune one grammar toward BLEU, FKBLEU and SARI with the settings of Xu et al. (2016).

    python -m scripts.studies.tune_variants DATA --model .work/model/full.toml --work .work/variants

The three runs differ in nothing but ``objective.metric``: configs/tune-2016.toml, the first 1,500 tuning
sentences of TurkCorpus, the weights that the embedded model's tuning starts from too. No sentence is held
out: the iteration is the best on the sentences tuned on, so the last 500 stay unseen for the report
(report_variants.py). A run that is there already is left as it is; one that was interrupted goes on.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import click

from scripts.recipes.places import PROJECT
from simplifier import Simplifier
from simplifier.base.errors import InputError, SimplifierError
from simplifier.tuning import load_tune_config, tune

__all__ = ["OBJECTIVES", "tune_variant"]

SETTINGS = PROJECT / "configs" / "tune-2016.toml"
TUNED_ON = 1500
ITERATIONS = 12  # of the 30 of the settings; docs/measured/variants.md shows that nothing moves any more

#: What each variant maximises. Its SARI is that of the 2016 tuner, with deletion by F1.
OBJECTIVES: dict[str, str] = {
    "bleu": "sentence-bleu",
    "fkbleu": "fkbleu",
    "sari": "sari-paper[deletion=f1]",
}


def tune_variant(
    name: str,
    data: Path,
    model: Path,
    work: Path,
    iterations: int = ITERATIONS,
    threads: int = 1,
    tuned_on: int = TUNED_ON,
    report: Callable[[str], None] = lambda line: None,
) -> Path:
    """Tune toward one objective and return the file of weights.

    Args:
        name: of `OBJECTIVES`.
        data: folder of the research data.
        model: configuration of the grammar, language models and tagger.
        work: the run is written to a folder of this name below it.
        iterations: of PRO.
        threads: of the decoder.
        tuned_on: so many first sentences.
        report: receives a line an iteration.

    Raises:
        InputError: a file is missing, or the run was interrupted.
    """
    output = work / name
    weights = output / "weights.toml"
    if weights.exists():
        return weights
    corpus = data / "turkcorpus"
    config = load_tune_config(
        SETTINGS,
        {
            "model": str(model),
            "output": str(output),
            "threads": threads,
            "data.source": str(corpus / "tune.truecase.src"),
            "data.references": [str(corpus / f"tune.ref{i}") for i in range(8)],
            "data.tuning": tuned_on,
            "data.held_out": 0,
            "objective.metric": OBJECTIVES[name],
            "weights.initial": start_weights(model),
            "stages.0.iterations": iterations,
        },
    )
    result = tune(config, resume=(output / "checkpoint.json").exists(), report=report)
    if not result.finished:
        raise InputError(f"{output}: tuning was interrupted; run the command again to go on")
    return weights


def start_weights(model: Path) -> dict[str, float]:
    """Return what the embedded model's tuning starts from, as far as this model has the features."""
    known = set(Simplifier.load(model).decoder.feature_names)
    initial = load_tune_config(PROJECT / "configs" / "tune-en.toml").weights.initial
    return {name: weight for name, weight in initial.items() if name in known}


@click.command(help=(__doc__ or "").split("\n\n")[0])
@click.argument("data", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--model", required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--work", default=".work/variants", show_default=True, type=click.Path(path_type=Path))
@click.option("--iterations", default=ITERATIONS, show_default=True, type=click.IntRange(1))
@click.option("--threads", default=1, show_default=True, type=click.IntRange(0))
def main(data: Path, model: Path, work: Path, iterations: int, threads: int) -> None:
    """Run what is missing."""
    try:
        for name in OBJECTIVES:
            click.echo(f"{name}: toward {OBJECTIVES[name]}", err=True)
            tune_variant(name, data, model, work, iterations, threads, report=lambda line: click.echo(line, err=True))
    except SimplifierError as error:
        click.echo(f"error: {error}", err=True)
        sys.exit(2)


if __name__ == "__main__":
    main()
