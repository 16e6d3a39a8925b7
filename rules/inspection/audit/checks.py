"""Checks of one rule: what it changes that a simplification must not change."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Collection, Iterator, Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Final

from simplifier.languages.analysis.meaning import Meaning
from simplifier.languages.analysis.tagger import Tagger
from simplifier.languages.language import Language
from simplifier.languages.reversals import are_opposites, opposites

__all__ = ["KINDS", "Auditor"]

#: Kinds of findings, worst first.
KINDS: Final = ("offensive", "negation", "antonym", "number", "name", "sentiment")

_CERTAIN_NAME = 0.9  # share of a word's uses that are tagged as a name
_SAME_SPELLING = 0.7  # similarity ratio of two words that may spell one name

# The words before and after, the words only before, the words only after.
_Sides = tuple[Sequence[str], Sequence[str], Collection[str], Collection[str]]


class Auditor:
    """Checker of single rules, which knows names from the entities in ``meaning`` and from a tagger.

    Args:
        meaning: what words say.
        language: the language of the rules.
        tagger: tells which words are proper nouns; None tells of none.
    """

    def __init__(self, meaning: Meaning, language: Language, tagger: Tagger | None = None) -> None:
        self._meaning = meaning
        self._language = language
        self._tagger = tagger
        self._names: dict[str, bool] = {}
        self._first_words = frozenset(name.split(" ")[0] for name in meaning.entities)
        self._name_parts = frozenset(part for name in meaning.entities for part in name.split(" "))
        checks: dict[str, Callable[[_Sides], str | None]] = {
            "offensive": self._offensive,
            "negation": self._negation,
            "antonym": self._antonym,
            "number": self._number,
            "name": self._name,
            "sentiment": self._sentiment,
        }
        self._checks = [(kind, checks[kind]) for kind in KINDS]

    def check(self, source: str, target: str) -> Iterator[tuple[str, str]]:
        """Yield kind and reason of each suspicion, worst first; the sides are text, their nonterminals are ignored."""
        before = [word for word in source.split() if word[0] != "["]
        after = [word for word in target.split() if word[0] != "["]
        sides = before, after, _only(before, after), _only(after, before)
        for kind, check in self._checks:
            reason = check(sides)
            if reason:
                yield kind, reason

    def _offensive(self, sides: _Sides) -> str | None:
        _, _, gone, new = sides
        rude = [word for word in new if word in self._meaning.offensive]
        if not rude or any(word in self._meaning.offensive for word in gone):
            return None
        return f"brings in {rude[0]!r}"

    def _negation(self, sides: _Sides) -> str | None:
        before, after, _, _ = sides
        negated = [list(filter(self._meaning.is_negation, side)) for side in (before, after)]
        if bool(negated[0]) == bool(negated[1]):
            return None
        # "not unlikely" -> "likely", "is not able" -> "is unable": the prefix is the other negation.
        if any(self._are_opposites(a, b) for a in before for b in after):
            return None
        return f"loses {negated[0][0]!r}" if negated[0] else f"brings in {negated[1][0]!r}"

    def _antonym(self, sides: _Sides) -> str | None:
        before, after, _, _ = sides
        pair = opposites(before, after, self._meaning.is_weakener, self._are_opposites)
        return None if pair is None else f"{pair[0]!r} and {pair[1]!r} are opposites"

    def _are_opposites(self, first: str, second: str) -> bool:
        return are_opposites(self._meaning, self._language.base_forms, first, second)

    def _weakened(self, words: Sequence[str]) -> bool:
        return any(map(self._meaning.is_weakener, words))

    def _number(self, sides: _Sides) -> str | None:
        before, after, _, _ = sides
        old, new = self._language.numbers_of(before), self._language.numbers_of(after)
        if old == new:
            return None
        lost, added = old - new, new - old
        if lost and added:
            return f"{_shown(lost)} becomes {_shown(added)}"
        return f"loses {_shown(lost)}" if lost else f"brings in {_shown(added)}"

    def _sentiment(self, sides: _Sides) -> str | None:
        before, after, gone, new = sides
        if self._weakened(before) or self._weakened(after):
            return None
        first, second = self._feeling(gone), self._feeling(new)
        if first and second and first[1] != second[1]:
            praise, blame = (first, second) if first[1] > 0 else (second, first)
            return f"{praise[0]!r} praises, {blame[0]!r} blames"
        return None

    def _feeling(self, words: Collection[str]) -> tuple[str, int] | None:
        """Return the first word with a feeling, unless the words disagree."""
        found = [(word, feeling) for word in words if (feeling := self._feeling_of(word))]
        return found[0] if found and len({feeling for _, feeling in found}) == 1 else None

    def _feeling_of(self, word: str) -> int:
        return self._meaning.sentiment.get(word, 0)

    def _name(self, sides: _Sides) -> str | None:
        before, after, gone, new = sides
        old, fresh = self._entities(before), self._entities(after)
        # Entities have one number for all their names, so another name of the same entity is no change.
        added, lost = fresh.keys() - old.keys(), old.keys() - fresh.keys()
        if added and lost:
            return f"{old[min(lost)]!r} becomes {fresh[min(added)]!r}"
        old_names, new_names = self._proper(gone), self._proper(new)
        # A new name is no change if a word before may spell it, or if it abbreviates the words before. Likewise no old
        # name is lost that a word after may spell, or that abbreviates the words after.
        for name in new_names:
            if not any(_same_name(name, word) for word in before) and name not in self._initials(before):
                if old_names and not any(_same_name(word, other) for word in old_names for other in after):
                    if not any(one in self._initials(after) for one in old_names):
                        return f"{old_names[0]!r} becomes {name!r}"
                if not old_names and not self._proper(before) and not old:
                    return f"brings in the name {name!r}"
        return None

    def _entities(self, words: Sequence[str]) -> dict[int, str]:
        found = {}
        for start, word in enumerate(words):
            if word not in self._first_words:
                continue
            for end in range(start + 1, min(start + 4, len(words)) + 1):
                form = " ".join(words[start:end])
                number = self._meaning.entities.get(form)
                # Short forms are words of their own too: us, mar, sun.
                if number is not None and (len(form) > 3 or "." in form):
                    found[number] = form
        return found

    def _initials(self, words: Sequence[str]) -> set[str]:
        """Return abbreviations of a phrase: initials of all words or of its content words, with or without dots."""
        lettered = [word for word in words if word[0].isalpha()]
        content = [word for word in lettered if word not in self._language.words.function]
        initials = [[word[0] for word in chosen] for chosen in (lettered, content)]
        return {"".join(one) for one in initials} | {".".join(one) + "." for one in initials}

    def _proper(self, words: Collection[str]) -> list[str]:
        return [word for word in words if self._is_name(word)]

    def _is_name(self, word: str) -> bool:
        if self._tagger is None or len(word) < 3 or word in self._name_parts or not word[0].isalpha():
            return False
        known = self._names.get(word)
        if known is None:
            tags = self._tagger.word_tags(word)
            known = sum(tags.get(tag, 0.0) for tag in self._language.roles.names) >= _CERTAIN_NAME
            self._names[word] = known
        return known


def _only(side: Sequence[str], other: Sequence[str]) -> list[str]:
    return [word for word in dict.fromkeys(side) if word not in other]


def _shown(numbers: Collection[float]) -> str:
    return ", ".join(f"{number:g}" for number in sorted(numbers))


def _squashed(word: str) -> str:
    plain = unicodedata.normalize("NFKD", word)
    return "".join(letter for letter in plain if letter.isalnum())


@lru_cache(maxsize=200_000)
def _same_name(first: str, second: str) -> bool:
    """Return whether two words may spell one name: as forms, transliterations or abbreviations of each other."""
    one, other = _squashed(first), _squashed(second)
    if not one or not other:
        return False
    if one[:4] == other[:4] or one in other or other in one:
        return True
    return SequenceMatcher(None, one, other, autojunk=False).ratio() >= _SAME_SPELLING
