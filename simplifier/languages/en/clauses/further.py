"""How a further sentence may begin: with "they" for one person, an order, "this is"."""

from __future__ import annotations

from typing import Final

from simplifier.languages.analysis.new_sentence import Clause, Inserted
from simplifier.languages.en.clauses import verbs
from simplifier.languages.en.clauses.people import is_person_noun
from simplifier.languages.en.clauses.subjects import said_again
from simplifier.languages.en.words.tags import FINITE
from simplifier.languages.structure.parsed import Condition, Insertion, Parsed, Tagged

__all__ = ["CONDITIONS", "INSERTIONS", "begins_order"]

#: Determiners of a noun that may mean anybody, and words that tell the sex of somebody.
_WHOEVER: Final = frozenset("the a an each every any your our their my his her this that".split())
_SEX: Final = frozenset("he she his her him himself herself hers".split())
_NOT: Final = frozenset({"not", "n't"})
_BEFORE_ORDERS: Final = frozenset("please do never always just also then".split()) | _NOT


def begins_order(parsed: Tagged, place: int) -> bool:
    """Return whether an order begins at a token: a bare verb, possibly after "please", "do not" or "always"."""
    while place < parsed.stop and (parsed.words[place] in _BEFORE_ORDERS or parsed.tags[place] in ("UH", "RB")):
        if parsed.words[place] == "do" and parsed.words[place + 1] not in _NOT:
            break
        place += 1
    return parsed.tags[place] == "VB" or parsed.words[place] == "do"


def _orders(parsed: Parsed, verb: int, other: int) -> bool:
    """Return whether two bare verbs are orders, with no third one beside them."""
    return _bare(parsed, verb) and _order(parsed, other) and not _has_third_order(parsed, verb, other)


def _order(parsed: Parsed, verb: int) -> bool:
    """Return whether a bare verb is an order with all that belongs to it."""
    return _bare(parsed, verb) and begins_order(parsed, parsed.tree.span(verb)[0])


def _bare(parsed: Parsed, verb: int) -> bool:
    """Return whether a verb has no subject, nor an auxiliary but "do"."""
    labels = {parsed.tree.labels[child] for child in parsed.tree.children(verb)}
    if not labels.isdisjoint({"nsubj", "nsubjpass", "expl", "auxpass"}):
        return False
    return all(parsed.words[each] == "do" for each in verbs.auxiliaries(parsed, verb))


def _has_third_order(parsed: Parsed, verb: int, other: int) -> bool:
    """Return whether a third bare verb depends on the first of two: "check them, sign here and go"."""
    tree = parsed.tree
    return any(
        parsed.tags[one] == "VB" and one != other and tree.child(one, "aux", "mark", "nsubj", "nsubjpass") is None
        for one in tree.children(verb)
    )


def _whoever(parsed: Parsed, noun: int) -> bool:
    """Return whether a subject is one person, who may be a woman or a man: "the tenant", "each patient"."""
    determiner = parsed.tree.child(noun, "det", "poss")
    opening = "" if determiner is None else parsed.words[determiner]
    joined = parsed.tree.children(noun, ("conj", "cc", "appos"))
    return parsed.tags[noun] == "NN" and opening in _WHOEVER and is_person_noun(parsed, noun) and not joined


def _they_again(parsed: Parsed, noun: int, clause: int) -> Clause | None:
    """Return "they" for one person whose sex the sentence does not tell; None for any other subject."""
    rest = set(range(parsed.stop)).difference(parsed.tree.subtree(clause))
    found = said_again(parsed, noun, rest)
    told = found is not None and len(found) == 1 and isinstance(found[0], Inserted)
    if told or not _whoever(parsed, noun) or not _SEX.isdisjoint(parsed.words):
        return None  # a pronoun of its own, or no such person
    return (Inserted("they"),)


def _as_plural(parsed: Parsed, place: int) -> Clause:
    """Return a verb of the third person as it goes with "they"."""
    return (Inserted(verbs.inflect(verbs.base_form(parsed, place), False, True)),)


def _turned_round(parsed: Parsed, verb: int) -> bool:
    """Return whether the first word of a clause is its auxiliary: "nor did he ask"."""
    first = parsed.tree.span(verb)[0]
    return first in verbs.auxiliaries(parsed, verb) and parsed.tags[first] in FINITE


def _this_is(parsed: Parsed, verb: int) -> Clause:
    """Return "this is", or "this was" of what is told in the past."""
    return (Inserted("this"), *verbs.to_be(verbs.is_past(parsed, verb), False))


CONDITIONS: Final[dict[str, Condition]] = {
    "order": _order,
    "orders": _orders,
    "turned_first": _turned_round,
}
INSERTIONS: Final[dict[str, Insertion]] = {
    "they_again": _they_again,
    "as_plural": _as_plural,
    "this_is": _this_is,
}
