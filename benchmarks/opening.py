"""What comparing checksums costs when a model is opened, and afterwards.

    python -m benchmarks.opening --runs 21

Every run is a process of its own; runs with and without checksums take turns. Warm: the files are in
memory; cold: the system was asked to forget them before (on a machine that has them elsewhere too, that may
cost nothing).
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import click

from benchmarks.machine import describe_machine
from simplifier.config import Config, load_config

_COMMAND = "from simplifier.cli.main import simplify; simplify()"
_SENTENCE = b"The committee commenced its deliberations in the large hall.\n"


def _forget(paths: Sequence[Path]) -> None:
    for path in paths:
        handle = os.open(path, os.O_RDONLY)
        os.posix_fadvise(handle, 0, 0, os.POSIX_FADV_DONTNEED)
        os.close(handle)


def _run(verify: str, text: bytes) -> tuple[float, float]:
    """Return processor and wall-clock seconds of one run of the command."""
    command = [sys.executable, "-c", _COMMAND, "--set", f"model.verify={verify}"]
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command, input=text, check=True, stdout=subprocess.DEVNULL)
    wall, after = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime) - (before.ru_utime + before.ru_stime), wall


def _files(config: Config) -> list[Path]:
    found = [config.tagger.path, config.selection.path, config.reranker.path, config.context.frames]
    found += [config.weights_file, *(one.path for one in config.grammars)]
    for one in config.language_models:
        found += [one.path, one.classes]
    return [path for path in found if path is not None]


@click.command()
@click.option("--runs", default=21, show_default=True)
@click.option("--sentences", default=2000, show_default=True, help="Of the long text.")
def main(runs: int, sentences: int) -> None:
    """Print processor and wall-clock milliseconds with and without comparing checksums."""
    print(describe_machine(), "\n")
    files = _files(load_config())
    print(f"{len(files)} files, {sum(path.stat().st_size for path in files) / 1e6:.1f} MB\n")
    print("| text | files | processor ms: none compared | all compared | wall ms: none | all |")
    print("|---|---|---|---|---|---|")
    for name, text, cold, times in (
        ("one sentence", _SENTENCE, False, runs),
        ("one sentence", _SENTENCE, True, runs),
        (f"{sentences:,} sentences", _SENTENCE * sentences, False, max(3, runs // 4)),
    ):
        seconds: dict[str, list[tuple[float, float]]] = {"header": [], "open": []}
        for _ in range(times):
            for verify, found in seconds.items():
                if cold:
                    _forget(files)
                found.append(_run(verify, text))
        cells = [
            f"{1e3 * statistics.median(run[part] for run in seconds[verify]):.0f}"
            for part in (0, 1)
            for verify in ("header", "open")
        ]
        print(f"| {name} | {'cold' if cold else 'warm'} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
