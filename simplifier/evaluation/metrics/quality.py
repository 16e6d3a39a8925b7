"""Measures that describe an output, alone or beside its source, as tools report them next to scores.

The set is EASSE's quality estimation (Alva-Manchego, Martin, Scarton and Specia 2019, EASSE: easier automatic
sentence simplification evaluation, EMNLP demonstrations), whose measures come from Martin et al. (2018),
Reference-less quality estimation of text simplification systems, ATA: compression, splits, copies (which are
`SourceRatio` and `EditMeasure`), and the measures of this file.
"""

from __future__ import annotations

import functools
import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simplifier.base.errors import ConfigError, InputError
from simplifier.base.installation import install_hint
from simplifier.evaluation.segments.metric import FloatArray, Metric
from simplifier.evaluation.segments.preprocessing import Preprocessing, Text, is_word
from simplifier.evaluation.segments.questions import Question
from simplifier.evaluation.segments.reference_set import ReferenceSet
from simplifier.languages import Language

__all__ = ["LexicalComplexity", "PairMeasure", "SentenceMeasure", "common_subsequence"]


def common_subsequence(one: str, other: str) -> int:
    """Return the length of the longest common subsequence of two strings, in characters.

    A row of the table is one integer, with a bit for each character of ``one``: Hyyrö (2004), Bit-parallel LCS
    computation revisited. A bit is 0 where the length grows by 1, so the zeros of the last row are the length.
    """
    places: dict[str, int] = {}
    for place, character in enumerate(one):
        places[character] = places.get(character, 0) | 1 << place
    every = (1 << len(one)) - 1
    row = every
    for character in other:
        matches = row & places.get(character, 0)
        row = (row + matches | row - matches) & every
    return len(one) - row.bit_count()


def _similarity(source: str, output: str) -> float:
    size = len(source) + len(output)
    return 2 * common_subsequence(source, output) / size if size else 1.0


def _proportion(more: str, less: str) -> float:
    one, other = more.split(), less.split()
    new = (Counter(one) - Counter(other)).total()
    return new / max(len(one), len(other), 1)


_PAIRS: Final[Mapping[str, Callable[[str, str], float]]] = {
    "similarity": _similarity,
    "additions": lambda source, output: _proportion(output, source),
    "deletions": lambda source, output: _proportion(source, output),
}


@dataclass(frozen=True)
class PairMeasure(Metric):
    """The mean over outputs of a comparison with the source, 0-1.

    Attributes:
        measure: ``similarity``: twice the longest common subsequence of characters over all characters of
            both texts, which is the Levenshtein ratio; ``additions``: words of the output beyond those of the
            source, over the words of the longer text; ``deletions``: the other way round.
    """

    name: str
    measure: str = "similarity"
    preprocessing: Preprocessing = Preprocessing("13a", "mixed")
    needs_references = False

    def __post_init__(self) -> None:
        if self.measure not in _PAIRS:
            raise ConfigError(f"cannot measure {self.measure!r}; choose one of {', '.join(_PAIRS)}")

    @property
    def higher_is_better(self) -> bool:  # type: ignore[override]
        """True if higher values mean nearer to the source."""
        return self.measure == "similarity"

    @property
    def width(self) -> int:
        """The measure alone."""
        return 1

    def _statistics(self, outputs: Sequence[Text], data: ReferenceSet, segments: NDArray[np.int64]) -> FloatArray:
        line, measure = self.preprocessing.line, _PAIRS[self.measure]
        sources = data.keep(("lines", self.preprocessing), lambda: [line(text) for text in data.sources])
        pairs = zip(segments.tolist(), outputs, strict=True)
        return np.array([[measure(sources[segment], line(output))] for segment, output in pairs]).reshape(-1, 1)

    def segment_scores(self, statistics: FloatArray) -> FloatArray:
        """Return the measure of each row."""
        return statistics[:, 0]

    def settings(self) -> dict[str, str]:
        """Return the measure and the preprocessing."""
        return {"measure": self.measure} | self.preprocessing.settings()


_COUNTS: Final[Mapping[str, Callable[[int, int], float]]] = {
    "sentences": lambda words, sentences: sentences,
    "words": lambda words, sentences: words,
    "sentence-length": lambda words, sentences: words / max(sentences, 1),
}


