"""The score of a rule: the one place where weights meet values."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["contributions", "weighted_score"]


def weighted_score(values: Mapping[str, float], weights: Mapping[str, float]) -> float:
    """Return the sum of weight x value; a feature without a value or without a weight counts 0."""
    if len(values) < len(weights):
        return sum(weights.get(name, 0.0) * value for name, value in values.items())
    return sum(weight * values.get(name, 0.0) for name, weight in weights.items())


def contributions(values: Mapping[str, float], weights: Mapping[str, float]) -> dict[str, float]:
    """Return weight x value by feature, in the order of the values, zeros left out."""
    products = ((name, weights.get(name, 0.0) * value) for name, value in values.items())
    return {name: product for name, product in products if product}
