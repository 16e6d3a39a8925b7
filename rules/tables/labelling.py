"""Left-hand sides for batches of rules: given, taken from the file, or found by the tagger."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simplifier.rules.grammar.batch import RuleBatch
from simplifier.rules.grammar.symbols import DEFAULT_LABEL
from simplifier.rules.tables.rule_labels import RuleLabeller

__all__ = ["LabelledBatch", "Labelling"]


class LabelledBatch(NamedTuple):
    """Rules with one label each; a rule that has several labels stands there once for each.

    Attributes:
        rules: the rules.
        lhs: the label of each rule.
        agree: whether the tagger gives both sides of each rule that label; None if it was not asked.
    """

    rules: RuleBatch
    lhs: list[str]
    agree: NDArray[np.bool_] | None


class Labelling:
    """Gives every rule its left-hand sides."""

    def __init__(self, labeller: RuleLabeller | None) -> None:
        """Without a labeller, rules that come without a label get the default one."""
        self._labeller = labeller

    def label(self, batch: RuleBatch, fixed: str | None = None) -> LabelledBatch:
        """Return the batch with labels: ``fixed`` for all, else its own, else the tagger's, else X."""
        if fixed is not None:
            return LabelledBatch(batch, [fixed] * len(batch), None)
        if batch.lhs is not None:
            return LabelledBatch(batch, batch.lhs, None)
        if self._labeller is None or not len(batch):
            return LabelledBatch(batch, [DEFAULT_LABEL] * len(batch), None)
        pairs = self._labeller.label_pairs(batch.sources, batch.targets)
        return LabelledBatch(_repeat(batch, pairs.rows), pairs.labels, pairs.agrees)


def _repeat(batch: RuleBatch, rows: NDArray[np.int64]) -> RuleBatch:
    """Return the rules at the given positions, which may repeat."""
    order = rows.tolist()
    return RuleBatch(
        list(map(batch.sources.__getitem__, order)),
        list(map(batch.targets.__getitem__, order)),
        None,
        {name: column[rows] for name, column in batch.features.items()},
        None if batch.alignments is None else list(map(batch.alignments.__getitem__, order)),
    )
