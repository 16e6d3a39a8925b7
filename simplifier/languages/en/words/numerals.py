"""The numbers that a phrase names, in digits or in words.

>>> numbers_of("the twenty-first of may".split()), numbers_of("the nineteenth century".split())
(frozenset({21.0}), frozenset({1800.0}))
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, Literal, NamedTuple

__all__ = [
    "MONTHS",
    "NUMBER_WORDS",
    "ONES",
    "RANKS",
    "TENS",
    "Numeral",
    "mixes_numbers",
    "numbers_of",
    "read_numerals",
    "same_numbers",
    "whole_numerals",
]

Kind = Literal["count", "rank", "range"]

MONTHS: Final = ("january february march april may june july august september october november december").split()
ONES: Final = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
).split()
TENS: Final = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_SCALES: Final = {"hundred": 1e2, "thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12}
_VALUES: Final = {word: float(value) for value, word in enumerate(ONES)} | {
    word: 10.0 * value for value, word in enumerate(TENS, 2)
}
#: First to nineteenth.
RANKS: Final = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth "
    "fifteenth sixteenth seventeenth eighteenth nineteenth"
).split()
_RANKS: Final = {word: float(value) for value, word in enumerate(RANKS, 1)} | {
    word[:-1] + "ieth": 10.0 * value for value, word in enumerate(TENS, 2)
}
_ANNIVERSARIES: Final = {
    "centenary": 100.0,
    "centennial": 100.0,
    "sesquicentennial": 150.0,
    "bicentenary": 200.0,
    "bicentennial": 200.0,
}
_SHARES: Final = ((["half", "a"], 0.5), (["quarter", "of", "a"], 0.25))
_VAGUE: Final = frozenset("half quarter hundreds thousands millions billions".split())
_COUNTS: Final = {"both": 2.0, "twice": 2.0, "thrice": 3.0}
# Units that stand for several, such as ten years or two weeks. All but "dozen" need a number or an article to count.
_UNITS: Final = {"dozen": 12.0, "decade": 10.0, "decades": 10.0, "centuries": 100.0, "fortnight": 2.0}
_CENTURIES: Final = frozenset({"century", "centuries"})
#: All words without digits that the numbers of a phrase depend on.
_TELLING: Final = frozenset(
    [*_VALUES, *_SCALES, *_RANKS, *_VAGUE, *_COUNTS, *_ANNIVERSARIES, *_UNITS, *_CENTURIES, *MONTHS, *TENS]
    + "a an half of quarter the".split()
)
_DIGITS: Final = re.compile(r"\d[\d,]*(?:\.\d+)?")
_PLAIN_DIGITS: Final = re.compile(r"(\d[\d,]*(?:\.\d+)?)(st|nd|rd|th|s)?")
#: Words that name a number or a part of one.
NUMBER_WORDS: Final = frozenset(
    [*ONES, *TENS, *_SCALES, *RANKS[:10], *_VAGUE, "dozen"],
)
_TEN_AND_MORE: Final = frozenset([*ONES[10:], *TENS])
# The value that is left out: "one" is a pronoun as often as a number, and "first" may mean "at the start".
_AMBIGUOUS: Final = frozenset({1.0})


def mixes_numbers(words: Sequence[str]) -> bool:
    """Return whether numbers from ten on stand both in digits and in words: "14 days" and "twelve months"."""
    return any(map(str.isdigit, words)) and not _TEN_AND_MORE.isdisjoint(words)


class Numeral(NamedTuple):
    """A number of a text.

    Attributes:
        value: the number; for a century, its first year less one (1800 for the nineteenth).
        kind: a count (also the day of a date), a rank (third), or a range of years (1800s).
        plain: false if its word tells something else too, as "b52" does.
    """

    value: float
    kind: Kind
    plain: bool = True


def numbers_of(words: Sequence[str]) -> frozenset[float]:
    """Return the set of numbers that a phrase names, without 1: "one" is a pronoun as often as a number."""
    told = [one for one in map(_telling, words) if one is not None]
    if not any(told):
        return frozenset()
    # A run of words that tell nothing is cut to one, so that many phrases share an entry of the cache.
    return _numbers_of(tuple([one for one, before in zip(told, ["x", *told], strict=False) if one or before]))


@lru_cache(maxsize=1 << 14)
def _numbers_of(words: tuple[str, ...]) -> frozenset[float]:
    return frozenset(one.value for one in read_numerals(words)) - _AMBIGUOUS


def same_numbers(source: Sequence[str], target: Sequence[str]) -> bool:
    """Return whether both phrases name the same numbers of the same kinds; false if they name none."""
    ours, theirs = _Reader(source), _Reader(target)
    found = ours.read()
    same = bool(found) and sorted(found) == sorted(theirs.read()) and all(one.plain for one in found)
    return same and sorted(ours.unread) == sorted(theirs.unread)


def read_numerals(words: Sequence[str]) -> list[Numeral]:
    """Return the numbers of a phrase in their order."""
    return _Reader(words).read()


def whole_numerals(words: Sequence[str]) -> list[bool]:
    """Return for every word whether it is of a number that must not change in part.

    Such numbers are those of several words ("one hundred and thirteen", "nineteen eighty-four", "eighteen hundred",
    but not "fifty million"), units with an addition ("a decade or two", "half a decade"), and a number in words that
    begins the sentence, where digits look odd.
    """
    marks = [False] * len(words)
    if not any(map(_may_begin, words)):
        return marks
    place = 0
    while place < len(words):
        end = _end_of_run(words, place)
        run = words[place:end]
        parts = sum(word not in _SCALES and word != "and" for word in run)
        if parts > 1 or {"hundred", "thousand"} & {*run[1:]}:
            marks[place:end] = [True] * (end - place)
        place = max(end, place + 1)
    for place, word in enumerate(words):
        after = tuple(words[place + 1 : place + 4])
        if word in _UNITS or word in _CENTURIES:
            added = after == ("and", "a", "half") or after[:2] in (("or", "two"), ("or", "three"))
            if added or (word == "decade" and "half" in words[max(0, place - 2) : place]):
                marks[max(0, place - 1) : place + 1] = [True] * (min(place, 1) + 1)
    if words and words[0] != "one" and (words[0] == "half" or _is_value(words[0])):
        marks[0] = True
    return marks


@lru_cache(maxsize=1 << 16)
def _telling(word: str) -> str | None:
    """Return a word that numbers may depend on, "" for any other word, None if there is nothing but hyphens.

    Other words are all alike, since a number depends on the words next to it only.
    """
    parts = _parts(word)
    if not parts:
        return None
    return word if _DIGITS.search(word) or not _TELLING.isdisjoint(parts) else ""


@lru_cache(maxsize=1 << 16)
def _may_begin(word: str) -> bool:
    """Return whether a word may be part of a number that `whole_numerals` marks, so that it is worth a look."""
    return word == "half" or word in _UNITS or word in _CENTURIES or _is_value(word)


def _end_of_run(words: Sequence[str], start: int) -> int:
    """Return the end of the number in words that begins at a place; the place itself if none begins there."""
    end = start
    while end < len(words):
        if _is_value(words[end]) or (end > start and words[end] in _SCALES):
            end += 1
        elif words[end] == "and" and end > start and words[end - 1] in _SCALES and _follows(words, end + 1):
            end += 1
        elif end > start and words[end - 1] in (*_SCALES, "and") and _follows(words, end):
            return end + 1  # a rank: one hundred and first
        else:
            break
    return end


def _follows(words: Sequence[str], place: int) -> bool:
    return place < len(words) and all(part in _VALUES or part in _RANKS for part in _parts(words[place]))


def _is_value(word: str) -> bool:
    parts = _parts(word)
    return bool(parts) and all(part in _VALUES for part in parts)


class _Reader:
    """Reads the numbers of a phrase from left to right; ``unread`` holds the vague words that belong to none."""

    def __init__(self, words: Sequence[str]) -> None:
        self.unread: list[str] = []
        self._parts = [part for whole in words for part in _parts(whole)]
        self._found: list[Numeral] = []
        self._current: float | None = None
        self._plain = True

    def read(self) -> list[Numeral]:
        """Return the numbers."""
        for place, word in enumerate(self._parts):
            if not self._goes_on(place, word):
                self._close()
                self._begin(place, word)
        self._close()
        return self._found

    def _goes_on(self, place: int, word: str) -> bool:
        """Take in a word that continues the number before it or begins one in words; return whether it does."""
        current = self._current
        if word in _VALUES:
            value = _VALUES[word]
            self._current = value if current is None else current + value
        elif word in _SCALES:
            self._current = (self._share(place) if current is None else current) * _SCALES[word]
        elif word in _UNITS and (word == "dozen" or current is not None or self._has_article(place)):
            self._current = (self._share(place) if current is None else current) * _UNITS[word]
        elif word == "century" and current is None and (share := self._share(place)) < 1:
            self._current = 100.0 * share
        elif current is not None and self._at(place - 1) in TENS and _RANKS.get(word, 10.0) < 10:
            if word == "second" and not self._is_rank(place):  # thirty-second: of that many seconds
                return False
            self._current = None
            self._rank(place, current + _RANKS[word])
        else:
            return False
        return True

    def _begin(self, place: int, word: str) -> None:
        if word in _RANKS:
            if _RANKS[word] > 2 or self._is_rank(place):
                self._rank(place, _RANKS[word])
            else:
                self.unread.append(word)
        elif word in _VAGUE:
            self.unread.append(word)
        elif word in _COUNTS:
            self._found.append(Numeral(_COUNTS[word], "count"))
        elif word in _ANNIVERSARIES:
            self._found.append(Numeral(_ANNIVERSARIES[word], "rank"))
        elif plain := _PLAIN_DIGITS.fullmatch(word):
            value = float(plain[1].replace(",", ""))
            if plain[2] == "s":
                self._found.append(Numeral(value, "range"))
            elif plain[2]:
                self._rank(place, value)
            else:
                self._current = value
        elif match := _DIGITS.search(word):
            self._current, self._plain = float(match[0].replace(",", "")), False

    def _close(self) -> None:
        if self._current is not None:
            self._found.append(Numeral(self._current, "count", self._plain))
        self._current, self._plain = None, True

    def _rank(self, place: int, value: float) -> None:
        if self._at(place + 1) in _CENTURIES:
            self._found.append(Numeral(100.0 * (value - 1.0), "range"))
        else:
            self._found.append(Numeral(value, "count" if self._is_day(place) else "rank"))

    def _is_rank(self, place: int) -> bool:
        """Return whether "first" or "second" is surely a rank: of a century or of a day."""
        return self._at(place + 1) in _CENTURIES or self._is_day(place)

    def _is_day(self, place: int) -> bool:
        if self._at(place + 1) in MONTHS or (self._at(place + 1) == "of" and self._at(place + 2) in MONTHS):
            return True
        before = place - 1
        if self._at(before) in TENS:  # the tens of twenty-first
            before -= 1
        return self._at(before - (self._at(before) == "the")) in MONTHS

    def _share(self, place: int) -> float:
        """Return the share that stands before a unit ("half a dozen", "a quarter of a million"); 1 if there is none."""
        before = self._parts[max(0, place - 3) : place]
        for words, share in _SHARES:
            if before[-len(words) :] == words:
                self.unread.remove(words[0])
                return share
        return 1.0

    def _has_article(self, place: int) -> bool:
        return self._at(place - 1) in ("a", "an")

    def _at(self, place: int) -> str:
        return self._parts[place] if 0 <= place < len(self._parts) else ""


def _parts(word: str) -> list[str]:
    """Return the parts of a word between its hyphens, so that "twenty-one" gives two."""
    return [part for part in word.split("-") if part] if "-" in word else [word]
