#!/usr/bin/env python3
"""Compare objectives of tuning by what people and readers said of outputs that are there already.

    python -m scripts.studies.objectives.report DATA

Three tables: correlations of each objective with ratings of 25 systems (70 sentences, ASSET's references);
with the verdicts of blind readers on what our settings changed in our own sentences; and what each objective
says of the presets of the embedded model on the last 500 tuning sentences, beside what the readers said of
them. The term ``acceptance`` is known of outputs that are made here alone: it stands in the last table only.
"""

from __future__ import annotations

import lzma
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import click
import numpy as np

from simplifier import Simplifier
from simplifier.base.reading import read_lines
from simplifier.evaluation.metrics import ReferenceSet, parse_metric
from simplifier.evaluation.segments.metric import FloatArray
from simplifier.languages import language_named
from simplifier.tuning.candidates.acceptance import Acceptance
from simplifier.tuning.product import simplified

ENGLISH = language_named("en")

OBJECTIVES: Final = (
    "0.5*sari-paper + 0.25*sentence-bleu + 0.25*fkbleu",
    "0.4*sentence-bleu + 0.3*sari-easse + 0.3*fkbleu",
    "0.5*sari-paper + 0.5*fkbleu",
    "0.5*sari-easse + 0.5*fkbleu",
    "0.5*sari-paper + 0.5*sari-easse",
    "sari-easse",
    "fkbleu",
    "0.4*sari-easse + 0.3*fkbleu + 0.3*split-f1",
    "0.5*sentence-bleu + 0.25*split-f1 + 0.25*samsa-clauses",
    "0.25*sari-paper + 0.125*sentence-bleu + 0.125*fkbleu + 0.5*acceptance",
    "0.5*sari-paper + 0.5*acceptance",
    "0.5*fkbleu + 0.5*acceptance",
    "0.4*sari-easse + 0.3*split-f1 + 0.3*acceptance",
)
ASPECTS: Final = ("grammaticality", "meaning", "simplicity", "structural_simplicity")
PRESETS: Final = ("careful", "", "more", "bold", "metric")
READINGS: Final = Path("simplifier/evaluation/data/en")
HELD_OUT: Final = 500


class Reading(NamedTuple):
    """A verdict on a rewriting: 1 is good, -1 bad, mean of two readers."""

    text: str
    sentence: str
    system: str
    original: str
    rewriting: str
    verdict: float


def readings() -> Iterator[Reading]:
    """Yield what blind readers said of outputs, where both judged."""
    for name in ("sentences_1", "sentences_2"):
        with lzma.open(READINGS / "blind" / f"{name}.tsv.xz", "rt", encoding="utf-8") as stream:
            for line in [*stream][1:]:
                fields = line.rstrip("\n").split("\t")
                verdicts = [_verdict(*fields[start : start + 3]) for start in (6, 10)]
                text, sentence, system, _, original, rewriting = fields[:6]
                yield Reading(text, sentence, system, original, rewriting, sum(verdicts) / 2)


def _verdict(grammar: str, meaning: str, simplicity: str) -> float:
    if "1" in (grammar, meaning):
        return -1.0
    return float(simplicity == "+")


def segment_scores(objective: str, outputs: Sequence[str], data: ReferenceSet, rows: FloatArray) -> FloatArray:
    """Return the sentence score of each output, signed so that more is better."""
    metric = parse_metric(objective)
    return metric.segment_scores(metric.statistics(outputs, data, rows.astype(np.int64)))


