"""Minimum error rate training: exact line search over the pool, for any corpus metric.

Along a line, the model score of every candidate is a linear function of the step. The upper envelope of these functions
says which candidate of a sentence is best at which step.
Source: Och (2003), Minimum error rate training in statistical machine translation, ACL.
"""

from __future__ import annotations

from typing import Annotated, Literal

import numpy as np
from pydantic import Field

from simplifier.core import upper_envelopes
from simplifier.evaluation.segments.metric import FloatArray
from simplifier.tuning.candidates.problem import Problem
from simplifier.tuning.optimisers.optimiser import Outcome, Round, StageSettings

__all__ = ["MertSettings", "line_search", "step_means"]


class MertSettings(StageSettings):
    """Settings of minimum error rate training.

    Attributes:
        restarts: number of random starting points, besides the present weights.
        spread: expected distance of the starting points from the present weights, relative to the length of these.
        directions: number of random directions in a sweep, besides the axes.
        sweeps: most sweeps over all directions from one starting point.
        tolerance: least gain of a sweep, in points of the metric, after which another sweep follows.
        smoothing: a step is judged by the mean of the objective over this distance to either side, relative to the
            length of the weights; isolated peaks are mostly chance (Cer, Jurafsky and Manning 2008).
    """

    optimiser: Literal["mert"]
    restarts: Annotated[int, Field(ge=0)] = 2
    spread: Annotated[float, Field(gt=0)] = 0.5
    directions: Annotated[int, Field(ge=0)] = 10
    sweeps: Annotated[int, Field(ge=1)] = 2
    tolerance: Annotated[float, Field(ge=0)] = 0.01
    smoothing: Annotated[float, Field(ge=0)] = 0.05

    def optimise(self, problem: Problem, values: FloatArray, place: Round) -> Outcome:
        """Search along axes and random directions from each starting point, and return the best point."""
        size = len(values)
        best, best_score = values, problem.corpus(problem.best_rows(problem.model_scores(values)))
        before, searches = best_score, 0
        for restart in range(self.restarts + 1):
            point = values
            if restart:
                # Normal noise in `size` dimensions has a length of about sqrt(size): divided by that, it is as long
                # as the weights.
                noise = place.random.standard_normal(size) * float(np.linalg.norm(values)) / np.sqrt(size)
                point = problem.parameters.clip(values + self.spread * noise)
            score = -np.inf
            scores = problem.model_scores(point)
            for _ in range(self.sweeps):
                start_score = score
                random_ones = place.random.standard_normal((self.directions, size))
                for direction in [*np.eye(size)[place.random.permutation(size)], *random_ones]:
                    slopes = problem.slopes(direction)
                    reach = self.smoothing * float(np.linalg.norm(point) / np.linalg.norm(direction))
                    step, score = line_search(problem, point, direction, scores, slopes, reach)
                    point = problem.parameters.clip(point + step * direction)
                    scores += step * slopes
                    searches += 1
                if score - start_score < self.tolerance:
                    break
            if score > best_score:
                best, best_score = point, score
        report = {"expected_gain": best_score - before, "searches": float(searches)}
        return Outcome(best, report)


