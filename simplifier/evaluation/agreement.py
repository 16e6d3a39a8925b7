"""Agreement between readers who marked the same things."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["Agreement", "agreement", "intraclass_correlation", "weighted_kappa"]


class Agreement(NamedTuple):
    """How many things two readers marked, how many alike, and Cohen's kappa (1: always alike; 0: as by chance)."""

    number: int
    alike: int
    kappa: float


def agreement(marks: Iterable[tuple[str, str]]) -> Agreement:
    """Compare the marks of two readers (Cohen 1960).

    Kappa is nan if there is nothing to agree on: no marks at all, or one mark that both readers gave to everything.

    Args:
        marks: the marks of each thing, the first reader's and the second's.
    """
    pairs = Counter(marks)
    count = pairs.total()
    alike = sum(number for (one, other), number in pairs.items() if one == other)
    first: Counter[str] = Counter()
    second: Counter[str] = Counter()
    for (one, other), number in pairs.items():
        first[one] += number
        second[other] += number
    by_chance = sum(number * second[mark] for mark, number in first.items())
    free = count * count - by_chance
    return Agreement(count, alike, (count * alike - by_chance) / free if free else float("nan"))


def weighted_kappa(marks: Iterable[tuple[int, int]]) -> float:
    """Compare two readers' marks on a scale: kappa with squared distances as weights (Cohen 1968).

    1: always alike; 0: as by chance; nan if there is nothing to agree on: no marks at all, or one mark everywhere.

    Args:
        marks: the marks of each thing, the first reader's and the second's.
    """
    pairs = np.array([*marks], dtype=np.float64).reshape(-1, 2)
    if not len(pairs):
        return float("nan")
    first, second = pairs.T
    observed = np.square(first - second).mean()
    # The mean of (x - y)^2 over all pairs of a mark of the first and one of the second.
    by_chance = first.var() + second.var() + (first.mean() - second.mean()) ** 2
    return float(1 - observed / by_chance) if by_chance else float("nan")


def intraclass_correlation(marks: NDArray[np.float64]) -> float:
    """Return ICC(2,k): the reliability of the mean of these readers' marks, as if they were drawn from many readers.

    Two-way random effects, absolute agreement. 1 at best; nan with fewer than two things or readers, or if all
    marks are the same.

    Source: Shrout and Fleiss (1979), Intraclass correlations: uses in assessing rater reliability.

    Args:
        marks: [things, readers].
    """
    things, readers = marks.shape
    if things < 2 or readers < 2:
        return float("nan")
    mean, of_things, of_readers = marks.mean(), marks.mean(axis=1), marks.mean(axis=0)
    between_things = readers * np.square(of_things - mean).sum() / (things - 1)
    between_readers = things * np.square(of_readers - mean).sum() / (readers - 1)
    rest = marks - of_things[:, np.newaxis] - of_readers + mean
    error = np.square(rest).sum() / ((things - 1) * (readers - 1))
    whole = between_things + (between_readers - error) / things
    return float((between_things - error) / whole) if whole > 0 else float("nan")
