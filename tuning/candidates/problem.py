"""The problem of one round of optimisation: a pool, an objective, and free parameters."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from simplifier.base.errors import InputError
from simplifier.evaluation.segments.metric import FloatArray
from simplifier.tuning.candidates.objective import Objective
from simplifier.tuning.candidates.parameters import Parameters
from simplifier.tuning.candidates.pool import CandidatePool

__all__ = ["Problem"]

IntArray = NDArray[np.intp]


class Problem:
    """The search for parameters under which the highest-scoring candidates of the pool have the best objective.

    A row is the number of a candidate in the pool. A sentence is present if it has a candidate there. Sums are made
    in a fixed order, so that results do not depend on the number of threads.

    Args:
        pool: the candidates.
        objective: the objective on their sentences.
        parameters: the parameters that may change.
        reranked: True if the pool's last feature is the gain that trees predict.

    Raises:
        InputError: there is nothing to choose: no candidates, only one per sentence, or no free feature that tells
            two candidates of a sentence apart.
    """

    def __init__(
        self, pool: CandidatePool, objective: Objective, parameters: Parameters, reranked: bool = False
    ) -> None:
        if len(pool) == 0:
            raise InputError("no candidates to tune on; every k-best list is empty")
        if pool.sizes.max() == 1:
            raise InputError(
                "every k-best list holds a single candidate, so there is nothing to choose; "
                "check that the grammar has rules for these sentences, or raise kbest.size"
            )
        if not len(parameters):
            raise InputError(
                "no free feature tells two candidates of a sentence apart; free more weights, or check the "
                "features of the rule table"
            )
        self.pool = pool
        self.objective = objective
        self.parameters = parameters
        self._reranked = reranked

    def fixed_scores(self) -> FloatArray:
        """Return the part of every row's model score that does not depend on the parameters, [rows]."""
        return self._product(self.parameters.weights(np.zeros(len(self.parameters))))

    def within_reach(self, values: FloatArray) -> NDArray[np.bool_]:
        """Return which rows could become the best of their sentences, [rows].

        A row is out of reach if the frozen weights forbid it: even if the free weights gave it the highest score
        that they give to any row of its sentence, it would still score less than the best row does.
        """
        fixed = self.parameters.weights(np.zeros(len(self.parameters)))
        if self._reranked:  # the gain forbids nothing: the free weights are tuned to outweigh it
            fixed[-1] = 0.0
        frozen = self._product(fixed)
        free = self._product(self.parameters.weights(values)) - self.fixed_scores()
        order, starts, sizes = self.pool.order, self.pool.starts, self.pool.sizes
        highest = np.maximum.reduceat(free[order], starts) - np.maximum.reduceat((frozen + free)[order], starts)
        # The best row of a sentence is always within reach; the tolerance keeps it there in spite of rounding.
        reached = np.empty(len(self.pool), dtype=np.bool_)
        reached[order] = frozen[order] + np.repeat(highest, sizes) >= -1e-9
        return reached

    def model_scores(self, values: FloatArray) -> FloatArray:
        """Return the model score of every row, float64 [rows]."""
        return self._product(self.parameters.weights(values))

    def slopes(self, direction: FloatArray) -> FloatArray:
        """Return how much every row's model score grows for a step of 1 along a direction, [rows]."""
        return self._product(self.parameters.direction(direction))

    def best_rows(self, scores: FloatArray) -> IntArray:
        """Return the row with the highest score for each sentence present; among equals, the oldest row."""
        ordered = scores[self.pool.order]
        highest = np.maximum.reduceat(ordered, self.pool.starts)
        found = np.flatnonzero(ordered == np.repeat(highest, self.pool.sizes))
        # Of several best rows, np.unique takes the first, which is the oldest in the order of the pool.
        _, first = np.unique(self.pool.sorted_sentences[found], return_index=True)
        return np.asarray(self.pool.order[found[first]])

    def summands(self, rows: IntArray) -> FloatArray:
        """Return the summands of rows, float64 [rows, width]."""
        return self.pool.summands[rows].astype(np.float64)

    def corpus(self, rows: IntArray) -> float:
        """Return the objective over the sentences of these rows, one row per sentence."""
        return float(self.objective.corpus(self.summands(rows).sum(axis=0, keepdims=True), len(rows))[0])

    def effects(self, current: FloatArray) -> FloatArray:
        """Return every row's exact effect on the objective, times the number of sentences, [rows].

        Args:
            current: the summands of the present output of each sentence, [sentences of the objective, width].
        """
        return self.objective.effects(self.pool.summands, self.pool.sentences, current)

    def everywhere(self, values: FloatArray) -> FloatArray:
        """Spread values of the sentences present over all sentences of the objective, with zeros for the others."""
        result = np.zeros((len(self.objective), values.shape[1]))
        result[self.pool.present] = values
        return result

    def differences(self, first: IntArray, second: IntArray) -> FloatArray:
        """Return the feature differences of pairs of rows in parameter space, [pairs, parameters]."""
        features = self.pool.features
        return self.parameters.reduce(features[first].astype(np.float64) - features[second])

    def gradient(self, row_weights: FloatArray) -> FloatArray:
        """Return the sum of all rows' features, each times the weight of its row, in parameter space, [parameters]."""
        total = np.zeros(self.pool.features.shape[1])
        for part in self._parts():
            total += np.einsum("rf,r->f", self.pool.features[part].astype(np.float64), row_weights[part])
        return self.parameters.reduce(total)

    def softmax(self, scores: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return each row's probability among the rows of its sentence, and its natural logarithm, both [rows].

        The highest score of a sentence is subtracted first, so that no exponential overflows.
        """
        order, starts, sizes = self.pool.order, self.pool.starts, self.pool.sizes
        ordered = scores[order]
        ordered -= np.repeat(np.maximum.reduceat(ordered, starts), sizes)
        exponents = np.exp(ordered)
        logarithms = ordered - np.repeat(np.log(np.add.reduceat(exponents, starts)), sizes)
        result = np.empty_like(scores)
        result[order] = logarithms
        return np.exp(result), result

    def sentence_sums(self, values: FloatArray) -> FloatArray:
        """Return sums over the rows of each sentence present, [sentences present]."""
        return np.asarray(np.add.reduceat(values[self.pool.order], self.pool.starts))

    def expected_summands(self, probabilities: FloatArray) -> FloatArray:
        """Return the mean summands of each sentence under its rows' probabilities, [sentences present, width]."""
        sums = np.zeros((len(self.pool.present), self.objective.width))
        for column in range(self.objective.width):
            sums[:, column] = self.sentence_sums(self.pool.summands[:, column] * probabilities)
        return sums

    def _parts(self, chunk: int = 4096) -> list[slice]:
        return [slice(start, start + chunk) for start in range(0, len(self.pool), chunk)]

    def _product(self, weights: FloatArray) -> FloatArray:
        # einsum, unlike BLAS, adds in one order, whatever the machine's number of threads. Where most weights are 0,
        # as for a direction along one axis, only the columns of the others are read.
        used = np.flatnonzero(weights)
        sparse = 2 * len(used) < len(weights)
        weights = weights[used] if sparse else weights
        result = np.empty(len(self.pool))
        for part in self._parts():
            features = self.pool.features[part]
            values = (features[:, used] if sparse else features).astype(np.float64)
            np.einsum("rf,f->r", values, weights, out=result[part])
        return result