def line_search(
    problem: Problem,
    values: FloatArray,
    direction: FloatArray,
    intercepts: FloatArray,
    slopes: FloatArray,
    reach: float = 0.0,
) -> tuple[float, float]:
    """Return the best step along a direction within bounds, and the objective there.

    The objective is constant between two neighbouring borders, the steps at which some sentence changes its best
    candidate. Of the best stretches between borders the widest is taken. The step is the middle of that stretch, or
    a place just inside it if it has no end on one side.

    Args:
        problem: the pool and the objective.
        values: the parameters where the line starts, [parameters].
        direction: the change of the parameters for a step of 1, [parameters].
        intercepts: model scores of all rows at the start, [rows].
        slopes: the change of these scores for a step of 1, [rows].
        reach: compare means of the objective over this distance, in steps, to either side; 0 compares the objective
            itself.
    """
    pool = problem.pool
    starts = np.append(pool.starts, len(pool)).astype(np.int64)
    # The best rows of all sentences, those of a sentence one after the other; the first of each begins at -inf.
    rows, begins = upper_envelopes(intercepts, slopes, pool.order.astype(np.int64), starts)
    firsts = np.flatnonzero(np.isneginf(begins))
    changes = np.flatnonzero(~np.isneginf(begins))
    changes = changes[np.argsort(begins[changes], kind="stable")]
    # Sums of summands at -inf, then the difference at each border: their running sum gives every stretch. A change is
    # never the first row of its sentence, so the row before it belongs to the same sentence.
    sums = problem.summands(rows[firsts]).sum(axis=0)
    deltas = problem.summands(rows[changes]) - problem.summands(rows[changes - 1])
    scores = problem.objective.corpus(np.cumsum(np.vstack([sums, deltas]), axis=0), len(firsts))
    low, high = _range(problem, values, direction)
    borders = np.concatenate([[-np.inf], begins[changes], [np.inf]])
    lefts, rights = np.clip(borders[:-1], low, high), np.clip(borders[1:], low, high)
    # Stretches that are too narrow to hit, or outside the bounds, do not count. The margin is relative, as steps have
    # no unit.
    widths = rights - lefts
    margin = 1e-9 * (1.0 + np.abs(np.where(np.isfinite(lefts), lefts, 0.0)))
    scores = np.where(widths > margin, scores, -np.inf)
    worth = scores
    if reach > 0 and len(changes):
        middles = np.array([_middle(*ends) for ends in zip(lefts.tolist(), rights.tolist(), strict=True)])
        worth = np.where(np.isfinite(scores), step_means(begins[changes], scores, middles, reach), -np.inf)
    best = np.flatnonzero(worth >= worth.max() - 1e-9)
    # Widths may be infinite; made finite, they can be compared, and the first of the widest wins.
    widest = best[np.argmax(np.minimum(widths[best], np.finfo(np.float64).max))]
    return _middle(float(lefts[widest]), float(rights[widest])), float(scores[widest])


def step_means(borders: FloatArray, scores: FloatArray, places: FloatArray, reach: float) -> FloatArray:
    """Return the mean of a step function around places, [places].

    Args:
        borders: where the function changes, ascending.
        scores: the values of the function, one more than borders; infinite for stretches that do not count.
        places: where means are wanted.
        reach: the means are over this distance to either side.
    """
    # An infinite value would make all areas behind it infinite.
    heights = np.where(np.isfinite(scores), scores, 0.0)
    areas = np.concatenate([[0.0], np.cumsum(heights[1:-1] * np.diff(borders))])

    def area(x: FloatArray) -> FloatArray:
        before, after = np.minimum(x - borders[0], 0.0), np.maximum(x - borders[-1], 0.0)
        return np.asarray(np.interp(x, borders, areas) + heights[0] * before + heights[-1] * after)

    return (area(places + reach) - area(places - reach)) / (2 * reach)


def _range(problem: Problem, values: FloatArray, direction: FloatArray) -> tuple[float, float]:
    """Return the least and the greatest step that bounds allow; a step of 0 is always allowed."""
    moving = direction != 0
    with np.errstate(invalid="ignore"):
        to_lower = (problem.parameters.lower - values)[moving] / direction[moving]
        to_upper = (problem.parameters.upper - values)[moving] / direction[moving]
    low = float(np.minimum(to_lower, to_upper).max(initial=-np.inf))
    high = float(np.maximum(to_lower, to_upper).min(initial=np.inf))
    return min(low, 0.0), max(high, 0.0)


def _middle(left: float, right: float) -> float:
    if np.isinf(left) and np.isinf(right):
        return 0.0
    if np.isinf(left):
        return right - 0.1 * (1 + abs(right))
    if np.isinf(right):
        return left + 0.1 * (1 + abs(left))
    return (left + right) / 2
