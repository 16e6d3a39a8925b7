"""Scores of the finished model on the last 500 TurkCorpus tuning sentences.

These sentences chose the iteration of tuning, but no weight was learnt from them.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from simplifier.base.reading import read_lines
from simplifier.evaluation.datasets import find_dataset
from simplifier.evaluation.metrics import parse_metric
from simplifier.evaluation.systems import evaluate
from simplifier.languages import language_named
from simplifier.pipeline import Simplifier
from simplifier.record.result import Result

__all__ = ["HELD_OUT", "METRICS", "Quality", "measure_quality"]

HELD_OUT: Final = slice(1500, 2000)
METRICS: Final = ("sari-paper", "sari-easse", "sentence-bleu", "fkbleu", "fk")


@dataclass(frozen=True, slots=True)
class Quality:
    """Measurements of a model.

    Attributes:
        scores: scores of the model, by metric.
        identity: scores of the unchanged sources, by metric.
        changed: share of the sentences that were changed, 0 to 1.
        edits: mean number of edits per sentence.
        signatures: signatures of the metrics.
        results: one result for each of the 500 lines, in order.
    """

    scores: dict[str, float]
    identity: dict[str, float]
    changed: float
    edits: float
    signatures: list[str]
    results: list[Result]


def measure_quality(data: Path, config: Path | None) -> Quality:
    """Rewrite the last 500 tuning sentences and score the outputs.

    Args:
        data: folder of data, which holds ``turkcorpus``.
        config: configuration of the model; None for the embedded model.
    """
    simplifier = Simplifier.load(config, overrides={"text.tokenised": True, "decoder.threads": 0})
    sources = read_lines(data / "turkcorpus" / "tune.truecase.src")[HELD_OUT]
    results = list(simplifier.stream(line + "\n" for line in sources))
    outputs = [result.text.rstrip("\n") for result in results]
    references = find_dataset(data / "turkcorpus" / "tune", language=language_named("en")).load(HELD_OUT)
    metrics = [parse_metric(name, {"tokenizer": "ptb", "case": "lc"}) for name in METRICS]
    table = evaluate(metrics, references, {"ours": outputs, "identity": references.sources})
    ours, identity = (
        dict(zip(METRICS, (result.score.value for result in row.results), strict=True)) for row in table.rows
    )
    changed = sum(output != source for output, source in zip(outputs, sources, strict=True))
    edits = sum(len(result.changes) for result in results)
    signatures = [str(result.score.signature) for result in table.rows[0].results]
    return Quality(ours, identity, changed / len(sources), edits / len(sources), signatures, results)
