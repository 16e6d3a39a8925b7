#!/usr/bin/env python3
"""Measure sentence splitting against corpora of split sentences and write docs/measured/splitting.md.

    python -m scripts.studies.report_splits DATA

Every complex side of WikiSplit, BiSECT, MinWiki and DeSSE goes through the splitter. A split is checked by a
fresh reading of its two sentences by the tagger: each needs a finite verb and may not begin or end like a
fragment. Where the splitter split, its output and the unsplit sentence are scored against the reference.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import click

from base.reading import text_lines
from evaluation.metrics import ReferenceSet, parse_metric
from evaluation.systems import evaluate
from languages.en.splitting import split_sentence
from languages.en.tokenizer import tokenise
from languages.en.words.tags import FINITE
from languages.parts.splits import Clause, render
from languages.parts.tagger import Tagger
from scripts.studies.measured_block import write_measured
from simplifier.config import default_config_path, load_config

ROOT: Final = Path(__file__).resolve().parents[2]
DOCUMENT: Final = ROOT / "docs" / "measured" / "splitting.md"
CORPORA: Final = ("wikisplit", "bisect", "minwiki", "desse")
METRICS: Final = ("bleu", "sari-easse")
SAMPLES, SEED = 12, 12
_BAD_FIRST: Final = frozenset({",", ";", ":", "(", ")", "and", "or", "of", "which", "who", "that", "."})
_BAD_LAST: Final = frozenset({",", ";", "and", "or", "of", "the", "a", "an", "in", "to", "with", "(", "but"})


@dataclass(frozen=True, slots=True)
class CorpusSplits:
    """What the splitter did with a corpus: sentences, splits, how many pass the checks, scores."""

    name: str
    sentences: int
    constructs: Counter[str]
    passed: int
    scores: dict[str, tuple[float, float]]  # by metric: unsplit, split
    samples: list[tuple[str, str]]


def measure_corpus(name: str, path: Path, tagger: Tagger) -> CorpusSplits:
    """Split the complex sides of one corpus."""
    pairs = [line.split("\t")[:2] for line in text_lines(path)]
    tokens = [tokenise(pair[0]) for pair in pairs]
    surfaces = [[one.surface if one.form[0].isalnum() else one.form for one in own] for own in tokens]
    tags = tagger.tag_batch(surfaces)
    constructs: Counter[str] = Counter()
    sources, outputs, references = [], [], []
    halves: list[list[str]] = []
    for pair, own, written, tag in zip(pairs, tokens, surfaces, tags, strict=True):
        split = split_sentence([one.form for one in own], tag)
        if split is None:
            continue
        constructs[split.construct] += 1
        parts = [_written(clause, written) for clause in (split.first, split.second)]
        halves += parts
        sources.append(" ".join(written))
        outputs.append(" ".join(parts[0] + parts[1]))
        references.append(" ".join(one.surface for one in tokenise(pair[1])))
    whole = [_is_whole(words, tag) for words, tag in zip(halves, tagger.tag_batch(halves), strict=True)]
    passed = sum(first and second for first, second in zip(whole[::2], whole[1::2], strict=True))
    table = evaluate(
        [parse_metric(metric, {"tokenizer": "none", "case": "lc"}) for metric in METRICS],
        ReferenceSet(sources, [references]),
        {"unsplit": sources, "split": outputs},
    )
    unsplit, done = ([result.score.value for result in row.results] for row in table.rows)
    scores = {metric: (unsplit[i], done[i]) for i, metric in enumerate(METRICS)}
    chosen = sorted(random.Random(SEED).sample(range(len(outputs)), SAMPLES // len(CORPORA)))
    return CorpusSplits(
        name, len(pairs), constructs, passed, scores, [(sources[i], outputs[i]) for i in chosen]
    )


def _written(clause: Clause, surfaces: list[str]) -> list[str]:
    words = render(clause, surfaces)
    return [words[0][0].upper() + words[0][1:], *words[1:]]


def _is_whole(words: list[str], tags: list[str]) -> bool:
    first, last = words[0].lower(), words[-2].lower() if len(words) > 1 else ""
    has_finite = any(tag in FINITE for tag in tags)
    return has_finite and first not in _BAD_FIRST and last not in _BAD_LAST and words[-1] == "."


def markdown(measured: list[CorpusSplits]) -> str:
    """Return the tables and samples."""
    names = sorted({name for one in measured for name in one.constructs})
    lines = [
        "| corpus | sentences | split | pass the checks | BLEU whole -> split | sari-easse whole -> split |",
        "|---|---|---|---|---|---|",
    ]
    for one in measured:
        count = sum(one.constructs.values())
        scores = " | ".join(
            f"{one.scores[metric][0]:.1f} -> {one.scores[metric][1]:.1f}" for metric in METRICS
        )
        lines.append(
            f"| {one.name} | {one.sentences:,} | {count:,} ({100 * count / one.sentences:.1f} %) | "
            f"{100 * one.passed / max(count, 1):.1f} % | {scores} |"
        )
    lines += ["", "| corpus | " + " | ".join(names) + " |", "|---" * (len(names) + 1) + "|"]
    for one in measured:
        lines.append(f"| {one.name} | " + " | ".join(str(one.constructs[name]) for name in names) + " |")
    lines += ["", f"Drawn at random (seed {SEED}), as they come:", ""]
    for one in measured:
        for source, output in one.samples:
            lines += [f"- {source}", f"  **{output}**", ""]
    return "\n".join(lines)


@click.command()
@click.argument("data", type=click.Path(exists=True, path_type=Path))
@click.option("--print", "only_print", is_flag=True, help="Print; leave docs/measured/splitting.md alone.")
def main(data: Path, only_print: bool) -> None:
    """Measure and write."""
    tagger_path = load_config(default_config_path()).tagger.path
    assert tagger_path is not None, "the embedded model has a tagger"
    tagger = Tagger.load(tagger_path)
    measured = [measure_corpus(name, data / "parallel" / f"{name}.tsv.gz", tagger) for name in CORPORA]
    text = markdown(measured)
    click.echo(text)
    if only_print:
        return
    write_measured(DOCUMENT, text)


if __name__ == "__main__":
    main()
