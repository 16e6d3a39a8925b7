#!/usr/bin/env python3
"""Measure where structural rules split in corpora of split sentences, and print tables and samples.

    python -m lab.structure.report DATA --set parser.spacy=en_core_web_sm

Every complex side of WikiSplit, BiSECT, MinWiki and DeSSE (or the first ``--sentences`` of each) is parsed. Of its
splits with a risk of at most ``--risk``, the one that most probably stands is taken. ``same place`` counts the splits
whose first new sentence ends after the same number of words as one of the reference's sentences, ``near`` those that
end at most three words from there. BLEU and sari-easse compare the sentences that were split with the reference, before
and after the split.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Final

import click

from lab.printing import OUTPUT, tell
from simplifier.base.reading import text_lines
from simplifier.config import load_config
from simplifier.evaluation.metrics import ReferenceSet, parse_metric
from simplifier.evaluation.systems import evaluate
from simplifier.languages import language_named
from simplifier.languages.structure.plans import Plan
from simplifier.recipes.training.restructuring import Restructurer

ENGLISH: Final = language_named("en")
CORPORA: Final = ("wikisplit", "bisect", "minwiki", "desse")
METRICS: Final = ("bleu", "sari-easse")
SAMPLES, SEED = 12, 12
NEAR: Final = 3


@dataclass
class CorpusSplits:
    """The splits of one corpus.

    Attributes:
        name: the name of the corpus.
        sentences: number of sentences.
        rules: number of splits by rule.
        same: number of splits at a place of the reference, by rule.
        near: number of splits near a place of the reference, by rule.
        sources: the sentences that were split, as tokens separated by spaces.
        outputs: these sentences after the split.
        references: their references.
    """

    name: str
    sentences: int = 0
    rules: Counter[str] = field(default_factory=Counter)
    same: Counter[str] = field(default_factory=Counter)
    near: Counter[str] = field(default_factory=Counter)
    sources: list[str] = field(default_factory=list)
    outputs: list[str] = field(default_factory=list)
    references: list[str] = field(default_factory=list)

    @property
    def split(self) -> int:
        """Number of sentences that were split."""
        return self.rules.total()

    def scores(self) -> dict[str, tuple[float, float]]:
        """Return for every metric the scores of the sentences before and after the split."""
        table = evaluate(
            [parse_metric(metric, {"tokenizer": "none", "case": "lc"}) for metric in METRICS],
            ReferenceSet(self.sources, [self.references], language=ENGLISH),
            {"whole": self.sources, "split": self.outputs},
        )
        whole, split = ([result.score.value for result in row.results] for row in table.rows)
        return {metric: (whole[i], split[i]) for i, metric in enumerate(METRICS)}


def measure(restructurer: Restructurer, name: str, pairs: Sequence[tuple[str, str]], risk: float) -> CorpusSplits:
    """Split the complex sides of one corpus.

    Args:
        restructurer: finds and judges the splits.
        name: the name of the corpus.
        pairs: pairs of a complex sentence and its reference.
        risk: greatest risk (0 to 1) of a split.
    """
    names = {one.entry.name for one in restructurer.structure.rules if one.entry.kind == "split"}
    found = CorpusSplits(name, len(pairs))
    for (_, reference), (sentence, parsed) in zip(pairs, restructurer.parsed([pair[0] for pair in pairs]), strict=True):
        judged = restructurer.judged(parsed, restructurer.structure.plans(parsed, names, doubtful=True))
        plans = [one for one in judged if 1 - one.stands <= risk]
        if not plans:
            continue
        plan = max(plans, key=_stands)
        parts = [" ".join(_words(restructurer, text)) for text in restructurer.texts(sentence, plan)]
        rule = plan.proposals[-1].rule.entry.name
        theirs, ours = _first_end(" ".join(_words(restructurer, reference))), len(parts[0].split())
        found.rules[rule] += 1
        found.same[rule] += ours in theirs
        found.near[rule] += any(abs(ours - one) <= NEAR for one in theirs)
        found.sources.append(" ".join(_words(restructurer, sentence.text)))
        found.outputs.append(" ".join(parts))
        found.references.append(" ".join(_words(restructurer, reference)))
    return found


def _stands(plan: Plan) -> float:
    return plan.stands


def _words(restructurer: Restructurer, text: str) -> Iterator[str]:
    return (token.surface for token in restructurer.language.tokenise(text))


def _first_end(reference: str) -> set[int]:
    """Return the numbers of words after which the sentences of a reference end, without the last sentence."""
    words = reference.split()
    return {place for place, word in enumerate(words, 1) if word == "." and place < len(words)}


def markdown(measured: Sequence[CorpusSplits]) -> str:
    """Return the tables and samples in Markdown."""
    lines = [
        "| corpus | sentences | split | same place | near | BLEU, whole -> split | sari-easse |",
        "|---|---|---|---|---|---|---|",
    ]
    for one in measured:
        scores = one.scores()
        shown = " | ".join(f"{scores[name][0]:.1f} -> {scores[name][1]:.1f}" for name in METRICS)
        lines.append(
            f"| {one.name} | {one.sentences:,} | {one.split:,} ({100 * one.split / one.sentences:.1f} %) | "
            f"{_share(one.same, one.split)} | {_share(one.near, one.split)} | {shown} |"
        )
    names = sorted(
        {name for one in measured for name in one.rules},
        key=lambda name: -sum(one.rules[name] for one in measured),
    )
    lines += ["", "Splits by rule; in brackets how many of 100 are near a place where people split:", ""]
    lines += [
        "| rule | " + " | ".join(one.name for one in measured) + " |",
        "|---" * (len(measured) + 1) + "|",
    ]
    for name in names:
        cells = (
            f"{one.rules[name]} ({100 * one.near[name] / one.rules[name]:.0f})" if one.rules[name] else "0"
            for one in measured
        )
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    lines += ["", f"Drawn at random (seed {SEED}), as they come:", ""]
    for one in measured:
        for place in sorted(random.Random(SEED).sample(range(one.split), SAMPLES // len(CORPORA))):
            lines += [f"- {one.sources[place]}", f"  **{one.outputs[place]}**", ""]
    return "\n".join(lines)


def _share(some: Counter[str], of: int) -> str:
    return f"{100 * some.total() / of:.1f} %"


@click.command()
@click.argument("data", type=click.Path(exists=True, path_type=Path))
@click.option("--sentences", default=0, help="Only the first of each corpus.  [default: all]")
@click.option("--risk", default=0.2, show_default=True, help="Only splits of at most this risk.")
@click.option("--set", "settings", multiple=True, metavar="KEY=VALUE", help="Settings of the model.")
@OUTPUT
def main(data: Path, sentences: int, risk: float, settings: tuple[str, ...], output: Path | None) -> None:
    """Measure and print."""
    restructurer = Restructurer(load_config(None, dict(one.split("=", 1) for one in settings)))
    measured = []
    for name in CORPORA:
        lines = islice(text_lines(data / "parallel" / f"{name}.tsv.gz"), sentences or None)
        fields = [line.split("\t") for line in lines]
        measured.append(measure(restructurer, name, [(one[0], one[1]) for one in fields], risk))
    text = markdown(measured)
    tell(text, output)


if __name__ == "__main__":
    main()
