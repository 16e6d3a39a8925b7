"""Rules in columns, as readers yield them, features are computed on them and the table builder takes them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import compress

import numpy as np
from numpy.typing import NDArray

from simplifier.rules.grammar.rule import Rule

__all__ = ["FloatColumn", "RuleBatch", "iterate_rules", "whole_sources"]

FloatColumn = NDArray[np.float32]


@dataclass(slots=True)
class RuleBatch:
    """Rules in columns of one length.

    Attributes:
        sources: source sides as text, symbols separated by one space.
        targets: target sides as text.
        lhs: labels without brackets; None when the source of the rules carries none.
        features: values by registered name, float32, NaN where missing.
        alignments: texts such as ``0-0 1-1``; None when the source of the rules carries none.
    """

    sources: list[str]
    targets: list[str]
    lhs: list[str] | None = None
    features: dict[str, FloatColumn] = field(default_factory=dict)
    alignments: list[str] | None = None

    def __len__(self) -> int:
        return len(self.sources)

    def select(self, keep: NDArray[np.bool_]) -> RuleBatch:
        """Return the rules where ``keep`` is true."""
        if keep.all():
            return self
        chosen = keep.tolist()
        return RuleBatch(
            list(compress(self.sources, chosen)),
            list(compress(self.targets, chosen)),
            None if self.lhs is None else list(compress(self.lhs, chosen)),
            {name: column[keep] for name, column in self.features.items()},
            None if self.alignments is None else list(compress(self.alignments, chosen)),
        )

    def slice(self, start: int, stop: int) -> RuleBatch:
        """Return the rules of a range of positions."""
        part = slice(start, stop)
        return RuleBatch(
            self.sources[part],
            self.targets[part],
            None if self.lhs is None else self.lhs[part],
            {name: column[part] for name, column in self.features.items()},
            None if self.alignments is None else self.alignments[part],
        )

    def rules(self) -> Iterator[Rule]:
        """Iterate over typed rules; convenient, not fast."""
        names = list(self.features)
        for index, (source, target) in enumerate(zip(self.sources, self.targets, strict=True)):
            lhs = "X" if self.lhs is None else self.lhs[index]
            rule = Rule.from_text(lhs, source, target, "" if self.alignments is None else self.alignments[index])
            rule.features.update(
                (name, float(self.features[name][index])) for name in names if not np.isnan(self.features[name][index])
            )
            yield rule


def concatenate(first: RuleBatch, second: RuleBatch) -> RuleBatch:
    """Join two batches of one reader; a feature that only one of them has is missing in the other."""
    features = {}
    for name in dict.fromkeys([*first.features, *second.features]):
        parts = [batch.features.get(name, np.full(len(batch), np.nan, dtype=np.float32)) for batch in (first, second)]
        features[name] = np.concatenate(parts)
    return RuleBatch(
        first.sources + second.sources,
        first.targets + second.targets,
        None if first.lhs is None or second.lhs is None else first.lhs + second.lhs,
        features,
        None if first.alignments is None or second.alignments is None else first.alignments + second.alignments,
    )


def whole_sources(batches: Iterable[RuleBatch]) -> Iterator[RuleBatch]:
    """Move the borders of batches so that consecutive rules of one source side are never split.

    A ranking of the targets of a source (probability rank, top k) then sees all of them, provided that the
    file keeps the rules of a source together, as METEOR tables do.
    """
    held: RuleBatch | None = None
    for batch in batches:
        if not len(batch):
            continue
        current = batch if held is None else concatenate(held, batch)
        # The rules of the last source may go on in the next batch, so they are held back.
        cut = len(current) - 1
        while cut > 0 and current.sources[cut - 1] == current.sources[-1]:
            cut -= 1
        if cut:
            yield current.slice(0, cut)
        held = current.slice(cut, len(current))
    if held is not None:
        yield held


def iterate_rules(batches: Iterable[RuleBatch]) -> Iterator[Rule]:
    """Iterate over the typed rules of a stream of batches."""
    for batch in batches:
        yield from batch.rules()
