"""The pool: all distinct candidates of all iterations, on disk in columns.

Files only ever grow at their end, an iteration at a time, so a checkpoint is a number of rows: whatever a
killed process wrote after it is cut off again. They are memory-mapped; the system keeps in memory what fits.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from base.errors import FormatError

__all__ = ["CandidatePool", "distinct_keys"]

_SPREAD: Final = np.uint64(0x9E3779B97F4A7C15)


def distinct_keys(keys: NDArray[np.uint64], sentences: NDArray[np.int32]) -> NDArray[np.uint64]:
    """Return keys that differ between sentences too."""
    return keys ^ (sentences.astype(np.uint64) + np.uint64(1)) * _SPREAD


class CandidatePool:
    """Candidates of a development set, each with features, summands of the metric and a sentence score.

    Args:
        folder: where the columns are.
        features: number of features.
        summands: number of summands.
        iterations: numbers of rows after each iteration so far; the files are cut to the last.
        keep: use only the candidates added in so many last iterations; 0 is all of them.
    """

    def __init__(
        self, folder: Path, features: int, summands: int, iterations: list[int] | None = None, keep: int = 0
    ) -> None:
        self._columns: dict[str, tuple[np.dtype[Any], int]] = {
            "features": (np.dtype(np.float32), features),
            "summands": (np.dtype(np.float32), summands),
            "scores": (np.dtype(np.float64), 1),
            "sentences": (np.dtype(np.int32), 1),
            "keys": (np.dtype(np.uint64), 1),
        }
        self._folder = folder
        self._keep = keep
        self.iterations = list(iterations or [])
        folder.mkdir(parents=True, exist_ok=True)
        rows = self.iterations[-1] if self.iterations else 0
        for name, (dtype, width) in self._columns.items():
            path = self._path(name)
            wanted = rows * width * dtype.itemsize
            if rows == 0:
                path.write_bytes(b"")
            elif not path.exists() or path.stat().st_size < wanted:
                raise FormatError(path, "holds less than its checkpoint says; start again without --resume")
            else:
                with path.open("r+b") as stream:
                    stream.truncate(wanted)
        self._known = np.empty(0, dtype=np.uint64)
        self._refresh()

    def __len__(self) -> int:
        """Return the number of candidates in use."""
        return len(self.sentences)

    def is_new(self, keys: NDArray[np.uint64]) -> NDArray[np.bool_]:
        """Return which keys are not in the pool."""
        if not len(self._known):
            return np.ones(len(keys), dtype=np.bool_)
        places = np.minimum(np.searchsorted(self._known, keys), len(self._known) - 1)
        return np.asarray(self._known[places] != keys)

    def append(self, columns: Mapping[str, NDArray[Any]]) -> None:
        """Write candidates; they come into use with `end_iteration`."""
        for name, (dtype, _) in self._columns.items():
            with self._path(name).open("ab") as stream:
                np.ascontiguousarray(columns[name], dtype=dtype).tofile(stream)

    def end_iteration(self) -> None:
        """Take what was appended since the last iteration into use."""
        size = self._path("sentences").stat().st_size
        self.iterations.append(size // self._columns["sentences"][0].itemsize)
        self._refresh()

    def close(self, remove: bool) -> None:
        """Let go of the files, and remove them."""
        for name, (dtype, width) in self._columns.items():
            if name != "keys":
                setattr(self, name, np.empty((0, width) if width > 1 else 0, dtype=dtype))
            if remove:
                self._path(name).unlink()
        if remove:
            self._folder.rmdir()

    @staticmethod
    def row_bytes(features: int, summands: int) -> int:
        """Return the bytes that a candidate takes on disk."""
        return 4 * (features + summands) + 8 + 4 + 8

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}.bin"

    def _refresh(self) -> None:
        count = len(self.iterations)
        stop = self.iterations[-1] if count else 0
        start = self._first_row(count)
        self.features: NDArray[np.float32] = self._view("features", start, stop)
        self.summands: NDArray[np.float32] = self._view("summands", start, stop)
        self.scores: NDArray[np.float64] = self._view("scores", start, stop)
        self.sentences: NDArray[np.int32] = self._view("sentences", start, stop)
        # Rows that the next iteration drops are not known any more: what it finds of them again is added.
        self._known = np.sort(np.asarray(self._view("keys", self._first_row(count + 1), stop)))
        # Rows in the order of their sentences, older first.
        self.order = np.argsort(self.sentences, kind="stable")
        self.sorted_sentences = np.asarray(self.sentences)[self.order]
        self.present, self.starts, self.sizes = np.unique(
            self.sorted_sentences, return_index=True, return_counts=True
        )

    def _first_row(self, count: int) -> int:
        """Return the first row in use after so many iterations."""
        return self.iterations[count - self._keep - 1] if 0 < self._keep < count else 0

    def _view(self, name: str, start: int, stop: int) -> Any:
        dtype, width = self._columns[name]
        shape: tuple[int, ...] = (stop, width) if name in ("features", "summands") else (stop,)
        if stop == 0:
            return np.empty(shape, dtype=dtype)
        return np.memmap(self._path(name), dtype=dtype, mode="r", shape=shape)[start:]
