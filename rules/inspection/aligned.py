"""Rows of text in columns, for people who read a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

__all__ = ["aligned"]

_WIDEST = 48


def aligned(rows: Sequence[Sequence[str]], widest: int = _WIDEST) -> Iterator[str]:
    """Yield rows with their cells padded to the width of the column; no column is wider than ``widest``."""
    widths = [min(max(len(row[place]) for row in rows), widest) for place in range(len(rows[0]))]
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
