"""Alignment of the sentences of a document with those of its simple version.

The similarity of two sentences is their containment: the weight of the words they share, divided by the weight of the
shorter sentence. The weight of a word is -ln of the share of documents that have it. Each sentence is linked to the
most similar one, in either direction, if they are similar enough; sentences connected by links are one group. Nothing
is trained, so documents align in milliseconds, but paraphrases without a common word are not found.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["ALIKE", "Group", "align", "similarities", "word_weights"]

#: Least containment for a link.
ALIKE: Final = 0.5


class Group(NamedTuple):
    """Numbers of aligned sentences on both sides; one side may be empty."""

    sources: tuple[int, ...]
    targets: tuple[int, ...]


def word_weights(documents: Iterable[Collection[str]]) -> Mapping[str, float]:
    """Return the weight of each word, -ln of the share of documents that have it; 0 for a word that all have.

    Args:
        documents: words of each document.
    """
    counts: Counter[str] = Counter()
    total = 0
    for words in documents:
        counts.update(set(words))
        total += 1
    return {word: math.log(total / count) for word, count in counts.items()}


def similarities(
    sources: Sequence[Sequence[str]],
    targets: Sequence[Sequence[str]],
    weight: Callable[[str], float],
) -> NDArray[np.float64]:
    """Return the containment of every pair of sentences, 0 to 1, float64 [sources, targets].

    Args:
        sources: words of each sentence.
        targets: words of each sentence of the simple version.
        weight: gives the weight of a word, 0 or more.
    """
    own = [{word: weight(word) for word in set(one)} for one in sources]
    others = [set(one) for one in targets]
    sizes = [sum(words.values()) for words in own]
    target_sizes = [sum(map(weight, words)) for words in others]
    values = np.zeros((len(own), len(others)))
    for i, words in enumerate(own):
        for j, other in enumerate(others):
            least = min(sizes[i], target_sizes[j])
            if least > 0:
                values[i, j] = sum(value for word, value in words.items() if word in other) / least
    return values


def align(values: NDArray[np.float64], alike: float = ALIKE) -> list[Group]:
    """Return the groups of two documents, in the order of their first sources, additions last. Each sentence is in one.

    Args:
        values: similarity of sentences, [sources, targets].
        alike: least similarity for a link.
    """
    sources, targets = values.shape
    links = set()
    if sources and targets:
        links = {(i, int(values[i].argmax())) for i in range(sources)}
        links |= {(int(values[:, j].argmax()), j) for j in range(targets)}
    linked = sorted((i, j) for i, j in links if values[i, j] >= alike)
    group_of = {("s", i): {("s", i)} for i in range(sources)} | {("t", j): {("t", j)} for j in range(targets)}
    for i, j in linked:
        one, other = group_of["s", i], group_of["t", j]
        if one is not other:
            one |= other
            group_of.update(dict.fromkeys(other, one))
    found = {id(one): one for one in group_of.values()}.values()
    groups = [
        Group(*(tuple(sorted(number for side, number in one if side == wanted)) for wanted in "st")) for one in found
    ]
    return sorted(groups, key=lambda group: (not group.sources, group.sources, group.targets))
