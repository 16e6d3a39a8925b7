"""The formulas again, in plain Python over lists of words: slow, short, and the judge of the fast ones.

Tests hold the native kernel to these functions and benchmarks measure it against them; nothing else does.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction

__all__ = ["plain_bleu", "plain_fk", "plain_fkbleu", "plain_sari"]

Words = Sequence[str]
Ngrams = Counter[tuple[str, ...]]


def ngrams(words: Words, order: int) -> Ngrams:
    """Count the n-grams of one order."""
    return Counter(tuple(words[i : i + order]) for i in range(len(words) - order + 1))


def plain_sari(
    source: Words,
    output: Words,
    references: Sequence[Words],
    counts: str = "types",
    deletion: str = "precision",
    combine: str = "per-order",
) -> float:
    """Return sentence-level SARI, 0-100; the switches are those of `simplifier.evaluation.metrics.sari.Sari`."""
    keep, delete, add = [], [], []
    for order in range(1, 5):
        i, o = ngrams(source, order), ngrams(output, order)
        rs = [ngrams(reference, order) for reference in references]
        total: Ngrams = sum(rs, Counter())
        many = len(references)
        i_scaled = Counter({g: many * n for g, n in i.items()})
        o_scaled = Counter({g: many * n for g, n in o.items()})

        kept, keepable = i_scaled & o_scaled, i_scaled & total
        keep.append(_precision_recall(kept & total, kept, keepable, counts))
        deleted, deletable = i_scaled - o_scaled, i_scaled - total
        good = deleted - total if counts == "types" else deleted & deletable
        delete.append(_precision_recall(good, deleted, deletable, counts))
        added, addable = set(o) - set(i), set(total) - set(i)
        add.append((_over(len(added & set(total)), len(added)), _over(len(added & set(total)), len(addable))))
    if deletion == "precision":
        delete_score = sum(precision for precision, _ in delete) / 4
    else:
        delete_score = _combine(delete, combine)
    return 100 * (_combine(add, combine) + _combine(keep, combine) + delete_score) / 3


def _precision_recall(good: Ngrams, chosen: Ngrams, right: Ngrams, counts: str) -> tuple[float, float]:
    if counts == "tokens":
        hits = sum(good.values())
        return _over(hits, sum(chosen.values())), _over(hits, sum(right.values()))
    precision = sum((Fraction(good[g], n) for g, n in chosen.items()), Fraction(0))
    recall = sum((Fraction(good[g], n) for g, n in right.items()), Fraction(0))
    return _over(float(precision), len(chosen)), _over(float(recall), len(right))


def _combine(pairs: list[tuple[float, float]], combine: str) -> float:
    if combine == "per-order":
        return sum(_f1(precision, recall) for precision, recall in pairs) / 4
    return _f1(sum(precision for precision, _ in pairs) / 4, sum(recall for _, recall in pairs) / 4)


def _f1(precision: float, recall: float) -> float:
    return _over(2 * precision * recall, precision + recall)


def _over(numerator: float, denominator: float) -> float:
    return numerator / denominator if denominator else 0.0


def plain_bleu(output: Words, references: Sequence[Words]) -> float:
    """Return sentence BLEU with exp smoothing and effective order, 0-100."""
    length = len(output)
    closest = min((len(reference) for reference in references), key=lambda n: (abs(n - length), n))
    logarithms: list[float] = []
    halving = 1.0
    any_match = False
    for order in range(1, min(length, 4) + 1):
        own = ngrams(output, order)
        allowed: Ngrams = Counter()
        for reference in references:
            allowed |= ngrams(reference, order)
        matches = sum((own & allowed).values())
        any_match = any_match or matches > 0
        if not matches:
            halving *= 2
        logarithms.append(math.log((matches or 1 / halving) / (length - order + 1)))
    if not any_match:
        return 0.0
    penalty = math.exp(1 - closest / length) if length < closest else 1.0
    return 100 * penalty * math.exp(sum(logarithms) / len(logarithms))


def plain_fk(words: Words, count_syllables: Callable[[str], int]) -> float:
    """Return the Flesch-Kincaid grade of one line."""
    syllables = sum(count_syllables(word) for word in words)
    return 0.39 * len(words) + 11.8 * _over(syllables, len(words)) - 15.59


def plain_fkbleu(
    source: Words, output: Words, references: Sequence[Words], count_syllables: Callable[[str], int]
) -> float:
    """Return sentence-level FKBLEU, 0-100."""
    ibleu = 0.9 * plain_bleu(output, references) - 0.1 * plain_bleu(output, [source])
    easing = plain_fk(source, count_syllables) - plain_fk(output, count_syllables)
    return 100 * math.sqrt(max(0.0, ibleu / 100) / (1 + math.exp(-easing)))
