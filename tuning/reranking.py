"""The trees that choose among a list of candidates, as tuning sees them.

`simplify` writes the candidate with the highest

    predicted gain - edit_cost x changes + score_weight x score

So for tuning, the gain (less the cost of changes) is a feature of a candidate like any other, with the weight
1 / ``score_weight``. A score weight has a meaning only beside the scale of the weights: doubling all weights has the
same effect as doubling the score weight. So either the score weight is found anew for weights that have changed, or the
scale of the weights stays free for tuning to find.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from simplifier.base.errors import ConfigError
from simplifier.config import RerankerSettings
from simplifier.core import CandidateInputs, KBestLists
from simplifier.decoder import ChartDecoder
from simplifier.decoder.boosted_trees import load_trees
from simplifier.evaluation.segments.metric import FloatArray
from simplifier.tuning.boosting.reranker import read_candidates
from simplifier.tuning.candidates.acceptance import HARM
from simplifier.tuning.candidates.dev_set import DevSet
from simplifier.tuning.candidates.objective import Objective

__all__ = ["Reranking", "Weighing", "score_weights"]

#: Exponents of the score weights to try, each the model's own times 2^(exponent / 2). The greatest are for weights that
#: are small beside the model's. Where weights are set by hand, none below half is tried: guards would give way to a
#: gain.
_LEAST_GUARDED: Final = -2
_LEAST: Final = -12
_MOST: Final = 20


@dataclass(frozen=True, slots=True)
class Weighing:
    """The value of the trees beside the score, on some sentences.

    Attributes:
        score_weight: the best score weight; None if the score alone does at least as well as with the trees.
        alone: the objective if the score alone chooses.
        chosen: the objective with ``score_weight``.
    """

    score_weight: float | None
    alone: float
    chosen: float


def score_weights(own: float, guarded: bool) -> list[float]:
    """Return the score weights to try beside trees, the highest first.

    Args:
        own: the score weight of the model.
        guarded: True if some weights are set by hand.
    """
    least = _LEAST_GUARDED if guarded else _LEAST
    return [own * 2.0 ** (power / 2) for power in range(_MOST, least - 1, -1)]


class Reranking:
    """The trees of a model beside its decoder.

    Args:
        decoder: the decoder whose candidates the trees read.
        settings: the reranker settings of the model, which name the trees.
        fixed: True if the score weight of the settings stays.
        guarded: True if some of the decoder's weights are set by hand.
        judges: True if the harm of candidates is asked for too, as the last of the inputs.

    Attributes:
        score_weight: the score weight in force; None lets the score alone choose.
        depth: number of candidates of a sentence that the trees look at.
        fixed: True if the score weight stays.
        inputs: the inputs to ask for with every candidate: those of the trees, the number of edits, and the harm
            if ``judges``.

    Raises:
        ConfigError: the score weight of the model is 0.
    """

    def __init__(
        self,
        decoder: ChartDecoder,
        settings: RerankerSettings,
        fixed: bool,
        guarded: bool,
        judges: bool = False,
    ) -> None:
        assert settings.path is not None
        self._path: Path = settings.path
        self._decoder = decoder
        self._trees = load_trees(self._path)
        # The number of edits is asked for too, because their cost is taken from the predicted gain.
        self._names = [*self._trees.input_names, "edits"]
        wanted = [*self._names, *([HARM] if judges else [])]
        self.inputs = CandidateInputs(wanted, list(decoder.feature_names))
        self._edit_cost = settings.edit_cost
        self.depth = settings.depth
        self.fixed = fixed
        self.score_weight: float | None = settings.score_weight
        self._tried = score_weights(settings.score_weight, guarded)
        if settings.score_weight == 0.0:
            raise ConfigError(
                "reranker.score_weight of the model is 0, so weights only say which candidates the trees "
                'look at; give the score a weight, or choose pipeline.reranker = "train" or "off"'
            )

    @property
    def weight_of_gain(self) -> float:
        """The weight of the gain beside the decoder's weights; 0 if the score alone chooses."""
        return 0.0 if self.score_weight is None else 1.0 / self.score_weight

    def gains(self, inputs: NDArray[np.float32]) -> FloatArray:
        """Return the predicted gain of every candidate less the cost of its changes, in points of the metric, [rows].

        Args:
            inputs: the values of `inputs` for every candidate, [rows, inputs].
        """
        edits = len(self._names) - 1
        predicted = self._trees.predict(np.ascontiguousarray(inputs[:, :edits]))[:, 0].astype(np.float64)
        return np.asarray(predicted - self._edit_cost * inputs[:, edits].astype(np.float64))

    def chosen(self, lists: KBestLists, gains: FloatArray) -> list[int]:
        """Return the row of the chosen candidate of each sentence of a batch; among equals, the best by score."""
        starts: list[int] = lists.starts.tolist()
        if self.score_weight is None:
            return starts[:-1]
        values = gains + self.score_weight * lists.scores
        return [start + int(np.argmax(values[start:stop])) for start, stop in zip(starts, starts[1:], strict=False)]

    def apply(self, score_weight: float | None) -> None:
        """Let the decoder choose with this score weight from now on; None lets the score alone choose."""
        self.score_weight = score_weight
        if score_weight is None:
            self._decoder.keep_order()
        else:
            self._decoder.rerank(self._path, self.depth, score_weight, self._edit_cost)

    def weigh(self, data: DevSet, objective: Objective, threads: int) -> Weighing:
        """Find the best score weight for the decoder's present weights; among equals, the highest is the best.

        Args:
            data: the sentences to find it on.
            objective: the objective on these sentences.
            threads: threads of the decoder.

        Raises:
            InputError: a sentence has no derivation.
        """
        candidates = read_candidates(self._decoder, data, objective, self._names, self.depth, threads)
        gains = self.gains(candidates.inputs)
        alone = best = candidates.score_of(objective, None)
        chosen: float | None = None
        for weight in self._tried:
            found = candidates.score_of(objective, gains + weight * candidates.scores)
            if found > best:
                chosen, best = weight, found
        return Weighing(chosen, alone, best)
