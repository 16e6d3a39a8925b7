"""Who does something: subjects that can have a duty, and pronouns in subject or object form."""

from __future__ import annotations

from typing import Final

from simplifier.languages.analysis.new_sentence import Clause, Inserted
from simplifier.languages.en.clauses.verbs import base_form
from simplifier.languages.en.words.relations import SUBJECTS
from simplifier.languages.en.words.tags import NAMES, NOUNS
from simplifier.languages.structure.parsed import Parsed

__all__ = ["Actors", "OBJECT_FORMS", "as_object", "as_subject", "between", "subject_of"]

_SUBJECT_FORMS: Final = {"me": "i", "him": "he", "her": "she", "us": "we", "them": "they", "whom": "who"}
OBJECT_FORMS: Final = {one: other for other, one in _SUBJECT_FORMS.items()}
_PERSONS: Final = frozenset(
    """i we you he she they me us him her them who anyone anybody everyone everybody someone somebody those
    nobody""".split()
)
_RELATIVES: Final = frozenset({"who", "which", "that"})


class Actors:
    """Tells who can do something.

    Args:
        nouns: the nouns of people and of bodies that people act in, basic forms.
    """

    def __init__(self, nouns: frozenset[str]) -> None:
        self._nouns = nouns

    def is_actor(self, parsed: Parsed, place: int) -> bool:
        """Return whether a noun or pronoun names somebody who can act; "which" and "that" are judged by their noun."""
        word = parsed.words[place]
        if word in _RELATIVES and parsed.tags[place] in ("WDT", "WP", "IN"):
            owner = next((one for one in parsed.tree.ancestors(place) if parsed.tags[one] in NOUNS | NAMES), None)
            return word == "who" or (owner is not None and self.is_actor(parsed, owner))
        if word in _PERSONS:
            return True
        others = parsed.tree.children(place, ("conj",))
        return base_form(parsed, place) in self._nouns and all(self.is_actor(parsed, one) for one in others)

    def has_actor(self, parsed: Parsed, verb: int) -> bool:
        """Return whether the subject of a verb names somebody who can act."""
        subject = subject_of(parsed, verb)
        return subject is not None and self.is_actor(parsed, subject)


def subject_of(parsed: Parsed, verb: int) -> int | None:
    """Return the subject of a verb or auxiliary: its own, or that of the verb that it helps or is joined to."""
    tree = parsed.tree
    place = verb
    while place >= 0:
        found = next((one for one in tree.children(place, SUBJECTS) if one < verb), None)
        if found is not None:
            return found
        if tree.labels[place] not in ("aux", "auxpass", "conj"):
            return None
        place = tree.heads[place]
    return None


def between(parsed: Parsed, start: int, end: int) -> int | None:
    """Return the head of the words between two tokens if these are one noun phrase; otherwise None."""
    heads = parsed.tree.heads
    inside = range(start + 1, end)
    top = [one for one in inside if heads[one] not in inside]
    if len(top) != 1 or parsed.tags[top[0]] not in NOUNS | NAMES | {"PRP", "DT", "NN", "CD"}:
        return None
    return top[0]


def as_subject(parsed: Parsed, noun: int) -> Clause:
    """Return a noun as it is, or a pronoun in its subject form."""
    return _in_case(parsed, noun, _SUBJECT_FORMS)


def as_object(parsed: Parsed, noun: int) -> Clause:
    """Return a noun as it is, or a pronoun in its object form."""
    return _in_case(parsed, noun, OBJECT_FORMS)


def _in_case(parsed: Parsed, noun: int, forms: dict[str, str]) -> Clause:
    word = parsed.words[noun]
    return (Inserted(forms[word]),) if parsed.tags[noun] in ("PRP", "WP") and word in forms else (noun,)
