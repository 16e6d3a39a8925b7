"""The rules of a stream that formats without nonterminals, or without labels too, can hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

import numpy as np

from simplifier.rules.grammar.batch import RuleBatch
from simplifier.rules.grammar.symbols import Nonterminal, parse_symbols

__all__ = ["words_only", "word_pairs"]


def words_only(batches: Iterable[RuleBatch], left_out: Counter[str]) -> Iterator[RuleBatch]:
    """Yield the rules without nonterminals; count the others."""
    for batch in batches:
        kept = batch.select(np.array([not _has_gap(source) for source in batch.sources], dtype=np.bool_))
        if len(kept) < len(batch):
            left_out["nonterminals, which the format has no place for"] += len(batch) - len(kept)
        if len(kept):
            yield kept


def word_pairs(batches: Iterable[RuleBatch], left_out: Counter[str]) -> Iterator[RuleBatch]:
    """Yield the rules without nonterminals, every pair of sides once; count the others.

    Of a pair under several labels the first stays. The rules of a source side must stand together, as in a table.
    """
    current, seen = "", set[str]()
    for batch in words_only(batches, left_out):
        keep = np.ones(len(batch), dtype=np.bool_)
        for row, (source, target) in enumerate(zip(batch.sources, batch.targets, strict=True)):
            if source != current:
                current, seen = source, set()
            keep[row] = target not in seen
            seen.add(target)
        if not keep.all():
            left_out["the same pair under another label"] += int((~keep).sum())
        yield batch.select(keep)


def _has_gap(side: str) -> bool:
    return "[" in side and any(isinstance(symbol, Nonterminal) for symbol in parse_symbols(side))
