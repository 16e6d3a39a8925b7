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
from functools import partial
from pathlib import Path

import click

from benchmarks.decoding import (
    POP_LIMITS,
    SPEED_HEADER,
    language_model_share,
    length_table,
    lists_row,
    speed_curve,
    threads_row,
)
from benchmarks.machine import describe_machine
from benchmarks.presets import PRESETS, preset_table
from benchmarks.timing import median_of, row
from simplifier import Simplifier
from simplifier.base.reading import read_lines
from simplifier.core import LanguageModel, frame_features
from simplifier.decoder import ChartDecoder, GrammarPart, InputSentence, LanguageModelPart
from simplifier.decoder.context import edit_features
from simplifier.decoder.selection import SelectionSources
from simplifier.languages import language_named
from simplifier.lm import load_native, load_native_classes
from simplifier.rules.tables.table import open_table
from simplifier.text import Sentence, sentences_of


@click.command()
@click.option("--input", "input_file", required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--config", type=click.Path(exists=True, path_type=Path), help="Default: the embedded model.")
@click.option("--sentences", "limit", default=2000, show_default=True)
@click.option("--runs", default=5, show_default=True)
@click.option("--preset", "presets", multiple=True, default=PRESETS, help="Default: none, and the embedded model's.")
@click.option("--presets-only", is_flag=True, help="Only the table of the whole command and its parts by preset.")
@click.option("--pop-limit", "pop_limits", multiple=True, default=POP_LIMITS, show_default=True)
def main(
    input_file: Path,
    config: Path | None,
    limit: int,
    runs: int,
    presets: Sequence[str],
    presets_only: bool,
    pop_limits: Sequence[int],
) -> None:
    """Print tables of the measurements in Markdown."""
    print(describe_machine(), end="\n\n")
    lines = read_lines(input_file)[:limit]
    # Before this process grows: a child's peak counts the memory it was started from.
    if not presets_only:
        whole_command(config, lines, runs)
    preset_table(config, lines, runs, presets)
    if presets_only:
        return
    overrides = {"text.tokenised": True, "decoder.threads": 1}
    start = time.process_time()
    simplifier = Simplifier.load(config, overrides=overrides)
    print(f"{len(lines)} sentences of {input_file.name}; loading: {time.process_time() - start:.2f} s cpu\n")
    sentences = [one for line in lines for one in sentences_of(line, language_named("en"), tokenised=True)]
    inputs = simplifier.annotate(sentences)
    simplifier.decoder.decode_native(inputs[:100])
    print(f"resident memory after decoding 100 sentences: {resident_memory()}\n")
    print(SPEED_HEADER)
    annotation(simplifier, sentences, runs)
    speed_curve(simplifier.decoder, inputs, pop_limits, runs)
    lists_row(simplifier.decoder, inputs, runs)
    threads_row(simplifier.decoder, inputs, runs)
    print()
    language_model_share(partial(rebuilt, simplifier), inputs, runs)
    words = [word for line in lines for word in line.split()]
    length_table(simplifier.decoder, partial(annotated, simplifier), words, runs)


def annotation(simplifier: Simplifier, sentences: Sequence[Sentence], runs: int) -> None:
    """Time tags, labels and token features."""
    print(row("annotation", len(sentences), median_of(runs, lambda: simplifier.annotate(sentences))))


def rebuilt(simplifier: Simplifier, wrap: Callable[[LanguageModel], LanguageModel]) -> ChartDecoder:
    """Return the simplifier's decoder with every language model passed through ``wrap``."""
    config, usual = simplifier.config, simplifier.decoder
    models = [
        LanguageModelPart(
            wrap(load_native(one.path)),
            one.name,
            None if one.classes is None else load_native_classes(one.classes),
        )
        for one in config.language_models
    ]
    grammars = [GrammarPart(open_table(one.path), one.owner, one.span_limit) for one in config.grammars]
    words = config.context.words()
    features = edit_features(config.context.edit_features, models, words)
    frames = simplifier.selection_sources.frames
    features += [] if frames is None else [frame_features(frames)]
    if simplifier.selection is not None and config.selection.path is not None:
        sources = SelectionSources(grammars, models, usual.token_feature_names, simplifier.tagger, words, frames)
        dial = config.selection.dial
        features.append(sources.features(simplifier.selection, config.selection.path, dial))
    decoder = ChartDecoder(
        grammars,
        models,
        usual.weights,
        usual.token_feature_names,
        usual.pop_limit,
        application_features=features,
    )
    if config.reranker.path is not None:
        by = config.reranker
        decoder.rerank(config.reranker.path, by.depth, by.score_weight, by.edit_cost)
    return decoder


def annotated(simplifier: Simplifier, tokens: list[str]) -> InputSentence:
    """Return one sentence of these tokens with tags, labels and token features."""
    return simplifier.annotate(sentences_of(" ".join(tokens), simplifier.language, tokenised=True))[0]


def whole_command(config: Path | None, lines: Sequence[str], runs: int) -> None:
    """Time the command from start to end: one sentence (start-up) and all of them, with its memory."""
    command = [sys.executable, "-m", "simplifier", "decode", "--tokenized"]
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
