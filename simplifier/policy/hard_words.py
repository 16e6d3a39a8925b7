"""Hard words, by the complexity that a model's rule tables carry, or else by their syllables."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from simplifier.decoder import GrammarPart
from simplifier.languages import Language

__all__ = ["HARD_COMPLEXITY", "HardWords"]

#: The feature of a rule with the complexity of its source words, from 1 (very simple) to 6 (very complex). Maddela and
#: Xu (2018) asked eleven readers about each word.
_FEATURE: Final = "SourceComplexity"
#: A word above this is hard for most readers.
HARD_COMPLEXITY: Final = 2.8
#: A word of so many syllables is hard, inflections aside (Gunning, The Technique of Clear Writing, 1952).
_HARD_SYLLABLES: Final = 3


class HardWords:
    """Tells which words are hard.

    Args:
        grammars: the grammars of the model; only tables with the feature ``SourceComplexity`` are used.
        language: the language of the words.
    """

    def __init__(self, grammars: Sequence[GrammarPart], language: Language) -> None:
        self._tables = [
            (part.table, list(part.table.feature_names).index(_FEATURE))
            for part in grammars
            if _FEATURE in part.table.feature_names
        ]
        self._language = language
        self._known = lru_cache(maxsize=100_000)(self._of_tables)

    @property
    def knows_complexity(self) -> bool:
        """True if a table has complexities; false if syllables alone decide which words are hard."""
        return bool(self._tables)

    def complexity(self, word: str) -> float | None:
        """Return the complexity of a word, 1 to 6; None if no table has a rule for the word.

        Args:
            word: decoder form.
        """
        return self._known(word)

    def is_hard(self, word: str) -> bool:
        """Return whether a word is hard; function words, numbers and punctuation never are."""
        if not word.isalpha() or word in self._language.words.function:
            return False
        known = self.complexity(word)
        if known is not None:
            return known > HARD_COMPLEXITY
        language = self._language
        return min(map(language.syllables.count, language.base_forms(word))) >= _HARD_SYLLABLES

    def _of_tables(self, word: str) -> float | None:
        for table, place in self._tables:
            rules = table.lookup([word])
            if rules:
                return float(table.features(rules[0])[place])
        return None
