#!/usr/bin/env python3
"""Measure which measures of readability put levels of the same text in order; docs/measured/readability.md.

    python -m scripts.studies.texts.report_reading DATA

Sentence pairs of two levels are read in blocks, each as a text; a measure is right where it calls the side of
the higher level harder. A tie counts half.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import click

from scripts.studies.measured_block import write_measured
from simplifier.base.reading import read_lines, text_lines
from simplifier.base.terminal import progress
from simplifier.config import default_config_path, load_config
from simplifier.decoder import GrammarPart
from simplifier.evaluation.reading.e_score import COMPARISONS, EScore
from simplifier.evaluation.reading.formulas import FORMULAS
from simplifier.evaluation.reading.levels import WORD_LIMITS
from simplifier.evaluation.reading.reader import Reading, TextReader
from simplifier.languages import language_named
from simplifier.languages.parts.tagger import Tagger
from simplifier.opening import open_language_models
from simplifier.policy.hard_words import HardWords
from simplifier.rules.tables.table import open_table

ROOT: Final = Path(__file__).resolve().parents[3]
DOCUMENT: Final = ROOT / "docs" / "measured" / "readability.md"
PAIRS: Final = ("adv_int", "int_ele", "adv_ele")
BLOCK: Final = 20
_LEVELS: Final = [*WORD_LIMITS, "C2"]


class Readers:
    """Reads texts with every comparison of E-Score at once."""

    def __init__(self, data: Path) -> None:
        config = load_config(default_config_path())
        language = language_named(config.model.language)
        grammars = [GrammarPart(open_table(one.path), one.owner, one.span_limit) for one in config.grammars]
        models = {one.name: one.model for one in open_language_models(config)}
        assert config.tagger.path is not None
        tagger = Tagger.load(config.tagger.path)
        easy = [line.strip().lower() for line in read_lines(data / "lexicon" / "dale_chall.txt")]
        self._readers = {
            comparison: TextReader(
                language,
                HardWords(grammars, language),
                easy,
                EScore(language, models["normal"], models["simple"], comparison),
                tagger,
            )
            for comparison in COMPARISONS
        }

    def values(self, text: Iterable[str]) -> dict[str, float]:
        """Return every measure of a text, higher where it is harder."""
        sentences = [*text]
        found: dict[str, float] = {}
        for comparison, reader in self._readers.items():
            reading = reader.read("", sentences, 1)
            found[f"e-score, {comparison}"] = reading.values["e-score"]
            if comparison == COMPARISONS[0]:
                found |= _harder(reading)
        return found


def _harder(reading: Reading) -> dict[str, float]:
    values = {
        name: -reading.values[name] if formula.higher_is_easier else reading.values[name]
        for name, formula in FORMULAS.items()
    }
    return {**values, "level by words": float(_LEVELS.index(reading.level or "A1"))}


def blocks(path: Path) -> Iterator[tuple[list[str], list[str]]]:
    """Yield both sides of blocks of pairs, the harder one first; a shorter last block is left out."""
    pairs = [line.split("\t")[:2] for line in text_lines(path)]
    for start in range(0, len(pairs) - BLOCK + 1, BLOCK):
        own = pairs[start : start + BLOCK]
        yield [one[0] for one in own], [one[1] for one in own]


@click.command()
@click.argument("data", type=click.Path(path_type=Path, exists=True, file_okay=False))
def main(data: Path) -> None:
    """Read the pairs below DATA and write the table."""
    readers = Readers(data)
    right: dict[str, dict[str, float]] = {}
    sizes = {}
    for pair in PAIRS:
        texts = [*blocks(data / "parallel" / f"onestop_{pair}.tsv")]
        sizes[pair] = len(texts)
        with progress(len(texts), "texts") as advance:
            for harder, easier in texts:
                one, other = readers.values(harder), readers.values(easier)
                for name, value in one.items():
                    own = right.setdefault(name, dict.fromkeys(PAIRS, 0.0))
                    own[pair] += 1.0 if value > other[name] else 0.5 * (value == other[name])
                advance()
    head = [f"{pair.replace('_', ' over ')} ({sizes[pair]})" for pair in PAIRS]
    lines = [f"| measure | {' | '.join(head)} |", "|---|" + "---|" * len(PAIRS)]
    for name, own in sorted(right.items(), key=lambda item: -sum(item[1].values())):
        cells = [f"{100 * own[pair] / sizes[pair]:.0f}" for pair in PAIRS]
        lines.append(f"| {name} | {' | '.join(cells)} |")
    write_measured(DOCUMENT, "\n".join(lines))


if __name__ == "__main__":
    main()
