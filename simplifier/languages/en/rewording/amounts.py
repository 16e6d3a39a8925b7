"""Amounts in few words: "for a period of six months" is "for six months"."""

from __future__ import annotations

from typing import Final

from simplifier.languages.analysis.new_sentence import Clause, Inserted
from simplifier.languages.en.words.tags import NAMES
from simplifier.languages.structure.parsed import Condition, Insertion, Parsed, Tagged

__all__ = ["CONDITIONS", "INSERTIONS", "WORD_CONDITIONS"]

_MONTHS: Final = frozenset(
    """january february march april may june july august september october november december""".split()
)
_DAYS: Final = frozenset("monday tuesday wednesday thursday friday saturday sunday".split())
_CLOCK: Final = frozenset("noon midnight midday".split())
_SPANS: Final = frozenset(
    "second minute hour day week month year seconds minutes hours days weeks months years working".split()
)
_ORDERING: Final = frozenset("must shall should may will".split())
#: Words that may stand before a number and belong to it: "up to six months".
_NEAR_NUMBER: Final = frozenset("up at about more less around between approximately nearly almost".split())
_CURRENCY: Final = frozenset("$ £ € ¥".split())
_SIMPLE_DETERMINERS: Final = frozenset({"a", "an", "any"})


def _number(parsed: Tagged, place: int) -> bool:
    """Return whether a token is a number or a sign of a currency."""
    if place >= parsed.stop:
        return False
    return parsed.tags[place] == "CD" or parsed.words[place] in _CURRENCY


def _amount(parsed: Tagged, place: int) -> bool:
    """Return whether a token begins an amount; one or two words such as "up to" may stand before the number."""
    if parsed.words[place] in _NEAR_NUMBER:
        return any(_number(parsed, one) for one in (place + 1, place + 2))
    return _number(parsed, place)


def _counted(parsed: Parsed, noun: int) -> bool:
    """Return whether a noun is an object or a measure, so that no other word has to agree with its number."""
    return parsed.tree.labels[noun] in ("pobj", "dobj", "npadvmod")


def _ordered(parsed: Parsed, place: int) -> bool:
    """Return whether a sentence says what must or may be done: a modal, or an imperative at its root."""
    if not _ORDERING.isdisjoint(parsed.words):
        return True
    return any(
        parsed.tags[root] == "VB" and parsed.tree.child(root, "nsubj", "nsubjpass") is None
        for root in parsed.tree.roots
    )


def _date(parsed: Tagged, place: int) -> bool:
    """Return whether a point in time begins at a token: a day, a date or an hour; not "two weeks before"."""
    word = parsed.words[place]
    if word in _MONTHS | _DAYS | _CLOCK:
        return True
    if parsed.tags[place] != "CD" or place + 1 >= parsed.stop:
        return False
    behind = parsed.words[place + 1]
    return behind in _MONTHS or behind in ("a.m.", "p.m.", "am", "pm", "o'clock", "on")


def _span(parsed: Tagged, first: int, last: int) -> bool:
    """Return whether a number and a unit of time stand between two places: "28 days", "seven working days"."""
    return (
        _number(parsed, first)
        and first < last <= first + 3
        and parsed.words[last] in _SPANS
        and parsed.words[last] != "working"
        and all(parsed.tags[one] in ("CD", "JJ", "VBG", "NN") for one in range(first + 1, last))
    )


def _may_take_time(parsed: Tagged, place: int) -> bool:
    """Return whether "by" with a date can stand at a place: not after a preposition or "is"."""
    if place == 0:
        return True
    return parsed.tags[place - 1] not in ("IN", "TO", "CC", "DT", "RB") and parsed.words[place - 1] not in (
        "is", "are", "was", "were", "be", "been", ",",
    )  # fmt: skip


def _limited(parsed: Parsed, first: int) -> Clause | None:
    """Return "up to" for "not exceeding" after a preposition, "of up to" after a noun; None elsewhere."""
    before = parsed.tags[first - 1] if first else ""
    if before in ("NN", "NNS"):
        return (Inserted("of"), Inserted("up"), Inserted("to"))
    return (Inserted("up"), Inserted("to")) if before == "IN" else None


def _bare_limit(parsed: Parsed, article: int, noun: int) -> bool:
    """Return whether "a period" before "not exceeding" has a plain article and is an object."""
    return parsed.words[article] in _SIMPLE_DETERMINERS and _counted(parsed, noun)


def _sole_limit(parsed: Tagged, noun: int) -> bool:
    """Return whether a minimum or maximum sets a limit, and is not one end of something measured."""
    words = set(parsed.words)
    other = "maximum" if parsed.words[noun] == "minimum" else "minimum"
    return (
        other not in words
        and words.isdisjoint(("average", "mean", "peak", "magnitude", "reaching", "reached", "only"))
        and parsed.words[noun - 2] not in ("and", "with", "into", "in", "announced")
        and noun > 1
    )


def _month_name(parsed: Tagged, place: int) -> bool:
    return parsed.words[place] in _MONTHS and parsed.tags[place] in NAMES


def _exact(parsed: Tagged, place: int) -> bool:
    """Return whether "at least" or "up to" may stand at a place: no such word or determiner stands before it."""
    before = parsed.words[place - 1] if place else ""
    return before not in ("at", "to", "than", "by", "most", "least", "only", "the") and (
        place == 0 or parsed.tags[place - 1] not in ("DT", "PRP$", "POS")
    )


CONDITIONS: Final[dict[str, Condition]] = {
    "counted": _counted,
    "ordered": _ordered,
    "bare_limit": _bare_limit,
}
#: Conditions that need no tree.
WORD_CONDITIONS: Final[dict[str, Condition]] = {
    "number": _number,
    "amount": _amount,
    "date": _date,
    "span": _span,
    "may_take_time": _may_take_time,
    "sole_limit": _sole_limit,
    "month_name": _month_name,
    "exact": _exact,
}
INSERTIONS: Final[dict[str, Insertion]] = {"limited": _limited}
