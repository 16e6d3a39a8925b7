"""Where a sentence may be two by its words and tags, and whether the whole tree agrees with its halves."""

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
#: What stands between a comma and a clause that may be a sentence of its own with other words before it.
_CONJUNCTIONS: Final = frozenset({"although", "though", "whereas", "because", "since", "as", "so"})
#: Joints of a sentence that are looked at, and the fewest words of a half.
_MOST, _FEWEST = 6, 4
_OF_NOUNS: Final = frozenset({"acl", "relcl", "amod", "pcomp", "compound"})


def joints(tagged: Tagged) -> Sequence[Joint]:
    """Return where a sentence may be two: at marks and words that join clauses, finite verbs beside them."""
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
            return
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
    """Return a subject for words that begin with a verb; None where they do not."""
    while tagged.tags[place] == "RB":
        place += 1
    if tagged.tags[place] not in FINITE:
        return None
    if tagged.words[place] in _PLURAL or tagged.tags[place] == "VBP":
        return ("they", "PRP")
    singular = tagged.words[place] in SINGULAR or tagged.tags[place] == "VBZ"
    return ("it" if singular else "he", "PRP")


def _uncrossed(parsed: Parsed, place: int) -> bool:
    """Return whether the tree of the whole sentence has no subject before a joint of a verb after it.

    "He believed the king and the queen had left".
    """
    whole = parsed.whole
    if whole is None:
        return True
    return not any(whole.labels[one] in SUBJECTS and whole.heads[one] > place for one in range(place))


def _main_in_whole(parsed: Parsed, verb: int) -> bool:
    """Return whether the tree of the whole sentence does not take a verb for one that is said of a noun.

    "Bands that played rock and new wave developed a style".
    """
    whole = parsed.whole
    subject = parsed.tree.child(verb, *SUBJECTS)
    if whole is None:
        return True
    if subject is not None and subject and parsed.words[subject] in ("that", "which", "who"):
        return False
    return whole.labels[verb] not in _OF_NOUNS


def _said_of_noun(parsed: Parsed, verb: int) -> bool:
    """Return whether a past form alone is a participle of a noun in the tree of the whole sentence."""
    if parsed.whole is None or parsed.tags[verb] != "VBD" or verbs.auxiliaries(parsed, verb):
        return False
    subject = parsed.tree.child(verb, *SUBJECTS)
    if subject is not None and parsed.tags[subject] == "PRP":
        return False
    spelt = inflected(verbs.base_form(parsed, verb), "VBN") == parsed.words[verb]
    return spelt and parsed.whole.labels[verb] in _OF_NOUNS


def _clauses_beside(parsed: Parsed, place: int) -> bool:
    """Return whether a mark is the first of its sort, and after it stand clauses alone."""
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
