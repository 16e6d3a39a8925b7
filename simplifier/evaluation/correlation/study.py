"""Studies of metrics against ratings: coefficients with intervals and p-values, and metrics against each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from simplifier.base.errors import ConfigError, InputError
from simplifier.evaluation.correlation.coefficients import (
    COEFFICIENTS,
    correlations,
    p_value,
    sampled,
    sampled_points,
)
from simplifier.evaluation.correlation.comparison import permuted, swapped, williams
from simplifier.evaluation.correlation.groups import GROUPINGS, Group, groups_of
from simplifier.evaluation.correlation.ratings import RatedOutputs
from simplifier.evaluation.correlation.scoring import Column
from simplifier.evaluation.significance import Interval, bootstrap_weights

__all__ = ["LEVELS", "Coefficient", "Correlation", "Pair", "Settings", "Study", "correlate"]

FloatArray = NDArray[np.float64]

LEVELS: Final = ("sentence", "system")
_LEAST: Final = 3  # least number of things for a coefficient
_SIGNIFICANT: Final = 0.05


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings of a study.

    Attributes:
        aspects: aspects of the ratings; empty for all.
        levels: some of `LEVELS`.
        coefficients: some of `COEFFICIENTS`; metrics are always compared by Pearson's.
        groupings: some of `GROUPINGS`.
        bands: number of groups by rating.
        samples: number of resamples and of permutations; 0 for none.
        confidence: confidence of the intervals, 0-1.
        seed: seed of everything that is drawn.
        by_sentence: true to draw sentences with all their outputs, false to draw single outputs. Applies to the level
            ``sentence``; at the level ``system``, sentences are always drawn.
    """

    aspects: tuple[str, ...] = ()
    levels: tuple[str, ...] = LEVELS
    coefficients: tuple[str, ...] = COEFFICIENTS
    groupings: tuple[str, ...] = ("band",)
    bands: int = 2
    samples: int = 1000
    confidence: float = 0.95
    seed: int = 12345
    by_sentence: bool = True

    def __post_init__(self) -> None:
        for name, own, known in (
            ("level", self.levels, LEVELS),
            ("coefficient", self.coefficients, COEFFICIENTS),
            ("grouping", self.groupings, GROUPINGS),
        ):
            wrong = [one for one in own if one not in known]
            if wrong:
                raise ConfigError(f"no {name} {wrong[0]!r}; choose from {', '.join(known)}")
        if self.bands < 2:
            raise ConfigError(f"there must be two bands or more, not {self.bands}")
        if self.samples < 0 or not 0 < self.confidence < 1:
            raise ConfigError("samples must be 0 or more, and the confidence between 0 and 1")


@dataclass(frozen=True, slots=True)
class Coefficient:
    """One coefficient with its interval and p-values.

    Attributes:
        value: the coefficient with its sign; nan if the metric or the ratings do not vary.
        interval: bootstrap interval; None without samples.
        p: two-sided p-value by scipy.
        p_permutation: p-value by permutations of the ratings; None without samples and for Kendall's.
    """

    value: float
    interval: Interval | None
    p: float
    p_permutation: float | None


@dataclass(frozen=True, slots=True)
class Correlation:
    """A metric against an aspect, within a group.

    Attributes:
        level: sentence or system.
        aspect: aspect of the ratings.
        references: name of the set of references; empty if there is none.
        grouping: ``all``, or the way in which outputs are grouped.
        group: name of the group; empty for all outputs.
        metric: name of the metric.
        count: number of outputs or systems.
        coefficients: coefficients by kind.
        beaten: true if another metric's Pearson coefficient is farther from 0 by Williams' test (p < 0.05); None
            without a test.
    """

    level: str
    aspect: str
    references: str
    grouping: str
    group: str
    metric: str
    count: int
    coefficients: Mapping[str, Coefficient]
    beaten: bool | None


@dataclass(frozen=True, slots=True)
class Pair:
    """Two metrics compared on all outputs or systems. The first has the Pearson coefficient farther from 0.

    Attributes:
        level: sentence or system.
        aspect: aspect of the ratings.
        references: name of the set of references.
        metric: name of the first metric.
        other: name of the second metric.
        between: Pearson's coefficient of the two.
        p_williams: one-sided p-value of Williams' test that the first is not farther from 0.
        p_swapped: two-sided p-value by random swaps; None without samples.
    """

    level: str
    aspect: str
    references: str
    metric: str
    other: str
    between: float
    p_williams: float
    p_swapped: float | None


@dataclass(frozen=True, slots=True)
class Study:
    """All results of a study.

    Attributes:
        settings: settings of the study.
        aspects: rated aspects.
        columns: values of metrics, by set of references.
        correlations: ordered by aspect, level, set of references, grouping, group, metric.
        pairs: in the same order.
        notes: remarks about the figures.
        outputs: number of rated outputs.
        sentences: number of different sentences.
        systems: number of different systems; 0 if unknown.
    """

    settings: Settings
    aspects: tuple[str, ...]
    columns: Mapping[str, Sequence[Column]]
    correlations: tuple[Correlation, ...]
    pairs: tuple[Pair, ...]
    notes: tuple[str, ...]
    outputs: int
    sentences: int
    systems: int


