"""Every metric by name, with its settings, and with what it measures well and badly."""

from __future__ import annotations

from typing import Final, NamedTuple

from simplifier.evaluation.metrics.bleu import IBleu, KernelBleu
from simplifier.evaluation.metrics.contextual import ContextualMatch
from simplifier.evaluation.metrics.document_sari import DocumentSari
from simplifier.evaluation.metrics.edits import EditMeasure, SourceRatio
from simplifier.evaluation.metrics.library import LibraryMetric
from simplifier.evaluation.metrics.quality import LexicalComplexity, PairMeasure, SentenceMeasure
from simplifier.evaluation.metrics.readability import DocumentGrade, FkBleu, FleschKincaid
from simplifier.evaluation.metrics.sari import Sari
from simplifier.evaluation.metrics.scenes import ClauseSamsa
from simplifier.evaluation.metrics.splitting import SplitAgreement
from simplifier.evaluation.metrics.weighted_sari import WeightedSari
from simplifier.evaluation.segments.metric import Metric
from simplifier.evaluation.segments.preprocessing import Preprocessing

__all__ = ["PRESETS", "SUMMARIES"]

_THIRTEEN_A: Final = Preprocessing(tokenizer="13a")
_MIXED: Final = Preprocessing("13a", "mixed")


class _Preset(NamedTuple):
    metric: Metric
    summary: str
    good: str = ""
    bad: str = ""


_LIKENESS: Final = "meaning, and grammar under broken output"
_SPLITS: Final = "splitting and cutting, which it punishes; copies score high"
_REWORDING: Final = "rewording of words and phrases with many references"
_NOT_SPLITS: Final = "splits, deletions, single sentences"
_DESCRIBES: Final = "saying what a system does"
_NO_QUALITY: Final = "quality: broken text scores as well"

