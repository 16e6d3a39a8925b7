"""Nouns that hide a verb: "make an application for" becomes "apply for", "the assessment of" "assessing"."""

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
    """Gives verbs for nouns that hide them.

    Args:
        verbs: by noun and preposition ("application for"), the verb phrase, a colon and the light verbs.
        doings: verb phrase by noun.
    """

    def __init__(self, verbs: Mapping[str, str], doings: Mapping[str, str]) -> None:
        self._verbs = {
            key: (tuple(phrase.split()), frozenset(light.split()))
            for key, (phrase, _, light) in ((key, text.partition(":")) for key, text in verbs.items())
        }
        self._doings = {noun: tuple(phrase.split()) for noun, phrase in doings.items()}

    def has_verb(self, parsed: Parsed, verb: int, noun: int, preposition: int) -> bool:
        """Return whether the table has a verb that says the same as a light verb, its noun and a preposition."""
        found = self._verbs.get(f"{base_form(parsed, noun)} {parsed.words[preposition]}")
        return found is not None and base_form(parsed, verb) in found[1]

    def is_one_word(self, parsed: Parsed, noun: int, preposition: int) -> bool:
        """Return whether the verb of `has_verb` is one word, so that it takes an object and has a passive."""
        return len(self._verbs[f"{base_form(parsed, noun)} {parsed.words[preposition]}"][0]) == 1

    def as_verb(self, parsed: Parsed, verb: int, noun: int, preposition: int) -> Clause:
        """Return the verb of `has_verb` in the form of the light verb."""
        first, *rest = self._verbs[f"{base_form(parsed, noun)} {parsed.words[preposition]}"][0]
        return (Inserted(inflected(first, parsed.tags[verb])), *map(Inserted, rest))

    def has_doing(self, parsed: Tagged, noun: int, preposition: int) -> bool:
        """Return whether a noun has a verb whose -ing form says the same."""
        return parsed.words[noun] in self._doings

    def as_doing(self, parsed: Parsed, noun: int, preposition: int) -> Clause:
        """Return the -ing form of the verb of a noun."""
        first, *rest = self._doings[parsed.words[noun]]
        return (Inserted(inflected(first, "VBG")), *map(Inserted, rest))

    def as_base(self, parsed: Parsed, noun: int, preposition: int) -> Clause:
        """Return the verb of a noun as it stands after "to"."""
        return tuple(map(Inserted, self._doings[parsed.words[noun]]))


def light_noun(parsed: Parsed, verb: int, noun: int) -> bool:
    """Return whether a noun is plain: only an article, or "out" of "carry out", stands between it and its verb."""
    between = range(verb + 1, noun)
    plain = all(parsed.words[one] in ("a", "an", "the", "out") for one in between)
    labels = {parsed.tree.labels[one] for one in parsed.tree.children(noun)}
    carried = (base_form(parsed, verb) == "carry") == any(parsed.words[one] == "out" for one in between)
    return plain and carried and labels <= {"det", "prep"}


def subject_noun(parsed: Parsed, noun: int, verb: int) -> bool:
    """Return whether only an article and one prepositional phrase depend on a noun, and no agent on its verb."""
    below = parsed.tree.children(noun)
    articles = [one for one in below if parsed.tree.labels[one] == "det"]
    return (
        {parsed.tree.labels[one] for one in below} <= {"det", "prep"}
        and sum(parsed.tree.labels[one] == "prep" for one in below) <= 1
        and all(parsed.words[one] in ("a", "an", "the", "any") for one in articles)
        and parsed.tree.child(verb, "agent", "conj") is None
    )


def last_of(parsed: Parsed, verb: int, last: int) -> bool:
    """Return whether a token is the last word of a verb: "out" in "carried out", otherwise the verb itself."""
    particle = parsed.tree.child(verb, "prt")
    return last == (verb if particle is None else particle) and last in (verb, verb + 1)


def after_result(parsed: Parsed, preposition: int) -> bool:
    """Return whether a preposition depends on a noun such as "result" or "increase", with which nobody acts."""
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
    """Return whether exactly two tokens depend on a noun, such as "the" and "of"."""
    return len(parsed.tree.children(noun)) == 2


def positive(parsed: Parsed, place: int) -> Clause | None:
    """Return what a denied adjective says without its negation: "common" for "not unusual"."""
    found = _POSITIVE.get(parsed.words[place])
    return None if found is None else (Inserted(found),)