def correlate(
    ratings: RatedOutputs,
    columns: Mapping[str, Sequence[Column]],
    settings: Settings | None = None,
    advance: Callable[[], object] = lambda: None,
) -> Study:
    """Set metrics against ratings.

    Args:
        ratings: ratings by people.
        columns: values of metrics by set of references.
        settings: settings of the study; None for the defaults.
        advance: called once for each aspect, level and set of references.

    Raises:
        InputError: an aspect is missing, fewer than three outputs have ratings and values, the ratings lack a column to
            group by, or none of the levels can be computed.
    """
    settings = settings or Settings()
    aspects = settings.aspects or tuple(ratings.aspects)
    named = ratings.system_names if any(ratings.systems) else []
    levels = settings.levels
    notes = list(ratings.notes)
    if "system" in levels and len(named) < _LEAST:
        if levels == ("system",):
            raise InputError(f"there are {len(named)} systems; coefficients of systems need {_LEAST} or more")
        levels = ("sentence",)
    found: list[Correlation] = []
    pairs: list[Pair] = []
    for aspect in aspects:
        marks = ratings.aspect(aspect)
        for level in levels:
            for name, own in columns.items():
                rows = _complete(marks, own)
                left_out = len(marks) - len(rows)
                if left_out:
                    under = f" under {name}" if name else ""
                    notes.append(f"{aspect}{under}: {left_out} outputs without a rating or a value are left out")
                if len(rows) < _LEAST:
                    raise InputError(f"{aspect}: {len(rows)} outputs have a rating and values; {_LEAST} are needed")
                part = _Part(level, aspect, name, marks, own, ratings, settings)
                if level == "system":
                    found += part.systems(rows, pairs)
                else:
                    for group in _groups(ratings, marks, rows, settings):
                        found += part.sentences(group, pairs)
                        if group.note:
                            notes.append(f"{aspect}, {group.name}: {group.note}")
                advance()
    notes += _mixed_signs(found)
    return Study(
        settings,
        tuple(aspects),
        columns,
        tuple(found),
        tuple(pairs),
        tuple(dict.fromkeys(notes)),
        len(ratings),
        len(set(ratings.sentences)),
        len(named),
    )


def _complete(marks: FloatArray, columns: Sequence[Column]) -> NDArray[np.intp]:
    """Return the outputs with a rating and a value of every metric."""
    there = ~np.isnan(marks)
    for column in columns:
        there &= np.isfinite(column.values)
    return np.flatnonzero(there)


def _groups(ratings: RatedOutputs, marks: FloatArray, rows: NDArray[np.intp], settings: Settings) -> Iterator[Group]:
    yield Group("all", "", rows)
    for grouping in settings.groupings:
        yield from groups_of(grouping, ratings, marks, rows, settings.bands)


def _mixed_signs(found: Sequence[Correlation]) -> list[str]:
    """Return notes on metrics that are clearly positive in one group and clearly negative in another."""
    signs: dict[tuple[str, str], set[bool]] = {}
    for one in found:
        pearson = one.coefficients.get("pearson")
        if one.level == "sentence" and pearson is not None and pearson.p < _SIGNIFICANT:
            signs.setdefault((one.aspect, one.metric), set()).add(pearson.value > 0)
    both = [f"{metric} ({aspect})" for (aspect, metric), own in signs.items() if len(own) == 2]
    if not both:
        return []
    more = f" and {len(both) - 5} more" if len(both) > 5 else ""
    return [f"positive in one group and negative in another, each with p < 0.05: {', '.join(both[:5])}{more}"]


