"""Numbers for all n-grams of a corpus: equal n-grams get equal numbers, so that counting is array work."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

__all__ = ["NgramIndex"]

IntArray = NDArray[np.int64]


class NgramIndex:
    """Index of the n-grams of many sentences, up to a longest length.

    Numbers are exact, without hashing: different n-grams have different numbers. The n-grams of one length are
    ranked by the number of their first n - 1 symbols, then by their last symbol. Their numbers follow those of
    the n-grams that are one symbol shorter.
    """

    def __init__(self, sentences: Iterable[Sequence[str]], longest: int) -> None:
        words: dict[str, int] = {}
        symbols: list[int] = []
        starts = [0]
        for sentence in sentences:
            symbols.extend([words.setdefault(word, len(words)) for word in sentence])
            starts.append(len(symbols))
        self.words = list(words)
        self.symbols: NDArray[np.int32] = np.array(symbols, dtype=np.int32)
        self.starts: IntArray = np.array(starts, dtype=np.int64)
        self.longest = longest
        ends = np.repeat(self.starts[1:], np.diff(self.starts))
        #: Tokens from each position to the end of its sentence.
        self.room: IntArray = ends - np.arange(len(self.symbols))
        self._ids = [self.symbols]
        self._bases = [0, len(words)]
        self._firsts = [_first_positions(self.symbols, len(words))]
        for length in range(2, longest + 1):
            self._extend(length)

    def __len__(self) -> int:
        return self._bases[-1]

    def ids(self, starts: NDArray[np.int32], lengths: NDArray[np.int32]) -> IntArray:
        """Return the numbers of the n-grams with these positions and lengths; each must lie inside one sentence."""
        result = np.empty(len(starts), dtype=np.int64)
        for length in range(1, self.longest + 1):
            chosen = lengths == length
            result[chosen] = self._ids[length - 1][starts[chosen]]
        return result

    def positions(self, length: int) -> IntArray:
        """Return all positions where an n-gram of this length starts."""
        return np.flatnonzero(self.room >= length)

    def counts(self, sentences: NDArray[np.bool_]) -> IntArray:
        """Return how often each n-gram occurs in the sentences of a mask."""
        counts = np.zeros(len(self), dtype=np.int64)
        wanted = np.repeat(sentences, np.diff(self.starts))
        for length in range(1, self.longest + 1):
            low, high = self._bases[length - 1], self._bases[length]
            ids = self._ids[length - 1][wanted & (self.room >= length)]
            counts[low:high] += np.bincount(ids - low, minlength=high - low)
        return counts

    def lengths(self, numbers: IntArray) -> IntArray:
        """Return the length of each n-gram."""
        return np.searchsorted(self._bases, numbers, side="right").astype(np.int64)

    def texts(self, numbers: IntArray) -> list[str]:
        """Return the text of each n-gram, words separated by spaces."""
        lengths = self.lengths(numbers)
        firsts = np.empty(len(numbers), dtype=np.int64)
        for length in range(1, self.longest + 1):
            chosen = lengths == length
            firsts[chosen] = self._firsts[length - 1][numbers[chosen] - self._bases[length - 1]]
        symbols, words = self.symbols, self.words
        return [
            " ".join([words[symbol] for symbol in symbols[first : first + length].tolist()])
            for first, length in zip(firsts.tolist(), lengths.tolist(), strict=True)
        ]

    def _extend(self, length: int) -> None:
        places = self.positions(length)
        shorter = self._ids[-1][places].astype(np.int64)
        # Neither factor exceeds 2**31 (numbers are stored as int32), so that the key fits into 64 bits.
        keys = shorter * len(self.words) + self.symbols[places + length - 1]
        _, firsts, ranks = np.unique(keys, return_index=True, return_inverse=True)
        base = self._bases[-1]
        ids = np.full(len(self.symbols), -1, dtype=np.int32)
        ids[places] = ranks + base
        self._ids.append(ids)
        self._bases.append(base + len(firsts))
        self._firsts.append(places[firsts])


def _first_positions(symbols: NDArray[np.int32], size: int) -> IntArray:
    firsts = np.zeros(size, dtype=np.int64)
    # From the last position to the first: of several positions of a symbol the last one assigned stays.
    firsts[symbols[::-1]] = np.arange(len(symbols) - 1, -1, -1)
    return firsts
