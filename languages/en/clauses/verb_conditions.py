"""What verbs and their clauses must be for a rule to apply."""

from __future__ import annotations

from typing import Final

from languages.en.clauses import verbs
from languages.en.words.tags import FINITE
from languages.structure.parsed import Condition, Parsed

__all__ = ["CONDITIONS"]

_SUBJECTS: Final = ("nsubj", "nsubjpass", "expl", "csubj")
_CONDITIONS: Final = frozenset(
    "if unless when whenever while until although though because since once whether as after before".split()
)
_LIMITING: Final = frozenset(
    """
    only just partly simply mainly largely mostly precisely perhaps probably primarily not part both
    either also even especially and or but is was
""".split()
)
_STATES: Final = frozenset(
    """located situated based known called named surrounded bordered made composed related considered found
    bounded covered dominated owned used divided connected linked dedicated""".split()
)
_OPENERS: Final = _CONDITIONS | {"that", "than", "which", "who", "whose", "where", "how", "why", "what"}
_REPORTS: Final = frozenset("believe say think consider expect know report suppose allow require".split())
_RESULT_VERBS: Final = frozenset(
    "mean cause enable allow force prompt ensure help make trigger spark".split()
)
_COMPLEMENTS: Final = frozenset(
    "dobj attr acomp prep agent xcomp ccomp oprd dative npadvmod advcl pcomp advmod".split()
)
_MADE: Final = frozenset(
    """built designed founded established created written directed opened launched published produced born
    formed introduced composed painted recorded released completed constructed discovered invented developed
    erected elected appointed drafted organized organised rebuilt restored""".split()
)


def _has_subject(parsed: Parsed, verb: int) -> bool:
    return parsed.tree.child(verb, *_SUBJECTS) is not None


def _free(parsed: Parsed, verb: int) -> bool:
    """Whether nothing before the subject of a main verb says when or if all that follows holds."""
    subject = parsed.tree.child(verb, *_SUBJECTS)
    if subject is None:
        return False
    start = parsed.tree.span(subject)[0]
    for one in parsed.tree.children(verb):
        if one < start and parsed.tree.labels[one] in ("advcl", "mark", "ccomp"):
            return False
    return not any(parsed.words[one] in _CONDITIONS for one in range(start))


def _negated(parsed: Parsed, verb: int) -> bool:
    return any(
        parsed.tree.labels[one] == "neg"
        or parsed.words[one] in ("never", "neither", "hardly", "rarely", "only")
        for one in parsed.tree.children(verb)
    )


def _agrees(parsed: Parsed, noun: int, verb: int) -> bool:
    """Whether the form of a verb can go with a subject."""
    part = verbs.finite_part(parsed, verb)
    if part is None:
        return False
    word, tag = parsed.words[part], parsed.tags[part]
    singular = word in ("is", "was", "has", "does", "'s") or tag == "VBZ"
    plural = word in ("are", "were", "have", "do") or (tag == "VBP" and word not in ("am",))
    if tag == "MD" or not (singular or plural):
        return True
    return verbs.is_plural(parsed, noun) == plural


def _after_modal(parsed: Parsed, verb: int, other: int) -> bool:
    """Whether a verb has a modal, so that a past form behind it can only be a participle."""
    modal = any(parsed.tags[one] == "MD" for one in verbs.auxiliaries(parsed, verb))
    return modal and parsed.tags[other] == "VBD" and not verbs.auxiliaries(parsed, other)


def _plain_start(parsed: Parsed, verb: int) -> bool:
    """Whether a clause begins with its subject, or with words that open no clause of their own."""
    subject = parsed.tree.child(verb, *_SUBJECTS)
    if subject is None:
        return False
    start, until = parsed.tree.span(verb)[0], parsed.tree.span(subject)[0]
    return not any(parsed.words[one] in _OPENERS for one in range(start, until))


def _active(parsed: Parsed, verb: int) -> bool:
    """Whether a past form is no participle as far as its words tell: no "by" depends on it."""
    if verbs.auxiliaries(parsed, verb):
        return True
    below = parsed.tree.children(verb)
    reported = parsed.tree.child(verb, "xcomp") is not None and verbs.base_form(parsed, verb) in _REPORTS
    return not reported and not any(parsed.words[one] == "by" for one in below)


def _starts_well(parsed: Parsed, verb: int) -> bool:
    """Whether a clause without a subject begins with its verb or an adverb, so that one can go before."""
    start = parsed.tree.span(verb)[0]
    tag = parsed.tags[start]
    return parsed.words[start + 1] != "," and (tag in FINITE or tag in ("RB", "VBN", "VB"))


def _starts_with_verb(parsed: Parsed, verb: int) -> bool:
    """Whether nothing but adverbs stands before a verb in its clause."""
    start = parsed.tree.span(verb)[0]
    return all(parsed.tags[one] == "RB" for one in range(start, verb))


def _reported(parsed: Parsed, verb: int) -> bool:
    """Whether what a clause tells may be what somebody says, however deep: "she said that A, and B"."""
    tree = parsed.tree
    joined = [one for one in tree.children(verb, ("conj",)) if _has_subject(parsed, one)]
    until = min((tree.span(one)[0] for one in joined), default=len(parsed))
    return any(
        tree.labels[one] == "ccomp"
        and tree.heads[one] < one < until
        and verbs.base_form(parsed, tree.heads[one]) in _SAYING
        for one in tree.subtree(verb)
    )


def _covering(parsed: Parsed, verb: int) -> bool:
    """Whether "then", "both" or "either" before a verb may go on to the next clause."""
    return any(
        parsed.words[one] in ("then", "both", "either") for one in parsed.tree.children(verb) if one < verb
    )


