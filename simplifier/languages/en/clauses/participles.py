"""Conditions on participles: what they tell, when it was, and whether it follows from the sentence before."""

from __future__ import annotations

from typing import Final

from simplifier.languages.en.clauses import verbs
from simplifier.languages.structure.parsed import Condition, Parsed

__all__ = ["CONDITIONS"]

_RAISED: Final = frozenset("raised educated trained named christened baptised baptized".split())
#: Participles that tell how something is.
_STATES: Final = frozenset(
    """located situated based known called named surrounded bordered made composed related considered found
    bounded covered dominated owned used divided connected linked dedicated""".split()
)
_RESULT_VERBS: Final = frozenset(
    "mean cause enable allow force prompt ensure help make trigger spark oblige require compel".split()
)
#: Participles that tell what was done once.
_MADE: Final = frozenset(
    """dismissed hailed nominated acclaimed praised panned condemned purchased acquired sold bought leased
    donated bequeathed granted awarded captured defeated expelled exiled imprisoned arrested convicted
    sentenced ordained knighted crowned promoted transferred demolished destroyed damaged devastated
    abandoned reopened renovated extended enlarged converted renamed dissolved disbanded merged
    inherited excavated unearthed unveiled inaugurated commissioned scrapped conquered occupied annexed
    settled ratified signed enacted passed repealed adopted approved filmed shot narrated performed
    staged premiered adapted translated planted assembled reviled orchestrated caused killed fatally
    held built designed founded established created written directed opened launched published produced
    born formed introduced composed painted recorded released completed constructed discovered invented
    developed erected elected appointed drafted organized organised rebuilt restored""".split()
)


def _done_before(parsed: Parsed, participle: int) -> bool:
    """Return whether a participle before a subject tells what was done to it earlier."""
    start = parsed.tree.span(participle)[0]
    return parsed.words[participle] in _MADE | _RAISED and parsed.words[start] != "so"


def _active_participle(parsed: Parsed, verb: int, other: int) -> bool:
    """Return whether a past form after a passive one is active: it has an object."""
    return parsed.tree.child(other, "dobj", "ccomp", "acomp", "attr") is not None


def _results(parsed: Parsed, verb: int, pronoun: int) -> bool:
    """Return whether a verb says what follows from the clause before, so that "which" means the whole clause."""
    base = verbs.base_form(parsed, verb)
    if parsed.tree.child(verb, "auxpass") is not None:
        return False
    if base in ("lead", "result"):
        return any(parsed.words[one] in ("to", "in") for one in parsed.tree.children(verb, ("prep",)))
    return base in _RESULT_VERBS


def _result_object(parsed: Parsed, verb: int) -> bool:
    """Return whether a participle of result says what follows: "making it famous", not "making his debut"."""
    base = verbs.base_form(parsed, verb)
    below = parsed.tree.children(verb)
    if base in ("lead", "result", "contribute"):
        return any(parsed.words[one] in ("to", "in") and parsed.tree.labels[one] == "prep" for one in below)
    if base == "mean":
        return any(parsed.tree.labels[one] == "ccomp" for one in below)
    if base == "make":
        return any(parsed.tree.labels[one] in ("ccomp", "oprd", "xcomp") for one in below)
    if base in ("give", "leave", "help", "cost"):
        return any(parsed.tree.labels[one] == "dative" for one in below) and base == "give"
    return True


def _one_participle(parsed: Parsed, verb: int, participle: int) -> bool:
    """Return whether no other clause depends on a verb beside a participle."""
    return parsed.tree.children(verb, ("advcl", "ccomp", "parataxis")) == (participle,)


def _one_said_of(parsed: Parsed, verb: int, participle: int) -> bool:
    """Return whether no other clause or participle stands before a participle, which could be said of that instead."""
    tree = parsed.tree
    return not any(
        tree.labels[one] in ("relcl", "acl", "advcl", "ccomp", "conj") and parsed.tags[one].startswith("V")
        for one in tree.subtree(verb)
        if one < tree.span(participle)[0] and one != verb
    )


def _since(parsed: Parsed, verb: int) -> bool:
    """Return whether a verb is said to go on until now: "performed every year since 1921"."""
    return any(parsed.words[one] == "since" for one in parsed.tree.subtree(verb))


def _more_participles(parsed: Parsed, participle: int) -> bool:
    """Return whether other participles stand beside one."""
    words = zip(parsed.words, parsed.tags[1:], strict=False)
    behind = list(words)[participle:]
    return any(word in ("and", "or") and tag == "VBG" for word, tag in behind)


def _lasting(parsed: Parsed, place: int) -> bool:
    """Return whether what a subtree tells goes on ("since 1900") or holds on a condition."""
    return not {"since", "when", "if", "unless", "once", "while"}.isdisjoint(_below(parsed, place))


def _done(parsed: Parsed, participle: int, verb: int) -> bool:
    """Return whether a participle after a noun tells what was done once, so that its clause is in the past tense."""
    if parsed.words[participle] in _MADE:
        return True
    years = any(one.isdigit() and len(one) == 4 for one in _below(parsed, participle))
    inside = parsed.tree.span(participle)[1] < parsed.stop
    return inside and (verbs.is_past(parsed, verb) or (years and verbs.is_present(parsed, verb)))


def _lately(parsed: Parsed, participle: int, verb: int) -> bool:
    """Return whether a participle may tell of the present: the main verb does, and no date says otherwise."""
    digits = any(one[0].isdigit() for one in _below(parsed, participle))
    return verbs.is_present(parsed, verb) and (not digits or "annually" in _below(parsed, participle))


def _state(parsed: Parsed, place: int) -> bool:
    """Return whether a participle tells how something is, not what was done to it."""
    return parsed.words[place] in _STATES


def _below(parsed: Parsed, place: int) -> list[str]:
    return [parsed.words[one] for one in parsed.tree.subtree(place)]


CONDITIONS: Final[dict[str, Condition]] = {
    "done_before": _done_before,
    "active_participle": _active_participle,
    "results": _results,
    "result_object": _result_object,
    "one_participle": _one_participle,
    "one_said_of": _one_said_of,
    "since": _since,
    "more_participles": _more_participles,
    "lasting": _lasting,
    "done": _done,
    "lately": _lately,
    "state": _state,
}
