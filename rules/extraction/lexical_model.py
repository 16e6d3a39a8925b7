"""IBM model 1 over the words that the anchors leave unlinked: which of them translate each other.

Cells are the pairs of an unanchored source word and an unanchored target word of one sentence pair. Both
directions are trained by EM; a word may also come from nothing. Three things sharpen the model where counts
are small: position (a cell between the same two anchors is likelier than one across them), a base measure
through parts of speech (nouns become nouns), and likeness (inflections and spellings of one word).

Source: Brown et al. 1993 (model 1); the smoothing towards a base measure is that of a Dirichlet prior.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["Cells", "LexicalModel"]

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Cells:
    """Candidate links of a whole corpus in columns.

    Attributes:
        rows: number of the source token (each occurrence counts) of each cell.
        columns: number of the target token of each cell.
        row_words: word type of each source token.
        column_words: word type of each target token.
        row_tags: part of speech of each source token.
        column_tags: part of speech of each target token.
        position: weight of each cell by position, in (0, 1].
        likeness: likeness of the two words of each cell, in [0, 1].
    """

    rows: IntArray
    columns: IntArray
    row_words: IntArray
    column_words: IntArray
    row_tags: IntArray
    column_tags: IntArray
    position: FloatArray
    likeness: FloatArray

    def reversed(self) -> Cells:
        """Return the cells with the two sides exchanged."""
        return Cells(
            self.columns, self.rows, self.column_words, self.row_words, self.column_tags, self.row_tags,
            self.position, self.likeness,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class LexicalModel:
    """The lexical model and its settings.

    Attributes:
        iterations: number of EM iterations.
        null: prior probability that a target word comes from nothing.
        base_strength: observations of a source word that the base measure counts for.
        likeness_weight: what full likeness (1) adds to the base measure.
    """

    iterations: int = 6
    null: float = 0.3
    base_strength: float = 3.0
    likeness_weight: float = 0.2

    def posteriors(self, cells: Cells) -> FloatArray:
        """Return for each cell the probability that its target word comes from its source word.

        The probabilities of one target token add up to less than 1: what is left is that of coming from nothing.
        """
        if not len(cells.rows):
            return np.zeros(0)
        row_words, column_words = cells.row_words[cells.rows], cells.column_words[cells.columns]
        vocabulary = int(column_words.max()) + 1
        # A pair of words is one number, so that equal pairs are found and counted by array operations.
        pair_keys, pairs = np.unique(row_words * vocabulary + column_words, return_inverse=True)
        pair_sources = pair_keys // vocabulary
        tag_count = int(max(cells.row_tags.max(), cells.column_tags.max())) + 1
        tag_pairs = cells.row_tags[cells.rows] * tag_count + cells.column_tags[cells.columns]
        word_given_tag = _word_given_tag(cells, tag_count)[cells.columns]
        # What nothing leaves of the prior is shared among the source words of a target token, by position.
        prior = (1 - self.null) * cells.position / _sums(cells.columns, cells.position)[cells.columns]
        # P(word | nothing): at first the word's frequency among the unanchored ones, then estimated anew.
        unigram = np.bincount(cells.column_words, minlength=vocabulary).astype(np.float64)
        null_word = (unigram / unigram.sum())[cells.column_words]
        likelihood = np.ones(len(cells.rows))
        tag_given_tag = np.full(tag_count * tag_count, 1.0 / tag_count)  # P(target tag | source tag)
        posterior = np.zeros(len(cells.rows))
        for iteration in range(self.iterations):
            base = tag_given_tag[tag_pairs] * word_given_tag + self.likeness_weight * cells.likeness
            if iteration:
                counts = _sums(pairs, posterior)
                totals = _sums(pair_sources, counts)[pair_sources]
                # The mean of a Dirichlet posterior: the prior is `base_strength` draws from the base measure.
                smoothed = counts[pairs] + self.base_strength * base
                likelihood = smoothed / (totals[pairs] + self.base_strength)
            else:
                likelihood = base  # nothing has been counted yet
            weighted = prior * likelihood
            evidence = _sums(cells.columns, weighted, len(null_word)) + self.null * null_word
            posterior = weighted / evidence[cells.columns]
            tag_given_tag = _conditional(_sums(tag_pairs, posterior, tag_count**2), tag_count)
            null_word = _null_words(cells, posterior, vocabulary)
        return posterior


def _sums(groups: IntArray, values: FloatArray, size: int = 0) -> FloatArray:
    """Return the sum of the values of each group."""
    return np.asarray(np.bincount(groups, values, size), dtype=np.float64)


def _word_given_tag(cells: Cells, tag_count: int) -> FloatArray:
    """Return P(word | tag) of each target token, over the unanchored ones, smoothed by adding one."""
    keys, kinds, counts = np.unique(
        cells.column_words * tag_count + cells.column_tags, return_inverse=True, return_counts=True
    )
    totals = np.bincount(keys % tag_count, counts)
    types = np.bincount(keys % tag_count)
    shares: FloatArray = ((counts + 1.0) / (totals + types)[keys % tag_count])[kinds]
    return shares


def _conditional(counts: FloatArray, size: int) -> FloatArray:
    table = counts.reshape(size, size) + 1.0
    shares: FloatArray = (table / table.sum(axis=1, keepdims=True)).reshape(-1)
    return shares


def _null_words(cells: Cells, posterior: FloatArray, vocabulary: int) -> FloatArray:
    """Return for each target token the share of its word among the words that come from nothing."""
    tokens = len(cells.column_words)
    left = 1.0 - _sums(cells.columns, posterior, tokens)
    counts = _sums(cells.column_words, left, vocabulary) + 0.1
    shares: FloatArray = (counts / counts.sum())[cells.column_words]
    return shares
