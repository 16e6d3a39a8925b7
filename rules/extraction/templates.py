"""Sentence pairs made by a pattern: encyclopedias hold hundreds that differ in names and numbers only.

"X is a commune in the Y department in northern France" says the same about a paraphrase however often it
stands there, so only the first pairs of each pattern count as evidence.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Sequence

from simplifier.languages.language import Language
from simplifier.rules.extraction.sentence_pairs import SentencePair, Words

__all__ = ["COMMON", "first_of_patterns", "pattern_of"]

#: Share of all source sides in which a word has to stand; a rarer word may be a name.
COMMON = 0.001

_GAP = "#"


def first_of_patterns(
    pairs: Sequence[SentencePair], language: Language, most: int = 3, common: float = COMMON
) -> list[int]:
    """Return the numbers of the first `most` pairs of each pattern, ascending.

    In a pattern, every run of names, numbers and rare words of the source side is one gap. A word is rare if it
    stands in less than the share `common` of all source sides: taggers miss some names, but a frequent word is
    hardly ever one.
    """
    least = common * len(pairs)
    holders = Counter(word for pair in pairs for word in set(pair.source))
    frequent = {word for word, count in holders.items() if count >= least}
    seen: Counter[Words] = Counter()
    chosen = []
    for number, pair in enumerate(pairs):
        pattern = pattern_of(pair, frequent, language)
        seen[pattern] += 1
        if seen[pattern] <= most:
            chosen.append(number)
    return chosen


def pattern_of(pair: SentencePair, frequent: Container[str], language: Language) -> Words:
    """Return the source side, with one gap for every run of names, numbers and words that are not frequent."""
    varying = language.roles.names | language.roles.numbers
    tokens = zip(pair.source, pair.source_tags, strict=True)
    erased = [_GAP if tag in varying or word not in frequent else word for word, tag in tokens]
    return tuple(word for at, word in enumerate(erased) if word != _GAP or at == 0 or erased[at - 1] != _GAP)
