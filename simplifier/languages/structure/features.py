"""Features of structural plans, whose log-linear score chooses among the plans of a sentence.

The score of a plan is the sum of its features times their weights. The unchanged sentence has no features, so its
score is 0. A weight may also have the name of a rule: it counts once for each proposal of that rule.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

from simplifier.languages.structure.plans import Plan
from simplifier.languages.structure.rules import Proposal

__all__ = ["PLAN_FEATURES", "SCORE", "plan_features", "plan_value"]

#: The model's score of the plan's sentences, minus that of the unchanged sentence.
SCORE: Final = "score"
PLAN_FEATURES: Final[Mapping[str, str]] = {
    SCORE: "model's score of the sentences, less that of the sentence as it is",
    "sentence": "each sentence more",
    "tokens": "each token of a sentence that is split",
    "shortest": "each token of the shortest sentence of a split",
    "shorter": "each token that the longest sentence is shorter",
    "added": "each word put in",
    "dropped": "each token that a shortening leaves out",
    "shortening": "each rule that leaves out",
    "reworded": "each phrase that is said in other words where it stands",
    "listed": "each list that is put one item below the other",
    "doubt": "natural logarithm of the probability that the plan stands",
}
"""Names of features, and what a unit of each is."""

_LEAST: Final = 1e-9


def plan_features(plan: Plan, tokens: int) -> dict[str, float]:
    """Return the features of a plan except `SCORE`, zeros left out; each rule counts once for each of its proposals.

    Args:
        plan: the plan of a sentence.
        tokens: the number of tokens of that sentence.
    """
    sizes = [len(one) for one in plan.sentences]
    more = 0 if plan.lists else len(sizes) - 1
    found: dict[str, float] = {
        "sentence": more,
        "tokens": tokens * more,
        "shortest": min(sizes) * (more > 0),
        "shorter": 0 if plan.lists else tokens - max(sizes),
        "added": 0 if plan.lists else sum(not isinstance(item, int) for one in plan.sentences for item in one[:-1]),
        "dropped": sum(map(_dropped, plan.proposals)),
        "shortening": sum(one.rule.entry.kind == "shorten" for one in plan.proposals),
        "reworded": sum(one.rule.entry.kind == "reword" for one in plan.proposals),
        "listed": plan.lists,
        "doubt": math.log(max(plan.stands, _LEAST)),
    }
    for one in plan.proposals:
        name = one.rule.entry.name
        found[name] = found.get(name, 0.0) + 1.0
    return {name: float(value) for name, value in found.items() if value}


def plan_value(features: Mapping[str, float], weights: Mapping[str, float]) -> float:
    """Return the score of features under weights; a feature without a weight counts nothing."""
    return sum(value * weights.get(name, 0.0) for name, value in features.items())


def _dropped(proposal: Proposal) -> int:
    """Return how many tokens a shortening leaves out."""
    if proposal.rule.entry.kind != "shorten":
        return 0
    return sum(not items for items in proposal.changes.values())
