"""The core of a pair: what is left without the words that both sides begin or end with."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["core_of", "core_of_pair"]


def core_of_pair(source: Sequence[str], target: Sequence[str]) -> tuple[int, list[str], list[str]]:
    """Return the number of source words before the core, and its two sides; at least one source word is left.

    >>> core_of_pair(["the", "entire", "house"], ["the", "whole", "house"])
    (1, ['entire'], ['whole'])
    """
    start, old, new = 0, list(source), list(target)
    while len(old) > 1 and new and old[0] == new[0]:
        start, old, new = start + 1, old[1:], new[1:]
    while len(old) > 1 and new and old[-1] == new[-1]:
        old, new = old[:-1], new[:-1]
    return start, old, new


def core_of(source: str, target: str) -> tuple[str, str]:
    """Return the two sides of the core of a pair, words between single spaces.

    >>> core_of("the entire", "the whole")
    ('entire', 'whole')
    """
    _, old, new = core_of_pair(source.split(), target.split())
    return " ".join(old), " ".join(new)
