"""METEOR with the source as reference: words match exactly, by stem, or by synonym; many chunks are penalised.

The source is Denkowski and Lavie (2014), with alpha 0.85, beta 0.2, gamma 0.6, delta 0.75, and weights of the stages 1,
0.6, 0.8. Two things differ. The stage of paraphrases is left out. And a word takes the nearest free match, whereas
METEOR searches for the alignment with fewest chunks.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from simplifier.evaluation.qats.features.ngrams import stem

__all__ = ["meteor"]

_ALPHA: Final = 0.85
_BETA: Final = 0.2
_GAMMA: Final = 0.6
_DELTA: Final = 0.75
_STEM: Final = 0.6
_SYNONYM: Final = 0.8


def meteor(
    reference: Sequence[str],
    output: Sequence[str],
    function: Collection[str],
    synonyms: Mapping[str, Collection[str]],
) -> float:
    """Return METEOR, 0-1.

    Args:
        reference: decoder forms.
        output: decoder forms.
        function: function words, which count less.
        synonyms: synonyms of each word.
    """
    matched: dict[int, tuple[int, float]] = {}
    free = set(range(len(output)))
    stages = (
        (1.0, lambda one, other: one == other),
        (_STEM, lambda one, other: stem(one) == stem(other)),
        (_SYNONYM, lambda one, other: other in synonyms.get(one, ())),
    )
    for weight, same in stages:
        for place, word in enumerate(reference):
            if place in matched:
                continue
            # The place after the match of the word before continues a chunk.
            wanted = matched[place - 1][0] + 1 if place - 1 in matched else place
            candidates = [one for one in free if same(word, output[one])]
            if candidates:
                best = min(candidates, key=lambda one: (abs(one - wanted), one))
                matched[place] = (best, weight)
                free.discard(best)
    if not matched:
        return 0.0
    old = [(reference[place], weight) for place, (_, weight) in matched.items()]
    new = [(output[place], weight) for place, weight in matched.values()]
    recall = _weighed(old, function) / _mass(reference, function)
    precision = _weighed(new, function) / _mass(output, function)
    mean = precision * recall / (_ALPHA * precision + (1 - _ALPHA) * recall)
    rows = sorted((place, other) for place, (other, _) in matched.items())
    chunks = 1 + sum(
        (after[0] - before[0], after[1] - before[1]) != (1, 1) for before, after in zip(rows, rows[1:], strict=False)
    )
    whole = chunks == 1 and len(matched) == len(reference) == len(output)
    penalty = 0.0 if whole else _GAMMA * (chunks / len(matched)) ** _BETA
    return mean * (1 - penalty)


def _weight(word: str, function: Collection[str]) -> float:
    return 1 - _DELTA if word in function else _DELTA


def _weighed(matches: Sequence[tuple[str, float]], function: Collection[str]) -> float:
    return sum(_weight(word, function) * weight for word, weight in matches)


def _mass(words: Sequence[str], function: Collection[str]) -> float:
    return sum(_weight(word, function) for word in words)
