"""Words that are commoner on one side of a corpus: odds ratios with Pearson's chi-square.

For a word that is a of the n words on one side and b of the m words on the other, the odds ratio is
(a / (n - a)) / (b / (m - b)). If any of the four counts is 0, half a count is added to each (Haldane 1956). The test is
that of the two by two table, without correction, with one degree of freedom.
"""

from __future__ import annotations

import math
from collections import Counter
from typing import NamedTuple

from scipy.stats import chi2

__all__ = ["Odds", "odds_ratio", "odds_table"]


class Odds(NamedTuple):
    """A word, or a pattern, on both sides.

    Attributes:
        name: the word or pattern.
        source: its count on the source side.
        target: its count on the target side.
        ratio: odds on the target side over those on the source side; above 1 it is commoner in simple text.
        chi_square: statistic of the two by two table.
        p: probability of so large a value by chance.
    """

    name: str
    source: int
    target: int
    ratio: float
    chi_square: float
    p: float

    @property
    def log_ratio(self) -> float:
        """The natural logarithm of the ratio."""
        return math.log(self.ratio)


def odds_ratio(name: str, source: int, sources: int, target: int, targets: int) -> Odds:
    """Compare one word or pattern.

    Args:
        name: the word or pattern.
        source: its count on the source side.
        sources: all counts of that side.
        target: its count on the target side.
        targets: all counts of that side.

    Raises:
        ValueError: a count above the total.
    """
    a, b, c, d = target, targets - target, source, sources - source
    if min(a, b, c, d) < 0:
        raise ValueError(f"{name}: counted {source} of {sources} and {target} of {targets}")
    half = 0.5 if 0 in (a, b, c, d) else 0.0
    ratio = (a + half) * (d + half) / ((b + half) * (c + half))
    rows = (a + b) * (c + d) * (a + c) * (b + d)
    value = (a * d - b * c) ** 2 * (a + b + c + d) / rows if rows else 0.0
    return Odds(name, source, target, ratio, value, float(chi2.sf(value, 1)))


def odds_table(
    source: Counter[str],
    target: Counter[str],
    least: int = 20,
    most_p: float = 0.001,
    totals: tuple[int, int] | None = None,
) -> list[Odds]:
    """Return the names that are frequent enough and differ between the sides, those of the simple side first.

    Args:
        source: counts of the source side.
        target: counts of the target side.
        least: least count, on both sides together.
        most_p: highest p-value of a difference that is kept.
        totals: totals of both sides; None for the sums of the counts.
    """
    sources, targets = totals or (source.total(), target.total())
    found = [
        odds_ratio(name, source[name], sources, target[name], targets)
        for name in sorted(source.keys() | target.keys())
        if source[name] + target[name] >= least
    ]
    return sorted((one for one in found if one.p <= most_p), key=lambda one: -one.ratio)
