"""Training trees that choose among k-best lists: what each candidate of a development set gains the metric.

The log-linear score is a sum over rules, the metric is not: a second doubtful change can spoil what the
first gained. Trees see a candidate whole, beside the others of its list (``search/reranker.hh``). They
learn the exact effect on the corpus metric of taking the candidate in place of what stands for its sentence
now, less the mean of its list. In the first round the decoder's choice stands there, later that of the trees
before. LightGBM trains them (Ke et al., NIPS 2017); the core runs them without it.
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
#: Features of single changes whose extremes over a derivation are offered, where the decoder has them.
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
    """How the trees are trained.

    Attributes:
        depth: candidates of a sentence.
        trees: number of trees.
        inputs: so many inputs are kept, those that gain most.
        rounds: how often the effects are taken anew.
        folds: parts of the sentences, by turns left out, on which the weight of the score is chosen.
        score_weights: what a unit of the decoder's score may count beside a predicted gain.
        largest_gain: effects on the metric are cut off here, on both sides.
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
    """The k-best lists of sentences, rows end to end.

    Attributes:
        inputs: float32 [rows, inputs].
        sentences: int32 [rows], ascending.
        scores: [rows], the decoder's.
        summands: float32 [rows, width of the objective].
        starts: first row of every sentence.
    """

    inputs: NDArray[np.float32]
    sentences: NDArray[np.int32]
    scores: FloatArray
    summands: NDArray[np.float32]
    starts: NDArray[np.int64]

    def best(self, values: FloatArray) -> NDArray[np.int64]:
        """Return the row of each sentence with the highest value; the first of equal ones."""
        order = np.lexsort((-values, self.sentences))
        return np.asarray(order[self.starts], dtype=np.int64)

    def score_of(self, objective: Objective, values: FloatArray | None) -> float:
        """Return the objective when each sentence takes its best candidate; without values, its first."""
        rows = self.starts if values is None else self.best(values)
        total = self.summands[rows].sum(axis=0, dtype=np.float64)
        return float(objective.corpus(total[np.newaxis])[0])


def candidate_inputs(features: Sequence[str]) -> list[str]:
    """Return the inputs offered to training, for a decoder with these features."""
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
    """Decode a development set to lists with the inputs of these names.

    Raises:
        InputError: a sentence without a derivation.
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
    """Return each candidate's effect in place of its sentence's current row, less the mean of its list."""
    standing = candidates.summands[current].astype(np.float64)
    effects = objective.effects(candidates.summands, candidates.sentences, standing)
    effects = np.clip(effects, -largest, largest)
    means = np.bincount(candidates.sentences, effects) / np.bincount(candidates.sentences)
    return np.asarray(effects - means[candidates.sentences])


@dataclass(frozen=True, slots=True)
class Trained:
    """What training found.

    Attributes:
        inputs: the inputs of the trees.
        score_weight: chosen on the folds.
        unchanged: objective of the decoder's own choice, on the training sentences.
        cross_validated: objective of the trees' choice there, each sentence by trees that did not see it.
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
    """Train the trees and write them.

    Args:
        candidates: the candidates of the training sentences.
        names: the names of their inputs.
        objective: on the same sentences.
        path: the file of trees.
        settings: how.
        report: takes a line a round: the objective by the weight of the score, cross-validated.

    Raises:
        ConfigError: LightGBM is not installed.
        InputError: the file cannot be written.
    """
    current = candidates.starts
    gains = centred_gains(candidates, objective, current, settings.largest_gain)
    kept = _best_inputs(candidates.inputs, gains, settings)
    inputs = np.ascontiguousarray(candidates.inputs[:, kept])
    fold = candidates.sentences * settings.folds // len(candidates.starts)
    for number in range(settings.rounds):
        if number:
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
    """Return the columns that a first forest gains most by."""
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
