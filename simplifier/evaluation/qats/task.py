"""Labelled pairs of QATS 2016: a sentence, its rewriting, and a label by people for each aspect."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from simplifier.base.errors import FormatError
from simplifier.base.reading import text_lines
from simplifier.estimation.model import ASPECTS, LABELS, MARKS

__all__ = ["ASPECTS", "LABELS", "MARKS", "LabelledPairs", "overall_of", "read_labelled_pairs"]

_COLUMNS: Final = ("original", "simplified", *ASPECTS)


@dataclass(frozen=True)
class LabelledPairs:
    """A part of the task.

    Attributes:
        pairs: sources with their rewritings.
        labels: indices of the labels (`LABELS`), int64 [pairs, aspects].
    """

    pairs: Sequence[tuple[str, str]]
    labels: NDArray[np.int64]

    @property
    def marks(self) -> NDArray[np.float64]:
        """The labels as marks 0, 50 and 100, [pairs, aspects]."""
        return np.array(MARKS)[self.labels]

    @property
    def groups(self) -> NDArray[np.int64]:
        """The number of each pair's source, [pairs]. Folds must keep the pairs of a source together."""
        number: dict[str, int] = {}
        return np.array([number.setdefault(source, len(number)) for source, _ in self.pairs], dtype=np.int64)


def read_labelled_pairs(path: Path) -> LabelledPairs:
    """Read a table: original, simplified, and a label for each aspect, between tabs, with a header line.

    Raises:
        InputError: the file cannot be read.
        FormatError: a column is missing, a row has too many or too few cells, or a label is not bad, ok or good.
    """
    lines = text_lines(path)
    header = next(lines, "").rstrip("\n").split("\t")
    missing = [name for name in _COLUMNS if name not in header]
    if missing:
        raise FormatError(path, f"no column {missing[0]!r}; needs {', '.join(_COLUMNS)}", 1)
    places = [header.index(name) for name in _COLUMNS]
    pairs, labels = [], []
    for number, line in enumerate(lines, 2):
        fields = line.rstrip("\n").split("\t")
        if len(fields) != len(header):
            raise FormatError(path, f"{len(fields)} columns where the header has {len(header)}", number)
        source, output, *given = (fields[place] for place in places)
        wrong = [label for label in given if label not in LABELS]
        if wrong:
            raise FormatError(path, f"label {wrong[0]!r} is none of {', '.join(LABELS)}", number)
        pairs.append((source, output))
        labels.append([LABELS.index(label) for label in given])
    return LabelledPairs(pairs, np.array(labels, dtype=np.int64).reshape(-1, len(ASPECTS)))


def overall_of(labels: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the overall label by the rule of the task.

    The label is good if all three are good, bad if meaning or simplicity is bad, and ok otherwise.

    Args:
        labels: labels of grammaticality, meaning and simplicity [pairs, 3].
    """
    bad = (labels[:, 1:3] == 0).any(axis=1)
    good = (labels[:, :3] == 2).all(axis=1)
    return np.where(bad, 0, np.where(good, 2, 1)).astype(np.int64)
