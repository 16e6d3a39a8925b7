"""Measure the decoder: sentences per second, start-up, memory, and where the time goes.

    python -m benchmarks.decode --input tune.src [--config my.toml] [--runs 5]

The input is tokenised text, one sentence a line. Seconds are processor seconds of the process (so that
other work on the machine counts little) and, beside them, wall-clock seconds; figures are medians over the
runs. Loading is not counted except where a line says so. The whole-command lines start a new process.
"""

from __future__ import annotations

import math
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import click

from benchmarks.measuring import Timing, describe_machine, least_of, median_of, row
from simplifier import Simplifier
from simplifier.base.reading import read_lines
from simplifier.core import DecodedSentence, LanguageModel, TimedLanguageModel, frame_features
from simplifier.decoder import ChartDecoder, GrammarPart, InputSentence, LanguageModelPart
from simplifier.decoder.context import edit_features
from simplifier.decoder.selection import SelectionSources
from simplifier.languages import language_named
from simplifier.lm import load_native, load_native_classes
from simplifier.rules.tables.table import open_table
from simplifier.text import Sentence, sentences_of

POP_LIMITS = (10, 30, 100, 300, 1000)
LENGTHS = (10, 20, 40, 80, 120, 160, 200)
SPEED_HEADER = (
    "| what, one thread unless said | sentences/s (cpu) | sentences/s (wall) | ms a sentence | |\n|---|---|---|---|---|"
)


def mean_score(decoded: Sequence[DecodedSentence]) -> float:
    """Return the mean model score of the best derivations."""
    return statistics.mean(one.derivations[0].score for one in decoded)


def speed_curve(
    decoder: ChartDecoder, inputs: Sequence[InputSentence], pop_limits: Sequence[int], runs: int
) -> dict[int, Timing]:
    """Print the speed of one-best decoding at every pop limit, with the model score it buys."""
    usual = decoder.pop_limit
    timings = {}
    for pop_limit in pop_limits:
        decoder.pop_limit = pop_limit
        decoded = decoder.decode_native(inputs)
        combinations = statistics.mean(one.statistics.evaluations for one in decoded)
        memory = [one.statistics.arena_bytes / 1024 for one in decoded]
        timings[pop_limit] = median_of(runs, lambda: decoder.decode_native(inputs))
        remark = (
            f"mean model score {mean_score(decoded):.4f}; {combinations:,.0f} combinations scored; "
            f"chart memory {statistics.mean(memory):,.0f} kB, at most {max(memory):,.0f} kB"
        )
        print(row(f"1-best, pop limit {pop_limit}", len(inputs), timings[pop_limit], remark))
    decoder.pop_limit = usual
    return timings


def lists_row(decoder: ChartDecoder, inputs: Sequence[InputSentence], runs: int, k: int = 300) -> Timing:
    """Print the speed of unique k-best lists with all feature values."""
    memory = max(one.statistics.arena_bytes for one in decoder.decode_native(inputs, k=k))
    timing = median_of(runs, lambda: decoder.decode_native(inputs, k=k))
    name = f"{k} unique best with features, pop limit {decoder.pop_limit}"
    print(row(name, len(inputs), timing, f"chart memory at most {memory / 1024:,.0f} kB"))
    return timing


def threads_row(decoder: ChartDecoder, inputs: Sequence[InputSentence], runs: int) -> None:
    """Print two threads against one on the wall clock, measured in turns."""
    ratios, twos = [], []
    for _ in range(runs):
        one = median_of(1, lambda: decoder.decode_native(inputs))
        two = median_of(1, lambda: decoder.decode_native(inputs, threads=2))
        ratios.append(one.wall / two.wall)
        twos.append(two)
    timing = Timing(statistics.median(t.cpu for t in twos), statistics.median(t.wall for t in twos))
    remark = f"{statistics.median(ratios):.2f} times one thread (wall; best of {runs}: {max(ratios):.2f})"
    print(row("1-best, two threads", len(inputs), timing, remark))


def language_model_share(
    rebuild: Callable[[Callable[[LanguageModel], LanguageModel]], ChartDecoder],
    inputs: Sequence[InputSentence],
    runs: int,
) -> None:
    """Print what is asked of the language models and their share of the time, one-best.

    The share is of the wall clock of one and the same run, so that other work on the machine, which stops
    both sides alike, does not count; what the clock costs is taken off both.

    Args:
        rebuild: makes the decoder with every language model passed through the function it is given.
        inputs: the sentences.
        runs: decodings; the median share counts.
    """
    timed: list[TimedLanguageModel] = []

    def wrap(model: LanguageModel) -> LanguageModel:
        timed.append(TimedLanguageModel(model))
        return timed[-1]

    watched = rebuild(wrap)
    watched.decode_native(inputs)
    shares = []
    for _ in range(runs):
        for model in timed:
            model.reset()
        whole = median_of(1, lambda: watched.decode_native(inputs)).wall
        whole -= 2 * sum(model.clock_seconds for model in timed)
        shares.append(sum(model.seconds for model in timed) / whole)
    calls, words, joined = (
        sum(getattr(model, name) for model in timed) / len(inputs) for name in ("calls", "words", "joined")
    )
    print(
        f"language models, per sentence: {calls:,.0f} queries (rules and joints scored), "
        f"in them {words:,.0f} words and {joined:,.0f} words at seams; "
        f"{statistics.median(shares):.0%} of the time\n"
    )


def length_table(
    decoder: ChartDecoder,
    sentence_of: Callable[[list[str]], InputSentence],
    words: list[str],
    runs: int,
) -> None:
    """Print time and memory by sentence length, on sentences cut from running text.

    The last column is the exponent of growth from the line above: 1 is linear, 2 quadratic.
    """
    print("| tokens | ms a sentence | chart memory, kB | exponent of time |\n|---|---|---|---|")
    before: tuple[int, float] | None = None
    for length in LENGTHS:
        count = max(1, min(100, len(words) // length))
        inputs = [sentence_of(words[i * length : (i + 1) * length]) for i in range(count)]
        memory = statistics.mean(one.statistics.arena_bytes for one in decoder.decode_native(inputs)) / 1024
        time = median_of(runs, lambda batch=inputs: decoder.decode_native(batch)).cpu / count  # type: ignore[misc]
        growth = f"{math.log(time / before[1]) / math.log(length / before[0]):.2f}" if before else ""
        print(f"| {length} | {1000 * time:.3f} | {memory:,.0f} | {growth} |")
        before = (length, time)
    print()


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
