"""Measure tuning: seconds an iteration and what they go to, the whole run, memory.

    python -m benchmarks.tune --source tune.truecase.src --reference tune.ref0 --reference tune.ref1 ...

It tunes the embedded model (or --config) by PRO, without a reranker, and prints a Markdown table, a row for
each iteration. `decode` is the time spent waiting for the decoder, which works on while a batch is scored;
`cpu` is the processor time of all threads.
"""

from __future__ import annotations

import resource
import tempfile
import time
from pathlib import Path

import click

from simplifier.tuning import TuneConfig, tune

PARTS = ("decode", "score", "sample", "train", "evaluate")


@click.command()
@click.option("--source", type=click.Path(exists=True, path_type=Path), required=True)
@click.option("--reference", "references", type=click.Path(exists=True, path_type=Path), multiple=True, required=True)
@click.option("--config", type=click.Path(exists=True, path_type=Path), help="Default: the embedded model.")
@click.option("--sentences", default=2000, show_default=True)
@click.option("--size", default=300, show_default=True, help="Candidates per sentence and iteration.")
@click.option("--pop-limit", default=100, show_default=True)
@click.option("--iterations", default=20, show_default=True)
@click.option("--threads", default=0, show_default=True, help="0: one per core.")
def main(
    source: Path,
    references: tuple[Path, ...],
    config: Path | None,
    sentences: int,
    size: int,
    pop_limit: int,
    iterations: int,
    threads: int,
) -> None:
    """Tune and print the table."""
    with tempfile.TemporaryDirectory() as folder:
        settings = TuneConfig.model_validate(
            {
                "model": config,
                "output": Path(folder) / "run",
                "threads": threads,
                "data": {
                    "source": source, "references": list(references), "tuning": sentences, "held_out": 0,
                },
                "kbest": {"size": size, "pop_limit": pop_limit},
                "pipeline": {"reranker": "off"},
                "stages": [{"optimiser": "pro", "iterations": iterations}],
            }
        )  # fmt: skip
        moments: list[tuple[float, float]] = [(time.perf_counter(), time.process_time())]
        start = moments[0]

        def report(line: str) -> None:
            if line.startswith("iteration "):
                moments.append((time.perf_counter(), time.process_time()))

        result = tune(settings, report=report)
        total = time.perf_counter() - start[0]
    print(f"{sentences} sentences, {size}-best, pop limit {pop_limit}, {iterations} iterations\n")
    print("| iteration | objective | new candidates | pool |", " | ".join(PARTS), "| wall | cpu |")
    print("|---" * (len(PARTS) + 6) + "|")
    for record, before, after in zip(result.history, moments, moments[1:], strict=False):
        kbest = record.get("kbest", {"new": 0, "pool": result.history[-2]["kbest"]["pool"]})
        parts = " | ".join(f"{record['seconds'].get(part, 0.0):.1f}" for part in PARTS)
        print(
            f"| {record['iteration']} | {record['tuning']['objective']:.2f} | {kbest['new']} "
            f"| {kbest['pool']} | {parts} | {after[0] - before[0]:.1f} | {after[1] - before[1]:.1f} |"
        )
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    processor = time.process_time() - start[1]
    print(f"\nwhole run {total:.0f} s, {processor:.0f} s of processor time, {memory:.2f} GB")


if __name__ == "__main__":
    main()
