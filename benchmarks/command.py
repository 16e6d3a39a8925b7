"""Measure the command that people run: text, two threads, jsonl, lists of 300, and its start.

    python -m benchmarks.command --input tune.src [--beside ../other-checkout] [--runs 5]

The input is text, one sentence a line. Every run is a new process; with ``--beside`` the runs of another
checkout, built with the same Python, take turns with those of this one. Figures are the least of the runs:
processor seconds, which other work on the machine changes little, and wall-clock seconds. The start is the
command on one sentence; sentences per second are told with it and, in brackets, without it.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import click

from benchmarks.measuring import Timing, describe_machine
from simplifier.base.reading import read_lines

_COMMAND: Final = "from simplifier.cli.main import {0}; {0}()"
_HERE: Final = Path(__file__).resolve().parents[1]
#: Each way with its program and options, and the share of the input that it reads: lists of 300 take long.
_WAYS: Final[dict[str, tuple[tuple[str, ...], float]]] = {
    "text": (("simplify",), 1.0),
    "text, two threads": (("simplify", "--threads", "2"), 1.0),
    "jsonl": (("simplify", "--format", "jsonl"), 1.0),
    "300-best": (("simplifier", "decode", "--kbest", "300"), 0.1),
    "300-best, all rules": (("simplifier", "decode", "--kbest", "300", "--preset", "metric"), 0.05),
}


class Checkout(NamedTuple):
    """A tree of sources, with a name for it."""

    name: str
    folder: Path

    def run(self, words: Sequence[str], source: Path, target: Path) -> Timing:
        """Return what one run took of the program that the first word names."""
        program, *arguments = words
        command = [sys.executable, "-c", _COMMAND.format(program), *arguments, str(source), "--output", str(target)]
        environment = os.environ | {"PYTHONPATH": str(self.folder)}
        before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        subprocess.run(command, check=True, capture_output=True, env=environment, cwd=self.folder)
        wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
        return Timing(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, wall)


@click.command()
@click.option("--input", "input_file", required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--beside", type=click.Path(exists=True, file_okay=False, path_type=Path), help="A checkout.")
@click.option("--runs", default=5, show_default=True)
@click.option("--way", "ways", multiple=True, type=click.Choice([*_WAYS]), help="Default: all.")
def main(input_file: Path, beside: Path | None, runs: int, ways: Sequence[str]) -> None:
    """Print a table of the measurements in Markdown."""
    print(describe_machine(), end="\n\n")
    lines = read_lines(input_file)
    checkouts = [Checkout("here", _HERE)]
    if beside is not None:
        checkouts.append(Checkout("beside", beside.resolve()))
    print("| way | checkout | sentences | sentences/s cpu | sentences/s wall | start cpu (s) | same output |")
    print("|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for way in ways or _WAYS:
            for line in _measured(checkouts, way, lines, runs, Path(folder)):
                print(line, flush=True)


def _measured(checkouts: Sequence[Checkout], way: str, lines: Sequence[str], runs: int, folder: Path) -> Iterator[str]:
    words, share = _WAYS[way]
    count = max(2, int(share * len(lines)))
    all_of_them, first = folder / "all.txt", folder / "first.txt"
    all_of_them.write_text("".join(f"{line}\n" for line in lines[:count]), encoding="utf-8")
    first.write_text(f"{lines[0]}\n", encoding="utf-8")
    targets = [folder / f"{one.name}.out" for one in checkouts]
    whole: list[list[Timing]] = [[] for _ in checkouts]
    starts: list[list[Timing]] = [[] for _ in checkouts]
    for _ in range(runs):
        for number, one in enumerate(checkouts):
            starts[number].append(one.run(words, first, folder / "start.out"))
            whole[number].append(one.run(words, all_of_them, targets[number]))
    for number, one in enumerate(checkouts):
        seconds, start = _least(whole[number]), _least(starts[number])
        rates = [f"{count / seconds[i]:,.0f} ({(count - 1) / (seconds[i] - start[i]):,.0f})" for i in (0, 1)]
        same = targets[number].read_bytes() == targets[0].read_bytes()
        yield f"| {way} | {one.name} | {count} | {' | '.join(rates)} | {start.cpu:.2f} | {same} |"


def _least(timings: Sequence[Timing]) -> Timing:
    return Timing(min(one.cpu for one in timings), min(one.wall for one in timings))


if __name__ == "__main__":
    main()
