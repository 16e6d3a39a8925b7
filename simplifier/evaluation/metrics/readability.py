"""The Flesch-Kincaid grade, as the tuning objective uses it and as tools report it; and FKBLEU.

Kincaid, Fishburne, Rogers and Chissom (1975); FKBLEU: Xu et al. (2016), equations 1-3.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

from simplifier.evaluation.metrics.bleu import bleu_from_statistics
from simplifier.evaluation.segments.kernel_metric import (
    BLEU,
    READABILITY,
    SOURCE_BLEU,
    KernelMetric,
    split_blocks,
)
from simplifier.evaluation.segments.metric import FloatArray, Metric, ratio
from simplifier.evaluation.segments.preprocessing import Preprocessing, Text, is_word
from simplifier.evaluation.segments.reference_set import ReferenceSet
from simplifier.languages import Language
from simplifier.languages.analysis import reading_grade
from simplifier.languages.analysis.reading_grade import FK_CONSTANT

__all__ = ["FK_CONSTANT", "DocumentGrade", "FkBleu", "FleschKincaid", "flesch_kincaid"]

#: Stands for the counter of syllables in settings as long as the language is unknown.
_BY_LANGUAGE: Final = "by-language"


def flesch_kincaid(
    words: FloatArray, syllables: FloatArray, sentences: FloatArray, constant: float = FK_CONSTANT
) -> FloatArray:
    """Return school grades: 0.39 words per sentence + 11.8 syllables per word - constant."""
    return reading_grade.flesch_kincaid(ratio(words, sentences), ratio(syllables, words), constant)


@dataclass(frozen=True)
class FleschKincaid(KernelMetric):
    """FK, in school grades, the mean over lines; lower is easier.

    Every token is a word, punctuation included (one syllable), and every line is one sentence. The column
    printed by Xu et al. (2016) fits the constant 15.19 better than the published 15.59.
    """

    constant: float = FK_CONSTANT
    higher_is_better = False
    needs_references = False
    compares_words = False
    asks = ("syllables",)

    @property
    def blocks(self) -> int:
        """The block of words and syllables."""
        return READABILITY

    def segment_scores(self, statistics: FloatArray) -> FloatArray:
        """Return the grade of each row's output."""
        return flesch_kincaid(statistics[:, 0], statistics[:, 1], np.ones(len(statistics)), self.constant)

    def settings(self) -> dict[str, str]:
        """Return the constant, the syllable counter and the preprocessing."""
        return {
            "constant": f"{self.constant:g}",
            "syll": _BY_LANGUAGE,
        } | self.preprocessing.settings()

    def language_settings(self, language: Language) -> dict[str, str]:
        """Return the counter of syllables that the language has."""
        return {"syll": language.syllables.name} | super().language_settings(language)


@dataclass(frozen=True)
class DocumentGrade(Metric):
    """FKGL, in school grades: all outputs as one document, words only, sentences counted, at least 0."""

    name: str
    preprocessing: Preprocessing = Preprocessing("13a", "mixed")
    level = "corpus"
    higher_is_better = False
    needs_references = False
    compares_words = False
    asks = ("syllables", "sentences")

    @property
    def width(self) -> int:
        """Words, syllables and sentences of the output."""
        return 3

    def _statistics(self, outputs: Sequence[Text], data: ReferenceSet, segments: NDArray[np.int64]) -> FloatArray:
        language, rows = data.spoken, []
        for output in outputs:
            words = [word for word in self.preprocessing.line(output).split() if is_word(word)]
            text = output if isinstance(output, str) else " ".join(output)
            rows.append((len(words), int(language.syllables.counts(words).sum()), language.count_sentences(text)))
        return np.array(rows, dtype=np.float64).reshape(-1, 3)

    def segment_scores(self, statistics: FloatArray) -> FloatArray:
        """Return the grade of each row, at least 0."""
        words, syllables, sentences = statistics.T
        return np.maximum(0.0, flesch_kincaid(words, syllables, sentences))

    def settings(self) -> dict[str, str]:
        """Return the level, the syllable counter and the preprocessing."""
        return {"level": self.level, "syll": _BY_LANGUAGE} | self.preprocessing.settings()

    def language_settings(self, language: Language) -> dict[str, str]:
        """Return the counter of syllables that the language has."""
        return {"syll": language.syllables.name} | super().language_settings(language)


@dataclass(frozen=True)
class FkBleu(KernelMetric):
    """FKBLEU: iBLEU and easier reading together, the mean over sentences, 0-100.

    sqrt(max(0, iBLEU) * sigmoid(FK(source) - FK(output))), with sentence BLEU under exp smoothing. This form
    gives the values that the paper reports. ``printed`` is the formula as the paper prints it,
    iBLEU * sigmoid(FK(output) - FK(source)). The printed formula is wrong, because it rewards harder output; it is kept
    only so that its numbers can be recognised.
    """

    alpha: float = 0.9
    printed: bool = False
    asks = ("syllables",)

    @property
    def blocks(self) -> int:
        """The blocks of both BLEUs and of words and syllables."""
        return BLEU | SOURCE_BLEU | READABILITY

    def segment_scores(self, statistics: FloatArray) -> FloatArray:
        """Return FKBLEU of each row, 0-100."""
        views = split_blocks(statistics, self.blocks)
        to_references = bleu_from_statistics(views[BLEU])
        ibleu = self.alpha * to_references - (1 - self.alpha) * bleu_from_statistics(views[SOURCE_BLEU])
        words, syllables, source_words, source_syllables = views[READABILITY].T
        one = np.ones(len(statistics))
        # The constant of FK cancels out.
        easing = flesch_kincaid(source_words, source_syllables, one) - flesch_kincaid(words, syllables, one)
        if self.printed:
            return np.asarray(100 * ibleu * expit(-easing))
        return np.asarray(100 * np.sqrt(np.maximum(ibleu, 0) * expit(easing)))

    def settings(self) -> dict[str, str]:
        """Return alpha, the form, the syllable counter and the preprocessing."""
        return {
            "alpha": f"{self.alpha:g}",
            "form": "printed" if self.printed else "sqrt",
            "smooth": "exp",
            "syll": _BY_LANGUAGE,
        } | self.preprocessing.settings()

    def language_settings(self, language: Language) -> dict[str, str]:
        """Return the counter of syllables that the language has."""
        return {"syll": language.syllables.name} | super().language_settings(language)
