"""Where a sentence's time goes, by preset: annotation, decoding, and what the command does around them."""

from __future__ import annotations

import resource
import subprocess
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from benchmarks.timing import least_of
from simplifier import Simplifier
from simplifier.text import sentences_of

__all__ = ["PRESETS", "command_seconds", "preset_table"]

PRESETS = ("", "more", "bold", "metric")
_COMMAND = "from simplifier.cli.main import simplify; simplify()"


def preset_table(config: Path | None, lines: Sequence[str], runs: int, presets: Sequence[str]) -> None:
    """Print sentences a second and microseconds a sentence of the whole command and its parts.

    Processor seconds, the least of the runs, one thread. Of the whole command its start-up is taken off (a
    run with one sentence); the last column is what is left of it beside annotation and decoding: reading,
    text, checks, writing.
    """
    print(
        "| preset | whole command, sentences/s | annotation, µs a sentence | decoding, sentences/s "
        "| decoding, µs a sentence | all else, µs a sentence |\n|---|---|---|---|---|---|"
    )
    for preset in presets:
        overrides: dict[str, object] = {"text.tokenised": True, "decoder.threads": 1}
        overrides |= {"preset": preset} if preset else {}
        simplifier = Simplifier.load(config, overrides=overrides)
        sentences = [one for line in lines for one in sentences_of(line, simplifier.language, tokenised=True)]
        inputs = simplifier.annotate(sentences)
        annotate, decode = partial(simplifier.annotate, sentences), simplifier.decoder.decode_native
        annotation = least_of(runs, annotate).cpu
        decoding = least_of(runs, partial(decode, inputs)).cpu
        whole = command_seconds(config, lines, runs, preset)
        whole -= command_seconds(config, lines[:1], runs, preset)
        count, micro = len(lines), 1e6 / len(lines)
        print(
            f"| {preset or 'none'} | {count / whole:,.0f} | {micro * annotation:,.0f} "
            f"| {count / decoding:,.0f} | {micro * decoding:,.0f} "
            f"| {micro * (whole - annotation - decoding):,.0f} |"
        )
    print()


def command_seconds(config: Path | None, lines: Sequence[str], runs: int, preset: str) -> float:
    """Return the least processor seconds of the whole command on these lines, of so many runs."""
    command = [sys.executable, "-c", _COMMAND, "--tokenized", "--set", "decoder.threads=1"]
    command += ["--config", str(config)] if config else []
    command += ["--preset", preset] if preset else []
    seconds = []
    for _ in range(runs):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, input="\n".join(lines) + "\n", text=True, check=True, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(seconds)
