"""Figures for pruning a table: features that hardly affect scores, and counts of source sides in texts."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import islice
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from simplifier.core import RuleTable

__all__ = ["count_sources", "idle_features"]


def idle_features(
    table: RuleTable, weights: Mapping[str, float], least_spread: float, needed: Collection[str] = ()
) -> set[str]:
    """Return the features whose weighted values hardly differ between rules.

    Args:
        table: the table; the spread is measured on at most 20,000 of its rules, drawn with a fixed seed.
        weights: weights by feature; features without a weight weigh 0.
        least_spread: least standard deviation of weight times value for a feature not to be idle.
        needed: features that are never returned.
    """
    chosen = np.random.default_rng(1).choice(len(table), min(len(table), 20_000), replace=False)
    values = np.array([table.features(int(rule)) for rule in chosen])
    names = table.feature_names
    spread = values.std(axis=0) * np.abs([weights.get(name, 0.0) for name in names])
    weak = {name for name, width in zip(names, spread, strict=True) if width < least_spread}
    return weak - set(needed)


def count_sources(table: RuleTable, texts: Sequence[Path]) -> NDArray[np.int64]:
    """Return how often each source side occurs in the texts, [source sides]."""
    totals = np.zeros(table.source_count, dtype=np.int64)
    for path in tqdm(texts, desc="counting", unit="text", disable=None, leave=False):
        with path.open(encoding="utf-8") as lines:
            while block := list(islice(lines, 100_000)):
                totals += table.count_sources([line.rstrip("\n") for line in block])
    return totals
