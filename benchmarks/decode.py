"""Measure the decoder: sentences per second, start-up, memory, and where the time goes.

    python -m benchmarks.decode --input tune.src [--config my.toml] [--runs 5]

The input is tokenised text, one sentence a line. Seconds are processor seconds of the process (so that
other work on the machine counts little) and, beside them, wall-clock seconds; figures are medians over the
runs. Loading is not counted except where a line says so. The whole-command lines start a new process.
"""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import click

from benchmarks.machine import describe_machine
from simplifier import Simplifier
from simplifier.decoder import InputSentence
from simplifier.text import Sentence, sentences_of


class Timing(NamedTuple):
    """Processor and wall-clock seconds of one run."""

    cpu: float
    wall: float


def median_of(runs: int, work: Callable[[], object]) -> Timing:
    """Run the work several times and return the medians."""
    timings = []
    for _ in range(runs):
        cpu, wall = time.process_time(), time.perf_counter()
        work()
        timings.append(Timing(time.process_time() - cpu, time.perf_counter() - wall))
    return Timing(statistics.median(t.cpu for t in timings), statistics.median(t.wall for t in timings))


def row(name: str, count: int, timing: Timing, remark: str = "") -> str:
    """Return one line of the table."""
    return (
        f"| {name} | {count / timing.cpu:,.0f} | {count / timing.wall:,.0f} | "
        f"{1000 * timing.cpu / count:.2f} | {remark} |"
    )


@click.command()
@click.option("--input", "input_file", required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--config", type=click.Path(exists=True, path_type=Path), help="Default: the embedded model.")
@click.option("--sentences", "limit", default=2000, show_default=True)
@click.option("--runs", default=5, show_default=True)
@click.option("--pop-limit", "pop_limits", multiple=True, default=(10, 30, 100, 300, 1000), show_default=True)
def main(input_file: Path, config: Path | None, limit: int, runs: int, pop_limits: Sequence[int]) -> None:
    """Print tables of the measurements in Markdown."""
    print(describe_machine(), end="\n\n")
    lines = input_file.read_text(encoding="utf-8").splitlines()[:limit]
    # Before this process grows: a child's peak counts the memory it was started from.
    whole_command(config, lines, runs)
    overrides = {"text.tokenised": True, "decoder.threads": 1}
    start = time.process_time()
    simplifier = Simplifier.load(config, overrides=overrides)
    print(f"{len(lines)} sentences of {input_file.name}; loading: {time.process_time() - start:.2f} s cpu\n")
    sentences = [one for line in lines for one in sentences_of(line, tokenised=True)]
    inputs = simplifier.annotate(sentences)
    simplifier.decoder.decode_native(inputs[:100])
    print(f"resident memory after decoding 100 sentences: {resident_memory()}\n")
    print("| what, one thread unless said | sentences/s (cpu) | sentences/s (wall) | ms a sentence | |")
    print("|---|---|---|---|---|")
    annotation(simplifier, sentences, runs)
    curve(simplifier, inputs, pop_limits, runs)
    lists_and_threads(simplifier, inputs, runs)


def annotation(simplifier: Simplifier, sentences: Sequence[Sentence], runs: int) -> None:
    """Time tags, labels and token features."""
    print(row("annotation", len(sentences), median_of(runs, lambda: simplifier.annotate(sentences))))


def curve(
    simplifier: Simplifier, inputs: Sequence[InputSentence], pop_limits: Sequence[int], runs: int
) -> None:
    """Time one-best decoding at every pop limit, with the model score it buys."""
    decoder = simplifier.decoder
    usual = decoder.pop_limit
    for pop_limit in pop_limits:
        decoder.pop_limit = pop_limit
        decoded = decoder.decode_native(inputs)
        score = statistics.mean(one.derivations[0].score for one in decoded)
        evaluations = statistics.mean(one.statistics.evaluations for one in decoded)
        timing = median_of(runs, lambda: decoder.decode_native(inputs))
        remark = f"mean model score {score:.4f}, {evaluations:,.0f} combinations scored"
        print(row(f"1-best, pop limit {pop_limit}", len(inputs), timing, remark))
    decoder.pop_limit = usual


def lists_and_threads(simplifier: Simplifier, inputs: Sequence[InputSentence], runs: int) -> None:
    """Time k-best lists, and one against two threads on the wall clock."""
    decoder = simplifier.decoder
    timing = median_of(runs, lambda: decoder.decode_native(inputs, k=300))
    print(row(f"300 unique best with features, pop limit {decoder.pop_limit}", len(inputs), timing))
    one = median_of(runs, lambda: decoder.decode_native(inputs))
    two = median_of(runs, lambda: decoder.decode_native(inputs, threads=2))
    print(row("1-best, two threads", len(inputs), two, f"{one.wall / two.wall:.2f} times one thread (wall)"))


def whole_command(config: Path | None, lines: Sequence[str], runs: int) -> None:
    """Time the command from start to end: one sentence (start-up) and all of them, with its memory."""
    command = [sys.executable, "-m", "simplifier.cli.main", "decode", "--tokenized"]
    command += ["--config", str(config)] if config else []
    for name, text in (
        ("start-up and one sentence", lines[0] + "\n"),
        ("all sentences", "\n".join(lines) + "\n"),
    ):
        walls, cpus = [], []
        for _ in range(runs):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            start = time.perf_counter()
            subprocess.run(command, input=text, text=True, check=True, capture_output=True)
            walls.append(time.perf_counter() - start)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            cpus.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
        print(
            f"whole command, {name}: {statistics.median(walls):.2f} s wall, "
            f"{statistics.median(cpus):.2f} s cpu, peak resident memory {after.ru_maxrss / 1024:.0f} MB\n"
        )


def resident_memory() -> str:
    """Return the memory this process holds: its own, and pages of mapped files."""
    fields = {}
    for line in Path("/proc/self/status").read_text(encoding="utf-8").splitlines():
        name, _, value = line.partition(":")
        fields[name] = value.strip()
    return f"{fields['RssAnon']} of its own, {fields['RssFile']} of mapped files"


if __name__ == "__main__":
    main()
