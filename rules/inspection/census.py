"""The contents of a table in figures."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from simplifier.core import RuleTable
from simplifier.rules.tables.columns import stored_rules

__all__ = ["TableCensus", "ValueRange", "take_census"]


@dataclass(frozen=True, slots=True)
class ValueRange:
    """The values of a feature: least, mean, greatest, and the share that is not 0."""

    least: float
    mean: float
    greatest: float
    used: float


@dataclass(slots=True)
class TableCensus:
    """Counts over a whole table.

    Attributes:
        rules: number of rules.
        file_bytes: size of the file.
        sources: different source sides.
        words: different words on either side.
        exact: whether every feature value is the one that the table was built from.
        value_features: features that are stored as 32-bit numbers, not as codes.
        copies: rules whose two sides are equal.
        deletions: rules with an empty target side.
        nonterminals: rules by their number of nonterminals.
        source_symbols: rules by symbols of the source side.
        target_symbols: rules by symbols of the target side.
        labels: rules by left-hand side.
        provenance: rules by the source that holds them; a rule may have several.
        most_targets: the source side with most rules, and their number.
        features: range of values by name.
        metadata: what the builder of the table recorded.
    """

    rules: int
    file_bytes: int
    sources: int
    words: int
    exact: bool = False
    value_features: list[str] = field(default_factory=list)
    copies: int = 0
    deletions: int = 0
    nonterminals: Counter[int] = field(default_factory=Counter)
    source_symbols: Counter[int] = field(default_factory=Counter)
    target_symbols: Counter[int] = field(default_factory=Counter)
    labels: Counter[str] = field(default_factory=Counter)
    provenance: Counter[str] = field(default_factory=Counter)
    most_targets: tuple[str, int] = ("", 0)
    features: dict[str, ValueRange] = field(default_factory=dict)
    metadata: dict[str, object] = field(default_factory=dict)


def take_census(table: RuleTable) -> TableCensus:
    """Read a whole table and return its census."""
    census = TableCensus(len(table), Path(table.path).stat().st_size, table.source_count, table.word_count)
    census.exact, census.value_features = table.exact, table.value_features
    census.metadata = json.loads(table.metadata or "{}")
    names = table.feature_names
    low, high = np.full(len(names), np.inf), np.full(len(names), -np.inf)
    total, used = np.zeros(len(names)), np.zeros(len(names))
    for rules in stored_rules(table):
        census.labels.update(rules.lhs)
        census.nonterminals.update(map(_gaps, rules.sources))
        census.source_symbols.update(map(_length, rules.sources))
        census.target_symbols.update(map(_length, rules.targets))
        census.copies += sum(map(str.__eq__, rules.sources, rules.targets))
        census.deletions += rules.targets.count("")
        _count_bits(census.provenance, rules.provenance, table.provenance)
        values = rules.features.astype(np.float64)
        low, high = np.minimum(low, values.min(axis=0)), np.maximum(high, values.max(axis=0))
        total += values.sum(axis=0)
        used += np.count_nonzero(values, axis=0)
    if census.rules:
        _find_most_targets(table, census)
        rows = zip(names, low, total / census.rules, high, used / census.rules, strict=True)
        census.features = {name: ValueRange(*map(float, row)) for name, *row in rows}
    return census


def _length(side: str) -> int:
    return side.count(" ") + 1 if side else 0


def _gaps(side: str) -> int:
    if "[" not in side:
        return 0
    return sum(len(symbol) > 4 and symbol[0] == "[" and symbol[-1] == "]" for symbol in side.split(" "))


def _count_bits(counts: Counter[str], bits: NDArray[np.uint32], names: list[str]) -> None:
    for place, name in enumerate(names):
        counts[name] += int(((bits >> np.uint32(place)) & np.uint32(1)).sum())


def _find_most_targets(table: RuleTable, census: TableCensus) -> None:
    numbers, counts = np.unique(table.source_numbers(), return_counts=True)
    largest = int(counts.argmax())
    first = int(np.flatnonzero(table.source_numbers() == numbers[largest])[0])
    census.most_targets = (table.rule(first)[1], int(counts[largest]))
