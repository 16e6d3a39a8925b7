"""Nouns that hide a verb: "make an application for" is "apply for", "the assessment of" is "assessing"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from simplifier.languages.analysis.new_sentence import Clause, Inserted
from simplifier.languages.en.clauses.verbs import base_form
from simplifier.languages.en.words.inflection import inflected
from simplifier.languages.structure.parsed import Parsed, Tagged

__all__ = ["NounTables", "after_result", "bare_noun", "last_of", "light_noun", "positive", "subject_noun"]

_POSITIVE: Final = {
    "uncommon": "common", "unusual": "common", "unlikely": "likely", "impossible": "possible",
    "unreasonable": "reasonable", "infrequent": "frequent",
}  # fmt: skip


class NounTables:
    """Looks up verbs by noun.

    Args:
        verbs: "noun preposition" -> "verb phrase: light verbs".
        doings: noun -> verb phrase.
    """

    def __init__(self, verbs: Mapping[str, str], doings: Mapping[str, str]) -> None:
        self._verbs = {
            key: (tuple(phrase.split()), frozenset(light.split()))
            for key, (phrase, _, light) in ((key, text.partition(":")) for key, text in verbs.items())
        }
        self._doings = {noun: tuple(phrase.split()) for noun, phrase in doings.items()}

    def has_verb(self, parsed: Parsed, verb: int, noun: int, preposition: int) -> bool:
        """Return whether a light verb, its noun and a preposition have a verb that says the same."""
        found = self._verbs.get(f"{base_form(parsed, noun)} {parsed.words[preposition]}")
        return found is not None and base_form(parsed, verb) in found[1]

    def is_one_word(self, parsed: Parsed, noun: int, preposition: int) -> bool:
        """Return whether that verb takes what follows as its object, so that it has a passive."""
        return len(self._verbs[f"{base_form(parsed, noun)} {parsed.words[preposition]}"][0]) == 1

    def as_verb(self, parsed: Parsed, verb: int, noun: int, preposition: int) -> Clause:
        """Return that verb in the form of the light one."""
        first, *rest = self._verbs[f"{base_form(parsed, noun)} {parsed.words[preposition]}"][0]
        return (Inserted(inflected(first, parsed.tags[verb])), *map(Inserted, rest))

    def has_doing(self, parsed: Tagged, noun: int, preposition: int) -> bool:
        """Return whether a noun has a verb whose -ing form says the same."""
        return parsed.words[noun] in self._doings

    def as_doing(self, parsed: Parsed, noun: int, preposition: int) -> Clause:
        """Return that form."""
        first, *rest = self._doings[parsed.words[noun]]
        return (Inserted(inflected(first, "VBG")), *map(Inserted, rest))

    def as_base(self, parsed: Parsed, noun: int, preposition: int) -> Clause:
        """Return that verb as it stands after "to"."""
        return tuple(map(Inserted, self._doings[parsed.words[noun]]))


def light_noun(parsed: Parsed, verb: int, noun: int) -> bool:
    """Return whether only an article, or "out" of "carry out", stands between a verb and a noun, or hangs on it."""
    between = range(verb + 1, noun)
    plain = all(parsed.words[one] in ("a", "an", "the", "out") for one in between)
    labels = {parsed.tree.labels[one] for one in parsed.tree.children(noun)}
    carried = (base_form(parsed, verb) == "carry") == any(parsed.words[one] == "out" for one in between)
    return plain and carried and labels <= {"det", "prep"}


def subject_noun(parsed: Parsed, noun: int, verb: int) -> bool:
    """Return whether only an article and a prepositional phrase hang on a noun, and no agent on its verb."""
    below = parsed.tree.children(noun)
    articles = [one for one in below if parsed.tree.labels[one] == "det"]
    return (
        {parsed.tree.labels[one] for one in below} <= {"det", "prep"}
        and sum(parsed.tree.labels[one] == "prep" for one in below) <= 1
        and all(parsed.words[one] in ("a", "an", "the", "any") for one in articles)
        and parsed.tree.child(verb, "agent", "conj") is None
    )


def last_of(parsed: Parsed, verb: int, last: int) -> bool:
    """Return whether a token is the last word of a verb: "out" of "carried out", otherwise itself."""
    particle = parsed.tree.child(verb, "prt")
    return last == (verb if particle is None else particle) and last in (verb, verb + 1)


def after_result(parsed: Parsed, preposition: int) -> bool:
    """Return whether a preposition stands after "result", so that nobody is said to do anything."""
    head = parsed.tree.heads[preposition]
    return head >= 0 and base_form(parsed, head) in (
        "result",
        "increase",
        "decrease",
        "fall",
        "rise",
        "delay",
    )


def bare_noun(parsed: Parsed, noun: int) -> bool:
    """Return whether nothing but "the" and one "of" hangs on a noun."""
    return len(parsed.tree.children(noun)) == 2


def positive(parsed: Parsed, place: int) -> Clause | None:
    """Return what an adjective says that is denied: "common" for "not unusual"."""
    found = _POSITIVE.get(parsed.words[place])
    return None if found is None else (Inserted(found),)
