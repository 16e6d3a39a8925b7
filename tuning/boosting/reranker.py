"""Training of the reranker: trees that predict the gain of each candidate of a k-best list.

The log-linear score is a sum over rules, but the metric is not: a second doubtful change can undo what the first
gained. The trees see a candidate as a whole, and beside the others of its list (``search/reranker.hh``). The label of a
candidate is its gain: the exact effect on the corpus metric if it replaces the present output of its sentence, less the
mean effect in its list. In the first round the present output is the decoder's choice, in later rounds that of the
trees of the round before. LightGBM trains the trees (Ke et al., NIPS 2017); the core runs them without LightGBM.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from simplifier.base.errors import InputError
from simplifier.core import CandidateInputs, FeatureName
from simplifier.decoder import ChartDecoder
from simplifier.evaluation.segments.metric import FloatArray
from simplifier.tuning.boosting.library import import_lightgbm
from simplifier.tuning.boosting.writing import write_trees
from simplifier.tuning.candidates.acceptance import HARM, judged
from simplifier.tuning.candidates.dev_set import DevSet
from simplifier.tuning.candidates.objective import Objective

__all__ = [
    "Candidates",
    "RerankerTraining",
    "Trained",
    "candidate_inputs",
    "read_candidates",
    "train_reranker",
]

_BATCH: Final = 64
#: Features of single changes whose extremes and means over a derivation are offered, if the decoder has them.
_OF_CHANGES: Final = (
    FeatureName.SelectionAddShare,
    FeatureName.SelectionPhraseAddShare,
    FeatureName.SelectionDeleteLogit,
    FeatureName.SelectionPhraseDeleteShare,
    "WindowNormal",
    "WindowSimple",
    FeatureName.ChangePosition,
    "MeteorLogProb",
    "ComplexityDiff",
    "MinLogFreqDiff",
)
_RATIOS: Final = (
    (FeatureName.SelectionAddSum, FeatureName.SelectionAdds),
    (FeatureName.SelectionDeleteSum, FeatureName.SelectionDeletes),
)


@dataclass(frozen=True, slots=True)
class RerankerTraining:
    """The settings of the training.

    Attributes:
        depth: number of candidates of a sentence.
        trees: number of trees.
        inputs: number of inputs that are kept, those that bring the most.
        rounds: number of rounds; each after the first measures the effects anew.
        folds: number of folds of the sentences. Each is left out in turn, and the score weight is chosen on the
            sentences that were left out.
        score_weights: the score weights to try: how many points of predicted gain a unit of the decoder's score counts.
        largest_gain: effects on the metric are clipped to this many points, in both directions.
        seed: the seed of LightGBM's sampling.
    """

    depth: int = 150
    trees: int = 150
    inputs: int = 40
    rounds: int = 2
    folds: int = 5
    score_weights: tuple[float, ...] = (0.1, 0.2, 0.3, 0.5, 1.0)
    largest_gain: float = 30.0
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Candidates:
    """The k-best lists of sentences; the rows of all lists follow one another.

    Attributes:
        inputs: the inputs of the trees, float32 [rows, inputs].
        sentences: the number of the sentence of each row, ascending, int32 [rows].
        scores: the scores of the decoder, [rows].
        summands: the summands of the objective, float32 [rows, width].
        starts: the first row of every sentence, [sentences].
    """

    inputs: NDArray[np.float32]
    sentences: NDArray[np.int32]
    scores: FloatArray
    summands: NDArray[np.float32]
    starts: NDArray[np.int64]

    def best(self, values: FloatArray) -> NDArray[np.int64]:
        """Return the row of each sentence with the highest value, [sentences]; among equals, the first."""
        # Sorted by sentence, then by falling value: the best row of a sentence comes first in its range. The sort is
        # stable, so equal rows keep their order.
        order = np.lexsort((-values, self.sentences))
        return np.asarray(order[self.starts], dtype=np.int64)

    def score_of(self, objective: Objective, values: FloatArray | None) -> float:
        """Return the objective if each sentence takes its candidate of the highest value, or its first if None."""
        rows = self.starts if values is None else self.best(values)
        total = self.summands[rows].sum(axis=0, dtype=np.float64)
        return float(objective.corpus(total[np.newaxis])[0])


def candidate_inputs(features: Sequence[str]) -> list[str]:
    """Return the names of the inputs offered to training, for a decoder with these features."""
    known = set(features)
    names = ["gap", "edits", "length", "candidates", *(f"total:{name}" for name in features)]
    for name in _OF_CHANGES:
        if name in known:
            names += [f"{kind}:{name}" for kind in ("least", "most", "mean", "list-most", "list-mean")]
    names += [f"share:{name}" for pair in _RATIOS for name in pair if name in known]
    names += [f"ratio:{one}/{other}" for one, other in _RATIOS if {one, other} <= known]
    return names


def read_candidates(
    decoder: ChartDecoder,
    data: DevSet,
    objective: Objective,
    names: Sequence[str],
    depth: int,
    threads: int = 1,
    progress: Callable[[int], object] = lambda sentences: None,
) -> Candidates:
    """Decode a development set to k-best lists with the inputs of the trees.

    Args:
        decoder: the decoder, with the weights to search with.
        data: the sentences.
        objective: the objective on these sentences.
        names: the names of the inputs.
        depth: number of candidates of a sentence.
        threads: threads of the decoder.
        progress: called with the number of sentences decoded since the last call.

    Raises:
        InputError: a sentence has no derivation.
    """
    judges = objective.judges
    wanted = CandidateInputs([*names, *([HARM] if judges else [])], list(decoder.feature_names))
    columns: list[tuple[Any, ...]] = []
    for start in range(0, len(data), _BATCH):
        lists = decoder.decode_lists(data.sentences[start : start + _BATCH], depth, True, threads, inputs=wanted)
        sizes = np.diff(lists.starts)
        if not sizes.all():
            raise InputError("a sentence has no derivation; trees cannot be trained on it")
        rows = np.repeat(np.arange(start, start + len(sizes), dtype=np.int32), sizes)
        outputs = judged(lists.outputs, lists.inputs[:, -1]) if judges else lists.outputs
        summands, _ = objective.evaluate(outputs, rows)
        columns.append((lists.inputs[:, : len(names)].copy(), rows, lists.scores.copy(), summands.astype(np.float32)))
        progress(len(sizes))
    inputs, sentences, scores, parts = (np.concatenate(column) for column in zip(*columns, strict=True))
    starts = np.searchsorted(sentences, np.arange(len(data)))
    return Candidates(inputs, sentences, scores, parts, starts)


def centred_gains(
    candidates: Candidates, objective: Objective, current: NDArray[np.int64], largest: float
) -> FloatArray:
    """Return each candidate's effect on the metric in place of its sentence's current row, less the mean of its list.

    Args:
        candidates: the candidates.
        objective: the objective on their sentences.
        current: the row of the present output of each sentence, [sentences].
        largest: effects are clipped to this many points before the mean is taken.
    """
    standing = candidates.summands[current].astype(np.float64)
    effects = objective.effects(candidates.summands, candidates.sentences, standing)
    effects = np.clip(effects, -largest, largest)
    means = np.bincount(candidates.sentences, effects) / np.bincount(candidates.sentences)
    return np.asarray(effects - means[candidates.sentences])


@dataclass(frozen=True, slots=True)
class Trained:
    """The result of training.

    Attributes:
        inputs: the names of the inputs that the trees read.
        score_weight: the score weight that was chosen by cross-validation.
        unchanged: the objective of the decoder's own choice on the training sentences.
        cross_validated: the objective of the trees' choice there, each sentence by trees that did not see it.
    """

    inputs: list[str]
    score_weight: float
    unchanged: float
    cross_validated: float


def train_reranker(
    candidates: Candidates,
    names: Sequence[str],
    objective: Objective,
    path: Path,
    settings: RerankerTraining = RerankerTraining(),  # noqa: B008
    report: Callable[[str], object] = lambda line: None,
) -> Trained:
    """Train the trees and write them to a file.

    Args:
        candidates: the candidates of the training sentences.
        names: the names of their inputs.
        objective: the objective on the same sentences.
        path: the file of trees.
        settings: the settings of the training.
        report: takes a line of text per round: the cross-validated objective for each score weight.

    Raises:
        ConfigError: LightGBM is not installed.
        InputError: the file cannot be written.
    """
    current = candidates.starts
    gains = centred_gains(candidates, objective, current, settings.largest_gain)
    kept = _best_inputs(candidates.inputs, gains, settings)
    inputs = np.ascontiguousarray(candidates.inputs[:, kept])
    # Folds are blocks of neighbouring sentences, so all candidates of a sentence are in the same fold.
    fold = candidates.sentences * settings.folds // len(candidates.starts)
    for number in range(settings.rounds):
        if number:  # the effect of a candidate depends on the outputs of the other sentences, which have changed
            gains = centred_gains(candidates, objective, current, settings.largest_gain)
        predicted = np.zeros(len(gains))
        for part in range(settings.folds):
            held = fold == part
            predicted[held] = _fit(inputs[~held], gains[~held], settings).predict(inputs[held], num_threads=1)
        values = {weight: predicted + weight * candidates.scores for weight in settings.score_weights}
        scores = {weight: candidates.score_of(objective, one) for weight, one in values.items()}
        weight = max(scores, key=lambda one: scores[one])
        current = candidates.best(values[weight])
        report(f"round {number + 1}: " + ", ".join(f"{one:g}: {scores[one]:.3f}" for one in scores))
    final = _fit(inputs, gains, settings)
    used = write_trees(path, {"Gain": [final]}, [names[place] for place in kept])
    return Trained(list(used), weight, candidates.score_of(objective, None), scores[weight])


def _best_inputs(inputs: NDArray[np.float32], gains: FloatArray, settings: RerankerTraining) -> list[int]:
    """Return the columns of the inputs that bring a first forest the most; at least one column."""
    worth = _fit(inputs, gains, settings).feature_importance("gain")
    order = np.argsort(-worth, kind="stable")
    return [int(place) for place in order[: settings.inputs] if worth[place] > 0] or [0]


def _fit(inputs: NDArray[np.float32], gains: FloatArray, settings: RerankerTraining) -> Any:
    lightgbm = import_lightgbm()
    parameters = {
        "objective": "regression",
        "learning_rate": 0.05,
        "num_leaves": 15,
        "min_data_in_leaf": max(1, min(300, len(gains) // 50)),
        "feature_fraction": 0.4,
        "bagging_fraction": 0.5,
        "bagging_freq": 1,
        "lambda_l2": 50.0,
        "max_bin": 63,
        "num_threads": 1,
        "deterministic": True,
        "seed": settings.seed,
        "verbose": -1,
    }
    return lightgbm.train(parameters, lightgbm.Dataset(inputs, gains), settings.trees)
