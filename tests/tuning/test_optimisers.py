from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scipy.optimize import approx_fprime

from simplifier.base.errors import InputError
from simplifier.evaluation.segments.metric import FloatArray
from simplifier.tuning.candidates.parameters import Constraints
from simplifier.tuning.candidates.problem import Problem
from simplifier.tuning.optimisers import (
    MertSettings,
    MiraSettings,
    ProSettings,
    RandomSettings,
    RiskSettings,
    Round,
    StageSettings,
)
from simplifier.tuning.optimisers.mert import line_search, step_means
from simplifier.tuning.optimisers.minimum_risk import expected_loss, find_sharpness
from tests.tuning.synthetic import NAMES, TRUE_WEIGHTS, UNITS, likeness, synthetic_problem

START = np.array([0.1, 0.02, -1.0, 0.2, 0.001, 0.1])
OPTIMISERS: list[StageSettings] = [
    ProSettings(optimiser="pro"),
    # It stops at any weights that make no mistake, so it needs close pairs to tell the best from the good.
    ProSettings(optimiser="pro", classifier="perceptron", pairs=2000),
    ProSettings(optimiser="pro", gain="sentence", l1=1e-4),
    RiskSettings(optimiser="risk", proximal=0.01, steps=100),
    MiraSettings(optimiser="mira"),
    MertSettings(optimiser="mert", sweeps=5),
]


def tuned(settings: StageSettings, problem: Problem, iterations: int = 3) -> FloatArray:
    values = problem.parameters.start
    for number in range(iterations):
        values = settings.optimise(problem, values, Round(number, np.random.default_rng([1, number]))).values
    return values


def objective(problem: Problem, values: FloatArray) -> float:
    return problem.corpus(problem.best_rows(problem.model_scores(values)))


@pytest.mark.parametrize("settings", OPTIMISERS, ids=lambda s: f"{s.optimiser}-{s.iterations}")
def test_every_optimiser_finds_known_best_weights(settings: StageSettings, tmp_path: Path) -> None:
    problem = synthetic_problem(tmp_path, START)
    values = tuned(settings, problem)
    assert objective(problem, problem.parameters.start) < 60
    assert objective(problem, values) > 99
    assert likeness(problem.parameters.weights(values)) > 0.97


@pytest.mark.parametrize("settings", OPTIMISERS, ids=lambda s: f"{s.optimiser}-{s.iterations}")
def test_every_optimiser_beats_random_search_on_noisy_scores(settings: StageSettings, tmp_path: Path) -> None:
    problem = synthetic_problem(tmp_path, START, noise=20.0)
    by_chance = tuned(RandomSettings(optimiser="random", trials=30), problem, 1)
    assert objective(problem, by_chance) > objective(problem, problem.parameters.start)
    found = tuned(settings, problem, 2)
    assert likeness(problem.parameters.weights(found)) > likeness(problem.parameters.weights(by_chance))


def test_random_search_gets_near(tmp_path: Path) -> None:
    problem = synthetic_problem(tmp_path, START)
    values = tuned(RandomSettings(optimiser="random", trials=300), problem)
    assert objective(problem, values) > 95


@pytest.mark.parametrize("settings", [*OPTIMISERS, RandomSettings(optimiser="random")])
def test_constraints_hold(settings: StageSettings, tmp_path: Path) -> None:
    constraints = Constraints(
        NAMES, frozen=["d"], groups={"pair": ["a", "f"]}, bounds={"b": [-0.2, 0.1], "c": [0, 100]}
    )
    problem = synthetic_problem(tmp_path, constraints.apply(START), constraints)
    weights = problem.parameters.weights(tuned(settings, problem))
    by_name = dict(zip(NAMES, weights, strict=True))
    assert by_name["d"] == START[3]
    assert by_name["a"] == by_name["f"] > 0
    assert -0.2 <= by_name["b"] <= 0.1
    assert 0 <= by_name["c"] <= 100


@pytest.mark.parametrize("settings", OPTIMISERS, ids=lambda s: f"{s.optimiser}-{s.iterations}")
def test_what_a_frozen_weight_forbids_is_left_out(settings: StageSettings, tmp_path: Path) -> None:
    start = START.copy()
    start[3] = -1000.0
    problem = synthetic_problem(tmp_path, start, Constraints(NAMES, frozen=["d"]), vetoes=True)
    pool = problem.pool
    allowed = np.asarray(pool.features[:, 3]) == 0.0
    np.testing.assert_array_equal(problem.within_reach(problem.parameters.start), allowed)
    scores = np.where(allowed, pool.scores, -np.inf)
    best = float(np.maximum.reduceat(scores[pool.order], pool.starts).mean())
    assert objective(problem, tuned(settings, problem)) > best - 1


