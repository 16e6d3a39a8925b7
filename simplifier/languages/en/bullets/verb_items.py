"""Lists of verbs and questions: what somebody does, is to do, or asks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from simplifier.languages.en.bullets.items import ItemList, Kind, shared_object, tops_of
from simplifier.languages.en.clauses import verbs
from simplifier.languages.en.words.tags import FINITE, VERBS
from simplifier.languages.structure.parsed import Parsed

__all__ = ["ACTIONS", "CONDITIONAL_ACTIONS", "DOINGS", "QUESTIONS"]

#: Prepositions of phrases after the last verb that may belong to all verbs.
_WHEN: Final = frozenset("by before within until till during after since like as without".split())
_QUESTIONS: Final = frozenset({"WP", "WRB", "WDT", "WP$"})
_RELATIVE: Final = frozenset({"WDT", "WP"})
_QUESTION_WORDS: Final = frozenset({"how", "whether", "that"})
_BARE: Final = frozenset({"VB"})
_PRESENT: Final = frozenset({"VB", "VBP", "VBZ", "VBD"})
_DOING: Final = frozenset({"VBG"})
_FORMS: Final = {"VB": "", "VBP": "", "MD": "", "VBZ": "s", "VBD": "ed"}


def _verb_phrase(tags: frozenset[str]) -> Callable[[Parsed, range], int | None]:
    def head(parsed: Parsed, piece: range) -> int | None:
        """Return the verb that a piece begins with, if all of the piece depends on it; otherwise None."""
        tops = tops_of(parsed, piece)
        place = piece.start
        if parsed.words[place] == "do" and parsed.words[place + 1] in ("not", "n't"):
            place = tops[0] if len(tops) == 1 else place
        if tops != [place] or parsed.tags[place] not in tags:
            return None
        if parsed.tree.child(place, "mark", *verbs.SUBJECTS) in piece:
            return None
        return place

    return head


def _behind_modals(parsed: Parsed, piece: range) -> list[int]:
    """Return the places where a verb in its basic form may stand: after "to" or a modal."""
    return [
        one + 1
        for one in piece
        if one + 1 < piece.stop
        and (parsed.tags[one] in ("MD", "TO") or (parsed.words[one] == "not" and parsed.tags[one - 1] == "MD"))
    ]


def _behind_subjects(parsed: Parsed, piece: range) -> list[int]:
    """Return the places where a finite verb may stand: after "if you", "when it" and the like."""
    return [
        one + 1
        for one in piece
        if one + 1 < piece.stop
        and parsed.tags[one] == "PRP"
        and parsed.words[one - 1] in ("if", "unless", "when", "where", "because", "who")
    ]


def _behind_prepositions(parsed: Parsed, piece: range) -> list[int]:
    """Return the places where a verb in "-ing" may stand: after a preposition."""
    return [one + 1 for one in piece if one + 1 < piece.stop and parsed.tags[one] == "IN"]


def _are_actions(parsed: Parsed, found: ItemList) -> bool:
    """Return whether nothing at the end of the last verb may belong to all of them."""
    relative = [any(parsed.tags[one] in _RELATIVE for one in own) for own in found.items]
    if shared_object(parsed, found) or (relative[0] and not any(relative[1:])):
        return False
    first, second = found.heads[:2]
    inner = any(parsed.tags[one] == "TO" for one in found.items[0])
    if _left_out(parsed, first):
        return False
    if inner and (parsed.tree.heads[second] != first or parsed.words[first] == "be"):
        return False  # "be able to run, jump, ..."
    *others, last = found.heads

    def tails(verb: int) -> list[int]:
        return [
            one
            for one in parsed.tree.children(verb, ("advcl", "npadvmod", "prep"))
            if one > verb and (parsed.tree.labels[one] != "prep" or parsed.words[one] in _WHEN)
        ]

    return not tails(last) or any(map(tails, others))


def _are_conditions(parsed: Parsed, found: ItemList) -> bool:
    """Return whether all verbs have one form, a clause with its own verb stands before, and `_are_actions` holds."""
    forms = {_FORMS[parsed.tags[verbs.finite_part(parsed, one) or one]] for one in found.heads}
    before = range(found.items[0].start - 2)
    return (
        len(forms) == 1 and any(parsed.tags[one] in FINITE | {"VB"} for one in before) and _are_actions(parsed, found)
    )


def _left_out(parsed: Parsed, verb: int) -> bool:
    """Return whether a verb stands in a relative clause whose pronoun is not its subject: "which they say"."""
    for one in (verb, *parsed.tree.ancestors(verb)):
        if parsed.tree.labels[one] == "relcl":
            subject = parsed.tree.child(one, *verbs.SUBJECTS)
            return subject is None or parsed.tags[subject] not in _RELATIVE
    return False


def _question(parsed: Parsed, piece: range) -> int | None:
    """Return the first word of a piece that is a question or begins with "that"."""
    place = piece.start
    opens = parsed.tags[place] in _QUESTIONS or parsed.words[place] in _QUESTION_WORDS
    return place if opens and any(parsed.tags[one] in VERBS for one in piece) else None


def _at_questions(parsed: Parsed, piece: range) -> list[int]:
    """Return the places where a question may begin: after a verb, a preposition or a pronoun."""
    return [
        one
        for one in piece
        if one > piece.start
        and (parsed.tags[one] in _QUESTIONS or parsed.words[one] in _QUESTION_WORDS)
        and parsed.tags[one - 1] in VERBS | {"IN", "PRP"}
    ]


def _are_questions(parsed: Parsed, found: ItemList) -> bool:
    """Return whether all items begin with "that", or none does."""
    that = [parsed.words[one] == "that" for one in found.heads]
    return all(that) or not any(that)


ACTIONS: Final = Kind(_verb_phrase(_BARE), _behind_modals, _are_actions)
#: Verbs after a clause with a verb of its own: "if you".
CONDITIONAL_ACTIONS: Final = Kind(_verb_phrase(_PRESENT), _behind_subjects, _are_conditions)
DOINGS: Final = Kind(_verb_phrase(_DOING), _behind_prepositions, _are_actions)
QUESTIONS: Final = Kind(_question, _at_questions, _are_questions)
