"""Values of metrics on rated outputs, for sentences and for systems."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simplifier.base.errors import InputError
from simplifier.evaluation.correlation.ratings import RatedOutputs
from simplifier.evaluation.metrics import Metric, ReferenceSet

__all__ = ["Column", "References", "columns_by_set"]

FloatArray = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class References:
    """A set of references: lines of files, with line i (from 0) for sentence i + 1.

    Attributes:
        references: [reference][line]; empty if the sources are the only reference.
        sources: lines of the sources; empty to take the sources of the ratings.
        original: true if the sources are a reference too.
    """

    references: Sequence[Sequence[str]]
    sources: Sequence[str] = ()
    original: bool = False


@dataclass(frozen=True, slots=True)
class Column:
    """The values of one metric.

    Attributes:
        name: name of the metric.
        values: values of single outputs, [outputs].
        signature: signature of the metric; ``NAME|given`` for given values.
        metric: the metric; None for given values.
        statistics: statistics of each output, [outputs, width]; None for given values.
    """

    name: str
    values: FloatArray
    signature: str
    metric: Metric | None = None
    statistics: FloatArray | None = None

    def of_systems(self, rows: Sequence[NDArray[np.intp]], weights: Sequence[FloatArray]) -> FloatArray:
        """Return the score of each system's outputs in each resample, [samples, systems].

        A computed metric gives its corpus score, given values their mean. The score is nan for a system of which no
        output was drawn.

        Args:
            rows: places of the outputs of each system.
            weights: [samples, outputs of the system], one for each system.
        """
        found = []
        for own, drawn in zip(rows, weights, strict=True):
            if self.metric is not None and self.statistics is not None:
                scores = self.metric.corpus_scores(self.statistics[own], drawn)
            else:
                scores = drawn @ self.values[own] / np.maximum(drawn.sum(axis=1), 1)
            found.append(np.where(drawn.sum(axis=1) > 0, scores, np.nan))
        return np.column_stack(found)


def columns_by_set(
    ratings: RatedOutputs, metrics: Sequence[Metric], sets: Mapping[str, References]
) -> dict[str, list[Column]]:
    """Return the columns for each set of references; if there is no set, for a set with an empty name.

    Metrics that need no references, and given values that name no set, are repeated in every set. So metrics can
    always be compared within one set.

    Raises:
        InputError: texts or references are missing, a metric is both computed and given, or there is no column.
    """
    names = list(dict.fromkeys([*sets, *(name for name in ratings.values if name)])) or [""]
    found: dict[str, list[Column]] = {}
    for name in names:
        given = {**ratings.values.get("", {}), **(ratings.values.get(name, {}))}
        brought = [Column(metric, values, f"{metric}|given") for metric, values in given.items()]
        found[name] = [*_computed(ratings, metrics, name, sets.get(name)), *brought]
        twice = [one.name for one in found[name] if [o.name for o in found[name]].count(one.name) > 1]
        if twice:
            raise InputError(f"the metric {twice[0]} is both computed and given with the ratings; leave one out")
        if not found[name]:
            raise InputError("nothing to set against the ratings; give --metric, or --values FILE")
    return found


def _computed(ratings: RatedOutputs, metrics: Sequence[Metric], name: str, given: References | None) -> list[Column]:
    if not metrics:
        return []
    if not ratings.outputs:
        raise InputError("the ratings hold no outputs; give --output SYSTEM=FILE for each system")
    if given is None:
        wanting = [metric.name for metric in metrics if metric.needs_references]
        if wanting:
            where = f" under {name!r}" if name else ""
            raise InputError(
                f"{wanting[0]} needs references{where}; give --references FILE, or --original-as-reference"
            )
        given = References(())
    codes = ratings.sentence_codes
    first = np.unique(codes, return_index=True)[1].tolist()
    sources = _sources(ratings, given, first)
    references: list[list[str]] = [list(sources)] if given.original else []
    for number, lines in enumerate(given.references, 1):
        where = f"reference {number}" + (f" of {name}" if name else "")
        references.append([lines[ratings.line_of(row, len(lines), where)] for row in first])
    data = ReferenceSet(sources, references, language=ratings.language)
    found = []
    for metric in metrics:
        statistics = metric.statistics(ratings.outputs, data, codes)
        signature = str(metric.signature(data))
        found.append(Column(metric.name, metric.segment_scores(statistics), signature, metric, statistics))
    return found


def _sources(ratings: RatedOutputs, given: References, first: Sequence[int]) -> list[str]:
    if given.sources:
        count = len(given.sources)
        return [given.sources[ratings.line_of(row, count, "the sources")] for row in first]
    if not ratings.sources:
        raise InputError("the ratings hold no sources; give --source FILE, line i for sentence i")
    return [ratings.sources[row] for row in first]