@dataclass(frozen=True, slots=True)
class _Part:
    """One aspect at one level with one set of references."""

    level: str
    aspect: str
    references: str
    marks: FloatArray
    columns: Sequence[Column]
    ratings: RatedOutputs
    settings: Settings

    def sentences(self, group: Group, pairs: list[Pair]) -> list[Correlation]:
        """Return the coefficients over single outputs; for the group of all outputs, record pairs too."""
        values = np.array([column.values[group.rows] for column in self.columns])
        marks = self.marks[group.rows]
        codes = self.ratings.sentence_codes[group.rows]
        if self.settings.by_sentence and len(set(codes.tolist())) > 1:
            clusters = np.unique(codes, return_inverse=True)[1]
        else:
            clusters = np.arange(len(group.rows))
        weights = self._weights(int(clusters.max(initial=-1)) + 1)

        def resampled(kind: str) -> FloatArray:
            return sampled(kind, values, marks, clusters, weights)

        return self._measured(group.grouping, group.name, values, marks, resampled, pairs)

    def systems(self, rows: NDArray[np.intp], pairs: list[Pair]) -> list[Correlation]:
        """Return the coefficients over systems: mean ratings against scores of all outputs of a system."""
        codes = self.ratings.system_codes
        own = [rows[codes[rows] == code] for code in np.unique(codes[rows])]
        if len(own) < _LEAST:
            return []
        # Places of sentences that have no complete output are meaningless, but only complete outputs are looked up.
        sentences = np.unique(self.ratings.sentence_codes[rows])
        places = np.searchsorted(sentences, self.ratings.sentence_codes)
        every = np.ones((1, len(sentences)))

        def scores(weights: FloatArray) -> tuple[FloatArray, FloatArray]:
            drawn = [weights[:, places[each]] for each in own]
            marks = [w @ self.marks[each] / np.maximum(w.sum(axis=1), 1) for w, each in zip(drawn, own, strict=True)]
            return np.array([column.of_systems(own, drawn) for column in self.columns]), np.column_stack(marks)

        values, marks = scores(every)
        drawn_values, drawn_marks = scores(self._weights(len(sentences)))

        def resampled(kind: str) -> FloatArray:
            # A resample without any output of some system has no score of this system, and is left out.
            there = ~np.isnan(drawn_values).any(axis=(0, 2))
            return np.column_stack([sampled_points(kind, one[there], drawn_marks[there]) for one in drawn_values])

        return self._measured("all", "", values[:, 0], marks[0], resampled, pairs)

    def _weights(self, clusters: int) -> FloatArray:
        if not self.settings.samples or clusters < 2:
            return np.ones((0, max(clusters, 1)))
        return np.concatenate([*bootstrap_weights(clusters, self.settings.samples, self.settings.seed)])

    def _measured(
        self,
        grouping: str,
        group: str,
        values: FloatArray,
        marks: FloatArray,
        resampled: Callable[[str], FloatArray],
        pairs: list[Pair],
    ) -> list[Correlation]:
        settings, count = self.settings, len(marks)
        if count < _LEAST:
            return []
        kinds: dict[str, list[Coefficient]] = {}
        for kind in settings.coefficients:
            found = correlations(kind, values, marks)
            intervals = self._intervals(resampled(kind)) if settings.samples else [None] * len(values)
            by_permutation = self._permuted(kind, values, marks)
            kinds[kind] = [
                Coefficient(float(found[place]), intervals[place], p_value(kind, one, marks), by_permutation[place])
                for place, one in enumerate(values)
            ]
        beaten = self._compared(grouping, values, marks, pairs)
        return [
            Correlation(
                *(self.level, self.aspect, self.references, grouping, group, column.name, count),
                {kind: own[place] for kind, own in kinds.items()},
                beaten[place],
            )
            for place, column in enumerate(self.columns)
        ]

    def _intervals(self, drawn: FloatArray) -> list[Interval | None]:
        ends = (1 - self.settings.confidence) / 2, (1 + self.settings.confidence) / 2
        found: list[Interval | None] = []
        for column in drawn.T:
            there = column[~np.isnan(column)]
            found.append(Interval(*map(float, np.quantile(there, ends))) if len(there) else None)
        return found

    def _permuted(self, kind: str, values: FloatArray, marks: FloatArray) -> list[float | None]:
        if not self.settings.samples or kind == "kendall":
            return [None] * len(values)
        if kind == "spearman":
            values, marks = stats.rankdata(values, axis=1), stats.rankdata(marks)
        found: list[float | None] = [*permuted(values, marks, self.settings.samples, self.settings.seed).tolist()]
        return found

    def _compared(self, grouping: str, values: FloatArray, marks: FloatArray, pairs: list[Pair]) -> list[bool | None]:
        """Return for each metric whether another one beats it; for the group of all outputs, record every pair."""
        count = len(marks)
        own = correlations("pearson", values, marks)
        if len(values) < 2 or count < 4:
            return [None] * len(values)
        # Metrics with negative coefficients are reversed, because distances from 0 are compared.
        turned = values * np.where(own < 0, -1.0, 1.0)[:, np.newaxis]
        between = np.array([correlations("pearson", turned, one) for one in turned])
        size = np.abs(own)
        p = williams(size[:, np.newaxis], size[np.newaxis], between, count)  # [row is farther than column]
        with np.errstate(invalid="ignore"):
            beaten = np.atleast_1d((p < _SIGNIFICANT).any(axis=0)).tolist()
        if grouping == "all":
            p_swapped = None
            if self.settings.samples:
                p_swapped = swapped(turned, marks, self.settings.samples, self.settings.seed)
            order = sorted(range(len(values)), key=lambda place: (-np.nan_to_num(size[place], nan=-1), place))
            for position, one in enumerate(order):
                for other in order[position + 1 :]:
                    pairs.append(
                        Pair(
                            *(self.level, self.aspect, self.references),
                            *(self.columns[one].name, self.columns[other].name),
                            float(between[one, other] * np.sign(own[one] or 1) * np.sign(own[other] or 1)),
                            float(p[one, other]),
                            None if p_swapped is None else float(p_swapped[one, other]),
                        )
                    )
        return [None if np.isnan(value) else bool(found) for value, found in zip(own, beaten, strict=True)]
