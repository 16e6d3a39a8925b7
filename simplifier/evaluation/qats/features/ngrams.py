"""Metrics by n-grams with the source as reference: BLEU, and F of words, stems, morphemes, tags and characters.

F is that of Popović (2011, rgbF; 2015, chrF): first the means of precision and recall over the orders, then F of these.
All values are from 0 to 1.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from nltk.stem.snowball import SnowballStemmer

from simplifier.estimation.pairs import ReadPair

__all__ = ["counts_of", "ngram_features", "sentence_bleu", "stem"]

_STEMMER = SnowballStemmer("english")


@lru_cache(maxsize=1 << 16)
def stem(word: str) -> str:
    """Return Snowball's stem of a word, which is used in place of the lemma."""
    return str(_STEMMER.stem(word))


def ngram_features(pair: ReadPair) -> dict[str, float]:
    """Return sentence BLEU, F of words, stems, morphemes and tags (orders 1-4), and F of characters (orders 1-6).

    F has beta 1; for words and characters there is F with beta 3 too.
    """
    source, output = pair.source, pair.output
    word = _matches(source.forms, output.forms, 4)
    character = _matches(" ".join(source.forms), " ".join(output.forms), 6)
    return {
        "bleu": sentence_bleu(source.forms, output.forms),
        "word_f": _f(word),
        "word_f3": _f(word, 3),
        "base_f": _f(_matches([*map(stem, source.forms)], [*map(stem, output.forms)], 4)),
        "morph_f": _f(_matches(_morphemes(source.forms), _morphemes(output.forms), 4)),
        "pos_f": _f(_matches(source.tags, output.tags, 4)),
        "chr_f": _f(character),
        "chr_f3": _f(character, 3),
    }


def sentence_bleu(reference: Sequence[str], output: Sequence[str]) -> float:
    """Return BLEU of orders 1-4 with one added to the counts above unigrams (Lin and Och 2004), 0-1."""
    if not output:
        return 0.0
    total = 0.0
    for order in range(1, 5):
        old, new = counts_of(reference, order), counts_of(output, order)
        same, added = (old & new).total(), int(order > 1)
        if not same + added:
            return 0.0
        total += math.log((same + added) / max(1, new.total() + added))
    return math.exp(total / 4 + min(0.0, 1 - len(reference) / len(output)))


def counts_of(row: Sequence[str], order: int) -> Counter[tuple[str, ...]]:
    """Return the count of each n-gram of an order in a row."""
    return Counter(zip(*(row[start:] for start in range(order)), strict=False))


def _matches(reference: Sequence[str], output: Sequence[str], most: int) -> tuple[float, float]:
    """Return mean precision and mean recall over the orders that exist on both sides."""
    precision = recall = 0.0
    orders = max(1, min(most, len(reference), len(output)))
    for order in range(1, orders + 1):
        old, new = counts_of(reference, order), counts_of(output, order)
        same = (old & new).total()
        precision += same / max(1, new.total())
        recall += same / max(1, old.total())
    return precision / orders, recall / orders


def _f(means: tuple[float, float], beta: float = 1) -> float:
    precision, recall = means
    below = beta**2 * precision + recall
    return (1 + beta**2) * precision * recall / below if below else 0.0


def _morphemes(words: Sequence[str]) -> list[str]:
    """Cut words into Snowball's stem and the rest, instead of a learnt segmentation."""
    found = []
    for word in words:
        base = stem(word)
        cut = len(base) if word.startswith(base) else len(word)
        found += [part for part in (word[:cut], word[cut:]) if part]
    return found
