"""Examples of what people made of sentences: which are kept, and how near each way is."""

from __future__ import annotations

import numpy as np

from simplifier import Simplifier
from simplifier.tuning.structure.examples import every_plan, nearness, read_examples
from simplifier.tuning.structure.ranking import ChoiceTable, Pull, fit_choices

LONG = "The council met on Monday in the town hall, and the mayor resigned on the next day."
SPLIT = "The council met on Monday in the town hall. The mayor resigned on the next day."


def test_examples_and_their_nearness() -> None:
    simplifier = Simplifier.load(overrides=every_plan(["two clauses with and"]))
    counts: list[int] = []
    found = [
        *read_examples(
            simplifier, [(LONG, SPLIT), ("The trust is small.", "It is small."), (LONG, LONG)], counts.append
        )
    ]
    assert counts == [3] and [one.reference for one in found] == [SPLIT, LONG]
    assert found[0].texts == [LONG, SPLIT]
    # ", and" is ". ": a word replaced and one less, either way.
    assert nearness(found).tolist() == [-2, 0, 0, -2]
    table = ChoiceTable.of([[way.features for way in one.ways] for one in found[:1]])
    weights = fit_choices(table, np.array([False, True]), Pull(fixed=["score"]))
    assert table.chosen(table.vector(weights)).tolist() == [1]