def _reduced(parsed: Parsed, mark: int) -> bool:
    """Whether "though" stands with a piece that has no finite verb: "though debilitating, ..."."""
    rest = parsed.words[mark + 1 :]
    until = mark + 1 + rest.index(",") if "," in rest else len(parsed)
    return not any(parsed.tags[one] in FINITE for one in range(mark + 1, until))


_SAYING: Final = frozenset(
    """say claim state report announce believe think tell argue warn add note suggest know hope feel write ask
    explain allege insist maintain hear learn inform assure promise remind dream swear declare realize realise
    reveal admit deny agree fear""".split()
)


def _active_participle(parsed: Parsed, verb: int, other: int) -> bool:
    """Whether a past form behind a passive one is active: it has an object."""
    return parsed.tree.child(other, "dobj", "ccomp", "acomp", "attr") is not None


def _results(parsed: Parsed, verb: int, pronoun: int) -> bool:
    """Whether a verb says what follows from the clause before, so that "which" is the whole of it."""
    base = verbs.base_form(parsed, verb)
    if parsed.tree.child(verb, "auxpass") is not None:
        return False
    if base in ("lead", "result"):
        return any(parsed.words[one] in ("to", "in") for one in parsed.tree.children(verb, ("prep",)))
    return base in _RESULT_VERBS


def _result_object(parsed: Parsed, verb: int) -> bool:
    """Whether a participle of result says what follows: "making it famous", not "making his debut"."""
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


def _plural_verb(parsed: Parsed, verb: int) -> bool:
    part = verbs.finite_part(parsed, verb)
    return part is not None and parsed.words[part] in ("are", "were", "have", "do")


def _one_participle(parsed: Parsed, verb: int, participle: int) -> bool:
    """Whether no other clause depends on a verb beside a participle."""
    return parsed.tree.children(verb, ("advcl", "ccomp", "parataxis")) == (participle,)


def _limited(parsed: Parsed, place: int) -> bool:
    """Whether the word before says that this is the only cause or one of several."""
    return place > 0 and parsed.words[place - 1] in _LIMITING


def _so_that(parsed: Parsed, place: int) -> bool:
    """Whether "so" goes on as "so that", "so as", "so many"."""
    return parsed.words[place + 1] in ("that", "as", "far", "long", "many", "much", "few", "called")


def _said(parsed: Parsed, verb: int, place: int) -> bool:
    """Whether a verb has something of its own behind it before another token."""
    return any(
        verb < one < place and parsed.tree.labels[one] in _COMPLEMENTS for one in parsed.tree.children(verb)
    )


def _which_again(parsed: Parsed, verb: int) -> bool:
    """Whether a relative clause goes on with another one: "who came and who went"."""
    return any(
        parsed.tags[one] in ("WP", "WDT", "WP$") and one > verb and other in parsed.tree.ancestors(one)
        for other in parsed.tree.children(verb, ("conj",))
        for one in parsed.tree.subtree(other)
    )


def _passive(parsed: Parsed, verb: int) -> bool:
    """Whether a verb is in the passive."""
    return parsed.tree.child(verb, "auxpass", "nsubjpass") is not None


def _more_participles(parsed: Parsed, participle: int) -> bool:
    """Whether other participles stand beside one."""
    words = zip(parsed.words, parsed.tags[1:], strict=False)
    behind = list(words)[participle:]
    return any(word in ("and", "or") and tag == "VBG" for word, tag in behind)


def _lasting(parsed: Parsed, place: int) -> bool:
    """Whether what a subtree tells goes on: "since 1900"."""
    return not {"since", "when", "if", "unless", "once", "while"}.isdisjoint(_below(parsed, place))


def _named_first(parsed: Parsed, clause: int, verb: int) -> bool:
    """Whether the subject of an opening clause is no pronoun for that of the main one."""
    subject, other = parsed.tree.child(clause, *_SUBJECTS), parsed.tree.child(verb, *_SUBJECTS)
    if subject is None or other is None:
        return False
    return parsed.words[subject] not in ("he", "she", "it", "they", "this") or parsed.tags[other] == "PRP"


def _done(parsed: Parsed, participle: int, verb: int) -> bool:
    """Whether a participle behind a noun tells what was done once, so that it is in the past tense."""
    if parsed.words[participle] in _MADE:
        return True
    years = any(one.isdigit() and len(one) == 4 for one in _below(parsed, participle))
    inside = parsed.tree.span(participle)[1] < parsed.stop
    return inside and (verbs.is_past(parsed, verb) or (years and verbs.is_present(parsed, verb)))


def _state(parsed: Parsed, place: int) -> bool:
    """Whether a participle tells how something is, not what was done to it."""
    return parsed.words[place] in _STATES


def _below(parsed: Parsed, place: int) -> list[str]:
    return [parsed.words[one] for one in parsed.tree.subtree(place)]


CONDITIONS: Final[dict[str, Condition]] = {
    "has_subject": _has_subject,
    "free": _free,
    "negated": _negated,
    "agrees": _agrees,
    "after_modal": _after_modal,
    "plain_start": _plain_start,
    "active": _active,
    "reported": _reported,
    "covering": _covering,
    "reduced": _reduced,
    "starts_well": _starts_well,
    "starts_with_verb": _starts_with_verb,
    "active_participle": _active_participle,
    "results": _results,
    "result_object": _result_object,
    "plural_verb": _plural_verb,
    "one_participle": _one_participle,
    "limited": _limited,
    "so_that": _so_that,
    "said": _said,
    "which_again": _which_again,
    "passive": _passive,
    "more_participles": _more_participles,
    "lasting": _lasting,
    "named_first": _named_first,
    "done": _done,
    "state": _state,
}
