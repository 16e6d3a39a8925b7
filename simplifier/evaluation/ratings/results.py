"""Results of ratings: means of the systems, and agreement of the raters."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from simplifier.base.terminal import aligned
from simplifier.evaluation.agreement import intraclass_correlation, weighted_kappa
from simplifier.evaluation.ratings.collecting import Collected
from simplifier.evaluation.ratings.scale import ASPECTS
from simplifier.evaluation.significance import Interval, mean_intervals

__all__ = ["SystemMean", "result_lines", "system_means"]


@dataclass(frozen=True, slots=True)
class SystemMean:
    """A system's mean for one aspect.

    Attributes:
        system: name of the system.
        aspect: name of the aspect.
        mean: mean over all raters and sentences, 0-4.
        interval: confidence interval of the mean, over samples of sentences with the same raters.
        z: mean of the standardised marks.
    """

    system: str
    aspect: str
    mean: float
    interval: Interval
    z: float


def system_means(collected: Collected, samples: int = 1000, level: float = 0.95, seed: int = 12345) -> list[SystemMean]:
    """Return the means by system, then by aspect.

    Args:
        collected: the ratings.
        samples: number of bootstrap samples of sentences.
        level: confidence of the intervals, 0-1.
        seed: seed of the bootstrap; all systems share the samples.
    """
    place = {item: number for number, item in enumerate(collected.items)}
    found = []
    for system in collected.systems:
        own = [place[row.item] for row in collected.key if row.name == system]
        by_sentence = collected.marks[own].mean(axis=1)
        intervals = mean_intervals(by_sentence, samples, level, seed)
        z = collected.z[own].mean(axis=(0, 1))
        for number, aspect in enumerate(ASPECTS):
            mean = float(by_sentence[:, number].mean())
            found.append(SystemMean(system, aspect.name, mean, intervals[number], float(z[number])))
    return found


def result_lines(collected: Collected, samples: int = 1000, level: float = 0.95, seed: int = 12345) -> Iterator[str]:
    """Yield the lines of three tables, for raters, systems and agreement; the arguments are those of `system_means`."""
    yield from aligned(
        [
            ["rater", "rated", "checks passed", "counts"],
            *(
                [
                    one.name,
                    f"{one.rated}/{collected.asked}",
                    f"{one.passed}/{one.checks}",
                    "yes" if one.counts else "no",
                ]
                for one in collected.raters
            ),
        ]
    )
    yield ""
    means = system_means(collected, samples, level, seed)
    names = [aspect.name for aspect in ASPECTS]
    rows = [["system", *(cell for name in names for cell in (f"{name} ({level:.0%})", "z"))]]
    for system in collected.systems:
        own = [one for one in means if one.system == system]
        cells = ((f"{one.mean:.2f} ({one.interval.low:.2f}-{one.interval.high:.2f})", f"{one.z:+.2f}") for one in own)
        rows.append([system, *(cell for pair in cells for cell in pair)])
    yield from aligned(rows)
    yield ""
    yield from aligned([["agreement", *names], *_agreement(collected)])
    sentences = len({row.sentence for row in collected.key})
    yield f"{sentences} sentences, {len(collected.items)} different versions, {len(collected.names)} raters"


def _agreement(collected: Collected) -> Iterator[list[str]]:
    aspects = [collected.marks[:, :, number] for number in range(len(ASPECTS))]
    yield ["ICC(2,k)", *(_shown(intraclass_correlation(marks)) for marks in aspects)]
    for first, second in combinations(range(len(collected.names)), 2):
        values = [weighted_kappa(_pairs(marks[:, [first, second]])) for marks in aspects]
        yield [f"kappa {collected.names[first]}, {collected.names[second]}", *map(_shown, values)]


def _pairs(marks: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> list[tuple[int, int]]:
    return [(int(one), int(other)) for one, other in marks]


def _shown(value: float) -> str:
    return "-" if math.isnan(value) else f"{value:.2f}"
