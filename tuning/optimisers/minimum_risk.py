"""Minimum-risk training: raise the expected metric under a softmax over the pool.

The gain of a candidate is its exact effect on the corpus metric, so a corpus metric need not be approximated by
sentence scores.
Source: Smith and Eisner (2006), Minimum risk annealing for training log-linear models, COLING/ACL.
"""

from __future__ import annotations

from typing import Annotated, Literal

import numpy as np
from pydantic import Field

from simplifier.evaluation.segments.metric import FloatArray
from simplifier.tuning.candidates.problem import Problem
from simplifier.tuning.optimisers.minimise import minimise
from simplifier.tuning.optimisers.optimiser import Outcome, Round, StageSettings

__all__ = ["RiskSettings"]


class RiskSettings(StageSettings):
    """Settings of minimum-risk training.

    Attributes:
        proximal: pull towards the previous weights, in points of the metric: half of it is what a move as long as
            these weights costs. Without it the weights swing.
        proximal_growth: the factor by which the pull grows with every iteration of the stage.
        perplexity: how many candidates of a sentence share the softmax at the start of an iteration; the model
            scores are sharpened or softened to reach it.
        rounds: how often the effects of candidates are measured anew in an iteration.
        steps: most steps of L-BFGS in a round.
        l1: pull towards 0, the weight of the sum of absolute parameters.
    """

    optimiser: Literal["risk"]
    start: Literal["last", "best"] = "best"
    step_decay: Annotated[float, Field(gt=0, le=1)] = 0.8
    proximal: Annotated[float, Field(ge=0)] = 10.0
    proximal_growth: Annotated[float, Field(ge=1)] = 1.25
    perplexity: Annotated[float, Field(gt=1)] = 5.0
    rounds: Annotated[int, Field(ge=1)] = 2
    steps: Annotated[int, Field(ge=1)] = 20
    l1: Annotated[float, Field(ge=0)] = 0.0

    def optimise(self, problem: Problem, values: FloatArray, place: Round) -> Outcome:
        """Raise the expected effect of the candidates, held back by the distance from ``values``."""
        sharpness = find_sharpness(problem, values, self.perplexity)
        pull = self.proximal * self.proximal_growth**place.number
        # Distances are relative, so that the pull means the same whatever the scale of the weights.
        length = max(float(np.linalg.norm(values)), 1e-12)
        found, taken, before, after = values, 0, None, 0.0
        for _ in range(self.rounds):
            # Effects depend on what stands for the other sentences: here their expected summands. They are constants
            # of the loss, so they are measured anew where the last round ended.
            probabilities, _ = problem.softmax(sharpness * problem.model_scores(found))
            expected = problem.expected_summands(probabilities)
            gains = problem.effects(problem.everywhere(expected))

            def loss(x: FloatArray, gains: FloatArray = gains) -> tuple[float, FloatArray]:
                share, _ = problem.softmax(sharpness * problem.model_scores(x))
                risk, slope = expected_loss(problem, share, gains)
                moved = (x - values) / length
                return (
                    risk + pull / 2 * float(moved @ moved),
                    sharpness * problem.gradient(slope) + pull * moved / length,
                )

            if before is None:
                before = -loss(found)[0]
            found, steps = minimise(
                loss, found, problem.parameters.lower, problem.parameters.upper, self.l1, self.steps
            )
            after = -loss(found)[0]
            taken += steps
        report = {
            "expected_gain": after - (before or 0.0),
            "steps": float(taken),
            "sharpness": sharpness,
            "moved": float(np.linalg.norm(found - values)) / length,
        }
        return Outcome(found, report)


def expected_loss(problem: Problem, probabilities: FloatArray, gains: FloatArray) -> tuple[float, FloatArray]:
    """Return minus the mean expected gain of a sentence, and its derivative by each row's (sharpened) score, [rows].

    Args:
        problem: the pool and the objective.
        probabilities: the probability of each row among those of its sentence, [rows].
        gains: the gain of each row, [rows].
    """
    count = len(problem.objective)
    expected = problem.sentence_sums(probabilities * gains)
    slots = np.zeros(count)
    slots[problem.pool.present] = expected
    slope = probabilities * (slots[problem.pool.sentences] - gains) / count
    return -float(expected.sum()) / count, slope


def find_sharpness(problem: Problem, values: FloatArray, perplexity: float) -> float:
    """Return the factor on model scores, 0.001 to 1000, under which the softmax has this perplexity on average.

    The entropy is averaged over sentences, and the perplexity is its exponential. In short lists even a flat softmax
    may have a lower perplexity than asked for; then the factor is about 0.001.
    """
    scores = problem.model_scores(values)
    # Bisection of the logarithm of the factor: the entropy falls as the factor grows.
    low, high = 1e-3, 1e3
    for _ in range(30):
        middle = float(np.sqrt(low * high))
        probabilities, logarithms = problem.softmax(middle * scores)
        entropy = -problem.sentence_sums(probabilities * logarithms).mean()
        if entropy > np.log(perplexity):
            low = middle
        else:
            high = middle
    return high
