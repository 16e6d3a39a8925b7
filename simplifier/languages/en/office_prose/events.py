"""Nouns that tell what happens: "upon completion of the works" becomes "when the works are completed"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from simplifier.languages.analysis.new_sentence import Clause, Inserted
from simplifier.languages.en.clauses import verbs
from simplifier.languages.en.clauses.verbs import base_form
from simplifier.languages.en.office_prose.actors import as_subject, subject_of
from simplifier.languages.en.words.tags import VERBS
from simplifier.languages.structure.parsed import Parsed

__all__ = ["Events"]

_CONJUNCTIONS: Final = {
    "on": "when", "upon": "when", "after": "after", "following": "after", "before": "before",
    "until": "until", "pending": "until",
}  # fmt: skip
#: Prepositions of phrases that a noun may have beside its object: they do not say who acts.
_OF_PLACE: Final = frozenset({"in", "at"})
_LONGEST: Final = 8
#: Nouns of time: with "the beginning of the year", nothing begins.
_SPANS: Final = frozenset("year month week day hour minute time".split())
#: Stands in the table before a verb whose subject is that of the main clause.
_BY_SUBJECT: Final = "subject "


class Events:
    """Turns a preposition and a noun of an event into a clause.

    Args:
        table: verb phrase by noun. What follows "of" becomes its subject. After ``subject`` in the table, what
            follows "of" becomes its object, and its subject is that of the main clause.
    """

    def __init__(self, table: Mapping[str, str]) -> None:
        self._table = table

    def is_event(self, parsed: Parsed, preposition: int, noun: int, of: int) -> bool:
        """Return whether a preposition, a noun and what follows "of" can be said as a clause."""
        return self.as_clause(parsed, preposition, noun, of) is not None

    def as_clause(self, parsed: Parsed, preposition: int, noun: int, of: int) -> Clause | None:
        """Return that clause; None if there is none."""
        tree = parsed.tree
        conjunction = _CONJUNCTIONS.get(parsed.words[preposition])
        verb = self._table.get(parsed.words[noun])
        told = tree.child(of, "pobj")
        rest = range(of + 1, tree.span(preposition)[1])
        thing = [one for one in tree.subtree(of) if one != of]
        behind_thing = [one for one in rest if one not in thing]
        if conjunction is None or verb is None or told is None or len(rest) > _LONGEST:
            return None
        if any(parsed.words[one] in (",", ";", ":", "(") for one in rest):
            return None
        if base_form(parsed, told) in _SPANS or any(not _is_plain(parsed, one, of) for one in tree.children(noun)):
            return None
        main = _main_verb(parsed, preposition)
        start, end = tree.span(preposition)
        if start != preposition:
            return None  # "two days before the start of"
        if start == 0 and parsed.words[end] != ",":
            return None
        if main is None:
            return None
        past = verbs.is_past(parsed, main)
        if verb.startswith(_BY_SUBJECT):
            actor = _actor(parsed, main)
            if actor is None:
                return None
            first, *behind = verb.removeprefix(_BY_SUBJECT).split()
            return (
                Inserted(conjunction), Inserted(actor), Inserted(verbs.inflect(first, past, True)),
                *map(Inserted, behind), *rest,
            )  # fmt: skip
        first, *behind = verb.split()
        if parsed.tags[told] == "PRP":
            return None
        plural = verbs.is_plural(parsed, told)
        return (
            Inserted(conjunction), *thing, Inserted(verbs.inflect(first, past, plural)),
            *map(Inserted, behind), *behind_thing,
        )  # fmt: skip


def _is_plain(parsed: Parsed, place: int, of: int) -> bool:
    label = parsed.tree.labels[place]
    if place == of or (label == "det" and parsed.words[place] == "the"):
        return True
    return label == "prep" and place > of and parsed.words[place] in _OF_PLACE


def _main_verb(parsed: Parsed, place: int) -> int | None:
    """Return the finite verb, or the imperative, that a preposition belongs to."""
    head = parsed.tree.heads[place]
    if head < 0 or parsed.tags[head] not in VERBS:
        return None
    for one in (head, *parsed.tree.ancestors(head)):
        if verbs.finite_part(parsed, one) is not None or parsed.tree.labels[one] == "ROOT":
            return one
    return None


def _actor(parsed: Parsed, main: int) -> str | None:
    """Return "you" or "we" if that is the subject of the main clause, and "you" for an imperative; otherwise None."""
    subject = subject_of(parsed, main)
    if subject is None:
        return "you" if parsed.tags[main] == "VB" and not verbs.auxiliaries(parsed, main) else None
    (item,) = as_subject(parsed, subject)
    word = parsed.words[item] if isinstance(item, int) else item.word
    return word if word in ("you", "we") else None
