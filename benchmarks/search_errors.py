"""Measure search errors: how far the model score of cube pruning falls behind, at every pop limit.

    python -m benchmarks.search_errors --input tune.src [--config my.toml]

Two yardsticks: exhaustive search (pop limit 0) on short sentences, and a pop limit of 1,000 on all of them.
A search error is a sentence whose best derivation scores less than the yardstick's. `benchmarks.peers`
prints the same tables for its setting.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from pathlib import Path

import click

from benchmarks.decoding import POP_LIMITS
from benchmarks.machine import describe_machine
from benchmarks.timing import median_of
from simplifier import Simplifier
from simplifier.base.reading import read_lines
from simplifier.decoder import ChartDecoder, InputSentence
from simplifier.text import sentences_of

__all__ = ["error_tables"]

_EXHAUSTIVE = 0
_DEEPEST = 1000
# Scores are sums of doubles in another order: less than this is no error of the search.
_ROUNDING = 1e-6


@click.command()
@click.option("--input", "input_file", required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--config", type=click.Path(exists=True, path_type=Path), help="Default: the embedded model.")
@click.option("--sentences", "limit", default=2000, show_default=True)
@click.option("--longest", default=15, show_default=True, help="Tokens of a sentence searched exhaustively.")
@click.option("--runs", default=3, show_default=True, help="Timings; the median counts.")
def main(input_file: Path, config: Path | None, limit: int, longest: int, runs: int) -> None:
    """Print the tables in Markdown."""
    print(describe_machine(), end="\n\n")
    simplifier = Simplifier.load(config, overrides={"text.tokenised": True})
    lines = read_lines(input_file)[:limit]
    inputs = simplifier.annotate(
        [one for line in lines for one in sentences_of(line, simplifier.language, tokenised=True)]
    )
    error_tables(simplifier.decoder, inputs, longest, runs)


def error_tables(decoder: ChartDecoder, inputs: Sequence[InputSentence], longest: int, runs: int) -> None:
    """Print the short sentences against exhaustive search, and all against the largest pop limit."""
    short = [one for one in inputs if len(one.tokens) <= longest]
    usual = decoder.pop_limit
    report_errors(decoder, short, f"sentences of up to {longest} tokens", _EXHAUSTIVE, runs)
    report_errors(decoder, inputs, "sentences of any length", _DEEPEST, runs)
    decoder.pop_limit = usual


def report_errors(decoder: ChartDecoder, inputs: Sequence[InputSentence], name: str, yardstick: int, runs: int) -> None:
    """Print speed and score of every pop limit against the yardstick, a pop limit (0 is exhaustive)."""
    against = "exhaustive search" if yardstick == _EXHAUSTIVE else f"pop limit {yardstick}"
    best = best_scores(decoder, inputs, yardstick)
    print(f"{len(inputs)} {name}, against {against} (mean model score {statistics.mean(best):.4f}):\n")
    print(
        "| pop limit | sentences/s (cpu) | mean model score | mean loss | largest loss | search errors |\n"
        "|---|---|---|---|---|---|"
    )
    for pop_limit in [*POP_LIMITS, *([_EXHAUSTIVE] if yardstick == _EXHAUSTIVE else [])]:
        scores = best_scores(decoder, inputs, pop_limit)
        speed = len(inputs) / median_of(runs, lambda: decoder.decode_native(inputs)).cpu
        losses = [most - score for most, score in zip(best, scores, strict=True)]
        errors = sum(loss > _ROUNDING for loss in losses)
        print(
            f"| {pop_limit or 'none'} | {speed:,.0f} | {statistics.mean(scores):.4f} | "
            f"{statistics.mean(losses):.5f} | {max(losses):.3f} | {errors} ({errors / len(inputs):.1%}) |"
        )
    print()


def best_scores(decoder: ChartDecoder, inputs: Sequence[InputSentence], pop_limit: int) -> list[float]:
    """Return every sentence's best model score and leave the decoder at this pop limit."""
    decoder.pop_limit = pop_limit
    return [one.derivations[0].score for one in decoder.decode_native(inputs)]


if __name__ == "__main__":
    main()
