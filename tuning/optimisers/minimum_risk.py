"""Minimum-risk training: raise the expected metric under a softmax over the pool.

Smith and Eisner (2006), Minimum risk annealing for training log-linear models, COLING/ACL. The gain of a
candidate is its exact effect on the corpus metric, so corpus metrics need no approximation by sentences.
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
    """Minimum-risk training.

    Attributes:
        proximal: pull towards the weights before, in points of the metric; without it the weights swing.
        proximal_growth: the pull grows by this factor with every iteration of the stage.
        perplexity: how many candidates of a sentence share the softmax at the start of an iteration; the
            model scores are sharpened or softened to it.
        rounds: times per iteration that effects are measured anew.
        steps: most steps of L-BFGS per round.
        l1: pull towards 0.
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
        """Climb the expected effect, held back by the distance from ``values``."""
        sharpness = find_sharpness(problem, values, self.perplexity)
        pull = self.proximal * self.proximal_growth**place.number
        # Distances are relative, so that the pull means the same whatever the scale of the weights.
        length = max(float(np.linalg.norm(values)), 1e-12)
        found, taken, before, after = values, 0, None, 0.0
        for _ in range(self.rounds):
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
    """Return minus the mean expected gain, and its derivative by each row's model score."""
    count = len(problem.objective)
    expected = problem.sentence_sums(probabilities * gains)
    slots = np.zeros(count)
    slots[problem.pool.present] = expected
    slope = probabilities * (slots[problem.pool.sentences] - gains) / count
    return -float(expected.sum()) / count, slope


def find_sharpness(problem: Problem, values: FloatArray, perplexity: float) -> float:
    """Return the factor on model scores under which the softmax has this perplexity on average.

    The average is of the entropy over sentences. Where even a flat softmax is sharper than asked (short
    lists), a flat one of a thousandth is as far as it goes.
    """
    scores = problem.model_scores(values)
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
