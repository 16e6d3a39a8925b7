#!/usr/bin/env python3
"""Measure the model on the last 500 tuning sentences and write docs/measured/quality.md.

    python -m scripts.studies.report_quality DATA [--config my.toml] [--outputs FOLDER]

These sentences choose the iteration of tuning; no weight is learnt from them. The sources are the
truecased ones (the tagger reads capitals); scoring is on lowercased tokens against the eight references.
``--outputs`` keeps the outputs for all 2,000 sentences of both sets, for scripts/studies/report_metrics.py;
``--sheet`` writes 50 random changed sentences to be judged, one a line: number, before, after.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path

import click

from scripts.studies.measured_block import write_measured
from simplifier import Simplifier
from simplifier.base.reading import read_lines
from simplifier.base.writing import write_text
from simplifier.evaluation.datasets import find_dataset
from simplifier.evaluation.metrics import parse_metric
from simplifier.evaluation.systems import evaluate
from simplifier.languages import language_named
from simplifier.records.result import Result

ENGLISH = language_named("en")

__all__ = ["HELD_OUT", "Quality", "measure_quality"]

ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = ROOT / "docs" / "measured" / "quality.md"
HELD_OUT = slice(1500, 2000)
METRICS = ("sari-paper", "sari-easse", "sentence-bleu", "fkbleu", "fk")
SAMPLES, SEED = 20, 500
JUDGED, JUDGED_SEED = 50, 51


@dataclass(frozen=True, slots=True)
class Quality:
    """What was measured.

    Attributes:
        scores: of our model and of the unchanged sources, by metric.
        identity: the same for the unchanged sources.
        changed: share of the sentences that were changed.
        edits: edits per sentence.
        signatures: of the metrics.
        results: one for each of the 500 lines.
    """

    scores: dict[str, float]
    identity: dict[str, float]
    changed: float
    edits: float
    signatures: list[str]
    results: list[Result]


def measure_quality(data: Path, config: Path | None) -> Quality:
    """Rewrite the last 500 tuning sentences and score them."""
    simplifier = Simplifier.load(config, overrides={"text.tokenised": True, "decoder.threads": 0})
    sources = read_lines(data / "turkcorpus" / "tune.truecase.src")[HELD_OUT]
    results = list(simplifier.stream(line + "\n" for line in sources))
    outputs = [result.text.rstrip("\n") for result in results]
    references = find_dataset(data / "turkcorpus" / "tune", language=ENGLISH).load(HELD_OUT)
    metrics = [parse_metric(name, {"tokenizer": "ptb", "case": "lc"}) for name in METRICS]
    table = evaluate(metrics, references, {"ours": outputs, "identity": references.sources})
    ours, identity = (
        dict(zip(METRICS, (result.score.value for result in row.results), strict=True)) for row in table.rows
    )
    changed = sum(output != source for output, source in zip(outputs, sources, strict=True))
    edits = sum(len(sentence.edits) for result in results for sentence in result.sentences)
    signatures = [str(result.score.signature) for result in table.rows[0].results]
    return Quality(ours, identity, changed / len(sources), edits / len(sources), signatures, results)


def samples(quality: Quality) -> list[str]:
    """Return random sentences, before and after, good or bad, as Markdown."""
    chosen = random.Random(SEED).sample(range(len(quality.results)), SAMPLES)
    lines = []
    for number in sorted(chosen):
        result = quality.results[number]
        after = "(unchanged)" if result.text == result.source else result.text.strip()
        lines += [f"{HELD_OUT.start + number + 1}. {result.source.strip()}", f"   **{after}**", ""]
    return lines


def sheet(quality: Quality) -> str:
    """Return changed sentences drawn at random, tab-separated: number, before, after."""
    changed = [number for number, one in enumerate(quality.results) if one.text != one.source]
    drawn = sorted(random.Random(JUDGED_SEED).sample(changed, min(JUDGED, len(changed))))
    return "".join(
        f"{HELD_OUT.start + number + 1}\t{one.source.strip()}\t{one.text.strip()}\n"
        for number in drawn
        for one in [quality.results[number]]
    )


def markdown(quality: Quality) -> str:
    """Return table, signatures and samples."""
    rows = [
        "| system | " + " | ".join(METRICS) + " |",
        "|---" * (len(METRICS) + 1) + "|",
        "| unchanged | " + " | ".join(f"{quality.identity[name]:.2f}" for name in METRICS) + " |",
        "| embedded model | " + " | ".join(f"{quality.scores[name]:.2f}" for name in METRICS) + " |",
        "",
        f"{100 * quality.changed:.1f} % of the sentences are changed, {quality.edits:.2f} edits a sentence.",
        "",
        *(f"    {signature}" for signature in quality.signatures),
        "",
        f"{SAMPLES} sentences drawn at random (seed {SEED}) of the 500, as they come:",
        "",
        *samples(quality),
    ]
    return "\n".join(rows)


def keep_outputs(data: Path, config: Path | None, folder: Path) -> None:
    """Write the outputs for the 2,000 TurkCorpus and ASSET sources."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, source, tokenised in (
        ("turkcorpus", data / "turkcorpus" / "tune.truecase.src", True),
        ("asset", data / "asset" / "valid.src", False),
    ):
        overrides = {"text.tokenised": tokenised, "decoder.threads": 0}
        simplifier = Simplifier.load(config, overrides=overrides)
        texts = [result.text for result in simplifier.stream(line + "\n" for line in read_lines(source))]
        write_text(folder / f"{name}.txt", "".join(texts))


@click.command()
@click.argument("data", type=click.Path(exists=True, path_type=Path))
@click.option("--config", type=click.Path(exists=True, path_type=Path), help="Default: the embedded model.")
@click.option("--outputs", type=click.Path(path_type=Path), help="Folder for the outputs.")
@click.option("--sheet", "sheet_file", type=click.Path(dir_okay=False, path_type=Path), help="To be judged.")
@click.option("--print", "only_print", is_flag=True, help="Print; leave docs/measured/quality.md alone.")
def main(data: Path, config: Path | None, outputs: Path | None, sheet_file: Path | None, only_print: bool) -> None:
    """Measure and write."""
    quality = measure_quality(data, config)
    text = markdown(quality)
    click.echo(text)
    if sheet_file:
        write_text(sheet_file, sheet(quality))
    if outputs:
        keep_outputs(data, config, outputs)
    if only_print:
        return
    write_measured(DOCUMENT, text)


if __name__ == "__main__":
    main()
