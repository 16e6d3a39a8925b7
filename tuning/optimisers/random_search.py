"""Random search: the baseline that every optimiser must beat."""

from __future__ import annotations

from typing import Annotated, Literal

import numpy as np
from pydantic import Field

from simplifier.evaluation.segments.metric import FloatArray
from simplifier.tuning.candidates.problem import Problem
from simplifier.tuning.optimisers.optimiser import Outcome, Round, StageSettings

__all__ = ["RandomSettings"]


class RandomSettings(StageSettings):
    """Settings of random search.

    Attributes:
        trials: number of points tried.
        spread: greatest expected distance of a point from the best so far, relative to the length of the best.
    """

    optimiser: Literal["random"]
    trials: Annotated[int, Field(ge=1)] = 100
    spread: Annotated[float, Field(gt=0)] = 0.5

    def optimise(self, problem: Problem, values: FloatArray, place: Round) -> Outcome:
        """Try points around the best so far, and keep a point that is better on the pool."""
        best, best_score = values, problem.corpus(problem.best_rows(problem.model_scores(values)))
        before, better = best_score, 0
        for _ in range(self.trials):
            noise = place.random.standard_normal(len(values)) * float(np.linalg.norm(best))
            # The length of a step is drawn too, so that both small and large steps are tried.
            step = self.spread * place.random.random() / np.sqrt(len(values))
            point = problem.parameters.clip(best + step * noise)
            score = problem.corpus(problem.best_rows(problem.model_scores(point)))
            if score > best_score:
                best, best_score, better = point, score, better + 1
        return Outcome(best, {"expected_gain": best_score - before, "accepted": float(better)})
