"""Score published systems, and ours, on two validation sets, and print the tables.

    python -m lab.metrics DATA --turkcorpus ours=ours.turk.txt --asset ours=ours.asset.txt

DATA is the folder of the research data. The two options add rows for outputs of 2,000 lines, and can be repeated.
"""

from __future__ import annotations

import dataclasses
from pathlib import Path

import click
import numpy as np

from lab.printing import OUTPUT, tell
from simplifier.base.reading import read_lines
from simplifier.evaluation.datasets import find_dataset
from simplifier.evaluation.metrics import Text, parse_metric
from simplifier.evaluation.systems import Evaluation, evaluate, references_against_the_rest
from simplifier.languages import language_named

ENGLISH = language_named("en")

METRICS = (
    "sari-paper sari-eq sari-easse sari-easse-precision fkbleu sentence-bleu bleu fkgl -ld copies compression splits"
).split()
# How the texts of each set are tokenised and cased, so that the outputs of all systems are read in the same way.
PREPROCESSING = {
    "turkcorpus/tune": {"tokenizer": "ptb", "case": "lc"},
    "asset/valid": {"tokenizer": "13a", "case": "lc", "brackets": "plain"},
}
RANGES = {"all 2,000 sentences": slice(None), "sentences 1,501-2,000": slice(1500, 2000)}


def systems_of(data: Path, test_set: str, ours: tuple[str, ...]) -> dict[str, list[str]]:
    """Return the outputs of our systems and of the published ones, by name.

    Args:
        data: the folder of the research data.
        test_set: the name of the set, such as ``asset/valid``.
        ours: the outputs of our systems, each NAME=FILE.
    """
    outputs = {}
    for told in ours:
        name, _, file = told.partition("=")
        outputs[name] = read_lines(Path(file))
    suffix = f".{test_set.split('/')[0]}.txt"
    for path in sorted((data / "peers" / "valid").iterdir()):
        if path.name == "access.txt" or path.name.endswith(suffix):
            outputs[path.name.removesuffix(".txt").removesuffix(suffix.removesuffix(".txt"))] = read_lines(path)
    return outputs


def measure(data: Path, test_set: str, outputs: dict[str, list[str]], lines: slice) -> Evaluation:
    """Score the identity, the outputs, and the references against each other."""
    references = find_dataset(data / test_set, language=ENGLISH).load(lines)
    metrics = [parse_metric(name, own_options(name, PREPROCESSING[test_set])) for name in METRICS]
    systems: dict[str, list[Text]] = {"identity": references.sources}
    systems |= {name: [*found[lines]] for name, found in outputs.items()}
    # One system at a time, because comparisons of every pair of systems are not needed, only intervals.
    evaluations = [evaluate(metrics, references, {name: found}) for name, found in systems.items()]
    rows = [row for evaluation in evaluations for row in evaluation.rows]
    rows.append(references_against_the_rest(metrics, references))
    return dataclasses.replace(evaluations[0], rows=tuple(rows))


def own_options(name: str, options: dict[str, str]) -> dict[str, str]:
    """Return the options of a metric: none for sizes in characters and sentences, those of the set for all others."""
    return {} if name in ("compression", "splits") else options


def markdown(evaluation: Evaluation, title: str) -> str:
    """Return one table in Markdown, with the signatures of its metrics."""
    lines = [
        f"### {title}",
        "",
        "| system | " + " | ".join(METRICS) + " |",
        "|---" * (len(METRICS) + 1) + "|",
    ]
    for row in evaluation.rows:
        cells = [f"{result.score.value:.2f}" for result in row.results]
        lines.append(f"| {row.name} | " + " | ".join(cells) + " |")
    margins = []
    for column in range(len(METRICS)):
        intervals = [row.results[column].interval for row in evaluation.rows]
        margins.append(max((i.high - i.low) / 2 for i in intervals if i is not None))
    lines.append("| *95 % ±, widest* | " + " | ".join(f"*{margin:.2f}*" for margin in margins) + " |")
    signatures = [f"    {result.score.signature}" for result in evaluation.rows[0].results]
    return "\n".join([*lines, "", *signatures, ""])


@click.command()
@click.argument("data", type=click.Path(exists=True, path_type=Path))
@click.option("--turkcorpus", multiple=True, help="NAME=FILE: outputs for the 2,000 TurkCorpus sources.")
@click.option("--asset", multiple=True, help="NAME=FILE: outputs for the 2,000 ASSET sources.")
@OUTPUT
def main(data: Path, turkcorpus: tuple[str, ...], asset: tuple[str, ...], output: Path | None) -> None:
    """Measure and print the tables."""
    tables = []
    for test_set, ours in (("turkcorpus/tune", turkcorpus), ("asset/valid", asset)):
        outputs = systems_of(data, test_set, ours)
        for title, lines in RANGES.items():
            evaluation = measure(data, test_set, outputs, lines)
            tables.append(markdown(evaluation, f"{test_set}, {title}"))
            assert np.isfinite([r.score.value for row in evaluation.rows for r in row.results]).all()
    tell("\n".join(tables), output)


if __name__ == "__main__":
    main()
