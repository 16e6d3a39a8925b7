"""Cut a sentence that is too long for the decoder."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

__all__ = ["cut_long"]

# Best places to cut first; within one class the last one that fits is taken.
_CUT_AFTER: Final = (
    frozenset({".", "!", "?", "..."}),
    frozenset({";", ":", "--"}),
    frozenset({",", ")", '"'}),
)


def cut_long(forms: Sequence[str], limit: int) -> list[tuple[int, int]]:
    """Return half-open token spans of at most ``limit`` tokens that cover a sentence.

    A cut is made after a sentence mark, else a colon or dash, else a comma in the later half of each stretch,
    else where the limit falls.
    """
    spans: list[tuple[int, int]] = []
    start = 0
    while len(forms) - start > limit:
        end = start + limit
        earliest = start + max(1, limit // 2)
        for marks in _CUT_AFTER:
            cut = next((at for at in range(end, earliest - 1, -1) if forms[at - 1] in marks), None)
            if cut is not None:
                end = cut
                break
        spans.append((start, end))
        start = end
    spans.append((start, len(forms)))
    return spans
