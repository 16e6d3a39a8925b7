"""Nouns that hide a verb: "make an application for" is "apply for", "the assessment of" is "assessing"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from languages.en.clauses.verbs import base_form
from languages.en.words.inflection import inflected
from languages.parts.clause import Clause, Inserted
from languages.structure.parsed import Parsed

__all__ = ["NounTables", "after_result", "bare_noun", "light_noun", "positive"]

_PREFIXES: Final = ("un", "im", "in")


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
        """Whether a light verb, its noun and a preposition have a verb that says the same."""
        found = self._verbs.get(f"{base_form(parsed, noun)} {parsed.words[preposition]}")
        return found is not None and base_form(parsed, verb) in found[1]

    def as_verb(self, parsed: Parsed, verb: int, noun: int, preposition: int) -> Clause:
        """Return that verb in the form of the light one."""
        first, *rest = self._verbs[f"{base_form(parsed, noun)} {parsed.words[preposition]}"][0]
        return (Inserted(inflected(first, parsed.tags[verb])), *map(Inserted, rest))

    def has_doing(self, parsed: Parsed, noun: int, preposition: int) -> bool:
        """Whether a noun has a verb whose -ing form says the same."""
        return parsed.words[noun] in self._doings

    def as_doing(self, parsed: Parsed, noun: int, preposition: int) -> Clause:
        """Return that form."""
        first, *rest = self._doings[parsed.words[noun]]
        return (Inserted(inflected(first, "VBG")), *map(Inserted, rest))


def light_noun(parsed: Parsed, verb: int, noun: int) -> bool:
    """Whether only an article, or "out" of "carry out", stands between a verb and a noun, or hangs on it."""
    between = range(verb + 1, noun)
    plain = all(parsed.words[one] in ("a", "an", "the", "out") for one in between)
    labels = {parsed.tree.labels[one] for one in parsed.tree.children(noun)}
    carried = (base_form(parsed, verb) == "carry") == any(parsed.words[one] == "out" for one in between)
    return plain and carried and labels <= {"det", "prep"}


def after_result(parsed: Parsed, preposition: int) -> bool:
    """Whether a preposition stands behind "result", so that nobody is said to do anything."""
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
    """Whether nothing but "the" and one "of" hangs on a noun."""
    return len(parsed.tree.children(noun)) == 2


def positive(parsed: Parsed, place: int) -> Clause | None:
    """Return an adjective without its negative prefix."""
    word = parsed.words[place]
    found = next((word[len(prefix) :] for prefix in _PREFIXES if word.startswith(prefix)), None)
    return None if found is None else (Inserted(found),)
