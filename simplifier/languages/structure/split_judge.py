"""The probability that a reader lets a split stand, estimated by boosted trees from numbers that describe it.

A rule has one risk for all its splits; the trees give each split its own. So a split may pass although it is in doubt
(`simplifier.languages.structure.pattern`), and a bad one may be stopped although no condition fails.
`simplifier.tuning.structure.split_judge` trains the trees on judged splits.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from simplifier.core import BoostedTrees
from simplifier.languages.structure.evidence import Fluency, evidence
from simplifier.languages.structure.parsed import Parsed
from simplifier.languages.structure.plans import Plan

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["STANDS", "SplitJudge", "input_matrix"]

#: Name of the output of the trees.
STANDS: Final = "SplitStands"


class SplitJudge:
    """Judges splits by trees. Safe to share between threads.

    Args:
        trees: trees with the output `STANDS`, whose inputs are named as `evidence` names its numbers.
        models: language models by name.
    """

    def __init__(self, trees: BoostedTrees, models: Mapping[str, Fluency]) -> None:
        self._trees = trees
        self._models = models
        self._places = {name: place for place, name in enumerate(trees.input_names)}
        self._output = trees.output_names.index(STANDS)

    def judged(self, parsed: Parsed, plans: Iterable[Plan]) -> list[Plan]:
        """Return the plans of one sentence, with the probability of each split filled in."""
        found = list(plans)
        splits = [plan for plan in found if plan.splits]
        if not splits:
            return found
        known = iter(self.probabilities([evidence(parsed, plan, self._models) for plan in splits]))
        return [replace(plan, judged=next(known)) if plan.splits else plan for plan in found]

    def probabilities(self, rows: Sequence[Mapping[str, float]]) -> list[float]:
        """Return the probability that each split stands, given the numbers of each."""
        found = self._trees.predict(input_matrix(rows, self._places))
        return [float(one) for one in found[:, self._output]]


def input_matrix(rows: Sequence[Mapping[str, float]], places: Mapping[str, int]) -> NDArray[np.float32]:
    """Return the numbers of splits as inputs of trees, [splits, inputs].

    Args:
        rows: the numbers of each split by name. Missing ones are 0; names without a place are ignored.
        places: the column of each input, by name, from 0.
    """
    import numpy as np  # loaded only if there is a split to judge: short texts start faster

    inputs = np.zeros((len(rows), len(places)), dtype=np.float32)
    for row, own in zip(inputs, rows, strict=True):
        for name, value in own.items():
            if name in places:
                row[places[name]] = value
    return inputs
