"""Tell what iBLEU and FKBLEU of Xu et al. (2016) give under other readings of their definitions.

    python -m scripts.studies.report_ibleu DATA

DATA is the folder of the research data. Of the paper's systems it holds the one tuned to SARI, on the first
70 of its 359 test sentences (``goldset70``), and these sentences themselves, the paper's "Normal Wikipedia".
The other columns are peers on the 2,000 tuning sentences: how far a reading moves systems that change more.
What it prints stands in docs/measured/metrics.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import click
import numpy as np

from simplifier.base.reading import read_lines
from simplifier.evaluation.datasets import find_dataset
from simplifier.evaluation.metrics import Preprocessing, ReferenceSet, Text, parse_metric
from simplifier.evaluation.metrics.bleu import bleu_from_statistics
from simplifier.evaluation.segments.kernel_metric import BLEU, SOURCE_BLEU, split_blocks
from simplifier.evaluation.segments.metric import FloatArray
from simplifier.languages import language_named

ENGLISH = language_named("en")

_SYSTEM: Final = "SBMT-SARI"
_PEERS: Final = ("access", "muss_seq2seq_mined.turkcorpus", "muss_bart_access_wikilarge.turkcorpus")
_READ: Final = Preprocessing("ptb", "lc")


@dataclass(frozen=True)
class Case:
    """Outputs with what they are scored against."""

    name: str
    data: ReferenceSet
    outputs: Sequence[Text]


@dataclass(frozen=True)
class Reading:
    """One reading of iBLEU = alpha BLEU(O, R) - (1 - alpha) BLEU(O, I)."""

    name: str
    alpha: float = 0.9
    smoothing: str = "exp"
    effective_order: bool = True
    corpus: bool = False
    references: int = 8
    preprocessing: Preprocessing = _READ
    source_term: bool = True

    def score(self, case: Case) -> float:
        """Return iBLEU, 0-100."""
        to_references, to_source = self._statistics(case)
        if not self.source_term:
            to_source = to_references
        scores = self.alpha * self._bleu(to_references) - (1 - self.alpha) * self._bleu(to_source)
        return float(100 * scores.mean())

    def _bleu(self, statistics: FloatArray) -> FloatArray:
        rows = statistics.sum(axis=0, keepdims=True) if self.corpus else statistics
        return bleu_from_statistics(rows, self.smoothing, self.effective_order)

    def _statistics(self, case: Case) -> tuple[FloatArray, FloatArray]:
        data = case.data
        if self.references < data.reference_count:
            data = ReferenceSet(data.sources, data.references[: self.references], language=ENGLISH)
        words = [self.preprocessing(text) for text in case.outputs]
        blocks = BLEU | SOURCE_BLEU
        found = data.index(self.preprocessing).statistics(np.arange(len(words)), words, blocks)
        views = split_blocks(found, blocks)
        return views[BLEU], views[SOURCE_BLEU]


READINGS: Final = (
    Reading("as here: alpha 0.9, exp smoothing, mean of sentences, 8 references"),
    Reading("BLEU of the corpus", corpus=True),
    Reading("no smoothing", smoothing="none"),
    Reading("no smoothing, all four orders", smoothing="none", effective_order=False),
    Reading("floor smoothing", smoothing="floor"),
    Reading("add-one smoothing", smoothing="add-k"),
    Reading("alpha 0.8", alpha=0.8),
    Reading("alpha 0.88", alpha=0.88),
    Reading("7 references", references=7),
    Reading("4 references", references=4),
    Reading("1 reference", references=1),
    Reading("cased", preprocessing=Preprocessing("ptb", "mixed")),
    Reading("spaces as they are, no tokenizer", preprocessing=Preprocessing("none", "lc")),
    Reading("BLEU(O, R) in place of BLEU(O, I)", source_term=False),
    Reading("the same of the corpus", source_term=False, corpus=True),
)


def cases(data: Path) -> Iterator[Case]:
    """Yield copies and the system of the paper, then the peers."""
    gold = data / "goldset70"
    sources = read_lines(gold / "src.legacy")
    references = [read_lines(gold / "refs" / f"turk.legacy.ref{number}") for number in range(8)]
    rows = [line.split("\t") for line in read_lines(gold / "outputs_ratings.tsv")]
    system, output = rows[0].index("system"), rows[0].index("output")
    first = ReferenceSet(sources, references, language=ENGLISH)
    yield Case("copies, 70", first, sources)
    yield Case(f"{_SYSTEM}, 70", first, [row[output] for row in rows[1:] if row[system] == _SYSTEM])
    tune = find_dataset(data / "turkcorpus" / "tune", language=ENGLISH).load()
    for name in _PEERS:
        yield Case(f"{name.split('.')[0]}, 2,000", tune, read_lines(data / "peers" / "valid" / f"{name}.txt"))


def table(found: Sequence[Case], readings: Sequence[Reading] = READINGS) -> Iterator[str]:
    """Yield a table in Markdown: iBLEU by reading and case, then the neighbours of iBLEU as they are here."""
    yield "| | " + " | ".join(case.name for case in found) + " |"
    yield "|---" * (len(found) + 1) + "|"
    for reading in readings:
        yield f"| iBLEU, {reading.name} | " + " | ".join(f"{reading.score(one):.2f}" for one in found) + " |"
    for name in ("sentence-bleu", "fkbleu", "fk", "sari-paper"):
        metric = parse_metric(name, {"tokenizer": _READ.tokenizer, "case": _READ.case})
        values = (metric.score(one.outputs, one.data).value for one in found)
        yield f"| {name} | " + " | ".join(f"{value:.2f}" for value in values) + " |"


@click.command()
@click.argument("data", type=click.Path(exists=True, file_okay=False, path_type=Path))
def main(data: Path) -> None:
    """Print the table."""
    for line in table(list(cases(data))):
        print(line)


if __name__ == "__main__":
    main()
