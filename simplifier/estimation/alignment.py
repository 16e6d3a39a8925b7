"""The alignment of two rows of words with fewest edits: words kept, exchanged, deleted and inserted.

The number of edits is the Levenshtein distance (1966). Among alignments with equally few edits, the choice is made from
the end of both rows: a word is kept or exchanged rather than deleted, and deleted rather than inserted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["Alignment", "align", "common_length"]


@dataclass(frozen=True, slots=True)
class Alignment:
    """Alignment of a source and an output. All places count from 0 and are in order.

    Attributes:
        kept: places (source, output) of equal words.
        exchanged: places (source, output) of different words that replace each other.
        deleted: places in the source of words that are gone.
        inserted: places in the output of words that are new.
    """

    kept: list[tuple[int, int]]
    exchanged: list[tuple[int, int]]
    deleted: list[int]
    inserted: list[int]

    @property
    def edits(self) -> int:
        """The number of edits, the least possible."""
        return len(self.exchanged) + len(self.deleted) + len(self.inserted)


def align(source: Sequence[str], output: Sequence[str]) -> Alignment:
    """Align two rows of words with the fewest edits; words that both begin or end with are kept."""
    # A common beginning and end can always be kept without more edits, and most pairs have them. So the table below,
    # whose size is the product of the lengths, covers only the middle.
    start = 0
    shortest = min(len(source), len(output))
    while start < shortest and source[start] == output[start]:
        start += 1
    end = 0
    while end < shortest - start and source[-1 - end] == output[-1 - end]:
        end += 1
    rows, columns = source[start : len(source) - end], output[start : len(output) - end]
    kept, exchanged, deleted, inserted = _backwards(rows, columns, _costs(rows, columns))
    ends = range(end, 0, -1)
    return Alignment(
        [(place, place) for place in range(start)]
        + [(one + start, other + start) for one, other in kept]
        + [(len(source) - left, len(output) - left) for left in ends],
        [(one + start, other + start) for one, other in exchanged],
        [place + start for place in deleted],
        [place + start for place in inserted],
    )


def _costs(rows: Sequence[str], columns: Sequence[str]) -> list[list[int]]:
    """Return the least number of edits from every beginning of the rows to every beginning of the columns."""
    table = [list(range(len(columns) + 1))]
    for number, word in enumerate(rows, 1):
        above, left = table[-1], number
        line = [number]
        append = line.append
        for place, other in enumerate(columns):
            best = above[place] if word == other else above[place] + 1
            if above[place + 1] + 1 < best:
                best = above[place + 1] + 1
            if left + 1 < best:
                best = left + 1
            append(best)
            left = best
        table.append(line)
    return table


def _backwards(
    rows: Sequence[str], columns: Sequence[str], table: Sequence[Sequence[int]]
) -> tuple[list[tuple[int, int]], list[tuple[int, int]], list[int], list[int]]:
    kept: list[tuple[int, int]] = []
    exchanged: list[tuple[int, int]] = []
    deleted: list[int] = []
    inserted: list[int] = []
    row, column = len(rows), len(columns)
    while row or column:
        cost = table[row][column]
        if row and column:
            same = rows[row - 1] == columns[column - 1]
            if cost == table[row - 1][column - 1] + (not same):
                row, column = row - 1, column - 1
                (kept if same else exchanged).append((row, column))
                continue
        if row and cost == table[row - 1][column] + 1:
            row -= 1
            deleted.append(row)
        else:
            column -= 1
            inserted.append(column)
    return kept[::-1], exchanged[::-1], deleted[::-1], inserted[::-1]


def common_length(source: Sequence[str], output: Sequence[str]) -> int:
    """Return the length of the longest common subsequence of two rows of words."""
    line = [0] * (len(output) + 1)  # one row of the table is enough; `before` is the cell above, one to the left
    for word in source:
        before = 0
        for place, other in enumerate(output, 1):
            above = line[place]
            line[place] = before + 1 if word == other else max(above, line[place - 1])
            before = above
    return line[-1]
