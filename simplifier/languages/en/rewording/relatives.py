"""Relative clauses that begin with a preposition: "the day on which", "the amount to which you are entitled"."""

from __future__ import annotations

from typing import Final

from simplifier.languages.analysis.new_sentence import Clause, Inserted
from simplifier.languages.en.clauses.verbs import base_form
from simplifier.languages.en.words.relations import SUBJECTS
from simplifier.languages.en.words.tags import VERBS
from simplifier.languages.structure.parsed import Condition, Insertion, Parsed

__all__ = ["CONDITIONS", "INSERTIONS"]

#: Most words of a relative clause, so that a preposition at its end stays near its noun.
_LONGEST: Final = 7
_OPENING_NOUNS: Final = frozenset({"PRP", "PRP$", "DT"})
#: Adjectives after which "for" may go to the end of the clause, whatever its subject.
_STATES: Final = frozenset({"responsible", "liable", "eligible"})
#: Verbs, participles and adjectives that go with a preposition, by the preposition.
_BOUND: Final = {
    "to": frozenset(
        """refer apply belong relate attach lead agree contribute subject attached addressed
        admitted assigned appointed accustomed married related write speak reply respond send report
        opposed exposed eligible committed linked connected sent directed referred given object turn
        listen sell restrict restricted happen consent limited transferred move""".split()
    ),
    "for": frozenset(
        """apply pay ask responsible work look qualify eligible vote search wait intended designed use
        collect known need seek register enrol account fine sue blame liable want hold insured covered
        required paid awarded given asked issued granted made used collected written known reserved
        insure prepare arrange book charge search provide""".split()
    ),
    "with": frozenset(
        """deal comply agree work live speak associate connect associated connected satisfied familiar
        dealing start begin cope stay contract share disagree concerned faced provide provided supply
        supplied issued""".split()
    ),
    "on": frozenset("rely depend base agree insist decide work based relied focus live call".split()),
    "from": frozenset("come suffer benefit derive buy hear obtain receive borrow recover taken".split()),
    "about": frozenset("complain know write ask talk hear worry speak tell think learn care".split()),
}


def _plain_start(parsed: Parsed, preposition: int, pronoun: int) -> bool:
    """Return whether a finite clause with a subject of its own begins after "which", and no comma stands before."""
    clause = _clause_of(parsed, preposition)
    if clause is None or not preposition or parsed.words[preposition - 1] in (",", "--", "(", "and", "or"):
        return False
    start, _ = parsed.tree.span(clause)
    subject = parsed.tree.child(clause, *SUBJECTS)
    return (
        start == preposition
        and subject is not None
        and parsed.tree.span(subject)[0] == pronoun + 1
        and subject < clause
    )


def _clause_of(parsed: Parsed, place: int) -> int | None:
    """Return the verb of the relative clause that a token is in."""
    return next((one for one in parsed.tree.ancestors(place) if parsed.tree.labels[one] == "relcl"), None)


def _owned(parsed: Parsed, noun: int, preposition: int) -> bool:
    """Return whether the relative clause that begins with a preposition tells of the noun right before it."""
    clause = _clause_of(parsed, preposition)
    return clause is not None and parsed.tree.heads[clause] == noun


def _left_last(parsed: Parsed, preposition: int, last: int) -> bool:
    """Return whether a short clause ends with a word that goes with the preposition at its beginning."""
    clause = _clause_of(parsed, preposition)
    if clause is None or parsed.tree.span(clause)[1] != last + 1 or last - preposition > _LONGEST + 1:
        return False
    words = _BOUND.get(parsed.words[preposition])
    if words is None or not (base_form(parsed, last) in words or parsed.words[last] in words):
        return False
    if parsed.tags[last] not in VERBS | {"JJ"} or parsed.tree.child(clause, "conj", "cc") is not None:
        return False
    if parsed.words[preposition] == "for" and not (
        parsed.tags[preposition + 2] == "PRP" or parsed.words[last] in _STATES
    ):
        return False  # "the purpose for which a copy is sought"
    if parsed.tags[last + 1] in _OPENING_NOUNS:
        return False  # "the people with whom you have shared it"
    return parsed.words[last + 1] not in ("to", "by", "with", "for", "that", "and", "or", "at")


def _ends_clause(parsed: Parsed, preposition: int, last: int) -> bool:
    """Return whether the relative clause that begins with a preposition ends with a token."""
    clause = _clause_of(parsed, preposition)
    return clause is not None and parsed.tree.span(clause)[1] == last + 1


def _that(parsed: Parsed, pronoun: int) -> Clause:
    """Return "that" before a noun, nothing before a pronoun: "the post you applied for"."""
    return () if parsed.tags[pronoun + 1] == "PRP" else (Inserted("that"),)


CONDITIONS: Final[dict[str, Condition]] = {
    "plain_relative": _plain_start,
    "owned": _owned,
    "left_last": _left_last,
    "ends_clause": _ends_clause,
}
INSERTIONS: Final[dict[str, Insertion]] = {"relative": _that}
