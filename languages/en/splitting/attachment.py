"""What hangs on a noun behind a comma: relative clauses, appositions, and participles of result."""

from __future__ import annotations

import re
from typing import Final

from languages.en.splitting.tagged import Tagged
from languages.en.words.tags import FINITE, NAMES
from languages.parts.splits import Clause, Inserted, Split

__all__ = ["apposition", "relative_clause", "result_participle"]

_RESULT: Final = {
    "making": ("made", "makes"),
    "allowing": ("allowed", "allows"),
    "causing": ("caused", "causes"),
    "leading": ("led", "leads"),
    "forcing": ("forced", "forces"),
    "giving": ("gave", "gives"),
    "resulting": ("resulted", "results"),
}
# "making it famous" is a result, "making his debut" is not.
_OBJECTS: Final = frozenset({"it", "him", "her", "them", "us", "the", "this"})
_AFTER_RESULT: Final = {
    "leading": frozenset({"to"}),
    "resulting": frozenset({"in"}),
    "causing": _OBJECTS | {"a", "an"},
}
# Someone who was a painter then may be called one; what was a mountain then still is one.
_PERSON: Final = re.compile(
    r".*(?:er|or|ist|ian|man|woman|ess)|king|queen|prince|duke|saint|priest|monk|nun|pilot|coach|poet|son"
)
_LONGEST_NAME: Final = 5
_LONGEST_APPOSITION: Final = 9


def relative_clause(sentence: Tagged, at: int, stop: int) -> Split | None:
    """Split "... John Smith , who did that ." at the pronoun ``at``, the noun said again."""
    if (
        sentence.words[at] not in ("who", "which")
        or at < 2
        or sentence.words[at - 1] != ","
        or sentence.depth[at]
    ):
        return None
    verb = sentence.verb_group(at + 1)
    if verb is None or verb.end >= stop or "," in sentence.words[at + 1 : stop]:
        return None
    if any(tag in ("WDT", "WP", "WRB") for tag in sentence.tags[at + 1 : stop]):
        return None
    clause = sentence.starts_clause(0, at - 1)
    start = _antecedent(sentence, at - 1)
    if clause is None or start is None or start < clause[1].end:
        return None
    if not sentence.agrees(start, at - 1, verb):
        return None
    again = _again(sentence, start, at - 1)
    if again is None:
        return None
    return Split(
        "relative clause",
        (*range(at - 1), Inserted(sentence.words[stop], stop)),
        (*again, *range(at + 1, stop), stop),
    )


def apposition(sentence: Tagged, at: int, stop: int) -> Split | None:
    """Split "Ann Lee , a painter , did that ." at its second comma ``at``."""
    if sentence.words[at] != "," or sentence.depth[at]:
        return None
    opening = next((place for place, word in enumerate(sentence.words[:at]) if word == ","), None)
    if opening is None or opening > _LONGEST_NAME or opening == 0:
        return None
    if any(tag not in NAMES for tag in sentence.tags[:opening]):
        return None
    inside = range(opening + 1, at)
    if not 2 <= len(inside) <= _LONGEST_APPOSITION or sentence.words[inside[0]] not in ("a", "an", "the"):
        return None
    head = sentence.noun_phrase(inside[0])
    if head is None or (head < at and sentence.tags[head] != "IN"):
        return None
    if any(
        tag in FINITE or tag in ("CC", "WP", "WDT", "VBG", "VBN") for tag in sentence.tags[inside[0] : at]
    ):
        return None
    verb = sentence.verb_group(at + 1)
    plural = sentence.is_plural(inside[0], head)
    if verb is None or verb.end >= stop or plural or sentence.tags[verb.finite] == "MD":
        return None
    name: Clause = tuple(range(opening))
    again = sentence.again(0, opening)
    if sentence.is_past(verb) and not _PERSON.fullmatch(sentence.words[head - 1]):
        return None
    is_word = "was" if sentence.is_past(verb) else "is"
    return Split(
        "apposition",
        (*name, Inserted(is_word), *inside, Inserted(sentence.words[stop], stop)),
        (*again, *range(at + 1, stop), stop),
    )


def result_participle(sentence: Tagged, at: int, stop: int) -> Split | None:
    """Split "... , making it famous ." at the participle ``at``."""
    forms = _RESULT.get(sentence.words[at])
    if forms is None or at < 2 or sentence.words[at - 1] != "," or sentence.depth[at]:
        return None
    clause = sentence.starts_clause(0, at - 1)
    if clause is None or "," in sentence.words[at:stop] or sentence.has_finite(at, stop):
        return None
    if any(tag in ("WDT", "WP", "WRB") for tag in sentence.tags[:at]):
        return None
    word = sentence.words[at]
    following = sentence.words[at + 1]
    if following not in _AFTER_RESULT.get(word, _OBJECTS):
        return None
    verb = forms[0] if sentence.is_past(clause[1]) else forms[1]
    return Split(
        "result",
        (*range(at - 1), Inserted(sentence.words[stop], stop)),
        (Inserted("this"), Inserted(verb), *range(at + 1, stop), stop),
    )


def _antecedent(sentence: Tagged, end: int) -> int | None:
    """Return the start of the noun phrase right before ``end`` if the clause can only belong to it."""
    start = end
    while start > 0 and sentence.noun_phrase(start - 1) == end:
        start -= 1
    if start == end:
        return None
    # "a museum of art , which": whose clause it is, only the sense tells.
    if start > 0 and sentence.words[start - 1] in ("of", "and", "or", ",", "with", "at", "on", "in", "from"):
        return (
            start
            if all(tag in NAMES for tag in sentence.tags[start:end])
            and sentence.words[start - 1] not in ("and", "or", ",", "of")
            else None
        )
    return start


def _again(sentence: Tagged, start: int, end: int) -> Clause | None:
    """Return how the second sentence names the noun phrase: a name itself, else "this" and its noun."""
    if end - start <= _LONGEST_NAME and all(tag in NAMES for tag in sentence.tags[start:end]):
        return sentence.again(start, end)
    head = end - 1
    if sentence.tags[head] not in ("NN", "NNS") or sentence.words[start] in (
        "his",
        "her",
        "their",
        "its",
        "my",
    ):
        return None
    return (
        Inserted("these" if sentence.tags[head] == "NNS" else "this"),
        Inserted(sentence.words[head], head),
    )
