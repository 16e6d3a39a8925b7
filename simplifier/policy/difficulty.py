"""How hard words are: estimated from how rare and how long they are, as the age at which people learn them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from simplifier.core import LanguageModel
from simplifier.languages import Language
from simplifier.policy.hard_words import HardWords

__all__ = ["HARD", "VERY_HARD", "Difficulty"]

#: Years by log10 of a word's probability, by syllable, and a constant. Least squares on half of 23,530 words of the
#: norms of Kuperman, Stadthagen-Gonzalez and Brysbaert (2012), with the embedded language models; on the other half
#: the estimates correlate with the norms at 0.59 and are 2.0 years off on average.
_RARITY: Final = -2.59
_SYLLABLE: Final = 0.884
_CONSTANT: Final = -5.18
#: Words that people learn from this age on are hard: a sixth of the words of content in what offices publish.
HARD: Final = 10.0
#: One word of content in twenty.
VERY_HARD: Final = 11.5


_UNKNOWN: Final = "<unk>"
#: A model that gives a word it does not know more than this (log10) has seen too little to tell rare words from others.
_TELLING: Final = -4.5


def _log10(model: LanguageModel, word: str) -> float:
    return model.score_words([word]) / math.log(10)


class Difficulty:
    """Estimates how hard words are.

    Args:
        models: the word language models of the model. Models of few words are left out. Without any, and for other
            languages than English, words are hard or not by what the rule tables know (`HardWords`).
        words: what the rule tables know.
        language: the language of the words.
    """

    def __init__(self, models: Sequence[LanguageModel], words: HardWords, language: Language) -> None:
        english = language.code.startswith("en")
        self._models = [one for one in models if english and _log10(one, _UNKNOWN) < _TELLING]
        self._words = words
        self._language = language
        self._years = lru_cache(maxsize=100_000)(self._estimated)

    def years(self, form: str) -> float | None:
        """Return the age in years at which people learn a word, by estimate; None if there is nothing to go by.

        Args:
            form: decoder form. Of a word and its base forms the one that is learnt first counts.
        """
        return self._years(form)

    def level(self, form: str) -> int:
        """Return 0 for an easy word, 1 for a hard one, 2 for a very hard one.

        Function words, numbers and punctuation are easy.
        """
        if not form.replace("-", "").isalpha() or form in self._language.words.function:
            return 0
        years = self.years(form)
        if years is None:
            return int(self._words.is_hard(form))
        return (years >= HARD) + (years >= VERY_HARD)

    def _estimated(self, form: str) -> float | None:
        if not self._models:
            return None
        forms = {form, *self._language.base_forms(form)}
        return min(map(self._years_of, forms))

    def _years_of(self, form: str) -> float:
        scores = [_log10(one, form) for one in self._models]
        rarity = sum(scores) / len(scores)
        return _RARITY * rarity + _SYLLABLE * self._language.syllables.count(form) + _CONSTANT
