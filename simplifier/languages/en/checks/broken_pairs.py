"""Pairs of neighbouring words that English does not allow, whatever stands around them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final

from simplifier.languages.analysis.tagger import Tagger
from simplifier.languages.en.words.auxiliaries import FORMS_OF, MODALS
from simplifier.languages.en.words.inflection import PAST_ONLY
from simplifier.languages.en.words.tags import FINITE

__all__ = ["BrokenPairs"]

#: Words that need a noun after them ("her" and "this" do not).
_BEFORE_NOUNS: Final = frozenset("a an the its their my our your every".split())
#: Words that no finite verb follows, without "being": "a human being learns".
_AUXILIARIES: Final = frozenset([*FORMS_OF["be"], *FORMS_OF["have"]]) - {"being"}

_NO_NOUN: Final = FINITE | {"IN", "TO", "CC", ".", ",", ":", "-RRB-"}
_INFLECTED: Final = frozenset({"VBZ", "VBD", "VBN", "VBG"})
_PRESENT: Final = frozenset({"VBZ", "MD"})
#: Words that are rarely nouns, but are: "for a while", "the will of his father".
_NOUNS_TOO: Final = frozenset({"while", "will"})
#: Most pairs whose verdict is remembered.
_MOST_PAIRS: Final = 200_000
#: Least share of a word's uses that makes its part of speech sure (0 to 1).
_CERTAIN: Final = 0.95


class BrokenPairs:
    """Finds broken pairs by what the tagger's lexicon is sure of, so that the sentence need not be tagged."""

    def __init__(self, tagger: Tagger) -> None:
        @lru_cache(maxsize=100_000)
        def tags_of(word: str) -> Mapping[str, float]:
            return tagger.word_tags(word)

        self._tags_of = tags_of
        self._known: dict[tuple[str, str], bool] = {}

    def find(self, pairs: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
        """Yield the broken ones of some pairs of neighbouring words."""
        known = self._known
        for pair in pairs:
            broken = known.get(pair)
            if broken is None:
                if len(known) >= _MOST_PAIRS:
                    known.clear()
                broken = known[pair] = self._is_broken(*pair)
            if broken:
                yield pair

    def _is_broken(self, word: str, following: str) -> bool:
        if word in _BEFORE_NOUNS:
            return following not in _NOUNS_TOO and self._is_only(following, _NO_NOUN)
        if word in MODALS:
            return self._is_only(following, _INFLECTED)
        if word == "to" or word in _AUXILIARIES or self._is_finite(word):
            return self._is_finite(following)
        return False

    def _is_finite(self, word: str) -> bool:
        """Return whether a word is surely a finite verb; "-ed" never is, since the lexicon misses rare participles."""
        return self._is_only(word, FINITE if word in PAST_ONLY else _PRESENT)

    def _is_only(self, word: str, tags: frozenset[str]) -> bool:
        found = self._tags_of(word)
        return bool(found) and sum(share for tag, share in found.items() if tag in tags) >= _CERTAIN
