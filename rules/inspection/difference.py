"""Differences between two models: candidates gained, lost, or moved by other weights or another table."""

from __future__ import annotations

import heapq
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from simplifier.core import RuleTable

__all__ = ["Change", "Comparison", "WeightedTables", "compare"]


class WeightedTables:
    """Tables of one model with a score for every rule; a target that has several labels counts once, by the best.

    Args:
        tables: the grammars of one model.
        weights: the weights, by feature name; a feature that a table does not store counts 0.
    """

    def __init__(self, tables: Sequence[RuleTable], weights: Mapping[str, float]) -> None:
        self._tables = [(table, _scores(table, weights)) for table in tables]

    @property
    def rules(self) -> int:
        """Number of rules of all tables."""
        return sum(len(table) for table, _ in self._tables)

    def sources(self) -> Iterator[str]:
        """Yield every source side once, in the order of the tables."""
        for place, (table, _) in enumerate(self._tables):
            for source, _ in groupby(table.rule(rule)[1] for rule in range(len(table))):
                # A source side that an earlier table holds has been yielded there.
                if not any(earlier.lookup(source.split(" ")) for earlier, _ in self._tables[:place]):
                    yield source

    def candidates(self, source: str) -> dict[str, tuple[int, float]]:
        """Return rank and score of every target of a source side, best first.

        Copying a phrase word by word, which `simplifier.rules.inspection.ranking` shows, is not among them.
        """
        best: dict[str, float] = {}
        symbols = source.split(" ")
        for table, scores in self._tables:
            for rule in table.lookup(symbols):
                target, score = table.rule(rule)[2], float(scores[rule])
                if score > best.get(target, -np.inf):
                    best[target] = score
        ordered = sorted(best.items(), key=lambda item: (-item[1], item[0]))
        return {target: (rank, score) for rank, (target, score) in enumerate(ordered, 1)}


@dataclass(frozen=True, slots=True)
class Change:
    """A candidate whose rank has changed: rank and score before and after, None where the candidate is missing."""

    source: str
    target: str
    ranks: tuple[int | None, int | None]
    scores: tuple[float | None, float | None]

    @property
    def kind(self) -> Literal["gained", "lost", "moved"]:
        """What became of the candidate."""
        if self.ranks[0] is None:
            return "gained"
        return "lost" if self.ranks[1] is None else "moved"

    @property
    def weight(self) -> float:
        """How much the change matters, 0 to 1: the difference of 1/rank, where a missing candidate counts 0."""
        before, after = (0.0 if rank is None else 1 / rank for rank in self.ranks)
        return abs(before - after)


@dataclass(slots=True)
class Comparison:
    """Counts over all source sides compared, and the changes that matter most.

    Attributes:
        sources: source sides in both models.
        gained_sources: source sides only in the second.
        lost_sources: source sides only in the first.
        same: candidates with the same rank in both.
        moved: candidates in both with another rank.
        gained: candidates only in the second.
        lost: candidates only in the first.
        new_best: source sides in both that have another best candidate.
        copy_overtaken: those of them where copying was best and is no longer.
        copy_overtaking: those of them where copying has become best.
        changes: the changes that were kept, largest first.
    """

    sources: int = 0
    gained_sources: int = 0
    lost_sources: int = 0
    same: int = 0
    moved: int = 0
    gained: int = 0
    lost: int = 0
    new_best: int = 0
    copy_overtaken: int = 0
    copy_overtaking: int = 0
    changes: list[Change] = field(default_factory=list)


def compare(first: WeightedTables, second: WeightedTables, sources: Collection[str] = (), top: int = 0) -> Comparison:
    """Compare the rankings of two models, source side by source side; memory grows with ``top`` alone.

    Args:
        first: the model before.
        second: the model after.
        sources: compare these only; all of both if empty.
        top: changes to keep; 0 keeps all.
    """
    result = Comparison()
    changes = _changes(first, second, sources, result)
    if top:
        result.changes = heapq.nsmallest(top, changes, key=_order)
    else:
        result.changes = sorted(changes, key=_order)
    return result


def _changes(
    first: WeightedTables, second: WeightedTables, sources: Collection[str], result: Comparison
) -> Iterator[Change]:
    for source in sources or first.sources():
        before, after = first.candidates(source), second.candidates(source)
        _count(source, before, after, result)
        yield from _of_source(source, before, after, result)
    if sources:
        return
    for source in second.sources():
        if not (before := first.candidates(source)):
            after = second.candidates(source)
            _count(source, before, after, result)
            yield from _of_source(source, before, after, result)


def _count(
    source: str,
    before: Mapping[str, tuple[int, float]],
    after: Mapping[str, tuple[int, float]],
    result: Comparison,
) -> None:
    if not before or not after:
        result.gained_sources += bool(after)
        result.lost_sources += bool(before)
        return
    result.sources += 1
    old, new = next(iter(before)), next(iter(after))
    if old != new:
        result.new_best += 1
        result.copy_overtaken += old == source
        result.copy_overtaking += new == source


def _of_source(
    source: str,
    before: Mapping[str, tuple[int, float]],
    after: Mapping[str, tuple[int, float]],
    result: Comparison,
) -> Iterator[Change]:
    missing: tuple[None, None] = (None, None)
    for target in dict.fromkeys([*before, *after]):
        old, new = before.get(target, missing), after.get(target, missing)
        if old[0] == new[0]:
            result.same += 1
            continue
        change = Change(source, target, (old[0], new[0]), (old[1], new[1]))
        result.moved += change.kind == "moved"
        result.gained += change.kind == "gained"
        result.lost += change.kind == "lost"
        yield change


def _order(change: Change) -> tuple[float, str, str]:
    return -change.weight, change.source, change.target


def _scores(table: RuleTable, weights: Mapping[str, float]) -> NDArray[np.float32]:
    return table.scores(np.array([weights.get(name, 0.0) for name in table.feature_names]))
