"""Verbs with an object and a preposition that have a plainer verb: "inform you of", "provide you with"."""

from __future__ import annotations

from typing import Final

from simplifier.languages.analysis.new_sentence import Clause, Inserted
from simplifier.languages.en.clauses.verbs import base_form
from simplifier.languages.en.words.inflection import inflected
from simplifier.languages.en.words.tags import NAMES, NOUNS, VERBS
from simplifier.languages.structure.parsed import Condition, Insertion, Parsed, Tagged

__all__ = ["CONDITIONS", "INSERTIONS", "WORD_CONDITIONS"]

#: Most words of the object: a plainer verb should not stand far from what belongs to it.
_LONGEST: Final = 8
_FEW: Final = 5
#: Endings of past forms ("submitted", "brought", "taken", "took"). A "worsen" that is tagged as past has none.
_PAST: Final = ("ed", "ought", "taken", "took")
_OWNED_BY: Final = {"my": "me", "our": "us", "your": "you", "his": "him", "her": "her", "their": "them"}


def _near_object(parsed: Parsed, verb: int, noun: int) -> bool:
    """Return whether the object of a verb stands right after it, is short and has no clause."""
    start, stop = parsed.tree.span(noun)
    below = parsed.tree.subtree(noun)
    return (
        start == verb + 1
        and stop - start <= _LONGEST
        and parsed.tree.is_whole(noun)
        and not any(parsed.tree.labels[one] in ("relcl", "acl", "appos") for one in below if one != noun)
        and not any(parsed.words[one] in (",", "(", '"') or one in parsed.quoted for one in below)
    )


def _sure_verb(parsed: Parsed, verb: int) -> bool:
    """Return whether a token is a verb and no other verb beside it could share its object."""
    tree = parsed.tree
    return (
        parsed.tags[verb] in VERBS
        and not (tree.labels[verb] == "conj" and parsed.words[verb - 1] in ("and", "or", ","))
        and parsed.words[verb + 1] not in ("and", "or", ",")
        and parsed.words[verb - 1] != "-"
    )


def _few_words(parsed: Parsed, noun: int) -> bool:
    """Return whether a noun phrase is short enough for what follows it to be near its verb."""
    start, stop = parsed.tree.span(noun)
    return stop - start <= _FEW


def _followed_by_of(parsed: Tagged, noun: int) -> bool:
    """Return whether a noun phrase goes on after its noun: "two consecutive years of study"."""
    return parsed.words[noun + 1] in ("of", "-") or parsed.tags[noun + 1] in NOUNS | NAMES


def _behind_between(parsed: Tagged, place: int) -> bool:
    """Return whether "between" stands right before a token."""
    return place > 0 and parsed.words[place - 1] == "between"


def _worse_after(parsed: Tagged, verb: int) -> bool:
    """Return whether "make it worse" reads well in the place of a verb: "worsening poverty" may be an adjective."""
    before = parsed.words[verb - 1] if verb else ""
    return before != "further" and (parsed.tags[verb] != "VBG" or before in (",", "is", "are", "was", "were"))


def _able(parsed: Parsed, verb: int) -> Clause:
    """Return "can", or "could" for the past."""
    return (Inserted("could" if parsed.tags[verb] == "VBD" else "can"),)


def _informed_of(parsed: Parsed, verb: int, noun: int, preposition: int) -> bool:
    """Return whether "of" begins what somebody is told, even if the tree attaches it to the noun before.

    "Of any change" is what is told; "the owner of the vehicle" is a person.
    """
    if parsed.tree.heads[preposition] == verb:
        return _near_object(parsed, verb, noun) and parsed.tree.span(noun)[1] == preposition
    return parsed.tree.heads[preposition] == noun == preposition - 1 and parsed.words[
        preposition + 1 : preposition + 3
    ] in (["any", "change"], ["any", "changes"], ["this", "change"], ["the", "outcome"])


def _given_thing(parsed: Parsed, noun: int) -> bool:
    """Return whether a token is a noun: with a pronoun, "give you it" would be wrong."""
    return parsed.tags[noun] in NOUNS | NAMES


def _owned_attention(parsed: Parsed, owner: int) -> bool:
    """Return whether a possessive names somebody who can be told something: "your attention"."""
    return parsed.words[owner] in _OWNED_BY


def _as(plain: str) -> Insertion:
    """Return an insertion that gives a plain verb in the form of the verb that it replaces."""

    def insertion(parsed: Parsed, verb: int) -> Clause:
        tag = parsed.tags[verb]
        past = parsed.words[verb].endswith(_PAST)
        return (Inserted(inflected(plain, "VB" if tag in ("VBD", "VBN") and not past else tag)),)

    return insertion


def _owner_told(parsed: Parsed, owner: int) -> Clause:
    """Return "us" for "our"."""
    return (Inserted(_OWNED_BY[parsed.words[owner]]),)


def _base_of(parsed: Parsed, verb: int) -> Clause:
    """Return the basic form of a verb."""
    return (Inserted(base_form(parsed, verb)),)


CONDITIONS: Final[dict[str, Condition]] = {
    "near_object": _near_object,
    "sure_verb": _sure_verb,
    "given_thing": _given_thing,
    "informed_of": _informed_of,
    "few_words": _few_words,
    "owned_attention": _owned_attention,
}
#: Conditions that need no tree.
WORD_CONDITIONS: Final[dict[str, Condition]] = {
    "followed_by_of": _followed_by_of,
    "behind_between": _behind_between,
    "worse_after": _worse_after,
}
INSERTIONS: Final[dict[str, Insertion]] = {
    "tell": _as("tell"),
    "give": _as("give"),
    "send": _as("send"),
    "help": _as("help"),
    "stop": _as("stop"),
    "consider": _as("consider"),
    "make": _as("make"),
    "able": _able,
    "told": _owner_told,
    "base_of": _base_of,
}