def of_ratings(data: Path) -> list[str]:
    """Return the correlations with ratings."""
    folder = data / "goldset70"
    table = [line.split("\t") for line in read_lines(folder / "outputs_ratings.tsv")]
    columns = {name: place for place, name in enumerate(table[0])}
    sources = read_lines(folder / "src.asset")
    references = [read_lines(folder / "refs" / f"asset.ref{number}") for number in range(10)]
    outputs = [row[columns["output"]] for row in table[1:]]
    rows = np.array([int(row[columns["sent_id"]]) - 1 for row in table[1:]], dtype=np.float64)
    lines = ["| objective | " + " | ".join(one.replace("_", " ") for one in ASPECTS) + " |", "|---" * 5 + "|"]
    for objective in OBJECTIVES:
        if "acceptance" in objective:
            continue
        scores = segment_scores(objective, outputs, ReferenceSet(sources, references, language=ENGLISH), rows)
        marks = [[float(row[columns[aspect]]) for row in table[1:]] for aspect in ASPECTS]
        shown = " | ".join(f"{np.corrcoef(scores, mark)[0, 1]:+.2f}" for mark in marks)
        lines.append(f"| `{objective}` | {shown} |")
    return lines


def of_readings(read: Sequence[Reading]) -> list[str]:
    """Return the correlations of gains over the copy with verdicts on changed sentences of our own."""
    known: dict[str, list[str]] = {}
    with lzma.open(READINGS / "references.tsv.xz", "rt", encoding="utf-8") as stream:
        for line in [*stream][1:]:
            fields = line.rstrip("\n").split("\t")
            known[fields[0]] = fields[3:8]
    changed = {
        (one.sentence, one.rewriting): one
        for one in read
        if one.sentence in known and one.rewriting not in ("", one.original) and one.system != "reference"
    }
    own = [*changed.values()]
    data = ReferenceSet(
        [one.original for one in own],
        list(zip(*(known[one.sentence][1:] for one in own), strict=True)),
        language=ENGLISH,
    )
    verdicts = np.array([one.verdict for one in own])
    rows = np.arange(len(own), dtype=np.float64)
    lines = [f"| objective | {len(own)} changed sentences |", "|---|---|"]
    for objective in OBJECTIVES:
        if "acceptance" in objective:
            continue
        gains = segment_scores(objective, [one.rewriting for one in own], data, rows) - segment_scores(
            objective, [one.original for one in own], data, rows
        )
        lines.append(f"| `{objective}` | {np.corrcoef(gains, verdicts)[0, 1]:+.2f} |")
    return lines


def of_presets(data: Path, read: Sequence[Reading]) -> list[str]:
    """Return what objectives say of the presets, beside the readers: good less bad of 100 sentences."""
    folder = data / "turkcorpus"
    sources = read_lines(folder / "tune.truecase.src")[-HELD_OUT:]
    files = [folder / f"tune.truecase.ref{number}" for number in range(8)]
    references = ReferenceSet(sources, [read_lines(path)[-HELD_OUT:] for path in files], language=ENGLISH)
    named = [preset or "default" for preset in PRESETS]
    outputs = [
        simplified(Simplifier.load(preset=preset, overrides={"text.tokenised": True}), sources) for preset in PRESETS
    ]
    verdicts = [[one.verdict for one in read if one.system == name] for name in named]
    lines = ["| | the copy | " + " | ".join(named) + " |", "|---" * (len(named) + 2) + "|"]
    told = " | ".join(f"{100 * np.mean(own):+.0f}" if own else "" for own in verdicts)
    lines.append(f"| readers: good less bad, of 100 | 0 | {told} |")
    for objective in ("acceptance", *OBJECTIVES):
        metric = Acceptance() if objective == "acceptance" else parse_metric(objective)
        scores = [metric.score(own, references).value for own in (sources, *outputs)]
        best = max(scores)
        shown = " | ".join(f"**{score:.2f}**" if score == best else f"{score:.2f}" for score in scores)
        lines.append(f"| `{objective}` | {shown} |")
    return lines


@click.command()
@click.argument("data", type=click.Path(exists=True, file_okay=False, path_type=Path))
def main(data: Path) -> None:
    """Print the tables."""
    read = [*readings()]
    for table in (of_ratings(data), of_readings(read), of_presets(data, read)):
        click.echo("\n".join(table) + "\n")


if __name__ == "__main__":
    main()
