"""Pairwise ranking optimisation: learn to order pairs of candidates as the metric does.

Source: Hopkins and May (2011), Tuning as ranking, EMNLP. The perceptron is that of the tuner behind Xu et al. (2016).
"""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray
from pydantic import Field
from scipy.special import expit

from simplifier.base.errors import InputError
from simplifier.evaluation.segments.metric import FloatArray
from simplifier.tuning.candidates.problem import IntArray, Problem
from simplifier.tuning.optimisers.minimise import minimise
from simplifier.tuning.optimisers.optimiser import Outcome, Round, StageSettings

__all__ = ["ProSettings"]


class ProSettings(StageSettings):
    """Settings of pairwise ranking optimisation.

    Attributes:
        candidates: pairs drawn for each sentence (Gamma, or Tau).
        pairs: most pairs kept for each sentence, those with the greatest difference (Xi).
        threshold: least difference of a pair, in points of the metric (0 to 100).
        gain: ``sentence`` compares sentence scores; ``corpus`` compares exact effects on the corpus score. For a
            mean of sentence scores both give the same differences.
        classifier: ``logistic`` regression by L-BFGS, or averaged ``perceptron``.
        l2: pull of logistic regression towards the previous parameters.
        l1: pull of logistic regression towards 0.
        passes: passes of the perceptron over the pairs.
        rate: learning rate of the perceptron.
    """

    optimiser: Literal["pro"]
    interpolation: Annotated[float, Field(gt=0, le=1)] = 0.5
    candidates: Annotated[int, Field(ge=1)] = 5000
    pairs: Annotated[int, Field(ge=1)] = 50
    threshold: Annotated[float, Field(ge=0)] = 0.5
    gain: Literal["sentence", "corpus"] = "corpus"
    classifier: Literal["logistic", "perceptron"] = "logistic"
    l2: Annotated[float, Field(ge=0)] = 0.001
    l1: Annotated[float, Field(ge=0)] = 0.0
    passes: Annotated[int, Field(ge=1)] = 30
    rate: Annotated[float, Field(gt=0)] = 0.5

    def optimise(self, problem: Problem, values: FloatArray, place: Round) -> Outcome:
        """Sample pairs of candidates and learn to rank them."""
        with place.watch.measure("sample"):
            if self.gain == "corpus":  # beside the best rows of all sentences under the present weights
                best = problem.best_rows(problem.model_scores(values))
                gains = problem.effects(problem.everywhere(problem.summands(best)))
            else:
                gains = np.asarray(problem.pool.scores)
            reached = problem.within_reach(values)
            better, worse, counts = sample_pairs(problem, gains, reached, self, place.random)
            fixed = problem.fixed_scores()
            pairs = Pairs(problem.differences(better, worse), fixed[better] - fixed[worse], counts)
        if self.classifier == "logistic":
            found = logistic(pairs, values, self, problem)
        else:
            found = perceptron(pairs, values, self, problem, place.random)
        report = {
            "pairs": float(len(better)),
            "accuracy_before": float((pairs.margins(values) > 0).mean()),
            "accuracy": float((pairs.margins(found) > 0).mean()),
        }
        return Outcome(found, report)


class Pairs(NamedTuple):
    """Pairs of a better and a worse candidate of one sentence.

    Attributes:
        differences: features of the better one minus those of the worse one, in parameter space,
            [pairs, parameters].
        fixed: difference of the parts of their scores that do not depend on the parameters, [pairs].
        counts: number of pairs of each sentence that has any; the pairs of a sentence follow one another.
    """

    differences: FloatArray
    fixed: FloatArray
    counts: IntArray

    def margins(self, values: FloatArray) -> FloatArray:
        """Return how much higher the better candidate scores than the worse one, [pairs]."""
        return np.asarray(np.einsum("pk,k->p", self.differences, values) + self.fixed)


