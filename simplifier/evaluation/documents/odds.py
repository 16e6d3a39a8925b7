"""Which words are commoner on one side of a corpus: odds ratios with Pearson's chi-square.

For a word counted a times among the n words of one side and b times among the m of the other, the odds ratio
is (a / (n - a)) / (b / (m - b)), half a count added to each of the four cells where one is 0 (Haldane 1956).
The test is that of the two by two table, without correction, one degree of freedom.
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
        name: it.
        source: how often the source side has it.
        target: how often the target side has it.
        ratio: odds on the target side over those on the source side; above 1 it is commoner in simple text.
        chi_square: of the two by two table.
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
    """Compare one name.

    Args:
        name: it.
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
    """Compare all names that stand often enough and differ, those of the simple side first.

    Args:
        source: counts of the source side.
        target: counts of the target side.
        least: of both sides together.
        most_p: p above which a difference is left out.
        totals: of both sides; the sums of the counts if None.
    """
    sources, targets = totals or (source.total(), target.total())
    found = [
        odds_ratio(name, source[name], sources, target[name], targets)
        for name in sorted(source.keys() | target.keys())
        if source[name] + target[name] >= least
    ]
    return sorted((one for one in found if one.p <= most_p), key=lambda one: -one.ratio)
