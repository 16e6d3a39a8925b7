"""Feature fields of grammar lines: ``Name=value ...`` with values that may be ``NA``, read by the column."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from rules.batch import FloatColumn

__all__ = ["LabelledFields", "parse_number"]


def parse_number(text: str) -> float:
    """Return a feature value; ``NA`` is NaN (missing).

    Raises:
        ValueError: neither a finite number nor ``NA``.
    """
    if text == "NA":
        return math.nan
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(f"expected a finite number or NA, not {text!r}")
    return value


class LabelledFields:
    """Parses the feature fields of one file into columns.

    Nearly every line of a grammar names the same features in the same order, so the first line becomes a
    pattern that takes all values of a line in one match; lines of another shape are read name by name.
    """

    def __init__(self, names: dict[str, str] | None = None) -> None:
        """``names`` maps names of the file to registered names; others are kept as they are."""
        self._renamed = names or {}
        self._pattern: re.Pattern[str] | None = None
        self._order: list[str] = []

    def columns(self, fields: Sequence[str]) -> tuple[dict[str, FloatColumn], dict[int, str]]:
        """Return the columns of a block of fields and the problems by position (their values are NaN)."""
        problems: dict[int, str] = {}
        if self._pattern is None and fields:
            self._learn(fields[0])
        regular: list[tuple[str, ...]] = []
        positions: list[int] = []
        columns: dict[str, FloatColumn] = {}
        for name in self._order:
            self._column(columns, name, len(fields))
        for position, text in enumerate(fields):
            match = self._pattern.fullmatch(text) if self._pattern is not None else None
            if match is not None:
                regular.append(match.groups())
                positions.append(position)
                continue
            try:
                values = self._pairs(text)
            except ValueError as error:
                problems[position] = str(error)
                continue
            for name, value in values.items():
                self._column(columns, name, len(fields))[position] = value
        if regular:
            self._store(columns, regular, positions, problems, len(fields))
        return columns, problems

    def _store(
        self,
        columns: dict[str, FloatColumn],
        regular: list[tuple[str, ...]],
        positions: list[int],
        problems: dict[int, str],
        rows: int,
    ) -> None:
        numbers, broken = _matrix(regular)
        problems.update((positions[row], problem) for row, problem in broken.items())
        places = np.array(positions)
        for index, name in enumerate(self._order):
            self._column(columns, name, rows)[places] = numbers[:, index]

    @staticmethod
    def _column(columns: dict[str, FloatColumn], name: str, rows: int) -> FloatColumn:
        if name not in columns:
            columns[name] = np.full(rows, np.nan, dtype=np.float32)
        return columns[name]

    def _learn(self, text: str) -> None:
        try:
            values = self._pairs(text)
        except ValueError:
            return
        names = [item.rpartition("=")[0] for item in text.split()]
        if names:
            self._order = list(values)
            self._pattern = re.compile(r"\s+".join(re.escape(name) + r"=(\S+)" for name in names))

    def _pairs(self, text: str) -> dict[str, float]:
        values: dict[str, float] = {}
        for item in text.split():
            name, equals, number = item.rpartition("=")
            if not (name and equals):
                raise ValueError(f"expected features as Name=value, not {item!r}")
            name = self._renamed.get(name, name)
            if name in values:
                raise ValueError(f"expected every feature once, {name!r} stands twice")
            try:
                values[name] = parse_number(number)
            except ValueError:
                raise ValueError(f"expected a number or NA in {item!r}") from None
        return values


def _matrix(rows: list[tuple[str, ...]]) -> tuple[NDArray[np.float64], dict[int, str]]:
    try:
        numbers = np.array(rows, dtype=np.float64)
        if np.isfinite(numbers).all():
            return numbers, {}
    except ValueError:  # NA somewhere, or a broken number: the slow way finds out which
        pass
    numbers = np.full((len(rows), len(rows[0])), np.nan)
    broken = {}
    for index, row in enumerate(rows):
        try:
            numbers[index] = [parse_number(text) for text in row]
        except ValueError as error:
            broken[index] = f"expected a number or NA as feature value ({error})"
    return numbers, broken
