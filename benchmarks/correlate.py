"""Measure `simplifier correlate`'s work on made-up ratings: systems x sentences x metrics, with resamples.

    python -m benchmarks.correlate [--systems 25] [--sentences 70] [--metrics 20] [--samples 1000] [--runs 3]

Values of metrics are ratings with noise, ratings are on a scale of thirteen steps, so that ties are as common
as among averaged marks of people. The figures are of one aspect under one reference set, at both levels, with
all coefficients, the groups asked for, and all tests between metrics: medians of the runs.
"""

from __future__ import annotations

import click
import numpy as np

from benchmarks.machine import describe_machine
from benchmarks.timing import median_of
from simplifier.evaluation.correlation.ratings import RatedOutputs
from simplifier.evaluation.correlation.scoring import columns_by_set
from simplifier.evaluation.correlation.study import Settings, correlate


def invented(systems: int, sentences: int, metrics: int, seed: int = 1) -> RatedOutputs:
    """Make up ratings and values of metrics that go with them more or less."""
    generator = np.random.default_rng(seed)
    quality = np.repeat(generator.normal(size=systems), sentences) / 2
    marks = np.round((quality + generator.normal(size=systems * sentences)) * 3).clip(-6, 6) / 3
    values = {
        f"metric {number}": marks * generator.random() + generator.normal(size=len(marks)) for number in range(metrics)
    }
    return RatedOutputs(
        sentences=[str(number + 1) for number in range(sentences)] * systems,
        systems=[f"system {number}" for number in range(systems) for _ in range(sentences)],
        types=[f"type {number % 6}" for number in range(systems) for _ in range(sentences)],
        aspects={"simplicity": marks},
        values={"": values},
    )


@click.command(help=(__doc__ or "").split("\n\n")[0])
@click.option("--systems", default=25, show_default=True)
@click.option("--sentences", default=70, show_default=True)
@click.option("--metrics", default=20, show_default=True)
@click.option("--samples", default=1000, show_default=True)
@click.option("--runs", default=3, show_default=True)
def main(systems: int, sentences: int, metrics: int, samples: int, runs: int) -> None:
    """Print a table in Markdown."""
    print(describe_machine(), end="\n\n")
    ratings = invented(systems, sentences, metrics)
    columns = columns_by_set(ratings, (), {})
    print("| systems | sentences | metrics | resamples | groups | seconds (cpu) | seconds (wall) |")
    print("|---|---|---|---|---|---|---|")
    groupings: tuple[tuple[str, ...], ...] = ((), ("band",), ("band", "type", "system"))
    for each in groupings:
        settings = Settings(groupings=each, samples=samples)
        timing = median_of(runs, lambda s=settings: correlate(ratings, columns, s))  # type: ignore[misc]
        told = ", ".join(each) or "none"
        counts = f"{systems} | {sentences} | {metrics} | {samples:,}"
        print(f"| {counts} | {told} | {timing.cpu:.1f} | {timing.wall:.1f} |", flush=True)


if __name__ == "__main__":
    main()
