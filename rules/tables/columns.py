"""A packed table as a stream of column batches, the way readers yield rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simplifier.base.errors import ConfigError, nearest
from simplifier.core import RuleTable, rule_columns
from simplifier.rules.grammar.batch import RuleBatch

__all__ = ["StoredRules", "read_table", "stored_rules"]


class StoredRules(NamedTuple):
    """A range of a table's rules: all features (float32 [n, F]), provenance as bit sets (uint32 [n])."""

    lhs: list[str]
    sources: list[str]
    targets: list[str]
    alignments: list[str]
    provenance: NDArray[np.uint32]
    features: NDArray[np.float32]


def stored_rules(table: RuleTable, batch_size: int = 20_000) -> Iterator[StoredRules]:
    """Yield all rules in the order of the table."""
    for start in range(0, len(table), batch_size):
        yield StoredRules(*rule_columns(table, start, start + batch_size))


def read_table(
    table: RuleTable, features: Sequence[str] = (), self_rules: bool = True, batch_size: int = 20_000
) -> Iterator[RuleBatch]:
    """Yield all rules as batches, in the order of the table.

    A missing value comes back as the default that the table stored for it.

    Args:
        table: the packed table.
        features: names of the features wanted; none means all.
        self_rules: whether rules that copy are included.
        batch_size: rules in a batch.

    Raises:
        ConfigError: a feature that the table does not store.
    """
    stored = table.feature_names
    for name in features:
        if name not in stored:
            raise ConfigError(f"{table.path}: no feature {name!r}{nearest(name, stored)}")
    wanted = {name: stored.index(name) for name in (features or stored)}
    for rules in stored_rules(table, batch_size):
        batch = RuleBatch(
            rules.sources,
            rules.targets,
            rules.lhs,
            {name: rules.features[:, column] for name, column in wanted.items()},
            rules.alignments if any(rules.alignments) else None,
        )
        if self_rules:
            yield batch
            continue
        changed = [s != t for s, t in zip(rules.sources, rules.targets, strict=True)]
        yield batch.select(np.array(changed, dtype=np.bool_))
