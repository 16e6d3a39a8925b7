"""Lexical weights of phrase pairs: how well their words translate each other, given the alignment inside.

Source: Koehn, Och and Marcu 2003, "Statistical phrase-based translation", section 4.3.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from simplifier.rules.extraction.sentence_pairs import SentencePair

__all__ = ["LexicalWeights", "word_links"]

Links = Sequence[tuple[int, int]]
_NULL = ""  # the partner of a word without links
_LEAST = 1e-7  # least probability, so that costs are finite


def word_links(pairs: Iterable[SentencePair], links: Iterable[Links]) -> Counter[tuple[str, str]]:
    """Count the links between words; a word without any is linked to ``""``."""
    counts: Counter[tuple[str, str]] = Counter()
    for pair, points in zip(pairs, links, strict=True):
        linked_source = {i for i, _ in points}
        linked_target = {j for _, j in points}
        counts.update((pair.source[i], pair.target[j]) for i, j in points)
        counts.update((word, _NULL) for i, word in enumerate(pair.source) if i not in linked_source)
        counts.update((_NULL, word) for j, word in enumerate(pair.target) if j not in linked_target)
    return counts


class LexicalWeights:
    """Word translation probabilities from the links of a corpus (`word_links`), in both directions."""

    def __init__(self, links: Mapping[tuple[str, str], int]) -> None:
        self._links = links
        self._sources: Counter[str] = Counter()
        self._targets: Counter[str] = Counter()
        for (source, target), count in links.items():
            self._sources[source] += count
            self._targets[target] += count

    def costs(self, source: Sequence[str], target: Sequence[str], alignment: str) -> tuple[float, float]:
        """Return -ln Lex(target | source) and -ln Lex(source | target).

        A word with several links takes the mean of its probabilities, a word without links that of coming from
        nothing.

        Args:
            source: words of the source side.
            target: words of the target side.
            alignment: links between them, such as ``0-0 1-1``.
        """
        partners: dict[int, list[str]] = defaultdict(list)
        reverse: dict[int, list[str]] = defaultdict(list)
        for point in alignment.split():
            i, j = map(int, point.split("-"))
            partners[j].append(source[i])
            reverse[i].append(target[j])
        forward = sum(
            self._cost([self._forward(word, other) for word in partners[j] or [_NULL]])
            for j, other in enumerate(target)
        )
        backward = sum(
            self._cost([self._backward(other, word) for other in reverse[i] or [_NULL]])
            for i, word in enumerate(source)
        )
        return forward, backward

    def _forward(self, source: str, target: str) -> float:
        return self._links.get((source, target), 0) / max(self._sources[source], 1)

    def _backward(self, target: str, source: str) -> float:
        return self._links.get((source, target), 0) / max(self._targets[target], 1)

    @staticmethod
    def _cost(shares: Sequence[float]) -> float:
        return -math.log(max(sum(shares) / len(shares), _LEAST))
