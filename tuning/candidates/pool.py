"""The pool: all distinct candidates of all iterations, on disk in columns.

Files only ever grow at their end, one block of rows per iteration. So a checkpoint needs only the list of blocks. On
opening, bytes after the last block (from a killed process) are cut off, and a block that has changed since is refused
by its checksum. The files are memory-mapped: the operating system keeps in memory what fits.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import Any, BinaryIO, Final

import numpy as np
from numpy.typing import NDArray

from simplifier.base.errors import FormatError, InputError
from simplifier.base.writing import sync_folder

__all__ = ["ANEW", "GO_ON", "CandidatePool", "PoolBlock", "distinct_keys"]

#: What messages advise about damaged files, and about files that cannot be written.
ANEW: Final = "start the run anew (--overwrite)"
GO_ON: Final = "make room, then go on with --resume, or start again where no iteration is done yet"

#: An odd number, so that its multiples modulo 2^64 differ for all sentences.
_SPREAD: Final = np.uint64(0x9E3779B97F4A7C15)
_READ_AT_ONCE: Final = 1 << 24  # bytes


def distinct_keys(keys: NDArray[np.uint64], sentences: NDArray[np.int32]) -> NDArray[np.uint64]:
    """Return keys that also depend on the sentence: equal candidates of two sentences get different keys."""
    return keys ^ (sentences.astype(np.uint64) + np.uint64(1)) * _SPREAD


@dataclass(frozen=True, slots=True)
class PoolBlock:
    """The rows that one iteration added.

    Attributes:
        rows: number of candidates.
        checksums: CRC-32 of the bytes of the block, by the name of the column.
    """

    rows: int
    checksums: dict[str, int]


class CandidatePool:
    """Candidates of a development set, each with features, summands of the metric and a sentence score.

    Args:
        folder: the folder of the files, one per column.
        features: number of features of a candidate.
        summands: number of summands of a candidate.
        blocks: the blocks of the iterations so far; the files are cut to them.
        keep: use only the candidates that the last ``keep`` iterations added; 0 uses all.

    Raises:
        FormatError: a file is missing, or does not hold what its blocks say.
        InputError: a file cannot be written.
    """

    def __init__(
        self, folder: Path, features: int, summands: int, blocks: Sequence[PoolBlock] = (), keep: int = 0
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
        self.blocks = list(blocks)
        self._open_block()
        folder.mkdir(parents=True, exist_ok=True)
        for name in self._columns:
            self._cut(name)
        self._known = np.empty(0, dtype=np.uint64)
        self._refresh()

    def __len__(self) -> int:
        """Return the number of candidates in use."""
        return len(self.sentences)

    @property
    def iterations(self) -> list[int]:
        """Number of rows on disk after each iteration."""
        return list(accumulate(block.rows for block in self.blocks))

    def is_new(self, keys: NDArray[np.uint64]) -> NDArray[np.bool_]:
        """Return which keys are not in the pool, [keys]."""
        if not len(self._known):
            return np.ones(len(keys), dtype=np.bool_)
        places = np.minimum(np.searchsorted(self._known, keys), len(self._known) - 1)
        return np.asarray(self._known[places] != keys)

    def append(self, columns: Mapping[str, NDArray[Any]]) -> None:
        """Write candidates; they come into use with `end_iteration`.

        Args:
            columns: the values of the candidates, by the name of the column; all have the same number of rows.

        Raises:
            InputError: a file cannot be written.
        """
        for name, (dtype, _) in self._columns.items():
            data = np.ascontiguousarray(columns[name], dtype=dtype).data.cast("B")
            try:
                with self._path(name).open("ab") as stream:
                    stream.write(data)
            except OSError as error:
                raise _unwritable(self._path(name), error) from None
            self._checksums[name] = zlib.crc32(data, self._checksums[name])
        self._rows += len(columns["keys"])

    def end_iteration(self) -> None:
        """Sync to disk what was appended since the last iteration, and take it into use.

        Raises:
            InputError: a file cannot be written.
        """
        for name in self._columns:
            try:
                with self._path(name).open("ab") as stream:
                    os.fsync(stream.fileno())
            except OSError as error:
                raise _unwritable(self._path(name), error) from None
        sync_folder(self._folder)
        self.blocks.append(PoolBlock(self._rows, self._checksums))
        self._open_block()
        self._refresh()

    def close(self, remove: bool) -> None:
        """Let go of the files, and remove them if ``remove``."""
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

    def _open_block(self) -> None:
        self._rows = 0
        self._checksums = dict.fromkeys(self._columns, 0)

    def _cut(self, name: str) -> None:
        """Check that a column holds its blocks, and cut off what comes after them."""
        path = self._path(name)
        dtype, width = self._columns[name]
        try:
            with path.open("r+b" if self.blocks else "wb") as stream:
                for number, block in enumerate(self.blocks):
                    size = block.rows * width * dtype.itemsize
                    if _checksum(stream, size) != block.checksums[name]:
                        raise FormatError(path, f"is damaged among the candidates of iteration {number}; {ANEW}")
                stream.truncate()
        except FileNotFoundError:
            raise FormatError(path, f"is missing; {ANEW}") from None
        except OSError as error:
            raise _unwritable(path, error) from None

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}.bin"

    def _refresh(self) -> None:
        count = len(self.blocks)
        stop = self.iterations[-1] if count else 0
        start = self._first_row(count)
        self.features: NDArray[np.float32] = self._view("features", start, stop)
        self.summands: NDArray[np.float32] = self._view("summands", start, stop)
        self.scores: NDArray[np.float64] = self._view("scores", start, stop)
        self.sentences: NDArray[np.int32] = self._view("sentences", start, stop)
        # Rows that go out of use at the end of the next iteration do not count as known: a candidate among them
        # that the next iteration finds again must be added again, or it would be missing then.
        self._known = np.sort(np.asarray(self._view("keys", self._first_row(count + 1), stop)))
        # Rows sorted by sentence; the sort is stable, so that the older of two rows of a sentence comes first.
        self.order = np.argsort(self.sentences, kind="stable")
        self.sorted_sentences = np.asarray(self.sentences)[self.order]
        self.present, self.starts, self.sizes = np.unique(self.sorted_sentences, return_index=True, return_counts=True)

    def _first_row(self, count: int) -> int:
        """Return the first row in use after ``count`` iterations."""
        return self.iterations[count - self._keep - 1] if 0 < self._keep < count else 0

    def _view(self, name: str, start: int, stop: int) -> Any:
        dtype, width = self._columns[name]
        shape: tuple[int, ...] = (stop, width) if name in ("features", "summands") else (stop,)
        if stop == 0:
            return np.empty(shape, dtype=dtype)
        return np.memmap(self._path(name), dtype=dtype, mode="r", shape=shape)[start:]


def _checksum(stream: BinaryIO, size: int) -> int | None:
    """Return the CRC-32 of the next ``size`` bytes of a file; None if there are fewer."""
    found = 0
    while size:
        data = stream.read(min(size, _READ_AT_ONCE))
        if not data:
            return None
        found = zlib.crc32(data, found)
        size -= len(data)
    return found


def _unwritable(path: Path, error: OSError) -> InputError:
    return InputError(f"{path}: cannot be written ({error.strerror or error}); {GO_ON}")