@pytest.mark.parametrize("settings", OPTIMISERS, ids=lambda s: f"{s.optimiser}-{s.iterations}")
def test_free_weights_find_their_scale_beside_a_frozen_one(settings: StageSettings, tmp_path: Path) -> None:
    start = START.copy()
    start[3] = 3.0  # of a feature that says nothing, so the others have to outweigh it
    problem = synthetic_problem(tmp_path, start, Constraints(NAMES, frozen=["d"]))
    values = tuned(settings, problem)
    assert objective(problem, values) > objective(problem, problem.parameters.start) + 10
    moved = np.delete(problem.parameters.weights(values) * UNITS, 3)
    assert np.linalg.norm(moved) > 2 * np.linalg.norm(np.delete(start * UNITS, 3))


def test_a_gain_of_trees_puts_no_candidate_out_of_reach(tmp_path: Path) -> None:
    start = np.append(START[:5], -1000.0)
    constraints = Constraints(NAMES[:5])
    problem = synthetic_problem(tmp_path, start, constraints)
    reranked = Problem(problem.pool, problem.objective, problem.parameters, reranked=True)
    assert problem.within_reach(problem.parameters.start).mean() < 0.1
    assert reranked.within_reach(problem.parameters.start).all()


def test_line_search_is_exact(tmp_path: Path) -> None:
    problem = synthetic_problem(tmp_path, START, noise=30.0)
    random = np.random.default_rng(5)
    for _ in range(5):
        direction = random.standard_normal(len(problem.parameters))
        start = problem.parameters.start
        step, score = line_search(problem, start, direction, problem.model_scores(start), problem.slopes(direction))
        assert score == pytest.approx(objective(problem, start + step * direction), abs=1e-9)
        steps = np.concatenate([np.linspace(-3, 3, 400), [-1e4, 1e4]])
        assert score >= max(objective(problem, start + step * direction) for step in steps) - 1e-9


def test_means_of_a_step_function_are_integrals() -> None:
    borders, scores = np.array([-1.0, 0.5, 0.5, 2.0]), np.array([3.0, 7.0, -np.inf, 1.0, 4.0])
    places, reach = np.array([-5.0, -0.7, 0.6, 1.9, 9.0]), 1.3
    steps = np.linspace(-reach, reach, 200_001)
    for place, mean in zip(places, step_means(borders, scores, places, reach), strict=True):
        values = scores[np.searchsorted(borders, place + steps, side="right")]
        assert mean == pytest.approx(values.mean(), abs=1e-3)


def test_the_gradient_of_the_expected_loss_is_its_derivative(tmp_path: Path) -> None:
    problem = synthetic_problem(tmp_path, START, noise=30.0)
    gains = np.asarray(problem.pool.scores)
    values = problem.parameters.start

    def loss(x: FloatArray) -> float:
        return expected_loss(problem, problem.softmax(problem.model_scores(x))[0], gains)[0]

    share, logarithms = problem.softmax(problem.model_scores(values))
    np.testing.assert_allclose(problem.sentence_sums(share), 1.0)
    np.testing.assert_allclose(np.exp(logarithms), share)
    gradient = problem.gradient(expected_loss(problem, share, gains)[1])
    np.testing.assert_allclose(gradient, approx_fprime(values, loss, 1e-6), rtol=1e-3, atol=1e-4)


def test_sharpness_gives_the_perplexity_asked_for(tmp_path: Path) -> None:
    problem = synthetic_problem(tmp_path, START)
    for perplexity in (2.0, 10.0):
        sharpness = find_sharpness(problem, problem.parameters.start, perplexity)
        share, logarithms = problem.softmax(sharpness * problem.model_scores(problem.parameters.start))
        assert np.exp(-problem.sentence_sums(share * logarithms).mean()) == pytest.approx(perplexity, rel=1e-3)


def test_no_pairs_is_an_error_that_says_why(tmp_path: Path) -> None:
    problem = synthetic_problem(tmp_path, TRUE_WEIGHTS)
    settings = ProSettings(optimiser="pro", threshold=1e6)
    with pytest.raises(InputError, match="no pair of candidates differs by more than 1e.06 points.*threshold"):
        settings.optimise(problem, problem.parameters.start, Round(0, np.random.default_rng(0)))
