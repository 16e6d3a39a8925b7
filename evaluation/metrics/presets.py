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

__all__ = ["PRESETS"]

_THIRTEEN_A = Preprocessing(tokenizer="13a")

_METRICS: list[Metric] = [
    # The released script of Xu et al. (2016), which gives the numbers of the paper.
    Sari("sari-paper"),
    # The usual toolkit's default, and the same with the paper's precision of deletion.
    Sari("sari-easse", _THIRTEEN_A, counts="tokens", deletion="f1", level="corpus"),
    Sari("sari-easse-precision", _THIRTEEN_A, counts="tokens", deletion="precision", level="corpus"),
    # The equations as printed.
    Sari("sari-eq", counts="tokens", deletion="precision", combine="pooled"),
    KernelBleu("sentence-bleu"),
    IBleu("ibleu"),
    LibraryMetric("bleu", "bleu", Preprocessing("13a", "mixed")),
    LibraryMetric("chrf", "chrf"),
    LibraryMetric("chrf++", "chrf++"),
    LibraryMetric("ter", "ter", Preprocessing("none", "lc")),
    FleschKincaid("fk"),
    DocumentGrade("fkgl"),
    FkBleu("fkbleu"),
    FkBleu("fkbleu-printed", printed=True),
    DocumentSari("d-sari"),
    EditMeasure("-ld", _THIRTEEN_A),
    EditMeasure("copies", _THIRTEEN_A, measure="copies"),
    EditMeasure("additions", _THIRTEEN_A, measure="additions"),
    EditMeasure("deletions", _THIRTEEN_A, measure="deletions"),
    SourceRatio("compression", "characters"),
    SourceRatio("splits", "sentences"),
]

PRESETS: dict[str, Metric] = {metric.name: metric for metric in _METRICS}
