"""Particle swarm optimisation (Kennedy and Eberhart 1995), by which OSVCML chose the weights of its scorers.

As in Nisioi and Nauze (2016), there are 200 particles with a velocity of 0.55, weights are from 0 to 1, and the
objective is -ln(r^2).
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

__all__ = ["correlation_weights", "swarm_minimum"]

FloatArray = NDArray[np.float64]


def swarm_minimum(
    objective: Callable[[FloatArray], FloatArray],
    size: int,
    particles: int = 200,
    rounds: int = 200,
    inertia: float = 0.55,
    seed: int = 1,
) -> FloatArray:
    """Return the best point found in the unit cube.

    Args:
        objective: function of points [particles, size] with values [particles], to be minimised.
        size: number of dimensions.
        particles: number of particles.
        rounds: number of rounds of movement.
        inertia: share of a velocity that remains after a round.
        seed: seed of the random numbers.
    """
    random = np.random.default_rng(seed)
    places = random.random((particles, size))
    velocity = np.zeros_like(places)
    own, own_value = places.copy(), objective(places)
    for _ in range(rounds):
        best = own[own_value.argmin()]
        pull, push = random.random((2, particles, size))
        velocity = inertia * velocity + 1.5 * pull * (own - places) + 1.5 * push * (best - places)
        places = np.clip(places + velocity, 0, 1)
        value = objective(places)
        better = value < own_value
        own[better], own_value[better] = places[better], value[better]
    return np.asarray(own[own_value.argmin()])


def correlation_weights(scores: FloatArray, marks: FloatArray, seed: int = 1) -> FloatArray:
    """Return weights of scorers, 0 to 1, for which the weighted sum correlates best with the marks.

    Args:
        scores: [pairs, scorers].
        marks: [pairs].
        seed: seed of the swarm.
    """
    centred = marks - marks.mean()
    spread = scores - scores.mean(axis=0)
    covariance, cross = spread.T @ spread, spread.T @ centred

    def objective(places: FloatArray) -> FloatArray:
        variance = np.einsum("pi,ij,pj->p", places, covariance, places)
        r = (places @ cross) / np.sqrt(np.maximum(1e-12, variance * (centred @ centred)))
        return np.asarray(-np.log(np.maximum(1e-12, r**2)))

    return swarm_minimum(objective, scores.shape[1], seed=seed)
