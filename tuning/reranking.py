"""The trees that choose among a list of candidates, as tuning sees them.

What `simplify` writes is the candidate with the highest

    predicted gain - edit_cost x changes + score_weight x score

so to weights that are tuned the gain is a feature of a candidate like any other, whose weight is one over
``score_weight``. That number says something only beside the scale of the weights: to double one is to double
the other. So it is weighed anew for weights that have changed, or the scale stays free for tuning to find.
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

#: How often the model's own score weight is tried, half an octave apart: far more, where weights are small
#: beside the model's; not less than half where weights are set by hand, or guards would give way to a gain.
_LEAST_GUARDED: Final = -2
_LEAST: Final = -12
_MOST: Final = 20


@dataclass(frozen=True, slots=True)
class Weighing:
    """What the trees are worth beside the score, on some sentences.

    Attributes:
        score_weight: the best; None where the score alone does as well as it does with the trees.
        alone: the objective of the score's own choice.
        chosen: the objective with ``score_weight``.
    """

    score_weight: float | None
    alone: float
    chosen: float


def score_weights(own: float, guarded: bool) -> list[float]:
    """Return the score weights to try beside trees, the highest first.

    Args:
        own: the score weight that the model has.
        guarded: whether some weights are set by hand.
    """
    least = _LEAST_GUARDED if guarded else _LEAST
    return [own * 2.0 ** (power / 2) for power in range(_MOST, least - 1, -1)]


class Reranking:
    """The trees of a model beside its decoder.

    Args:
        decoder: the decoder whose candidates they read.
        settings: the settings of the model.
        fixed: whether the score weight stays that of the settings.
        guarded: whether some of the decoder's weights are set by hand.
        judges: whether the harm of candidates is asked for too, as the last of the inputs.

    Attributes:
        score_weight: in force; None lets the score alone choose.
        depth: candidates that the trees look at.

    Raises:
        ConfigError: trees that read what the decoder does not have, or a score weight of 0.
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
        """The weight of the gain among the decoder's; 0 where the score alone chooses."""
        return 0.0 if self.score_weight is None else 1.0 / self.score_weight

    def gains(self, inputs: NDArray[np.float32]) -> FloatArray:
        """Return the predicted gain of every candidate less what its changes cost, [rows].

        Args:
            inputs: [rows, inputs], as `inputs` asks for them.
        """
        edits = len(self._names) - 1
        predicted = self._trees.predict(np.ascontiguousarray(inputs[:, :edits]))[:, 0].astype(np.float64)
        return np.asarray(predicted - self._edit_cost * inputs[:, edits].astype(np.float64))

    def chosen(self, lists: KBestLists, gains: FloatArray) -> list[int]:
        """Return the row that stands for each sentence of a batch."""
        starts: list[int] = lists.starts.tolist()
        if self.score_weight is None:
            return starts[:-1]
        values = gains + self.score_weight * lists.scores
        return [start + int(np.argmax(values[start:stop])) for start, stop in zip(starts, starts[1:], strict=False)]

    def apply(self, score_weight: float | None) -> None:
        """Let the decoder choose with this score weight from now on; None: by the score alone."""
        self.score_weight = score_weight
        if score_weight is None:
            self._decoder.keep_order()
        else:
            self._decoder.rerank(self._path, self.depth, score_weight, self._edit_cost)

    def weigh(self, data: DevSet, objective: Objective, threads: int) -> Weighing:
        """Find the score weight for the decoder's present weights; the highest of equals is the best.

        Raises:
            InputError: a sentence without a derivation.
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
