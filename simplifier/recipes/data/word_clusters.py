"""Clusters of words by their neighbours: the coarse syntactic kinds inside one part of speech.

Verbs in the same form differ in what follows them (an object, "to", "of", a clause); nouns differ in what precedes
them. A word is described by the distributions of the classes to its right and left (tags and closed-class words).
K-means on the square roots of these distributions (Hellinger distance) groups the words of each tag.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

__all__ = ["cluster_words", "neighbour_profiles"]

_ROUNDS: Final = 25
#: Weight of the whole tag's distribution, in occurrences: rare words are drawn towards it.
_PRIOR: Final = 20.0


def neighbour_profiles(
    items: NDArray[np.int64], neighbours: NDArray[np.int64], item_count: int, class_count: int
) -> NDArray[np.float32]:
    """Return square roots of the smoothed distributions of neighbours.

    Args:
        items: number of the word at each occurrence; -1 for a word that is not clustered.
        neighbours: class of the neighbour at each occurrence.
        item_count: number of words.
        class_count: number of classes.

    Returns:
        float32 [item_count, class_count].
    """
    chosen = items >= 0
    keys = items[chosen] * class_count + neighbours[chosen]
    counts = np.bincount(keys, minlength=item_count * class_count).reshape(item_count, class_count)
    overall = counts.sum(axis=0) / max(1, counts.sum())
    shares = (counts + _PRIOR * overall) / (counts.sum(axis=1, keepdims=True) + _PRIOR)
    profiles: NDArray[np.float32] = np.sqrt(shares).astype(np.float32)
    return profiles


def cluster_words(
    profiles: NDArray[np.float32], weights: NDArray[np.float64], clusters: int, seed: int = 1
) -> NDArray[np.int64]:
    """Return the cluster of every profile, by k-means with weighted words.

    Args:
        profiles: float32 [words, dimensions].
        weights: weights of the words, [words].
        clusters: most clusters.
        seed: seed of the first centres (k-means++).
    """
    rng = np.random.default_rng(seed)
    centres = _first_centres(profiles, weights, min(clusters, len(profiles)), rng)
    squares = (profiles**2).sum(axis=1)
    nearest = np.full(len(profiles), -1)
    for _ in range(_ROUNDS):
        distances = squares[:, None] - 2 * profiles @ centres.T + (centres**2).sum(axis=1)
        found = distances.argmin(axis=1)
        if (found == nearest).all():
            break
        nearest = found
        for cluster in range(len(centres)):
            own = nearest == cluster
            if own.any():
                centres[cluster] = np.average(profiles[own], axis=0, weights=weights[own])
    return nearest


def _first_centres(
    profiles: NDArray[np.float32], weights: NDArray[np.float64], count: int, rng: np.random.Generator
) -> NDArray[np.float32]:
    """Draw centres far from each other (Arthur and Vassilvitskii 2007)."""
    centres = [profiles[weights.argmax()]]
    gaps = np.full(len(profiles), np.inf)
    while len(centres) < count:
        gaps = np.minimum(gaps, ((profiles - centres[-1]) ** 2).sum(axis=1))
        odds = gaps * weights
        if odds.sum() <= 0:
            break
        centres.append(profiles[rng.choice(len(profiles), p=odds / odds.sum())])
    return np.array(centres)
