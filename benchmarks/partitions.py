"""What a language model loses when parts of a text are trained apart and interpolated.

    python -m benchmarks.partitions --input text.txt --held-out held.txt --order 4 --parts 8 [--spark]

Lines are dealt out to the parts in turn. Three ways: lmplz on all of the text; lmplz on every part, their
probabilities averaged (equal weights: the parts are alike); with ``--spark`` counts of all parts brought
together (`simplifier.recipes.cluster.language_model`). Processor seconds are those of the programs, of Spark all its
processes.
"""

from __future__ import annotations

import math
import resource
import tempfile
from pathlib import Path

import click

from benchmarks.batch import processor_seconds
from benchmarks.machine import describe_machine
from simplifier.base.reading import read_lines
from simplifier.lm import LanguageModel, measure_perplexity, train


def mixed_perplexity(models: list[LanguageModel], lines: list[str]) -> float:
    """Return the perplexity of averaged probabilities, over words and sentence ends."""
    total, events = 0.0, 0
    for line in filter(str.strip, lines):
        columns = zip(*(model.word_scores(line) for model in models), strict=True)
        for scores in columns:
            total += math.log(sum(math.exp(score.log_probability) for score in scores) / len(models))
            events += 1
    return math.exp(-total / events)


def _children() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


@click.command()
@click.option("--input", "source", type=click.Path(exists=True, path_type=Path), required=True)
@click.option("--held-out", type=click.Path(exists=True, path_type=Path), required=True)
@click.option("--order", default=4, show_default=True)
@click.option("--parts", default=8, show_default=True)
@click.option("--spark", is_flag=True, help="Train through Spark too, on all cores of this machine.")
def main(source: Path, held_out: Path, order: int, parts: int, spark: bool) -> None:
    """Print a table."""
    print(describe_machine(), "\n")
    lines, held = read_lines(source), read_lines(held_out)
    print(f"{len(lines):,} lines, {sum(len(line.split()) for line in lines):,} words; order {order}\n")
    print("| way | perplexity | processor s |\n|---|---|---|")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        began = _children()
        train(source, folder / "whole.arpa", order, memory="1G")
        seconds = _children() - began
        print(f"| lmplz, all | {_perplexity(folder / 'whole.arpa', held):.2f} | {seconds:.1f} |", flush=True)
        began, models = _children(), []
        for part in range(parts):
            text = folder / f"{part}.txt"
            text.write_text("".join(f"{line}\n" for line in lines[part::parts]), encoding="utf-8")
            train(text, folder / f"{part}.arpa", order, memory="1G")
            models.append(LanguageModel(folder / f"{part}.arpa"))
        seconds = _children() - began
        print(
            f"| lmplz, {parts} parts, mean | {mixed_perplexity(models, held):.2f} | {seconds:.1f} |",
            flush=True,
        )
        if spark:
            from simplifier.recipes.cluster.language_model import train_with_spark
            from simplifier.recipes.cluster.session import session_for_scripts

            session = session_for_scripts("local[*,4]", {"spark.ui.enabled": "false"})
            session.range(1).count()  # it has started
            before = processor_seconds()
            train_with_spark(session, str(source), folder / "spark.arpa", order)
            seconds = processor_seconds() - before
            session.stop()
            print(f"| Spark, all | {_perplexity(folder / 'spark.arpa', held):.2f} | {seconds:.1f} |")


def _perplexity(arpa: Path, lines: list[str]) -> float:
    return measure_perplexity(LanguageModel(arpa), lines).including_unknown


if __name__ == "__main__":
    main()