@dataclass(frozen=True)
class SentenceMeasure(Metric):
    """The mean over outputs of a count that ignores the source.

    Attributes:
        measure: ``sentences``; ``words``, without punctuation; ``sentence-length``: words per sentence.
    """

    name: str
    measure: str = "sentences"
    preprocessing: Preprocessing = Preprocessing("13a", "mixed")
    needs_references = False
    compares_words = False

    def __post_init__(self) -> None:
        if self.measure not in _COUNTS:
            raise ConfigError(f"cannot count {self.measure!r}; choose one of {', '.join(_COUNTS)}")

    @property
    def higher_is_better(self) -> bool:  # type: ignore[override]
        """True for sentences: more sentences for the same words are easier."""
        return self.measure == "sentences"

    @property
    def asks(self) -> tuple[Question, ...]:  # type: ignore[override]
        """The question where sentences end, unless only words are counted."""
        return () if self.measure == "words" else ("sentences",)

    @property
    def width(self) -> int:
        """The count alone."""
        return 1

    def _statistics(self, outputs: Sequence[Text], data: ReferenceSet, segments: NDArray[np.int64]) -> FloatArray:
        count, rows = _COUNTS[self.measure], []
        for output in outputs:
            words = sum(map(is_word, self.preprocessing.line(output).split()))
            text = output if isinstance(output, str) else " ".join(output)
            rows.append(float(count(words, data.spoken.count_sentences(text) if self.asks else 0)))
        return np.array(rows).reshape(-1, 1)

    def segment_scores(self, statistics: FloatArray) -> FloatArray:
        """Return the count of each row."""
        return statistics[:, 0]

    def settings(self) -> dict[str, str]:
        """Return the measure and the preprocessing."""
        return {"measure": self.measure} | self.preprocessing.settings()


class _Ranks(NamedTuple):
    """The rank of each word by frequency, from 0, and the name of wordfreq's list."""

    size: str
    places: Mapping[str, int]


@functools.cache
def _ranks(code: str) -> _Ranks:
    try:
        import wordfreq
    except ImportError:
        raise ConfigError(f"lexical-complexity needs the package wordfreq; {install_hint('metrics')}") from None
    for size in ("large", "small"):
        if code in wordfreq.available_languages(size):
            words = wordfreq.top_n_list(code, 1_000_000, wordlist=size)
            return _Ranks(size, {word: rank for rank, word in enumerate(words)})
    raise InputError(f"lexical-complexity needs ranks of words, and wordfreq has none of the language {code!r}")


@dataclass(frozen=True)
class LexicalComplexity(Metric):
    """The third quartile of the log ranks of the content words, the mean over outputs; lower is easier.

    The value of a word is ln(1 + rank), with ranks by frequency from 0. Function words, punctuation and unknown words
    do not count; an output without any other word gets ln(1 + number of ranked words). Martin et al. (2018) rank words
    in the order of fastText's vectors; here the ranks are wordfreq's (Speer 2022), so the numbers are not theirs.
    """

    name: str
    preprocessing: Preprocessing = Preprocessing("13a", "lc")
    higher_is_better = False
    needs_references = False
    compares_words = False
    asks = ("function words",)

    @property
    def width(self) -> int:
        """The quartile alone."""
        return 1

    def _statistics(self, outputs: Sequence[Text], data: ReferenceSet, segments: NDArray[np.int64]) -> FloatArray:
        function, rows = data.spoken.words.function, []
        ranks = _ranks(data.spoken.code).places
        for output in outputs:
            words = self.preprocessing.line(output).lower().split()
            known = [ranks[word] for word in words if word in ranks and word not in function and is_word(word)]
            rows.append(float(np.quantile(np.log1p(known), 0.75)) if known else math.log(1 + len(ranks)))
        return np.array(rows).reshape(-1, 1)

    def segment_scores(self, statistics: FloatArray) -> FloatArray:
        """Return the quartile of each row."""
        return statistics[:, 0]

    def settings(self) -> dict[str, str]:
        """Return the list of ranks, the quantile and the preprocessing."""
        from importlib.metadata import version

        return {
            "ranks": f"wordfreq-{version('wordfreq')}",
            "quantile": "0.75",
        } | self.preprocessing.settings()

    def language_settings(self, language: Language) -> dict[str, str]:
        """Return the list of ranks for the language."""
        ranks = f"{self.settings()['ranks']}-{_ranks(language.code).size}"
        return {"ranks": ranks} | super().language_settings(language)
