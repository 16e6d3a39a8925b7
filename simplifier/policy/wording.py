"""Reasons in words: what the core records of a feature that stops a change, in one short sentence for people."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import groupby
from textwrap import shorten
from types import MappingProxyType
from typing import Final

from simplifier.decoder import Objection
from simplifier.record.reasons import LONGEST, Reason, ReasonKind

__all__ = ["failed_reason", "worded"]

#: What stands before the conditions of frames that are not met (frame_features.cc).
_ASKS: Final = "does not fit here; it asks for "
_OTHER_PART: Final = "another part of speech"
#: Between the conditions of two lines of the list of frames, of which one has to be met.
_OR: Final = re.compile(rf" or (?=(?:not )?(?:before|after): |{_OTHER_PART})")
_DOUBT: Final = re.compile(r"probability that it (stands|helps) ([\d.]+) under ([\d.]+)")
_SHORT: Final = {
    ReasonKind.REVIEWED: "readers found this change wrong",
    ReasonKind.AGREEMENT: "a word would lose the form that the sentence asks for",
}
_QUOTED: Final = re.compile("“(.+?)”")
_EDGES: Final = {"START": "the beginning of the sentence", "END": "the end of the sentence"}
#: The most examples of words that a frame asks for.
_MOST: Final = 3


def worded(
    objection: Objection, forms: Collection[str] = (), classes: Mapping[str, str] = MappingProxyType({})
) -> Reason:
    """Return the reason of an objection, with the core's own words as its detail where people need others.

    Args:
        objection: what takes something off the score of a change.
        forms: the words of the sentence; of the words that a frame forbids, those that stand there are named.
        classes: how people are told of the classes of words that frames name (`Language.frame_class_names`).
    """
    kind, text = ReasonKind(objection.kind), objection.reason
    doubt = _DOUBT.fullmatch(text)
    if doubt is not None:
        return Reason(kind, _doubt(doubt[1], float(doubt[2]), float(doubt[3])), text)
    if text.startswith(_ASKS):
        return Reason(kind, _frames(text.removeprefix(_ASKS), forms, classes), text)
    return Reason(kind, _SHORT[kind], text) if kind in _SHORT else Reason(kind, text)


def failed_reason(failed: Sequence[str]) -> Reason:
    """Return the reason for a sentence that fails the final check, with the tests that it failed."""
    short = shorten(f"the new sentence fails a check: {failed[0]}", LONGEST, placeholder=" …")
    return Reason(ReasonKind.CHECK, short, f"failed the final check: {'; '.join(failed)}")


def _doubt(what: str, share: float, least: float) -> str:
    """Return how far a change falls short, in hundredths, rounded down, so that it is less than what it takes."""
    editors = int(100 * share + 1e-9)
    if what == "helps":
        return f"it would help a reader too little ({editors} of 100; {100 * least:.4g} are needed)"
    number = "hardly any editor" if editors == 0 else f"{'only ' if editors < 90 else ''}{editors} of 100 editors"
    return f"{number} would let it stand; {100 * least:.4g} are needed"


def _frames(asked: str, forms: Collection[str], classes: Mapping[str, str]) -> str:
    """Return where a pair fits, or does not fit, by the conditions that are not met.

    Args:
        asked: lines of the list joined by " or "; of each, the conditions that are not met, joined by "; ".
        forms: the words of the sentence.
        classes: as for `worded`.
    """
    # The line that lacks least is the nearest to the sentence; of a line, what it asks for first is told.
    lines = sorted((line.split("; ") for line in _OR.split(asked)), key=len)
    first = [line[0] for line in lines]
    conditions = [one for one in first if one != _OTHER_PART]
    if not conditions:
        return "fits only where the word is another part of speech"
    forbidden = next((one for one in conditions if one.startswith("not ")), None)
    if forbidden is not None:
        side, ways = _read(forbidden.removeprefix("not "))
        here = [one for one in ways if one in forms]
        return f"does not fit {' or '.join(_places({side: here or ways}, _MOST, classes))}"
    wanted: dict[str, list[str]] = {}
    for one in conditions:
        side, ways = _read(one)
        wanted.setdefault(side, []).extend(way for way in ways if way not in wanted.get(side, ()))
    told = (f"fits only {' or '.join(_places(wanted, most, classes))}" for most in range(_MOST, 0, -1))
    return next((one for one in told if len(one) <= LONGEST), "does not fit in these surroundings")


def _read(condition: str) -> tuple[str, list[str]]:
    """Return "before" or "after", and the words that may stand there, each way in the list's own form."""
    side, _, places = condition.partition(": ")
    return side, places.split("|") if " " not in places else [places]


def _places(wanted: dict[str, list[str]], most: int, classes: Mapping[str, str]) -> Iterator[str]:
    """Yield phrases such as "before “the” or a noun" and "at the end of the sentence"."""
    # Two sides share the examples.
    shares = [most] if len(wanted) == 1 else [max(1, most - 1), 1]
    for (side, ways), share in zip(wanted.items(), shares, strict=True):
        told = list(dict.fromkeys(_way(one, classes) for one in ways if one not in _EDGES))
        if told:
            yield f"{side} {_either(told, share, any('|' in one for one in ways))}"
        yield from (f"at {_EDGES[one]}" for one in ways if one in _EDGES)


def _way(places: str, classes: Mapping[str, str]) -> str:
    """Return what stands at one place, or an example for several places, such as "“the form”" for ``DET form``."""
    words = [_example(place.split("|"), " " in places, classes) for place in places.split()]
    phrases: list[str] = []
    for quoted, own in groupby(words, key=_is_word):
        side_by_side = [*own]
        phrases += (
            [f"“{' '.join(side_by_side)}”"]
            if quoted
            else [classes.get(one) or _EDGES.get(one) or f"a {one.lower()}" for one in side_by_side]
        )
    return " and ".join(phrases)


def _example(alternatives: Sequence[str], of_several: bool, classes: Mapping[str, str]) -> str:
    """Return a word of several alternatives, or a class if there is no word.

    In a phrase a class that people are told of by one of its words ("a word such as “the”") is that word.
    """
    quoted = [_QUOTED.search(classes.get(one, "")) for one in alternatives] if of_several else []
    examples = [one[1] for one in quoted if one is not None]
    return examples[0] if examples else next(filter(_is_word, alternatives), alternatives[0])


def _is_word(name: str) -> bool:
    return not name.isupper()


def _either(words: Sequence[str], most: int, more: bool) -> str:
    """Return words with "or" before the last; the first ``most`` and "…" if there are more, or ``more`` than these."""
    if len(words) > most or more:
        return f"{', '.join(words[:most])} …"
    return " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))
