"""What a language knows about meanings: opposites, negation, feelings, insults, and several names for one thing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from simplifier.languages.analysis.scales import Scale

__all__ = ["Meaning"]


@dataclass(frozen=True)
class Meaning:
    """Lists of lowercased words, and what the form of a word tells. A word that is not listed is neutral.

    Attributes:
        negations: words that negate.
        antonyms: pairs in both directions.
        sentiment: 1 for words that praise, -1 for words that blame.
        offensive: words that no rule may bring in.
        entities: the number of an entity, by each of its names (words between single spaces).
        scales: closed groups of expressions that must not replace each other.
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
        """Return whether a word reverses the word after it, as "hardly" does; such a word has no opposite itself."""
        return self.is_negation(word)

    def are_opposites(self, first: str, second: str) -> bool:
        """Return whether two words are opposites by their form."""
        return False
