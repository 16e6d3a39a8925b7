"""Sentence pairs made by a pattern: encyclopedias hold thousands that differ in names and numbers only.

"X is a commune in the Y department in northern France" says the same about a paraphrase however often it
stands there, so only the first pairs of each pattern count as evidence.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from rules.extraction.pairs import SentencePair, Words

__all__ = ["first_of_patterns"]

_VARYING = frozenset({"NNP", "NNPS", "CD"})


def first_of_patterns(pairs: Iterable[SentencePair], most: int) -> Iterator[SentencePair]:
    """Yield the first `most` pairs of each pattern: the source side with runs of names and numbers erased."""
    seen: Counter[Words] = Counter()
    for pair in pairs:
        pattern = _pattern(pair)
        seen[pattern] += 1
        if seen[pattern] <= most:
            yield pair


def _pattern(pair: SentencePair) -> Words:
    erased = [
        "#" if tag in _VARYING else word for word, tag in zip(pair.source, pair.source_tags, strict=True)
    ]
    return tuple(word for at, word in enumerate(erased) if word != "#" or at == 0 or erased[at - 1] != "#")
