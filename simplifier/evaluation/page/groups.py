"""Sentences in groups: by length, by compression, by number of edited words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from simplifier.evaluation.metrics import Metric, ReferenceSet, Text, parse_metric
from simplifier.evaluation.segments.preprocessing import Preprocessing, is_word

__all__ = ["GROUPINGS", "Group", "Grouping", "grouped", "source_lengths"]

FloatArray = NDArray[np.float64]

_WORDS: Final = Preprocessing("13a")


@dataclass(frozen=True, slots=True)
class Grouping:
    """A way to group sentences.

    Attributes:
        name: name of the value to group by.
        limits: ends of the groups: group i has values below ``limits[i]`` but not below the limit before.
        names: names of the groups, one more than limits.
    """

    name: str
    limits: tuple[float, ...]
    names: tuple[str, ...]


GROUPINGS: Final = (
    Grouping("words of the source", (11, 16, 21, 26, 31), ("to 10", "11-15", "16-20", "21-25", "26-30", "31 on")),
    Grouping(
        "characters of the output over the source's",
        (0.6, 0.8, 0.95, 1.05, 1.2),
        ("below 0.6", "0.6-0.8", "0.8-0.95", "0.95-1.05", "1.05-1.2", "1.2 on"),
    ),
    Grouping("edited words", (1, 2, 3, 5, 9), ("0", "1", "2", "3-4", "5-8", "9 on")),
)


@dataclass(frozen=True, slots=True)
class Group:
    """Sentences of one system in one group.

    Attributes:
        name: name of the group.
        count: number of sentences.
        score: their score together; None without sentences.
    """

    name: str
    count: int
    score: float | None


def source_lengths(data: ReferenceSet) -> FloatArray:
    """Return the words of every source, punctuation left out, [segments]."""
    return np.array([sum(map(is_word, _WORDS.line(text).split())) for text in data.sources], dtype=np.float64)


def grouped(metric: Metric, statistics: FloatArray, outputs: Sequence[Text], data: ReferenceSet) -> list[list[Group]]:
    """Return the groups of a system's sentences, a list for each of `GROUPINGS`.

    Args:
        metric: metric for the score of each group.
        statistics: statistics of the outputs under the metric, [segments, width].
        outputs: one output for each source.
        data: sources and references.
    """
    compression, edits = parse_metric("compression"), parse_metric("-ld")
    values = (
        source_lengths(data),
        compression.segment_scores(compression.statistics(outputs, data)),
        -edits.segment_scores(edits.statistics(outputs, data)),
    )
    return [_groups(one, column, metric, statistics) for one, column in zip(GROUPINGS, values, strict=True)]


def _groups(one: Grouping, values: FloatArray, metric: Metric, statistics: FloatArray) -> list[Group]:
    places = np.digitize(values, one.limits)
    found = []
    for number, name in enumerate(one.names):
        own = statistics[places == number]
        found.append(Group(name, len(own), metric.corpus_score(own) if len(own) else None))
    return found
