#!/usr/bin/env python3
"""Measure the variants of 2016 and PBMT-R on the last 500 tuning sentences: docs/measured/variants.md.

    python -m scripts.studies.report_variants DATA --model .work/model/full.toml

Tunes and builds what is missing first (tune_variants.py, configs/recipes/pbmt.toml): about half an hour
on one core. The outputs are kept in the work folder. None of these sentences is tuned on, nor does one choose
an iteration. Scoring is on lowercased tokens against the eight references.
"""

from __future__ import annotations

import datetime
import random
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from scripts.build import build
from scripts.recipes.places import PROJECT
from scripts.studies.measured_block import write_measured
from scripts.studies.tune_variants import OBJECTIVES, tune_variant
from simplifier import Simplifier
from simplifier.base.errors import SimplifierError
from simplifier.base.reading import read_lines
from simplifier.base.writing import write_text
from simplifier.evaluation.datasets import find_dataset
from simplifier.evaluation.metrics import ReferenceSet, parse_metric
from simplifier.evaluation.reordering.dissimilarity import DissimilarityReordering
from simplifier.evaluation.systems import Resampling, evaluate
from simplifier.languages import language_named
from simplifier.records.requests import SearchRequest

ENGLISH = language_named("en")

__all__ = ["METRICS", "Variant", "markdown", "rewrite"]

DOCUMENT = PROJECT / "docs" / "measured" / "variants.md"
RECIPE = PROJECT / "configs" / "recipes" / "pbmt.toml"
HELD_OUT = slice(1500, 2000)
METRICS = ("sari-paper", "sari-easse", "bleu", "sentence-bleu", "fkbleu", "fk", "compression", "copies")
DEPTH = 10  # candidates that PBMT-R chooses from
SAMPLES, SEED = 6, 2016


@dataclass(frozen=True, slots=True)
class Variant:
    """A system's outputs and how many edits it took to make them.

    Attributes:
        outputs: one line for each source.
        edits: in all of them.
    """

    outputs: list[str]
    edits: int


def rewrite(simplifier: Simplifier, sources: Sequence[str], request: SearchRequest) -> Variant:
    """Rewrite lines of tokens."""
    results = list(simplifier.stream((line + "\n" for line in sources), request=request))
    edits = sum(len(sentence.edits) for result in results for sentence in result.sentences)
    return Variant([result.text.rstrip("\n") for result in results], edits)


def markdown(sources: Sequence[str], references: ReferenceSet, variants: Mapping[str, Variant]) -> str:
    """Return table, date, signatures and samples.

    Args:
        sources: as the systems read them, cased.
        references: of the same lines.
        variants: by name.
    """
    metrics = [parse_metric(name, {"tokenizer": "ptb", "case": "lc"}) for name in METRICS]
    systems = {"unchanged": references.sources} | {name: one.outputs for name, one in variants.items()}
    table = evaluate(metrics, references, systems, resampling=Resampling(samples=0))
    lines = [
        "| system | " + " | ".join(METRICS) + " | edits a sentence |",
        "|---" * (len(METRICS) + 2) + "|",
    ]
    for row in table.rows:
        edits = variants[row.name].edits / len(sources) if row.name in variants else 0.0
        scores = " | ".join(f"{result.score.value:.2f}" for result in row.results)
        lines.append(f"| {row.name} | {scores} | {edits:.2f} |")
    lines += ["", f"Measured on {datetime.date.today().isoformat()}.", ""]
    lines += [f"    {result.score.signature}" for result in table.rows[0].results]
    lines += ["", f"{SAMPLES} sentences drawn at random (seed {SEED}), as they come:", ""]
    for number in sorted(random.Random(SEED).sample(range(len(sources)), min(SAMPLES, len(sources)))):
        lines.append(f"{HELD_OUT.start + number + 1}. {sources[number]}")
        for name, one in variants.items():
            same = one.outputs[number] == sources[number]
            lines.append(f"   - {name}: {'(unchanged)' if same else one.outputs[number]}")
        lines.append("")
    return "\n".join(lines)


@click.command(help=(__doc__ or "").split("\n\n")[0])
@click.argument("data", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--model", required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--work", default=".work/variants", show_default=True, type=click.Path(path_type=Path))
@click.option("--pbmt", default=".work/pbmt", show_default=True, type=click.Path(path_type=Path))
@click.option("--print", "only_print", is_flag=True, help="Print; leave docs/measured/variants.md alone.")
def main(data: Path, model: Path, work: Path, pbmt: Path, only_print: bool) -> None:
    """Build, measure and write."""
    sources = read_lines(data / "turkcorpus" / "tune.truecase.src")[HELD_OUT]
    references = find_dataset(data / "turkcorpus" / "tune", language=ENGLISH).load(HELD_OUT)
    tokenised = {"text.tokenised": True}
    variants: dict[str, Variant] = {}

    def report(line: str) -> None:
        click.echo(line, err=True)

    try:
        for name in OBJECTIVES:
            weights = tune_variant(name, data, model, work, report=report)
            simplifier = Simplifier.load(model, overrides={**tokenised, "weights_file": str(weights)})
            variants[f"SBMT toward {name.upper()}"] = rewrite(simplifier, sources, SearchRequest())
        simplifier = Simplifier.load(build(RECIPE, data, pbmt, report), overrides=tokenised)
        variants["PBMT (first of the list)"] = rewrite(simplifier, sources, SearchRequest())
        farthest = SearchRequest(reordering=DissimilarityReordering(DEPTH), candidates=DEPTH)
        variants[f"PBMT-R (farthest of {DEPTH})"] = rewrite(simplifier, sources, farthest)
        text = markdown(sources, references, variants)
    except SimplifierError as error:
        click.echo(f"error: {error}", err=True)
        sys.exit(2)
    for name, one in variants.items():
        file = work / f"{name.partition(' (')[0].replace(' ', '-')}.txt"
        write_text(file, "".join(f"{line}\n" for line in one.outputs))
    click.echo(text)
    if not only_print:
        write_measured(DOCUMENT, text)


if __name__ == "__main__":
    main()
