"""What a language knows of what words say: opposites, negation, feelings, insults, names of one thing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from simplifier.languages.parts.scales import Scale

__all__ = ["Meaning"]


@dataclass(frozen=True)
class Meaning:
    """Lists of lowercased words, and what follows from the form of a word; neutral where nothing is known.

    Attributes:
        negations: words that negate.
        antonyms: pairs in both directions.
        sentiment: 1 for words that praise, -1 for words that blame.
        offensive: words that no rule may bring in.
        entities: number of the entity by each form of its name, words between single spaces.
        scales: closed groups of expressions that must not take each other's place.
    """

    negations: frozenset[str] = frozenset()
    antonyms: frozenset[tuple[str, str]] = frozenset()
    sentiment: Mapping[str, int] = field(default_factory=dict)
    offensive: frozenset[str] = frozenset()
    entities: Mapping[str, int] = field(default_factory=dict)
    scales: tuple[Scale, ...] = ()

    def is_negation(self, word: str) -> bool:
        """Return whether a word negates."""
        return word in self.negations

    def is_weakener(self, word: str) -> bool:
        """Return whether a word turns the one after it round, as "hardly" does; no opposite by itself."""
        return self.is_negation(word)

    def are_opposites(self, first: str, second: str) -> bool:
        """Return whether the form of two words shows that one is the opposite of the other."""
        return False
