"""Pairwise ranking optimisation: learn to order pairs of candidates as the metric does.

Hopkins and May (2011), Tuning as ranking, EMNLP. The perceptron is that of the tuner behind Xu et al. (2016).
"""

from __future__ import annotations

from typing import Annotated, Literal

import numpy as np
from pydantic import Field
from scipy.special import expit

from base.errors import InputError
from evaluation.segments.metric import FloatArray
from tuning.candidates.problem import IntArray, Problem
from tuning.optimisers.minimise import minimise
from tuning.optimisers.optimiser import Outcome, Round, StageSettings

__all__ = ["ProSettings"]


class ProSettings(StageSettings):
    """PRO.

    Attributes:
        candidates: pairs drawn per sentence (Gamma, or Tau).
        pairs: kept per sentence, those with the greatest difference (Xi).
        threshold: least difference of a pair in points of the metric (0-100).
        gain: ``sentence`` compares sentence scores; ``corpus`` compares exact effects on the corpus score.
            For a mean of sentence scores both are the same.
        classifier: ``logistic`` regression by L-BFGS, or averaged ``perceptron``.
        l2: pull of logistic regression towards the previous parameters.
        l1: pull of logistic regression towards 0.
        passes: of the perceptron over the pairs.
        rate: learning rate of the perceptron.
    """

    optimiser: Literal["pro"]
    interpolation: Annotated[float, Field(gt=0, le=1)] = 0.5
    candidates: Annotated[int, Field(ge=1)] = 5000
    pairs: Annotated[int, Field(ge=1)] = 50
    threshold: Annotated[float, Field(ge=0)] = 0.5
    gain: Literal["sentence", "corpus"] = "corpus"
    classifier: Literal["logistic", "perceptron"] = "logistic"
    l2: Annotated[float, Field(ge=0)] = 0.001
    l1: Annotated[float, Field(ge=0)] = 0.0
    passes: Annotated[int, Field(ge=1)] = 30
    rate: Annotated[float, Field(gt=0)] = 0.5

    def optimise(self, problem: Problem, values: FloatArray, place: Round) -> Outcome:
        """Sample pairs and learn to rank them."""
        with place.watch.measure("sample"):
            if self.gain == "corpus":
                best = problem.best_rows(problem.model_scores(values))
                gains = problem.effects(problem.everywhere(problem.summands(best)))
            else:
                gains = np.asarray(problem.pool.scores)
            better, worse, counts = sample_pairs(problem, gains, self, place.random)
            differences = problem.differences(better, worse)
        before = float((differences @ values > 0).mean())
        if self.classifier == "logistic":
            found = logistic(differences, values, self, problem)
        else:
            found = perceptron(differences, counts, values, self, problem, place.random)
        report = {
            "pairs": float(len(differences)),
            "accuracy_before": before,
            "accuracy": float((differences @ found > 0).mean()),
        }
        return Outcome(found, report)


def sample_pairs(
    problem: Problem, gains: FloatArray, settings: ProSettings, random: np.random.Generator
) -> tuple[IntArray, IntArray, IntArray]:
    """Return rows of better and of worse candidates, and the pairs of each sentence.

    Raises:
        InputError: no pair differs enough.
    """
    pool = problem.pool
    ordered = gains[pool.order]
    better: list[IntArray] = []
    worse: list[IntArray] = []
    for start, size in zip(pool.starts.tolist(), pool.sizes.tolist(), strict=True):
        if size == 1:
            continue
        drawn = random.integers(start, start + size, (2, settings.candidates), dtype=np.int64)
        difference = ordered[drawn[0]] - ordered[drawn[1]]
        size_of = np.abs(difference)
        enough = np.flatnonzero(size_of > settings.threshold)
        if not len(enough):
            continue
        chosen = enough[np.argsort(-size_of[enough], kind="stable")[: settings.pairs]]
        turned = difference[chosen] < 0
        better.append(np.where(turned, drawn[1, chosen], drawn[0, chosen]))
        worse.append(np.where(turned, drawn[0, chosen], drawn[1, chosen]))
    if not better:
        spread = float(ordered.max() - ordered.min())
        raise InputError(
            f"no pair of candidates differs by more than {settings.threshold:g} points of "
            f"{problem.objective.metric.name} (all {len(ordered)} candidates lie within {spread:.4g}); "
            "check that references belong to their sources, or lower the threshold"
        )
    counts = np.array([len(rows) for rows in better])
    return pool.order[np.concatenate(better)], pool.order[np.concatenate(worse)], counts


def logistic(
    differences: FloatArray, values: FloatArray, settings: ProSettings, problem: Problem
) -> FloatArray:
    """Fit logistic regression without intercept: the mean of ln(1 + exp(-margin)) and the pulls."""

    def loss(x: FloatArray) -> tuple[float, FloatArray]:
        margins = np.einsum("pk,k->p", differences, x)
        slope = expit(-margins) / len(margins)
        moved = x - values
        value = float(np.logaddexp(0.0, -margins).mean()) + settings.l2 / 2 * float(moved @ moved)
        return value, settings.l2 * moved - np.einsum("pk,p->k", differences, slope)

    found, _ = minimise(loss, values, problem.parameters.lower, problem.parameters.upper, settings.l1)
    return found


def perceptron(
    differences: FloatArray,
    counts: IntArray,
    values: FloatArray,
    settings: ProSettings,
    problem: Problem,
    random: np.random.Generator,
) -> FloatArray:
    """Train an averaged perceptron; the pairs of one sentence are corrected together."""
    ends = np.cumsum(counts)
    blocks = [differences[end - count : end] for end, count in zip(ends, counts, strict=True)]
    current, total = values.copy(), np.zeros_like(values)
    for _ in range(settings.passes):
        for number in random.permutation(len(blocks)):
            block = blocks[number]
            wrong = block[block @ current <= 0]
            if len(wrong):
                current = problem.parameters.clip(current + settings.rate / len(block) * wrong.sum(axis=0))
            total += current
    return np.asarray(total / (settings.passes * len(blocks)))
