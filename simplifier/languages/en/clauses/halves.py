"""Joints of a sentence, found by its words and tags, and conditions that compare its halves with its whole tree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from simplifier.languages.en.clauses import verbs
from simplifier.languages.en.words.auxiliaries import SINGULAR
from simplifier.languages.en.words.inflection import inflected
from simplifier.languages.en.words.relations import SUBJECTS
from simplifier.languages.en.words.tags import FINITE
from simplifier.languages.structure.halves import Joint
from simplifier.languages.structure.parsed import Condition, Parsed, Tagged

__all__ = ["CONDITIONS", "joints"]

_JOINING: Final = frozenset({"and", "but", "yet"})
_MARKS: Final = frozenset({";", ":"})
_BEFORE_JOINT: Final = frozenset({",", ";"})
#: What may open a sentence of its own after a comma.
_OPENING: Final = frozenset("he she it they we i you this these there the a an his her its their our however".split())
_PLURAL: Final = frozenset({"are", "were", "have", "do"})
#: Conjunctions after a comma. Their clause may be a sentence of its own once other words stand in their place.
_CONJUNCTIONS: Final = frozenset({"although", "though", "whereas", "because", "since", "as", "so"})
#: The most joints of a sentence that are tried, and the fewest words of a half.
_MOST, _FEWEST = 6, 4
#: Relations of verbs that are said of a noun.
_OF_NOUNS: Final = frozenset({"acl", "relcl", "amod", "pcomp", "compound"})


def joints(tagged: Tagged) -> Sequence[Joint]:
    """Return the joints of a sentence: marks and words that may join clauses, with finite verbs on both sides.

    Only the first `_MOST` are returned, because the parser has to parse two halves for each.
    """
    return [*_joints(tagged)][:_MOST]


def _joints(tagged: Tagged) -> Iterator[Joint]:
    words, tags = tagged.words, tagged.tags
    finite = [place for place, tag in enumerate(tags) if tag in FINITE]
    if len(finite) < 2:
        return
    for place in range(finite[0] + 1, finite[-1]):
        word = words[place]
        if tagged.depth[place] or place in tagged.quoted or tagged.words_before[place] < _FEWEST:
            continue
        if tagged.words_before[tagged.stop] - tagged.words_before[place + 1] < _FEWEST:
            return  # the second half only gets shorter from here on
        before = place
        while words[before - 1] in _BEFORE_JOINT:
            before -= 1
        if word in _JOINING:
            subject = _put_in(tagged, place + 1)
            yield Joint(before, place + 1, "cc", subject)
        elif word in _MARKS or (word == "," and words[place + 1] in _OPENING):
            yield Joint(place, place + 1, "punct")
        elif word == "," and words[place + 1] in _CONJUNCTIONS:
            yield Joint(place, place + 2, "cc")


def _put_in(tagged: Tagged, place: int) -> tuple[str, str] | None:
    """Return word and tag of a subject for a half that begins with its verb; None if it begins otherwise."""
    while tagged.tags[place] == "RB":
        place += 1
    if tagged.tags[place] not in FINITE:
        return None
    if tagged.words[place] in _PLURAL or tagged.tags[place] == "VBP":
        return ("they", "PRP")
    singular = tagged.words[place] in SINGULAR or tagged.tags[place] == "VBZ"
    return ("it" if singular else "he", "PRP")


def _uncrossed(parsed: Parsed, place: int) -> bool:
    """Return whether no subject before a joint belongs to a verb after it, by the tree of the whole sentence.

    One does in "he believed the king and the queen had left".
    """
    whole = parsed.whole
    if whole is None:
        return True
    return not any(whole.labels[one] in SUBJECTS and whole.heads[one] > place for one in range(place))


def _main_in_whole(parsed: Parsed, verb: int) -> bool:
    """Return whether the tree of the whole sentence does not attach a verb to a noun.

    What this guards against: "bands that played rock and new wave developed a style".
    """
    whole = parsed.whole
    subject = parsed.tree.child(verb, *SUBJECTS)
    if whole is None:
        return True
    if subject is not None and subject and parsed.words[subject] in ("that", "which", "who"):
        return False
    return whole.labels[verb] not in _OF_NOUNS


def _said_of_noun(parsed: Parsed, verb: int) -> bool:
    """Return whether a past form without auxiliary is a participle of a noun in the tree of the whole sentence."""
    if parsed.whole is None or parsed.tags[verb] != "VBD" or verbs.auxiliaries(parsed, verb):
        return False
    subject = parsed.tree.child(verb, *SUBJECTS)
    if subject is not None and parsed.tags[subject] == "PRP":
        return False
    spelt = inflected(verbs.base_form(parsed, verb), "VBN") == parsed.words[verb]
    return spelt and parsed.whole.labels[verb] in _OF_NOUNS


def _clauses_beside(parsed: Parsed, place: int) -> bool:
    """Return whether a mark is the first of its kind, and each stretch between semicolons after it has its verb."""
    words, tags = parsed.words, parsed.tags
    if words[place] in words[:place] or parsed.depth[place]:
        return False
    marks = [one for one in range(place + 1, parsed.stop) if words[one] == ";"]
    if any(words[one + 1] in ("and", "or", "but") for one in marks):
        return False
    ends = [*marks, parsed.stop]
    return all(
        any(tags[one] in FINITE for one in range(start, end)) for start, end in zip([place, *marks], ends, strict=True)
    )


def _crossed_but(parsed: Parsed, place: int, verb: int) -> bool:
    """Return whether a subject before the place belongs to a verb after it, other than the given verb."""
    whole = parsed.whole
    return whole is not None and any(
        whole.labels[one] in SUBJECTS and whole.heads[one] > place and whole.heads[one] != verb for one in range(place)
    )


CONDITIONS: Final[dict[str, Condition]] = {
    "uncrossed": _uncrossed,
    "crossed_but": _crossed_but,
    "main_in_whole": _main_in_whole,
    "clauses_beside": _clauses_beside,
    "said_of_noun": _said_of_noun,
}
