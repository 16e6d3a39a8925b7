"""Rules with one gap for the peers' setting: a phrase pair less a pair inside it (Chiang 2007, section 3.2).

A pair inside is one of the table, or words that both sides share. The pairs that leave a pattern are counted;
the most frequent patterns are kept, each with the mean probability of its pairs.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator
from itertools import islice
from pathlib import Path

from simplifier.base.reading import text_lines

__all__ = ["write_gap_rules"]

_GAP = "[X,1]"
Phrase = tuple[str, ...]
Pair = tuple[Phrase, Phrase]


def write_gap_rules(meteor: Path, out: Path, most: int) -> int:
    """Write the rules as a labelled grammar with the feature ``MeteorLogProb``; return their number.

    Args:
        meteor: phrase pairs, three lines each: probability, source, target.
        out: the file written.
        most: how many patterns are kept.
    """
    pairs = dict(_pairs(meteor))
    counts: Counter[Pair] = Counter()
    mass: defaultdict[Pair, float] = defaultdict(float)
    for pair, probability in pairs.items():
        for pattern in set(_patterns(pair, pairs.keys())):
            counts[pattern] += 1
            mass[pattern] += probability
    kept = sorted(counts, key=lambda pattern: (-counts[pattern], pattern))[:most]
    with out.open("w", encoding="utf-8") as file:
        for source, target in kept:
            score = math.log(mass[source, target] / counts[source, target])
            file.write(f"[X] ||| {' '.join(source)} ||| {' '.join(target)} ||| MeteorLogProb={score:.6f}\n")
    return len(kept)


def _pairs(meteor: Path) -> Iterator[tuple[Pair, float]]:
    lines = text_lines(meteor)
    while entry := tuple(islice(lines, 3)):
        probability, source, target = entry
        yield (tuple(source.split()), tuple(target.split())), float(probability)


def _patterns(pair: Pair, pairs: Collection[Pair]) -> Iterator[Pair]:
    source, target = pair
    for i, j in _inside(source):
        for k, m in _inside(target):
            inner = source[i:j], target[k:m]
            if inner[0] != inner[1] and inner not in pairs:
                continue
            pattern = (*source[:i], _GAP, *source[j:]), (*target[:k], _GAP, *target[m:])
            if pattern[0] != pattern[1]:
                yield pattern


def _inside(phrase: Phrase) -> Iterator[tuple[int, int]]:
    for i in range(len(phrase)):
        for j in range(i + 1, len(phrase) + 1):
            if j - i < len(phrase):
                yield i, j
