"""Counts that the systems of QATS took from corpora, here taken from sentence pairs of normal and simple text.

There are counts of n-grams by quartile, translations by IBM model 1 (Brown et al. 1993), and vectors for the words of
both sides from joint counts (positive PMI and singular values, Levy and Goldberg 2014). The vectors stand in for
bilingual vectors and for word2vec.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from scipy.sparse.linalg import svds

__all__ = ["PairCorpus"]

_ROUNDS = 4
_LEAST_COUNT = 3
_LONGEST = 50


@dataclass(frozen=True)
class PairCorpus:
    """Counts of sentence pairs.

    Attributes:
        counts: counts of the n-grams on the normal side, by order 1-3.
        quartiles: for each order, the three counts that divide its n-grams into quarters.
        translations: p(simple word | normal word) of IBM model 1, where it is above 0.01.
        normal: vectors of the words on the normal side, of length 1.
        simple: vectors of the words on the simple side, in the same space.
        documents: number of sentences, on both sides, with each word.
        simple_counts: counts of the words on the simple side.
        sentences: number of sentences on both sides.
    """

    counts: tuple[Counter[tuple[str, ...]], ...]
    quartiles: tuple[tuple[float, float, float], ...]
    translations: dict[str, dict[str, float]]
    normal: dict[str, NDArray[np.float64]]
    simple: dict[str, NDArray[np.float64]]
    documents: Counter[str]
    simple_counts: Counter[str]
    sentences: int

    @classmethod
    def of(cls, pairs: Sequence[tuple[Sequence[str], Sequence[str]]], size: int = 100) -> Self:
        """Count lowercased sentence pairs; vectors have ``size`` numbers."""
        counts = tuple(
            Counter(
                gram for normal, _ in pairs for gram in zip(*(normal[start:] for start in range(order)), strict=False)
            )
            for order in (1, 2, 3)
        )
        quartiles = []
        for own in counts:
            low, middle, high = np.quantile(list(own.values()) or [0], [0.25, 0.5, 0.75])
            quartiles.append((float(low), float(middle), float(high)))
        documents = Counter(word for pair in pairs for side in pair for word in set(side))
        simple_counts = Counter(word for _, simple in pairs for word in simple)
        known = [word for word, count in documents.items() if count >= _LEAST_COUNT]
        number = {word: place for place, word in enumerate(known)}
        rows, columns, places = _cells(pairs, number)
        table, normal, simple = _model_1(rows, columns, places, len(known)), {}, {}
        translations: dict[str, dict[str, float]] = defaultdict(dict)
        for row, column, share in zip(*table, strict=True):
            translations[known[row]][known[column]] = float(share)
        left, right = _vectors(rows, columns, len(known), size)
        for place, word in enumerate(known):
            normal[word], simple[word] = left[place], right[place]
        return cls(
            counts,
            tuple(quartiles),
            dict(translations),
            normal,
            simple,
            documents,
            simple_counts,
            2 * len(pairs),
        )

    def quartile_shares(self, words: Sequence[str], order: int) -> tuple[float, float, float]:
        """Return the shares of n-grams in the lowest and in the highest quartile of counts, and of known n-grams."""
        grams = list(zip(*(words[start:] for start in range(order)), strict=False))
        if not grams:
            return 0.0, 0.0, 0.0
        own, (low, _, high) = self.counts[order - 1], self.quartiles[order - 1]
        found = [own[gram] for gram in grams]
        return (
            sum(count <= low for count in found) / len(grams),
            sum(count > high for count in found) / len(grams),
            sum(count > 0 for count in found) / len(grams),
        )

    def inverse_frequency(self, word: str) -> float:
        """Return ln(sentences / (1 + sentences with the word))."""
        return math.log(self.sentences / (1 + self.documents[word]))


def _cells(
    pairs: Sequence[tuple[Sequence[str], Sequence[str]]], number: dict[str, int]
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return a cell for each normal token and simple token of a pair: normal word, simple word, number of simple token.

    Only the first 50 tokens of a side count, because a pair has as many cells as the product of its lengths.
    """
    rows, columns, places = [], [], []
    tokens = 0
    for normal, simple in pairs:
        old = [number[word] for word in normal[:_LONGEST] if word in number]
        new = [number[word] for word in simple[:_LONGEST] if word in number]
        rows.append(np.repeat(old, len(new)))
        columns.append(np.tile(new, len(old)))
        places.append(np.tile(np.arange(tokens, tokens + len(new)), len(old)))
        tokens += len(new)
    found = [np.concatenate(one).astype(np.int64) for one in (rows, columns, places)]
    return found[0], found[1], found[2]


def _model_1(
    rows: NDArray[np.int64], columns: NDArray[np.int64], places: NDArray[np.int64], size: int
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
    """Return (normal, simple, p) with p > 0.01 of IBM model 1 without the empty word."""
    keys, kinds = np.unique(rows * size + columns, return_inverse=True)
    old, new = keys // size, keys % size
    share = np.ones(len(keys))
    for _ in range(_ROUNDS):
        own = share[kinds]
        # Each simple token shares one count among the normal words of its sentence.
        expected = np.bincount(kinds, own / np.bincount(places, own)[places])
        share = expected / np.bincount(old, expected, size)[old]
    kept = share > 0.01
    return old[kept], new[kept], share[kept]


def _vectors(
    rows: NDArray[np.int64], columns: NDArray[np.int64], size: int, length: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    keys, counts = np.unique(rows * size + columns, return_counts=True)
    old, new = keys // size, keys % size
    total = counts.sum()
    often = np.bincount(old, counts, size)[old] * np.bincount(new, counts, size)[new]
    gain = np.maximum(0.0, np.log(counts * total / often))
    left, values, right = svds(csr_matrix((gain, (old, new)), shape=(size, size)), k=length, random_state=1)
    scale = np.sqrt(values)
    sides = [left * scale, right.T * scale]
    found = [side / np.maximum(1e-9, np.linalg.norm(side, axis=1, keepdims=True)) for side in sides]
    return found[0], found[1]
