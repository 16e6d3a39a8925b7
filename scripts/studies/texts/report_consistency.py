#!/usr/bin/env python3
"""Count words that a document changes in several ways, with consistency and without.

    python -m scripts.studies.texts.report_consistency DATA

The texts are those of docs/examples, the first 200 documents of D-Wikipedia's validation part, and advanced
sentences of OneStopEnglish in their order, 25 times 40 of them taken for a document; the page is
docs/measured/consistency.md.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from statistics import median
from typing import Final

import click

from scripts.studies.measured_block import write_measured
from simplifier.base.reading import read_text, text_lines
from simplifier.base.terminal import progress
from simplifier.evaluation.documents.sentences import sentences_of
from simplifier.pipeline import Simplifier
from simplifier.policy.consistency import Consistency, differing
from simplifier.records.annotation import AnnotatedSentence
from simplifier.records.result import Result, SentenceResult
from simplifier.text import Sentence
from simplifier.text.markup import SentenceMarks

ROOT: Final = Path(__file__).resolve().parents[3]
DOCUMENT: Final = ROOT / "docs" / "measured" / "consistency.md"
DOCUMENTS: Final = 200
RUNS: Final = 3
#: Sentences of a text of OneStopEnglish.
BLOCK: Final = 40
NEWS: Final = 25
PRESETS: Final = (None, "bold")


@dataclass
class Counts:
    """What was found in some documents."""

    documents: int = 0
    sentences: int = 0
    edits: int = 0
    differing: int = 0
    able: int = 0
    settled: int = 0
    seconds: float = 0.0


def annotated(simplifier: Simplifier, results: Sequence[SentenceResult]) -> list[AnnotatedSentence]:
    """Return sentences as the pipeline annotates them."""
    tokens = [tuple(simplifier.language.tokenise(one.source)) for one in results]
    sentences = [Sentence(one.source, one.start, own) for one, own in zip(results, tokens, strict=True)]
    return [
        AnnotatedSentence(sentence, SentenceMarks(), given.tags, given)
        for sentence, given in zip(sentences, simplifier.annotate(sentences), strict=True)
    ]


def count(simplifier: Simplifier, results: Sequence[Result]) -> Counts:
    """Count what differs in documents."""
    found = Counts(len(results))
    consistency = Consistency(simplifier.decoder, simplifier.language, simplifier.config.selection.risk)
    with progress(len(results), "documents") as advance:
        for result in results:
            sentences = annotated(simplifier, result.sentences)
            found.sentences += len(sentences)
            found.edits += sum(len(one.edits) for one in result.sentences)
            found.differing += len(differing(sentences, result.sentences, simplifier.language))
            again = consistency.settled(sentences, result.sentences, 1)
            found.able += sum(map(len, again.values()))
            found.settled += sum(len(one.elsewhere) for one in result.sentences)
            advance()
    return found


@click.command()
@click.argument("data", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option("--samples", default=0, help="Print so many of the places that were settled.")
def main(data: Path, samples: int) -> None:
    """Simplify the documents both ways and write the table."""
    examples = [read_text(path) for path in sorted((ROOT / "docs" / "examples").glob("*.txt"))]
    lines = [*text_lines(data / "documents" / "dwikipedia.valid.src")][:DOCUMENTS]
    pairs = [line.split("\t")[0] for line in text_lines(data / "parallel" / "onestop_adv_int.tsv")]
    news = ["\n".join(pairs[start : start + BLOCK]) for start in range(0, NEWS * BLOCK, BLOCK)]
    sets = {"docs/examples": examples, "D-Wikipedia": ["\n".join(sentences_of(line)) for line in lines]}
    sets["OneStopEnglish"] = news
    rows = [
        "| documents | preset | consistent | sentences | edits | words decided in several ways "
        "| places to settle | places settled | s |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for (name, texts), preset in product(sets.items(), PRESETS):
        models = {way: Simplifier.load(preset=preset, overrides={"text.consistent": way}) for way in (False, True)}
        times: dict[bool, list[float]] = {False: [], True: []}
        last: dict[bool, list[Result]] = {}
        for _ in range(RUNS if preset is None else 1):
            for way, simplifier in models.items():
                began = time.process_time()
                last[way] = [*simplifier.simplify_many(texts)]
                times[way].append(time.process_time() - began)
        for way, results in last.items():
            own = count(models[way], results)
            cells = [f"{name} ({own.documents})", preset or "none", "yes" if way else "no"]
            cells += map(str, (own.sentences, own.edits, own.differing, own.able, own.settled))
            rows.append(f"| {' | '.join(cells)} | {median(times[way]):.2f} |")
        shown = [(place, one) for result in last[True] for one in result.sentences for place in one.elsewhere]
        for place, one in shown[:samples]:
            click.echo(f"{place.source} -> {place.target} (not {place.instead_of}): {one.output}")
    write_measured(DOCUMENT, "\n".join(rows))


if __name__ == "__main__":
    main()
