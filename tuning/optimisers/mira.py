"""k-best MIRA: move the weights as little as needed to rank a hope candidate above a fear candidate.

The hope candidate has a high model score and a high gain; the fear candidate has a high model score and a low gain.
Source: Cherry and Foster (2012), Batch tuning strategies for statistical machine translation, NAACL, section 3.
"""

from __future__ import annotations

from typing import Annotated, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from simplifier.evaluation.segments.metric import FloatArray
from simplifier.tuning.candidates.problem import Problem
from simplifier.tuning.optimisers.optimiser import Outcome, Round, StageSettings

__all__ = ["MiraSettings"]


class MiraSettings(StageSettings):
    """Settings of k-best MIRA.

    Attributes:
        passes: passes over the sentences; effects on the corpus metric are measured anew before each pass.
        c: greatest step of an update.
    """

    optimiser: Literal["mira"]
    passes: Annotated[int, Field(ge=1)] = 10
    c: Annotated[float, Field(gt=0)] = 0.01

    def optimise(self, problem: Problem, values: FloatArray, place: Round) -> Outcome:
        """Go over the sentences in random order, and return the mean of the parameters after each of them."""
        pool = problem.pool
        current, total, updates = values.copy(), np.zeros_like(values), 0
        reached, fixed = problem.within_reach(values), problem.fixed_scores()
        unit = _unit(problem, values, reached)
        for _ in range(self.passes):
            best = problem.best_rows(problem.model_scores(current))
            gains = unit * problem.effects(problem.everywhere(problem.summands(best)))
            for sentence in place.random.permutation(len(pool.starts)):
                start = pool.starts[sentence]
                rows = pool.order[start : start + pool.sizes[sentence]]
                rows = rows[reached[rows]]
                features = problem.parameters.reduce(pool.features[rows].astype(np.float64))
                scores = np.einsum("rk,k->r", features, current) + fixed[rows]
                hope = int(np.argmax(scores + gains[rows]))
                fear = int(np.argmax(scores - gains[rows]))
                # The smallest step that makes the margin of hope over fear as large as their difference in gain.
                difference = features[hope] - features[fear]
                loss = float(gains[rows[hope]] - gains[rows[fear]] - (scores[hope] - scores[fear]))
                square = float(difference @ difference)
                if loss > 0 and square > 0:
                    step = min(self.c, loss / square)
                    current = problem.parameters.clip(current + step * difference)
                    updates += 1
                total += current
        return Outcome(total / (self.passes * len(pool.starts)), {"updates": float(updates), "unit": unit})


def _unit(problem: Problem, values: FloatArray, reached: NDArray[np.bool_]) -> float:
    """Return the model score that a point of the metric counts as, so that both spread alike within sentences.

    Gain and model score are added to find hope and fear. Without a common unit, the result would depend on the scale
    of the weights that training starts from.
    """
    best = problem.best_rows(problem.model_scores(values))
    gains = problem.effects(problem.everywhere(problem.summands(best)))
    spread = _spread(problem, gains, reached)
    return _spread(problem, problem.model_scores(values), reached) / spread if spread > 0 else 1.0


def _spread(problem: Problem, quantity: FloatArray, reached: NDArray[np.bool_]) -> float:
    """Return the standard deviation of a quantity within sentences, over the rows within reach."""
    counts = problem.sentence_sums(reached.astype(np.float64))  # at least the best row of each
    means = problem.sentence_sums(np.where(reached, quantity, 0.0)) / counts
    squares = problem.sentence_sums(np.where(reached, quantity**2, 0.0)) / counts
    return float(np.sqrt(np.maximum(squares - means**2, 0.0).mean()))
