"""How probable it is that a reader lets a split stand, told by boosted trees from what it shows of itself.

A rule has one risk for all that it makes; the trees have one for every split, and so may let through what a
rule is not sure of (conditions that need not hold, `simplifier.languages.structure.pattern`), and stop what goes wrong
though every condition holds. `simplifier.tuning.structure.standing` trains them on judged splits.
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

__all__ = ["STANDS", "Standing", "input_matrix"]

#: The trees' output.
STANDS: Final = "SplitStands"


class Standing:
    """Judges splits by trees. Safe to share between threads.

    Args:
        trees: with the output `STANDS`; inputs are numbers of `evidence` by name.
        models: language models by name.
    """

    def __init__(self, trees: BoostedTrees, models: Mapping[str, Fluency]) -> None:
        self._trees = trees
        self._models = models
        self._places = {name: place for place, name in enumerate(trees.input_names)}
        self._output = trees.output_names.index(STANDS)

    def judged(self, parsed: Parsed, plans: Iterable[Plan]) -> list[Plan]:
        """Return plans of one sentence, those that split with the probability that they stand."""
        found = list(plans)
        splits = [plan for plan in found if plan.splits]
        if not splits:
            return found
        known = iter(self.probabilities([evidence(parsed, plan, self._models) for plan in splits]))
        return [replace(plan, judged=next(known)) if plan.splits else plan for plan in found]

    def probabilities(self, rows: Sequence[Mapping[str, float]]) -> list[float]:
        """Return the probability that each split stands; ``rows`` are the numbers of each."""
        found = self._trees.predict(input_matrix(rows, self._places))
        return [float(one) for one in found[:, self._output]]


def input_matrix(rows: Sequence[Mapping[str, float]], places: Mapping[str, int]) -> NDArray[np.float32]:
    """Return what splits show as inputs of trees, [splits, inputs].

    Args:
        rows: the numbers of each split; those that it lacks are 0, those without a place do not count.
        places: of the inputs, by name, from 0.
    """
    import numpy as np  # loaded where there is a split to judge, not for short texts

    inputs = np.zeros((len(rows), len(places)), dtype=np.float32)
    for row, own in zip(inputs, rows, strict=True):
        for name, value in own.items():
            if name in places:
                row[places[name]] = value
    return inputs