_METRICS: Final = (
    _Preset(
        Sari("sari-paper"),
        "SARI by the authors' released script, the numbers of Xu et al. (2016)",
        _REWORDING,
        _NOT_SPLITS,
    ),
    _Preset(
        Sari("sari-easse", _THIRTEEN_A, counts="tokens", deletion="f1", level="corpus"),
        "the usual toolkit's corpus SARI, F1 of deletion",
        f"{_REWORDING}, fluent output",
        "meaning: deletions pay",
    ),
    _Preset(
        Sari("sari-easse-precision", _THIRTEEN_A, counts="tokens", deletion="precision", level="corpus"),
        "the same with the precision of deletion",
        _REWORDING,
        _NOT_SPLITS,
    ),
    _Preset(
        Sari("sari-eq", counts="tokens", deletion="precision", combine="pooled"),
        "SARI by the equations as printed, mean of sentences",
        _REWORDING,
        _NOT_SPLITS,
    ),
    _Preset(
        WeightedSari("sari-weighted"),
        "sari-paper with weights of its operations (add, keep, delete), equal by itself",
        "weights fitted on ratings (simplifier correlate --fit-sari)",
        "other collections than the one that it was fitted on",
    ),
    _Preset(KernelBleu("sentence-bleu"), "mean of sentence BLEU, exp smoothing", _LIKENESS, _SPLITS),
    _Preset(
        IBleu("ibleu"),
        "0.9 BLEU against the references - 0.1 BLEU against the source",
        _LIKENESS,
        "much the same as BLEU: copies lose little",
    ),
    _Preset(LibraryMetric("bleu", "bleu", _MIXED), "sacrebleu's corpus BLEU", _LIKENESS, _SPLITS),
    _Preset(LibraryMetric("chrf", "chrf"), "sacrebleu's chrF, character n-grams", "meaning", _SPLITS),
    _Preset(LibraryMetric("chrf++", "chrf++"), "chrF with words and word bigrams", "meaning", _SPLITS),
    _Preset(
        LibraryMetric("ter", "ter", Preprocessing("none", "lc")),
        "translation edit rate, lower is better",
        _LIKENESS,
        _SPLITS,
    ),
    _Preset(
        FleschKincaid("fk"),
        "Flesch-Kincaid grade, mean of lines, every token a word",
        "length of sentences and words",
        "single sentences; grammar and meaning, which it does not see",
    ),
    _Preset(
        DocumentGrade("fkgl"),
        "Flesch-Kincaid grade of the whole output, words only",
        "whole texts",
        "single sentences; grammar and meaning, which it does not see",
    ),
    _Preset(
        FkBleu("fkbleu"),
        "iBLEU and easier reading together",
        "grammar, meaning and simplicity at once, if none of them much",
        "splits",
    ),
    _Preset(
        FkBleu("fkbleu-printed", printed=True),
        "FKBLEU as the paper prints it: rewards harder output",
        "recognising its numbers",
        "everything else",
    ),
    _Preset(
        DocumentSari("d-sari"),
        "SARI of whole documents with length penalties, one reference",
        "documents",
        "sentences; order and coherence, which it does not see",
    ),
    _Preset(
        ContextualMatch("contextual-precision", "precision"),
        "share of the output that contextual vectors find in a reference (BERTScore's way; needs model=)",
        "outputs that may be broken: a low value is bad news",
        "telling good outputs from each other; slow",
    ),
    _Preset(
        ContextualMatch("contextual-recall", "recall"),
        "share of a reference that contextual vectors find in the output (needs model=)",
        "meaning",
        "shortened and split outputs; slow",
    ),
    _Preset(
        ContextualMatch("contextual-f1", "f1"),
        "both together (needs model=)",
        "meaning",
        "shortened and split outputs; slow",
    ),
    _Preset(
        ClauseSamsa("samsa-clauses"),
        "whether each clause of the source has a sentence of its own; stands in for SAMSA, by our parser",
        "meaning, a little: clauses that were lost",
        "simplicity; sources of one clause, whose copies score 100",
    ),
    _Preset(
        SplitAgreement("split-f1"),
        "F1 of the places where output and references cut the source in sentences; a stand-in of ours",
        "whether a system splits where people do",
        "all else: words, grammar, meaning; corpora that nobody splits, which score 100",
    ),
    _Preset(
        SplitAgreement("split-counts", "counts"),
        "percent of references with as many sentences as the output; a stand-in of ours",
        "whether a system splits as often as people do",
        "all else; references that hardly split, under which the copy scores high",
    ),
    _Preset(EditMeasure("-ld", _THIRTEEN_A), "minus the word edits to the source", _DESCRIBES, _NO_QUALITY),
    _Preset(
        EditMeasure("copies", _THIRTEEN_A, measure="copies"),
        "percent of outputs that repeat the source",
        _DESCRIBES,
        _NO_QUALITY,
    ),
    _Preset(
        EditMeasure("additions", _THIRTEEN_A, measure="additions"),
        "words more than in the source, per sentence",
        _DESCRIBES,
        _NO_QUALITY,
    ),
    _Preset(
        EditMeasure("deletions", _THIRTEEN_A, measure="deletions"),
        "words fewer than in the source, per sentence",
        _DESCRIBES,
        _NO_QUALITY,
    ),
    _Preset(
        SourceRatio("compression", "characters"),
        "output over source, in characters",
        "saying how much was cut, which raters of simplicity reward",
        _NO_QUALITY,
    ),
    _Preset(
        SourceRatio("word-compression", "words", _MIXED),
        "output over source, in words",
        _DESCRIBES,
        _NO_QUALITY,
    ),
    _Preset(SourceRatio("splits", "sentences"), "output over source, in sentences", _DESCRIBES, _NO_QUALITY),
    _Preset(SentenceMeasure("sentences"), "sentences of an output", _DESCRIBES, _NO_QUALITY),
    _Preset(SentenceMeasure("words", "words"), "words of an output", _DESCRIBES, _NO_QUALITY),
    _Preset(
        SentenceMeasure("sentence-length", "sentence-length"),
        "words of each sentence of an output",
        _DESCRIBES,
        _NO_QUALITY,
    ),
    _Preset(
        PairMeasure("levenshtein-similarity"),
        "characters that output and source share in order, 0-1 (EASSE)",
        _DESCRIBES,
        _NO_QUALITY,
    ),
    _Preset(
        PairMeasure("additions-proportion", "additions"),
        "words new in the output over words of the longer text, 0-1 (EASSE)",
        _DESCRIBES,
        _NO_QUALITY,
    ),
    _Preset(
        PairMeasure("deletions-proportion", "deletions"),
        "words gone from the source over words of the longer text, 0-1 (EASSE)",
        _DESCRIBES,
        _NO_QUALITY,
    ),
    _Preset(
        LexicalComplexity("lexical-complexity"),
        "third quartile of the log ranks of content words, lower is easier (needs wordfreq)",
        "rarity of words",
        "short outputs; words in the wrong sense",
    ),
)

PRESETS: dict[str, Metric] = {one.metric.name: one.metric for one in _METRICS}
"""All metrics by name."""

SUMMARIES: dict[str, str] = {
    one.metric.name: f"{one.summary}. Good at: {one.good}. Bad at: {one.bad}." for one in _METRICS
}
"""A line on each metric by name: its description, and what it measures well and badly."""
