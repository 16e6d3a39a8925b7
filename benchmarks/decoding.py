"""Tables that the benchmarks of decoding print: pop limits, lists, threads, language models, lengths."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Sequence

from benchmarks.timing import Timing, median_of, row
from simplifier.core import DecodedSentence, LanguageModel, TimedLanguageModel
from simplifier.decoder import ChartDecoder, InputSentence

__all__ = [
    "LENGTHS",
    "POP_LIMITS",
    "SPEED_HEADER",
    "language_model_share",
    "length_table",
    "lists_row",
    "mean_score",
    "speed_curve",
    "threads_row",
]

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
