"""Lists of pairs that are kept out of a table.

One pair a line, source and target with a tab between; what follows another tab is for people. Lines that
begin with ``#`` and empty lines are skipped. `simplifier rules audit` writes its findings in this form. In the
lexicon of a language, the lines with the use ``excluded`` are read.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from simplifier.base.errors import FormatError
from simplifier.base.reading import list_lines, shorten
from simplifier.core import RuleTable
from simplifier.languages.lexicon import EXCLUDED, is_lexicon, lexicon_lines
from simplifier.rules.grammar.batch import RuleBatch

__all__ = ["Exclusions", "read_exclusions"]


class Exclusions:
    """Pairs of source and target side that a table must not hold, whatever the label; copies always stay."""

    def __init__(self, pairs: Iterable[tuple[str, str]]) -> None:
        self._pairs = frozenset(pair for pair in pairs if pair[0] != pair[1])

    def __len__(self) -> int:
        return len(self._pairs)

    def __contains__(self, pair: tuple[str, str]) -> bool:
        return pair in self._pairs

    @property
    def pairs(self) -> frozenset[tuple[str, str]]:
        """The excluded pairs."""
        return self._pairs

    def rules_in(self, table: RuleTable) -> list[int]:
        """Return the numbers of the rules of a table that are listed."""
        targets: dict[str, set[str]] = {}
        for source, target in self._pairs:
            targets.setdefault(source, set()).add(target)
        return [
            rule
            for source, excluded in sorted(targets.items())
            for rule in table.lookup(source.split(" "))
            if table.rule(rule)[2] in excluded
        ]

    def select(self, batch: RuleBatch, dropped: Counter[str]) -> RuleBatch:
        """Return the rules that are not listed; ``dropped`` counts the others as ``excluded``."""
        if not self._pairs:
            return batch
        pairs = zip(batch.sources, batch.targets, strict=True)
        keep = np.fromiter((pair not in self._pairs for pair in pairs), np.bool_, count=len(batch))
        count = len(batch) - int(keep.sum())
        if count:
            dropped["excluded"] += count
        return batch.select(keep)


def read_exclusions(paths: Iterable[Path]) -> Exclusions:
    """Read exclusion lists; an empty target side is a deletion.

    Raises:
        FormatError: a line without a tab or without a source side.
    """
    pairs = []
    for path in paths:
        if is_lexicon(path):
            pairs += [(one.expression, one.replacement) for one in lexicon_lines(path, EXCLUDED)]
            continue
        for number, line in list_lines(path):
            cells = line.split("\t")
            if len(cells) < 2 or not cells[0].strip():
                problem = f"expected a source and a target with a tab between; found {shorten(line)!r}"
                raise FormatError(path, problem, number)
            pairs.append((" ".join(cells[0].split()), " ".join(cells[1].split())))
    return Exclusions(pairs)
