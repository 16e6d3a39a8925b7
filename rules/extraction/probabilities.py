"""Conditional probabilities from counts, smoothed so that what was seen once is not certain.

Interpolated modified Kneser-Ney: every count gives up a discount that depends on whether it is 1, 2 or more.
What is given up goes to the outcomes by how many different conditions they were seen with. Sources: Chen and
Goodman 1999, "An empirical study of smoothing techniques"; Foster, Kuhn and Johnson 2006, "Phrasetable
smoothing for statistical machine translation".
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from simplifier.rules.features.statistics import CONDITIONALS

__all__ = ["conditional_costs", "discounts", "negative_log_probabilities"]

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]


def discounts(counts: IntArray) -> FloatArray:
    """Return the discounts of the counts 1, 2 and 3 or more (Chen and Goodman 1999, eq. 26)."""
    of_counts = np.bincount(np.minimum(counts, 5), minlength=6).astype(np.float64)
    one, two = of_counts[1], of_counts[2]
    share = one / (one + 2 * two) if one else 0.5
    result = np.empty(3)
    for count in (1, 2, 3):
        if of_counts[count]:
            estimate = count - (count + 1) * share * of_counts[count + 1] / of_counts[count]
        else:
            estimate = 0.5 * count
        # The estimate can leave (0, count) where counts of counts are few; a share must stay positive.
        result[count - 1] = min(max(estimate, 0.1), count - 0.1)
    return result


def negative_log_probabilities(counts: IntArray, conditions: IntArray, outcomes: IntArray) -> FloatArray:
    """Return -ln p(outcome | condition) of each row of a table of joint counts.

    Args:
        counts: the counts of each row, at least 1; rows with equal condition and outcome are added up.
        conditions: number of the condition of each row.
        outcomes: number of the outcome of each row.
    """
    conditions = np.unique(conditions, return_inverse=True)[1]
    outcome_kinds, outcomes = np.unique(outcomes, return_inverse=True)
    keys, rows = np.unique(conditions * len(outcome_kinds) + outcomes, return_inverse=True)
    joint = np.bincount(rows, counts).astype(np.int64)
    condition_of, outcome_of = keys // len(outcome_kinds), keys % len(outcome_kinds)
    totals = np.bincount(condition_of, joint)
    kinds, by_kind = np.minimum(joint, 3) - 1, discounts(joint)
    discount = by_kind[kinds]
    # The mass that each condition gives up, added up by kind, so that the order of the rows changes no last digit.
    left_over = np.zeros(len(totals))
    for kind in range(3):
        left_over += by_kind[kind] * np.bincount(condition_of[kinds == kind], minlength=len(totals))
    continuation = np.bincount(outcome_of) / len(keys)
    share = (joint - discount + left_over[condition_of] * continuation[outcome_of]) / totals[condition_of]
    costs: FloatArray = -np.log(share)[rows]
    return costs


def conditional_costs(
    counts: IntArray, sources: IntArray, targets: IntArray, labels: IntArray
) -> dict[str, FloatArray]:
    """Return -ln of the eight conditional probabilities of rules by PPDB name (f source, e target).

    Args:
        counts: the counts of each rule, at least 1.
        sources: number of its source side.
        targets: number of its target side.
        labels: number of its left-hand side.
    """
    if not len(counts):
        return dict.fromkeys(CONDITIONALS, np.zeros(0))
    width = int(labels.max()) + 1
    labelled_sources, labelled_targets = sources * width + labels, targets * width + labels
    sides = {
        "p(e|f)": (sources, targets),
        "p(f|e)": (targets, sources),
        "p(e|f,LHS)": (labelled_sources, targets),
        "p(f|e,LHS)": (labelled_targets, sources),
        "p(e|LHS)": (labels, targets),
        "p(f|LHS)": (labels, sources),
        "p(LHS|e)": (targets, labels),
        "p(LHS|f)": (sources, labels),
    }
    return {name: negative_log_probabilities(counts, *sides[name]) for name in CONDITIONALS}
