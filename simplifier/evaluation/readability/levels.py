"""A rough CEFR level of a text by its words.

The level of a text is the lowest level whose limit 95 of 100 words do not exceed; Laufer (1989) found that readers need
to know 95 % of the words. The limits are on the scale of Maddela and Xu (2018), from 1 (very simple) to 6 (very
complex). They were set by hand, without texts graded by the CEFR.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

__all__ = ["COVERAGE", "WORD_LIMITS", "word_level"]

#: Highest complexity of a word at each level.
WORD_LIMITS: Final = {"A1": 2.4, "A2": 2.75, "B1": 3.1, "B2": 3.6, "C1": 4.2}
#: Share of the words that must not exceed the limit.
COVERAGE: Final = 0.95


def word_level(complexities: Iterable[float]) -> str | None:
    """Return the level of words; ``C2`` beyond all limits, None without words.

    Args:
        complexities: complexity of every word that has one; function words have 1.
    """
    values = list(complexities)
    if not values:
        return None
    for level, limit in WORD_LIMITS.items():
        if sum(value <= limit for value in values) >= COVERAGE * len(values):
            return level
    return "C2"
