"""A pool with known best weights: every candidate's score falls with its distance from the best by those."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from simplifier.evaluation.metrics import ReferenceSet, metric_of_tokens
from simplifier.evaluation.segments.metric import FloatArray
from simplifier.tuning.candidates.objective import Objective
from simplifier.tuning.candidates.parameters import Constraints, Parameters, feature_scales
from simplifier.tuning.candidates.pool import CandidatePool
from simplifier.tuning.candidates.problem import Problem

TRUE_WEIGHTS = np.array([2.0, -0.5, 30.0, 0.0, -0.004, 1.0])
UNITS = np.array([1.0, 4.0, 0.05, 1.0, 500.0, 1.0])
NAMES = tuple("abcdef")


def synthetic_pool(
    folder: Path, sentences: int = 80, candidates: int = 40, noise: float = 0.0, vetoes: bool = False
) -> CandidatePool:
    """Features of very different units; a candidate has 100 less what it loses on its sentence's best.

    With ``vetoes`` the feature d, which says nothing about scores, is 1 for a third of the candidates and 0
    for the others.
    """
    random = np.random.default_rng(3)
    features = (random.standard_normal((sentences, candidates, len(NAMES))) * UNITS).astype(np.float32)
    if vetoes:
        features[..., 3] = random.random((sentences, candidates)) < 1 / 3
    quality = features @ TRUE_WEIGHTS
    scores = 100 - 5 * (quality.max(axis=1, keepdims=True) - quality)
    scores += noise * random.standard_normal(scores.shape)
    pool = CandidatePool(folder, len(NAMES), 1)
    rows = sentences * candidates
    pool.append(
        {
            "features": features.reshape(rows, -1),
            "summands": scores.reshape(rows, 1),
            "scores": scores.ravel(),
            "sentences": np.repeat(np.arange(sentences), candidates),
            "keys": np.arange(rows),
        }
    )
    pool.end_iteration()
    return pool


def synthetic_problem(
    folder: Path,
    weights: FloatArray,
    constraints: Constraints | None = None,
    noise: float = 0.0,
    vetoes: bool = False,
) -> Problem:
    """The pool as a problem, its objective the mean of the scores."""
    pool = synthetic_pool(folder, noise=noise, vetoes=vetoes)
    count = int(pool.sentences.max()) + 1
    # A mean of sentence scores: the texts play no part, the pool has the scores.
    objective = Objective(metric_of_tokens("sari-paper"), ReferenceSet(["w"] * count, [["w"] * count]))
    constraints = constraints or Constraints(NAMES)
    return Problem(pool, objective, Parameters(constraints, feature_scales(pool, constraints.members), weights))


def likeness(weights: FloatArray) -> float:
    """Cosine of weights and the true ones, every feature in its own unit."""
    a, b = weights * UNITS, TRUE_WEIGHTS * UNITS
    return float(a @ b / np.linalg.norm(a) / np.linalg.norm(b))
