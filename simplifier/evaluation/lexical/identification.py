"""Identification of complex words: all words, a list, a threshold, boosted trees, and votes of several strategies.

The strategies are those compared in PLUMBErr (Paetzold and Specia): SE takes every word as complex; TB has a threshold
on frequency; SV is learnt from several numbers of a word; PV lets strategies vote, each weighted by its success on
words from which nothing was learnt.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from simplifier.base.errors import InputError
from simplifier.base.installation import install_hint

__all__ = ["Identifier", "everything", "g_score", "learnt", "listed", "threshold", "voting"]

#: Tells whether a lowercased word is complex.
Identifier = Callable[[str], bool]


def everything(word: str) -> bool:
    """Take every word as complex (SE)."""
    return True


def listed(words: Collection[str]) -> Identifier:
    """Take the words of a list as complex."""
    return lambda word: word in words


def g_score(identifier: Identifier, words: Sequence[str], marks: Sequence[bool]) -> float:
    """Return the harmonic mean of accuracy and recall, 0 to 1.

    Args:
        identifier: a strategy.
        words: lowercased.
        marks: whether each word is complex.
    """
    found = [identifier(word) for word in words]
    accuracy = sum(one == mark for one, mark in zip(found, marks, strict=True)) / max(len(words), 1)
    recall = sum(one and mark for one, mark in zip(found, marks, strict=True)) / max(sum(marks), 1)
    return 2 * accuracy * recall / (accuracy + recall) if accuracy + recall else 0.0


def threshold(value: Callable[[str], float], words: Sequence[str], marks: Sequence[bool]) -> Identifier:
    """Take words with a value up to a threshold as complex (TB). The threshold has the best F1 on some words.

    Args:
        value: gives the value of a word, such as its frequency.
        words: words for choosing the threshold.
        marks: whether each is complex.
    """
    ordered = sorted(zip(map(value, words), marks, strict=True))
    best, limit, found = -1.0, float("-inf"), 0
    for place, (one, mark) in enumerate(ordered, 1):
        found += mark
        if place < len(ordered) and ordered[place][0] == one:
            continue
        f1 = 2 * found / (place + sum(marks))
        if f1 > best:
            best, limit = f1, one
    return lambda word: value(word) <= limit


def learnt(
    values: Callable[[str], Sequence[float]], words: Sequence[str], marks: Sequence[bool], seed: int = 1
) -> Identifier:
    """Learn from several numbers of a word, by boosted trees (in place of SV's support vectors).

    Args:
        values: gives the numbers of a word, always the same number of them.
        words: words to learn from.
        marks: whether each is complex.
        seed: seed of the trees; the same seed gives the same trees.

    Raises:
        InputError: LightGBM is not installed.
    """
    try:
        import lightgbm
        import numpy as np
    except ImportError:
        raise InputError(f"this needs LightGBM; {install_hint('selection')}") from None
    data = lightgbm.Dataset(np.array([values(word) for word in words], float), np.array(marks, float))
    settings = {
        "objective": "binary", "num_leaves": 7, "learning_rate": 0.05, "seed": seed, "deterministic": True,
        "num_threads": 1, "verbose": -1, "force_row_wise": True, "is_unbalance": True,
    }  # fmt: skip
    trees = lightgbm.train(settings, data, 150)
    return lambda word: bool(trees.predict(np.array([values(word)], float))[0] > 0.5)


def voting(identifiers: Sequence[Identifier], words: Sequence[str], marks: Sequence[bool]) -> Identifier:
    """Let several strategies vote, each weighted by its G-score on some words (PV)."""
    weights = [g_score(one, words, marks) for one in identifiers]
    half = sum(weights) / 2
    return lambda word: sum(w for w, one in zip(weights, identifiers, strict=True) if one(word)) > half
