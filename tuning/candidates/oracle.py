"""The oracle of a model: how good the best of many candidates is, whatever its rank.

A sentence can be rendered badly for two reasons: the right candidate is missing (rules are missing), or it ranks too
low (the weights are wrong). The oracle of a k-best list tells the two apart. Lists under other weights add candidates
to it, so that it says less about the weights and more about the rules.
Source: Och et al. 2004, "A smorgasbord of features for statistical machine translation" (oracle of n-best).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from simplifier.decoder import ChartDecoder
from simplifier.evaluation.metrics import Metric
from simplifier.tuning.candidates.acceptance import check_judges, harm_inputs, judged
from simplifier.tuning.candidates.dev_set import DevSet
from simplifier.tuning.candidates.objective import Objective, reference_set

__all__ = ["Oracle", "OracleSentence", "diverse_weights", "find_oracle"]

_BATCH: Final = 64
#: Scores that differ by no more are equal: the candidate that was found first is the oracle.
_TIE: Final = 1e-9

Weights = Mapping[str, float]
Progress = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class OracleSentence:
    """The best candidate of one sentence beside the model's own choice.

    Attributes:
        candidates: distinct outputs found under all weights.
        rank: place of the oracle in the list under the model's weights, counted from 1; 0 if it is not there.
        first: the model's output.
        first_score: sentence score of the model's output; negated if lower values of the metric are better.
        oracle: the best candidate; among equals, the one found first.
        oracle_score: sentence score of the oracle, signed as ``first_score``.
    """

    candidates: int
    rank: int
    first: str
    first_score: float
    oracle: str
    oracle_score: float


@dataclass(frozen=True, slots=True)
class Oracle:
    """Oracles of a development set.

    Attributes:
        sentences: the oracle of each sentence.
        by_size: mean sentence score of the best of the first 1, 10, 100 ... candidates under the model's weights,
            by the number of candidates; the last number is the size of the list.
    """

    sentences: tuple[OracleSentence, ...]
    by_size: dict[int, float]

    @property
    def first(self) -> float:
        """Mean sentence score of the model's outputs."""
        return float(np.mean([one.first_score for one in self.sentences]))

    @property
    def oracle(self) -> float:
        """Mean sentence score of the best candidates."""
        return float(np.mean([one.oracle_score for one in self.sentences]))

    @property
    def candidates(self) -> float:
        """Mean number of distinct candidates of a sentence."""
        return float(np.mean([one.candidates for one in self.sentences]))

    @property
    def mean_rank(self) -> float:
        """Mean rank of the oracles that are in the list under the model's weights; NaN if none is."""
        ranks = [one.rank for one in self.sentences if one.rank]
        return float(np.mean(ranks)) if ranks else float("nan")

    @property
    def at_first(self) -> float:
        """Share of sentences (0 to 1) for which the model's output is the oracle."""
        return float(np.mean([one.rank == 1 for one in self.sentences]))

    @property
    def only_diverse(self) -> float:
        """Share of sentences (0 to 1) whose oracle is only in a list under other weights."""
        return float(np.mean([one.rank == 0 for one in self.sentences]))


def diverse_weights(weights: Weights, count: int, seed: int = 1) -> list[dict[str, float]]:
    """Return ``count`` other sets of weights to search with: one without language models, the others scaled at random.

    Each of the others multiplies every weight by exp(z), where z is drawn from a standard normal distribution. So
    the signs of weights stay.
    """
    names = sorted(weights)  # so that the draw does not depend on the order of features
    random = np.random.default_rng(seed)
    result = [{name: 0.0 if name.startswith("lm_") else weights[name] for name in names}][:count]
    while len(result) < count:
        factors = np.exp(random.standard_normal(len(names)))
        result.append({name: weights[name] * factor for name, factor in zip(names, factors.tolist(), strict=True)})
    return result


def find_oracle(
    decoder: ChartDecoder,
    dev_set: DevSet,
    metric: Metric,
    size: int,
    others: int = 0,
    seed: int = 1,
    threads: int = 1,
    progress: Progress = lambda count: None,
) -> Oracle:
    """Return the best candidate of every sentence, by the sentence score of a metric.

    Args:
        decoder: the decoder, with the model's weights; they are in force again afterwards.
        dev_set: the sentences and references.
        metric: a metric of decoder forms (`metric_of_tokens`); sentence scores count even for a corpus metric.
        size: distinct outputs of a list.
        others: how many sets of `diverse_weights` are searched with too.
        seed: the seed of these weights.
        threads: threads of the decoder.
        progress: called with the number of sentences decoded since the last call.

    Raises:
        ConfigError: the metric takes judged outputs, but the decoder has no trees that judge.
    """
    check_judges([metric], decoder.feature_names)
    objective = Objective(metric, reference_set(dev_set))
    own = decoder.weights
    lists = _decode(decoder, dev_set, objective, size, threads, progress)
    try:
        for weights in diverse_weights(own, others, seed):
            decoder.set_weights(weights)
            found = _decode(decoder, dev_set, objective, size, threads, progress)
            for candidates, more in zip(lists, found, strict=True):
                candidates.add(more)
    finally:
        decoder.set_weights(own)
    steps = [10**power for power in range(len(str(size))) if 10**power < size] + [size]
    return Oracle(
        tuple(candidates.sentence() for candidates in lists),
        {step: float(np.mean([candidates.best_of(step) for candidates in lists])) for step in steps},
    )


class _Candidates:
    """Candidates of one sentence; those of the list under the model's weights come first, in its order."""

    def __init__(self, outputs: list[str], scores: NDArray[np.float64]) -> None:
        self.outputs = outputs
        self.scores = scores.tolist()
        self._listed = len(outputs)
        self._known = set(outputs)

    def add(self, other: _Candidates) -> None:
        """Append the outputs that are new."""
        for output, score in zip(other.outputs, other.scores, strict=True):
            if output not in self._known:
                self._known.add(output)
                self.outputs.append(output)
                self.scores.append(score)

    def best_of(self, count: int) -> float:
        best: float = max(self.scores[: min(count, self._listed)])
        return best

    def sentence(self) -> OracleSentence:
        best = max(self.scores)
        place = next(at for at, score in enumerate(self.scores) if score >= best - _TIE)
        # Candidates after the model's own list come from other weights, so they have no rank.
        rank = place + 1 if place < self._listed else 0
        return OracleSentence(
            len(self.outputs), rank, self.outputs[0], self.scores[0], self.outputs[place], self.scores[place]
        )


def _decode(
    decoder: ChartDecoder,
    dev_set: DevSet,
    objective: Objective,
    size: int,
    threads: int,
    progress: Progress,
) -> list[_Candidates]:
    result: list[_Candidates] = []
    inputs = harm_inputs(decoder) if objective.judges else None
    for start in range(0, len(dev_set), _BATCH):
        batch = dev_set.sentences[start : start + _BATCH]
        lists = decoder.decode_lists(batch, size, True, threads, inputs)
        starts = lists.starts.tolist()
        owners = np.repeat(np.arange(start, start + len(batch), dtype=np.int32), np.diff(lists.starts))
        outputs = lists.outputs if inputs is None else judged(lists.outputs, lists.inputs[:, -1])
        _, scores = objective.evaluate(outputs, owners)
        for first, end in zip(starts, starts[1:], strict=False):
            result.append(_Candidates(outputs[first:end], scores[first:end]))
        progress(len(batch))
    return result
