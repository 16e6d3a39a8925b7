"""Every metric by name, with the settings that the name stands for."""

from __future__ import annotations

from evaluation.metrics.bleu import IBleu, KernelBleu
from evaluation.metrics.document_sari import DocumentSari
from evaluation.metrics.edits import EditMeasure, SourceRatio
from evaluation.metrics.library import LibraryMetric
from evaluation.metrics.readability import DocumentGrade, FkBleu, FleschKincaid
from evaluation.metrics.sari import Sari
from evaluation.segments.metric import Metric
from evaluation.segments.preprocessing import Preprocessing

__all__ = ["PRESETS", "SUMMARIES"]

_THIRTEEN_A = Preprocessing(tokenizer="13a")

_METRICS: list[tuple[Metric, str]] = [
    (Sari("sari-paper"), "SARI by the authors' released script, the numbers of Xu et al. (2016)"),
    (
        Sari("sari-easse", _THIRTEEN_A, counts="tokens", deletion="f1", level="corpus"),
        "the usual toolkit's corpus SARI, F1 of deletion",
    ),
    (
        Sari("sari-easse-precision", _THIRTEEN_A, counts="tokens", deletion="precision", level="corpus"),
        "the same with the precision of deletion",
    ),
    (
        Sari("sari-eq", counts="tokens", deletion="precision", combine="pooled"),
        "SARI by the equations as printed, mean of sentences",
    ),
    (KernelBleu("sentence-bleu"), "mean of sentence BLEU, exp smoothing"),
    (IBleu("ibleu"), "0.9 BLEU against the references - 0.1 BLEU against the source"),
    (LibraryMetric("bleu", "bleu", Preprocessing("13a", "mixed")), "sacrebleu's corpus BLEU"),
    (LibraryMetric("chrf", "chrf"), "sacrebleu's chrF, character n-grams"),
    (LibraryMetric("chrf++", "chrf++"), "chrF with words and word bigrams"),
    (LibraryMetric("ter", "ter", Preprocessing("none", "lc")), "translation edit rate, lower is better"),
    (FleschKincaid("fk"), "Flesch-Kincaid grade, mean of lines, every token a word"),
    (DocumentGrade("fkgl"), "Flesch-Kincaid grade of the whole output, words only"),
    (FkBleu("fkbleu"), "iBLEU and easier reading together"),
    (FkBleu("fkbleu-printed", printed=True), "FKBLEU as the paper prints it: rewards harder output"),
    (DocumentSari("d-sari"), "SARI of whole documents with length penalties, one reference"),
    (EditMeasure("-ld", _THIRTEEN_A), "minus the word edits to the source"),
    (EditMeasure("copies", _THIRTEEN_A, measure="copies"), "percent of outputs that repeat the source"),
    (
        EditMeasure("additions", _THIRTEEN_A, measure="additions"),
        "words more than in the source, per sentence",
    ),
    (
        EditMeasure("deletions", _THIRTEEN_A, measure="deletions"),
        "words fewer than in the source, per sentence",
    ),
    (SourceRatio("compression", "characters"), "output over source, in characters"),
    (SourceRatio("splits", "sentences"), "output over source, in sentences"),
]

PRESETS: dict[str, Metric] = {metric.name: metric for metric, _ in _METRICS}
"""All metrics by name."""

SUMMARIES: dict[str, str] = {metric.name: summary for metric, summary in _METRICS}
"""What each is, in a line."""
