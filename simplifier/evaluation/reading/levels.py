"""A level of the CEFR by the words of a text, roughly.

A level is that of the words that most of the text keeps to: the lowest one under whose limit 95 of 100 words
lie. 95 % is the share of known words that Laufer (1989) found readers to need. The limits are on the scale of
Maddela and Xu (2018), 1 (very simple) to 6 (very complex), and set by hand: no text of the CEFR was read.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

__all__ = ["COVERAGE", "WORD_LIMITS", "word_level"]

#: Highest complexity of a word by level.
WORD_LIMITS: Final = {"A1": 2.4, "A2": 2.75, "B1": 3.1, "B2": 3.6, "C1": 4.2}
#: Share of the words that lies under the limit.
COVERAGE: Final = 0.95


def word_level(complexities: Iterable[float]) -> str | None:
    """Return the level of words, ``C2`` above all limits; None without words.

    Args:
        complexities: of all words whose complexity is known, function words as 1.
    """
    values = list(complexities)
    if not values:
        return None
    for level, limit in WORD_LIMITS.items():
        if sum(value <= limit for value in values) >= COVERAGE * len(values):
            return level
    return "C2"
