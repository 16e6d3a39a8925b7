#!/usr/bin/env python3
"""Measure the model on the last 500 TurkCorpus tuning sentences.

    python -m lab.quality DATA [--config my.toml] [--outputs FOLDER]

These sentences choose the iteration of tuning, and no weight is learnt from them. The sources are truecased, because
the tagger reads capitals. Scores are on lowercased tokens against the eight references. ``--outputs`` writes the
outputs for all 2,000 sentences of TurkCorpus and of ASSET, for lab/metrics.py. ``--sheet`` writes 50 random changed
sentences to be judged, one on each line: number, before, after.
"""

from __future__ import annotations

import random
from pathlib import Path

import click

from lab.printing import OUTPUT, tell
from simplifier import Simplifier
from simplifier.base.reading import read_lines
from simplifier.base.writing import write_text
from simplifier.recipes.steps.quality import HELD_OUT, METRICS, Quality, measure_quality

__all__ = ["markdown"]

SAMPLES, SEED = 20, 500
JUDGED, JUDGED_SEED = 50, 51


def samples(quality: Quality) -> list[str]:
    """Return sentences drawn at random, before and after, as lines of Markdown."""
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
    """Return the table, the signatures of the metrics and the samples, in Markdown."""
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
@click.option("--sheet", "sheet_file", type=click.Path(dir_okay=False, path_type=Path), help="Sheet to be judged.")
@OUTPUT
def main(data: Path, config: Path | None, outputs: Path | None, sheet_file: Path | None, output: Path | None) -> None:
    """Measure and print."""
    quality = measure_quality(data, config)
    text = markdown(quality)
    tell(text, output)
    if sheet_file:
        write_text(sheet_file, sheet(quality))
    if outputs:
        keep_outputs(data, config, outputs)


if __name__ == "__main__":
    main()
