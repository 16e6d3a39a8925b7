"""Numbers in digits."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

__all__ = ["numbers_of"]

_NUMBER: Final = re.compile(r"\d+(?:[.,]\d+)*")


def numbers_of(words: Sequence[str]) -> frozenset[float]:
    """Return the numbers of a phrase; points and commas between digits are taken as one."""
    return frozenset(
        float(re.sub(r"[.,](?=.*[.,])", "", match).replace(",", "."))
        for word in words
        for match in _NUMBER.findall(word)
    )
