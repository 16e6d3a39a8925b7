"""How far two readers agree who marked the same things."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

__all__ = ["Agreement", "agreement"]


class Agreement(NamedTuple):
    """How many things two readers marked, how many alike, and Cohen's kappa (1 always, 0 as by chance)."""

    number: int
    alike: int
    kappa: float


def agreement(marks: Iterable[tuple[str, str]]) -> Agreement:
    """Compare the marks of two readers (Cohen 1960).

    Kappa is nan where there is nothing to agree on: no marks, or both readers gave one and the same to all.

    Args:
        marks: of each thing, the first reader's and the second's.
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
