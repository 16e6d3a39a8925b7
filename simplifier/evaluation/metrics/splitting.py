"""Agreement of an output with references in how the source is split, by places of cuts or by numbers of sentences.

SARI and BLEU see words, and hardly notice where sentences end. Here, words that occur once in the source and once in a
text show to which sentence of the text each piece of the source went. If two neighbours among these words went to
different sentences, the text cuts the source between them. The measure is the F1 of such cuts, as for other
segmentations. It is our own, for want of a published metric of splitting, beside `samsa-clauses`
(`simplifier.evaluation.metrics.scenes`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simplifier.base.errors import ConfigError
from simplifier.evaluation.segments.metric import FloatArray, Metric
from simplifier.evaluation.segments.preprocessing import Text
from simplifier.evaluation.segments.reference_set import ReferenceSet
from simplifier.languages import Language

__all__ = ["SplitAgreement", "agreeing_cuts", "cuts_of", "sentences_of_words"]

_WORD: Final = re.compile(r"\w+")
#: Places of two words of the source: a cut lies after the first, and before or at the second.
Cut = tuple[int, int]


class _Placed(NamedTuple):
    """A text, prepared for finding cuts.

    Attributes:
        homes: number of the sentence of each word that occurs once, by its lowercased form, in the order of the text.
        sentences: number of sentences.
    """

    homes: Mapping[str, int]
    sentences: int


def sentences_of_words(text: Text, language: Language) -> _Placed:
    """Return the sentences of the words that occur once in a text."""
    sentences = language.sentence_texts(text if isinstance(text, str) else " ".join(text))
    words = [(word, number) for number, one in enumerate(sentences) for word in _WORD.findall(one.lower())]
    counts = Counter(word for word, _ in words)
    return _Placed({word: number for word, number in words if counts[word] == 1}, len(sentences))


def cuts_of(source: _Placed, text: _Placed) -> list[Cut]:
    """Return the cuts that a text makes in its source, in order. Ends of the source's own sentences are no cuts.

    Args:
        source: the source. Its words that occur once are numbered in order.
        text: an output or a reference.
    """
    found: list[Cut] = []
    last: tuple[int, int, int] | None = None
    for place, (word, own) in enumerate(source.homes.items()):
        home = text.homes.get(word)
        if home is None:
            continue
        if last is not None and home != last[1] and own == last[2]:
            found.append((last[0], place))
        last = place, home, own
    return found


def agreeing_cuts(some: Sequence[Cut], others: Sequence[Cut]) -> int:
    """Return how many pairs of cuts, one from each text, can share a gap between words of the source."""
    # The cuts of a text are in order and do not overlap, so matching each with the first that it meets finds the most
    # pairs.
    found = one = other = 0
    while one < len(some) and other < len(others):
        (start, stop), (begin, end) = some[one], others[other]
        if max(start, begin) < min(stop, end):
            found, one, other = found + 1, one + 1, other + 1
        elif stop <= end:
            one += 1
        else:
            other += 1
    return found


def _cut_counts(source: _Placed, output: _Placed, references: Sequence[_Placed]) -> tuple[float, ...]:
    own = cuts_of(source, output)
    theirs = [cuts_of(source, one) for one in references]
    count = len(references)
    return (
        sum(agreeing_cuts(own, one) for one in theirs) / count,
        float(len(own)),
        sum(map(len, theirs)) / count,
    )


def _same_counts(source: _Placed, output: _Placed, references: Sequence[_Placed]) -> tuple[float, ...]:
    same = sum(one.sentences == output.sentences for one in references)
    return (same / len(references),)


_MEASURES: Final[Mapping[str, tuple[int, str, Callable[..., tuple[float, ...]]]]] = {
    "cuts": (3, "corpus", _cut_counts),
    "counts": (1, "sentence", _same_counts),
}


@dataclass(frozen=True)
class SplitAgreement(Metric):
    """Agreement of the splits of an output with those of its references, 0-100.

    Attributes:
        measure: ``cuts``: F1 of the output's cuts over the corpus. Counts of a sentence's cuts, agreeing and in all,
            are means over its references. 100 if nobody cuts. ``counts``: the percentage of references with as
            many sentences as the output, averaged over outputs.
    """

    name: str
    measure: str = "cuts"
    compares_words = False
    asks = ("sentences",)

    def __post_init__(self) -> None:
        if self.measure not in _MEASURES:
            raise ConfigError(f"cannot compare {self.measure!r}; choose one of {', '.join(_MEASURES)}")

    @property
    def width(self) -> int:
        """Agreeing cuts, cuts of the output, cuts of a reference; for ``counts``, the share of references."""
        return _MEASURES[self.measure][0]

    @property
    def level(self) -> str:  # type: ignore[override]
        """Cuts are summed over the corpus, shares of counts are averaged."""
        return _MEASURES[self.measure][1]

    def _statistics(self, outputs: Sequence[Text], data: ReferenceSet, segments: NDArray[np.int64]) -> FloatArray:
        measure = _MEASURES[self.measure][2]

        def placed(text: Text) -> _Placed:
            return sentences_of_words(text, data.spoken)

        sources, references = data.keep(
            "splitting",
            lambda: (
                [placed(text) for text in data.sources],
                [[*map(placed, data.segment_references(i))] for i in range(len(data))],
            ),
        )
        rows = [
            measure(sources[segment], placed(output), references[segment])
            for segment, output in zip(segments.tolist(), outputs, strict=True)
        ]
        return np.array(rows, dtype=np.float64).reshape(-1, self.width)

    def segment_scores(self, statistics: FloatArray) -> FloatArray:
        """Return the F1 of each row, or the share of references."""
        if self.measure == "counts":
            return 100 * statistics[:, 0]
        return _percent(2 * statistics[:, 0], statistics[:, 1] + statistics[:, 2])

    def segment_parts(self, statistics: FloatArray) -> dict[str, FloatArray]:
        """Return precision and recall of cuts."""
        if self.measure == "counts":
            return {}
        agreeing, own, theirs = statistics.T
        return {"precision": _percent(agreeing, own), "recall": _percent(agreeing, theirs)}

    def settings(self) -> dict[str, str]:
        """Return what is compared, and how references are combined."""
        by = {"align": "once"} if self.measure == "cuts" else {}
        return {"form": "stand-in", "measure": self.measure} | by | {"combine": "mean", "level": self.level}


def _percent(some: FloatArray, whole: FloatArray) -> FloatArray:
    """Return 100 times the ratios; 100 for 0/0, where nothing was wanted and nothing done."""
    return np.where(whole == 0, 100.0, 100 * some / np.where(whole == 0, 1.0, whole))