def sample_pairs(
    problem: Problem,
    gains: FloatArray,
    reached: NDArray[np.bool_],
    settings: ProSettings,
    random: np.random.Generator,
) -> tuple[IntArray, IntArray, IntArray]:
    """Return the rows of the better and of the worse candidates, [pairs], and the number of pairs of each sentence.

    Args:
        problem: the problem, with the pool.
        gains: the gain of each row in points of the metric, [rows].
        reached: which rows may be in a pair, [rows].
        settings: how pairs are drawn.
        random: the generator to draw with.

    Raises:
        InputError: no pair differs enough.
    """
    pool = problem.pool
    ordered = gains[pool.order]
    within = reached[pool.order]
    better: list[IntArray] = []
    worse: list[IntArray] = []
    for start, size in zip(pool.starts.tolist(), pool.sizes.tolist(), strict=True):
        # Rows out of reach stay out of pairs: the free weights would be taught to outweigh the frozen ones for them.
        rows = start + np.flatnonzero(within[start : start + size])
        if len(rows) < 2:
            continue
        drawn = rows[random.integers(0, len(rows), (2, settings.candidates), dtype=np.int64)]
        difference = ordered[drawn[0]] - ordered[drawn[1]]
        size_of = np.abs(difference)
        enough = np.flatnonzero(size_of > settings.threshold)
        if not len(enough):
            continue
        # The greatest differences are kept (Hopkins and May). The sort is stable, so ties are kept in the order drawn.
        chosen = enough[np.argsort(-size_of[enough], kind="stable")[: settings.pairs]]
        turned = difference[chosen] < 0
        better.append(np.where(turned, drawn[1, chosen], drawn[0, chosen]))
        worse.append(np.where(turned, drawn[0, chosen], drawn[1, chosen]))
    if not better:
        spread = float(ordered.max() - ordered.min())
        raise InputError(
            f"no pair of candidates differs by more than {settings.threshold:g} points of "
            f"{problem.objective.metric.name} (all {len(ordered)} candidates lie within {spread:.4g}); "
            "check that references belong to their sources, or lower the threshold"
        )
    counts = np.array([len(rows) for rows in better])
    return pool.order[np.concatenate(better)], pool.order[np.concatenate(worse)], counts


def logistic(pairs: Pairs, values: FloatArray, settings: ProSettings, problem: Problem) -> FloatArray:
    """Fit logistic regression without intercept: minimise the mean of ln(1 + exp(-margin)) plus the pulls."""

    def loss(x: FloatArray) -> tuple[float, FloatArray]:
        margins = pairs.margins(x)
        slope = expit(-margins) / len(margins)
        moved = x - values
        value = float(np.logaddexp(0.0, -margins).mean()) + settings.l2 / 2 * float(moved @ moved)
        return value, settings.l2 * moved - np.einsum("pk,p->k", pairs.differences, slope)

    found, _ = minimise(loss, values, problem.parameters.lower, problem.parameters.upper, settings.l1)
    return found


def perceptron(
    pairs: Pairs,
    values: FloatArray,
    settings: ProSettings,
    problem: Problem,
    random: np.random.Generator,
) -> FloatArray:
    """Train an averaged perceptron that corrects the pairs of one sentence together."""
    ends = np.cumsum(pairs.counts)
    parts = [slice(end - count, end) for end, count in zip(ends, pairs.counts, strict=True)]
    blocks = [(pairs.differences[part], pairs.fixed[part]) for part in parts]
    current, total = values.copy(), np.zeros_like(values)
    for _ in range(settings.passes):
        for number in random.permutation(len(blocks)):
            block, fixed = blocks[number]
            wrong = block[block @ current + fixed <= 0]
            if len(wrong):
                # Divided by the pairs of the sentence, so that a sentence with many pairs does not count more.
                current = problem.parameters.clip(current + settings.rate / len(block) * wrong.sum(axis=0))
            total += current
    return np.asarray(total / (settings.passes * len(blocks)))
