"""The exchangeable steps of lexical simplification: identify, generate, select, rank.

A step is given what it needs (a thesaurus, a table, a language model); nothing here opens a model.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from simplifier.evaluation.lexical.sets import WordInPlace

__all__ = [
    "Generator",
    "LexicalSystem",
    "Ranker",
    "Selector",
    "average_of_ranks",
    "best_share",
    "by_context",
    "by_value",
    "from_lists",
    "keep_all",
]

#: Gives candidates for a place, in any order.
Generator = Callable[[WordInPlace], Sequence[str]]
#: Gives the candidates that fit a place.
Selector = Callable[[WordInPlace, Sequence[str]], Sequence[str]]
#: Gives a value for every candidate of a place; the highest is the best.
Ranker = Callable[[WordInPlace, Sequence[str]], Sequence[float]]


@dataclass(frozen=True)
class LexicalSystem:
    """A system of three steps.

    Attributes:
        name: name of the system.
        generate: the first step, which finds candidates.
        select: the second step, which keeps those that fit.
        rank: the third step, which orders them.
    """

    name: str
    generate: Generator
    select: Selector
    rank: Ranker

    def candidates(self, word: WordInPlace) -> list[str]:
        """Return the selected candidates, each once, without the word itself."""
        found = dict.fromkeys(one for one in self.generate(word) if one.lower() != word.word.lower())
        return list(self.select(word, list(found)))

    def substitutes(self, word: WordInPlace) -> list[str]:
        """Return the candidates, best first; equal ones keep their order."""
        found = self.candidates(word)
        values = self.rank(word, found)
        return [one for _, one in sorted(zip(values, found, strict=True), key=lambda pair: -pair[0])]


def keep_all(word: WordInPlace, candidates: Sequence[str]) -> Sequence[str]:
    """Select everything."""
    return candidates


def from_lists(lists: Mapping[str, Sequence[str]]) -> Generator:
    """Return a generator that looks a word up, lowercased."""
    return lambda word: lists.get(word.word.lower(), ())


def by_value(value: Callable[[str], float]) -> Ranker:
    """Return a ranker by a value of the candidate itself, such as its frequency."""
    return lambda word, candidates: [value(one) for one in candidates]


def by_context(score: Callable[[Sequence[str]], float], width: int = 2) -> Ranker:
    """Return a ranker by the score of the candidate with ``width`` words to either side.

    Args:
        score: gives the score of lowercased words; the higher, the more usual.
        width: number of words on either side, between spaces.
    """

    def rank(word: WordInPlace, candidates: Sequence[str]) -> list[float]:
        before = word.sentence[: word.start].lower().split()[-width:]
        after = word.sentence[word.end :].lower().split()[:width]
        return [score([*before, *one.lower().split(), *after]) for one in candidates]

    return rank


def average_of_ranks(rankers: Sequence[Ranker]) -> Ranker:
    """Return a ranker by the mean rank over several rankers (Glavaš and Štajner 2015); equal values share a rank."""

    def rank(word: WordInPlace, candidates: Sequence[str]) -> list[float]:
        totals = [0.0] * len(candidates)
        for one in rankers:
            values = list(one(word, candidates))
            for place, value in enumerate(values):
                totals[place] -= sum(other > value for other in values)
        return [total / len(rankers) for total in totals]

    return rank


def best_share(rank: Ranker, share: float) -> Selector:
    """Return a selector of the best share of candidates by a ranker, as in Paetzold's boundary ranking.

    Args:
        rank: the ranker.
        share: share of the candidates to keep, 0 to 1; their number is rounded up.
    """

    def select(word: WordInPlace, candidates: Sequence[str]) -> list[str]:
        values = rank(word, candidates)
        order = sorted(range(len(candidates)), key=lambda at: -values[at])
        most = -(-len(candidates) * share // 1)
        kept = {*order[: int(most)]}
        return [one for at, one in enumerate(candidates) if at in kept]

    return select
