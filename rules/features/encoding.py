"""Rules as arrays: what every feature group computes on.

Words become numbers of a vocabulary that lives as long as a build. What is known about a word (length,
syllables, frequency, ...) is a column over the vocabulary, computed once per word. The values of a rule are
sums, maxima and minima over the segment of its symbols.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simplifier.rules.grammar.batch import FloatColumn, RuleBatch
from simplifier.rules.grammar.symbols import Nonterminal, parse_symbol

__all__ = ["EncodedBatch", "Side", "Vocabulary"]

BoolArray = NDArray[np.bool_]
FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]


class Vocabulary(dict[str, int]):
    """Numbers for symbols in order of appearance, with columns of per-word values that grow with it."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self._columns: dict[str, NDArray[Any]] = {}

    def __missing__(self, word: str) -> int:
        number = self[word] = len(self.words)
        self.words.append(word)
        return number

    def column(self, name: str, compute: Callable[[list[str]], NDArray[Any]]) -> NDArray[Any]:
        """Return the values of all words; ``compute`` is asked only for words not seen before."""
        known = self._columns.get(name)
        done = 0 if known is None else len(known)
        if known is None or done < len(self.words):
            new = compute(self.words[done:])
            known = new if known is None else np.concatenate([known, new])
            self._columns[name] = known
        return known

    @property
    def is_terminal(self) -> BoolArray:
        """Whether each symbol is a word (and not a nonterminal)."""
        return self.column("is_terminal", _terminals)

    @property
    def characters(self) -> FloatArray:
        """Length of each word in characters; 0 for nonterminals."""
        return self.column("characters", _characters)


class Side:
    """One side of a batch of rules: the numbers of all symbols in one row, rule after rule.

    Attributes:
        texts: the side of each rule.
        lengths: symbols of each rule.
        ids: the number of each symbol in the vocabulary.
        rows: the rule of each symbol.
    """

    def __init__(self, texts: list[str], vocabulary: Vocabulary) -> None:
        self.texts = texts
        split = [text.split() for text in texts]
        self.lengths: IntArray = np.fromiter(map(len, split), dtype=np.int64, count=len(split))
        total = int(self.lengths.sum())
        self.ids: IntArray = np.fromiter(
            map(vocabulary.__getitem__, chain.from_iterable(split)), dtype=np.int64, count=total
        )
        self.rows: IntArray = np.repeat(np.arange(len(split)), self.lengths)
        self._vocabulary = vocabulary

    @cached_property
    def starts(self) -> IntArray:
        """Position of the first symbol of each rule."""
        return np.concatenate([[0], np.cumsum(self.lengths)[:-1]]).astype(np.int64)

    @cached_property
    def terminal(self) -> BoolArray:
        """Whether each symbol is a word."""
        return self._vocabulary.is_terminal[self.ids]

    @cached_property
    def words(self) -> FloatArray:
        """Number of words (terminals) of each rule."""
        return self.sum(self.terminal.astype(np.float64))

    def sum(self, values: FloatArray) -> FloatArray:
        """Sum values of symbols by rule."""
        return self._reduce(np.add, values, 0.0)

    def max(self, values: FloatArray, where: BoolArray, empty: float = 0.0) -> FloatArray:
        """Return the maximum by rule over the symbols where the mask holds; ``empty`` where it never does."""
        result = self._reduce(np.maximum, np.where(where, values, -np.inf), -np.inf)
        return np.where(np.isneginf(result), empty, result)

    def min(self, values: FloatArray, where: BoolArray, empty: float = 0.0) -> FloatArray:
        """Return the minimum by rule over the symbols where the mask holds; ``empty`` where it never does."""
        return -self.max(-values, where, -empty)

    def any(self, where: BoolArray) -> BoolArray:
        """Return whether the mask holds for some symbol of each rule."""
        return self.sum(where.astype(np.float64)) > 0

    def mean(self, values: FloatArray, where: BoolArray, empty: float = 0.0) -> FloatArray:
        """Return the mean by rule over the symbols where the mask holds; ``empty`` where it never does."""
        count = self.sum(where.astype(np.float64))
        total = self.sum(np.where(where, values, 0.0))
        return np.where(count > 0, total / np.maximum(count, 1.0), empty)

    def _reduce(self, operation: np.ufunc, values: FloatArray, empty: float) -> FloatArray:
        if not len(values):
            return np.full(len(self.lengths), empty)
        filled = self.lengths > 0
        if filled.all():
            return np.asarray(operation.reduceat(values, self.starts), dtype=np.float64)
        result = np.full(len(self.lengths), empty)  # reduceat would take an element of the next rule for an empty side
        result[filled] = operation.reduceat(values, self.starts[filled])
        return result


class EncodedBatch:
    """A batch of rules with both sides encoded, and the comparisons that several groups need."""

    def __init__(
        self,
        rules: RuleBatch,
        lhs: list[str],
        vocabulary: Vocabulary | None = None,
        labels_agree: BoolArray | None = None,
    ) -> None:
        """Encode rules.

        Args:
            rules: the batch.
            lhs: one label per rule, whatever the batch itself carries.
            vocabulary: numbers of words; sharing one in a build keeps what is known about words.
            labels_agree: for each rule, whether a tagger gives both sides the same label; None if not tagged.
        """
        self.rules = rules
        self.lhs = lhs
        self.labels_agree = labels_agree
        self.vocabulary = Vocabulary() if vocabulary is None else vocabulary
        self.source = Side(rules.sources, self.vocabulary)
        self.target = Side(rules.targets, self.vocabulary)

    def __len__(self) -> int:
        return len(self.rules)

    @property
    def given(self) -> dict[str, FloatColumn]:
        """Feature values that came with the rules."""
        return self.rules.features

    @cached_property
    def source_only(self) -> BoolArray:
        """For each source symbol, whether it is a word that stands nowhere on the target side of its rule."""
        return self.source.terminal & ~_contained(self.source, self.target, len(self.vocabulary.words))

    @cached_property
    def target_only(self) -> BoolArray:
        """For each target symbol, whether it is a word that stands nowhere on the source side of its rule."""
        return self.target.terminal & ~_contained(self.target, self.source, len(self.vocabulary.words))

    @cached_property
    def identity(self) -> BoolArray:
        """For each rule, whether its two sides are equal."""
        same = (a == b for a, b in zip(self.rules.sources, self.rules.targets, strict=True))
        return np.fromiter(same, dtype=np.bool_, count=len(self))


def _contained(side: Side, other: Side, size: int) -> BoolArray:
    # A (rule, word) pair is one number, so that one set operation compares all rules at once.
    return np.isin(side.rows * size + side.ids, other.rows * size + other.ids)


def _terminals(words: list[str]) -> BoolArray:
    flags = (not (word[0] == "[" and isinstance(_symbol(word), Nonterminal)) for word in words)
    return np.fromiter(flags, dtype=np.bool_, count=len(words))


def _symbol(word: str) -> object:
    try:
        return parse_symbol(word)
    except ValueError:
        return word


def _characters(words: list[str]) -> FloatArray:
    return np.fromiter(map(len, words), dtype=np.float64, count=len(words)) * _terminals(words)
