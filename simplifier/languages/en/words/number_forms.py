"""Rewrites of numbers, spans of time and dates into the form that is easiest to read, with the same value.

>>> sorted(form for form in number_forms() if form[0] == "twenty-one")
[('twenty-one', '21', 'CD')]

Numbers above twelve are put in digits, and so are ranks and centuries; "two decades" becomes 20 years. The day of a
date loses its ending and keeps its side of the month ("the 21st of January" becomes "21 January", "January the 21st"
becomes "January 21"). What can mean something else or stand before a noun stays out: a score, a thirty-second film,
the second may, the 1700s for the 18th century.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from simplifier.languages.en.words.numerals import MONTHS, ONES, RANKS, TENS, numbers_of

__all__ = ["NumberForm", "number_forms"]

_DAYS: Final = dict(zip(MONTHS, (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31), strict=True))
#: Months that are also verbs: "the second may" and "first march" need not be dates.
_VERBS: Final = frozenset({"may", "march"})
_PHRASES: Final = (
    ("half a dozen", "six", "CD"),
    ("a decade", "ten years", "NP"),
    ("a fortnight", "two weeks", "NP"),
    ("half a century", "50 years", "NP"),
    ("a quarter of a century", "25 years", "NP"),
    ("centenary", "100th anniversary", "NN"),
    ("sesquicentennial", "150th anniversary", "NN"),
    ("bicentenary", "200th anniversary", "NN"),
    ("bicentennial", "200th anniversary", "NN"),
    ("thrice", "three times", "RB"),
    ("per cent", "percent", "NN"),
    ("midday", "noon", "NN"),
    ("circa", "about", "IN"),
    ("ca.", "about", "IN"),
)


class NumberForm(NamedTuple):
    """A rewrite that keeps the value of a number.

    Attributes:
        source: words as the decoder sees them.
        target: words that replace these, as the decoder sees them.
        label: part of speech or phrase (`simplifier.languages.en.labels`).
    """

    source: str
    target: str
    label: str


def number_forms() -> Iterator[NumberForm]:
    """Yield all rewrites, each once; both sides name the same numbers."""
    parts = (_cardinals(), _ranks(), _centuries(), _times(), _dates(), map(NumberForm._make, _PHRASES))
    for form in dict.fromkeys(form for part in parts for form in part):
        assert numbers_of(form.source.split(" ")) == numbers_of(form.target.split(" ")), form
        yield form


def _cardinals() -> Iterator[NumberForm]:
    for number in range(13, 100):
        yield NumberForm(_cardinal(number), str(number), "CD")


def _ranks() -> Iterator[NumberForm]:
    for number in range(13, 100):
        # Without "thirty-second" and the like: a thirty-second film lasts that many seconds.
        if number < 20 or number % 10 != 2:
            yield NumberForm(_rank(number), _digits(number), "JJ")


def _centuries() -> Iterator[NumberForm]:
    for number in range(1, 22):
        for word in ("century", "centuries"):
            yield NumberForm(f"{_rank(number)} {word}", f"{_digits(number)} {word}", _noun(word))
        yield NumberForm(f"the {_rank(number)} century", f"the {_digits(number)} century", "NP")
        yield NumberForm(f"{_rank(number)}-century", f"{_digits(number)}-century", "JJ")


def _times() -> Iterator[NumberForm]:
    for number, word in enumerate(ONES[2:10], 2):
        yield NumberForm(f"{word} dozen", str(12 * number), "CD")
        yield NumberForm(f"{word} decades", f"{10 * number} years", "NNS")
        yield NumberForm(f"{word} centuries", f"{100 * number} years", "NNS")


def _dates() -> Iterator[NumberForm]:
    for month, days in _DAYS.items():
        for day in range(1, days + 1):
            if (month, day) == ("july", 4):
                continue  # the name of a holiday
            for rank in (_digits(day), _rank(day)):
                spelt = not rank[0].isdigit()
                yield NumberForm(f"the {rank} of {month}", f"{day} {month}", "NP")
                yield NumberForm(f"{rank} of {month}", f"{day} {month}", "NP")
                if not (spelt and month in _VERBS):
                    yield NumberForm(f"{rank} {month}", f"{day} {month}", "NP")
                    yield NumberForm(f"{month} {rank}", f"{month} {day}", "NP")
                # "in May the 21st century ..." is no date.
                if month not in _VERBS:
                    yield NumberForm(f"{month} the {rank}", f"{month} {day}", "NP")


def _noun(word: str) -> str:
    return "NNS" if word == "centuries" else "NN"


def _cardinal(number: int) -> str:
    if number < 20:
        return ONES[number]
    ten, one = TENS[number // 10 - 2], number % 10
    return f"{ten}-{ONES[one]}" if one else ten


def _rank(number: int) -> str:
    """Return a rank in words: nineteenth, twentieth, twenty-first."""
    if number < 20:
        return RANKS[number - 1]
    ten, one = TENS[number // 10 - 2], number % 10
    return f"{ten}-{RANKS[one - 1]}" if one else f"{ten[:-1]}ieth"


def _digits(number: int) -> str:
    """Return a rank in digits: 1st, 12th, 22nd."""
    if number % 100 in (11, 12, 13):
        return f"{number}th"
    return str(number) + {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
