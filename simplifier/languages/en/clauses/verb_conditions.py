"""Conditions on verbs and their clauses."""

from __future__ import annotations

from collections.abc import Set
from typing import Final

from simplifier.languages.en.clauses import verbs
from simplifier.languages.en.clauses.openings import conditional
from simplifier.languages.en.words.inflection import inflected
from simplifier.languages.en.words.tags import FINITE, NAMES, NOUNS, VERBS
from simplifier.languages.structure.parsed import Condition, Parsed, Tagged

__all__ = ["CONDITIONS", "SAYING", "WORD_CONDITIONS", "real"]

#: Words before a second verb that may be said of both verbs.
_COVERING: Final = frozenset(
    """both either neither never always often usually sometimes rarely seldom only not hardly first
    regularly frequently still no longer normally generally typically commonly just merely""".split()
)
#: First words of a second verb phrase that leans on the first.
_RUNNING_ON: Final = frozenset("so as hence thus together thereby not nor either instead both all".split())
#: Words before "because" and the like that limit the cause.
_LIMITING: Final = frozenset(
    """only just partly simply mainly largely mostly precisely perhaps probably primarily not part both
    either also even especially and or but is was""".split()
)
#: Verbs that an infinitive follows in the passive: "is believed to".
_REPORTS: Final = frozenset("believe say think consider expect know report suppose allow require".split())
_COMPLEMENTS: Final = frozenset(
    "dobj attr acomp prep agent xcomp ccomp oprd dative npadvmod advcl pcomp advmod".split()
)


def _has_subject(parsed: Parsed, verb: int) -> bool:
    return parsed.tree.child(verb, *verbs.SUBJECTS) is not None


def _tells(parsed: Parsed, verb: int) -> bool:
    """Return whether a verb has a subject of its own that tells something: not the "it" of "it is clear that"."""
    subject = parsed.tree.child(verb, *verbs.SUBJECTS)
    if subject is None or parsed.tree.labels[subject] == "csubj" or parsed.tags[subject] in ("WP", "WDT"):
        return False
    if parsed.words[subject] in ("it", "this", "that", "there", "what"):
        return parsed.tree.child(verb, "ccomp", "xcomp", "csubj", "csubjpass") is None
    return True


def _runs_on(parsed: Parsed, verb: int, other: int) -> bool:
    """Return whether a second verb may share more with the first than its subject.

    It may share an auxiliary ("has built and opened"), an adverb ("never came nor wrote") or an object. Or it may
    be joined to a verb in between ("who came and went").
    """
    tree = parsed.tree
    if _may_share(parsed, verb, other):
        return True
    if parsed.tags[other] == "VBD" and not verbs.is_past(parsed, verb) and _may_be_participle(parsed, verb, other):
        return True
    if _before_noun(parsed, verb, other) or any(one < other for one in tree.children(verb, ("conj",)) if one != other):
        return True
    start = tree.span(other)[0]
    joined = start - 1
    if any(parsed.words[one] in _COVERING and one < start for one in tree.children(verb, ("advmod", "preconj", "cc"))):
        return True
    between = [
        one for one in tree.subtree(verb) if verb < one < joined and not parsed.depth[one] and verbs.finite(parsed, one)
    ]
    if any(_may_join(parsed, one, other, parsed.words[joined - 1] == ",") for one in between):
        return True
    return parsed.words[start] in _RUNNING_ON or conditional(parsed, other)


def _may_be_participle(parsed: Parsed, verb: int, other: int) -> bool:
    """Return whether a past form may be a participle that shares the auxiliary or the "be" of an earlier verb."""
    if not _is_participle(parsed, other):
        return False
    if verbs.base_form(parsed, verb) != "be" and not verbs.auxiliaries(parsed, verb):
        return False  # "dates back to 1850 and built"
    if parsed.tree.child(other, "dobj") is None:
        return True
    return parsed.tree.child(verb, "attr") is None and not _passive(parsed, verb)


def _before_noun(parsed: Parsed, verb: int, other: int) -> bool:
    """Return whether a past form after a present tense may modify a noun: "makers and licensed dealers"."""
    if parsed.tags[other] != "VBD" or not verbs.is_present(parsed, verb) or not _is_participle(parsed, other):
        return False
    return parsed.tags[other + 1] in NOUNS and parsed.tags[other - 2] in NOUNS


def _is_participle(parsed: Parsed, verb: int) -> bool:
    """Return whether a past form without an auxiliary is spelt like the participle."""
    if verbs.auxiliaries(parsed, verb):
        return False
    return inflected(verbs.base_form(parsed, verb), "VBN") == parsed.words[verb]


def _may_share(parsed: Parsed, verb: int, other: int) -> bool:
    """Return whether the auxiliaries of a verb may be those of a past form as well: "has built and opened"."""
    if not verbs.auxiliaries(parsed, verb) or verbs.auxiliaries(parsed, other):
        return False
    if parsed.tags[other] != "VBD" or parsed.tags[verb] == "VBG":
        return False
    if not _is_participle(parsed, other):
        return False
    return not (_passive(parsed, verb) and parsed.tree.child(other, "dobj", "attr", "acomp") is not None)


def _may_join(parsed: Parsed, verb: int, other: int, comma: bool) -> bool:
    """Return whether ``other`` may be joined to ``verb``, which stands in between and has another subject.

    ``other`` has to agree with that subject and to be in the tense of ``verb``. A relative clause without commas may
    go on in any tense. After a comma only a relative clause may go on.
    """
    tree = parsed.tree
    subject = tree.child(verb, *verbs.SUBJECTS)
    if subject is not None and parsed.tags[subject] in ("WDT", "WP"):
        subject = tree.heads[verb]
    if tree.labels[verb] in ("aux", "auxpass") or (subject is not None and not _form_agrees(parsed, subject, other)):
        return False
    relative = tree.labels[verb] == "relcl"
    if relative and not comma and "," not in parsed.words[tree.span(verb)[0] - 1 : verb]:
        return True
    return verbs.is_past(parsed, verb) == verbs.is_past(parsed, other) and (relative or not comma)


def real(parsed: Parsed, noun: int, verb: int) -> bool:
    """Return whether what a noun names exists: no negation, modal or infinitive stands over "a mill, which"."""
    determiner = parsed.tree.child(noun, "det", "poss")
    if parsed.tags[noun] in NAMES or (
        determiner is not None and parsed.words[determiner] in ("the", "this", "his", "her", "its", "their")
    ):
        return True
    above = [one for one in parsed.tree.ancestors(noun) if parsed.tags[one] in VERBS]
    return not any(parsed.tags[one] == "VB" or _negated(parsed, one) or _has_modal(parsed, one) for one in above)


def _has_modal(parsed: Parsed, verb: int) -> bool:
    return any(parsed.tags[one] == "MD" for one in verbs.auxiliaries(parsed, verb))


def _contrasting(parsed: Parsed, verb: int, other: int) -> bool:
    """Return whether "while" sets two things beside each other rather than telling when."""
    if verbs.is_past(parsed, verb) != verbs.is_past(parsed, other):
        return False
    subject, own = (parsed.tree.child(one, *verbs.SUBJECTS) for one in (verb, other))
    if subject is None or own is None or parsed.tags[own] == "PRP" or parsed.tags[other] == "VBG":
        return False
    return parsed.words[subject] != parsed.words[own]


def _relative(parsed: Parsed, place: int) -> bool:
    """Return whether a relative clause stands below a token."""
    return any(parsed.tree.labels[one] == "relcl" for one in parsed.tree.subtree(place))


def _negated(parsed: Parsed, verb: int) -> bool:
    return any(
        parsed.tree.labels[one] == "neg" or parsed.words[one] in ("never", "neither", "hardly", "rarely", "only")
        for one in parsed.tree.children(verb)
    )


def _agrees(parsed: Parsed, noun: int, verb: int) -> bool:
    """Return whether a verb, and each verb joined to it without a subject, agrees in number with a noun."""
    joined = (one for one in parsed.tree.children(verb, ("conj",)) if not _has_subject(parsed, one))
    return _form_agrees(parsed, noun, verb) and all(_form_agrees(parsed, noun, one) for one in joined)


def _form_agrees(parsed: Parsed, noun: int, verb: int) -> bool:
    part = verbs.finite_part(parsed, verb)
    if part is None:
        return parsed.tree.labels[verb] == "conj"
    word, tag = parsed.words[part], parsed.tags[part]
    singular = word in ("is", "was", "has", "does", "'s") or tag == "VBZ"
    plural = word in ("are", "were", "have", "do") or (tag == "VBP" and word not in ("am",))
    if tag == "MD" or not (singular or plural):
        return True
    return verbs.is_plural(parsed, noun) == plural


def _joined_before(parsed: Parsed, verb: int, other: int) -> bool:
    """Return whether a further clause stands between two: "A, B, and C", "A, he said, and C"."""
    return any(
        one < other and _has_subject(parsed, one) and parsed.tree.child(one, "mark") is None
        for one in parsed.tree.children(verb, ("conj", "ccomp", "parataxis"))
    )


def _active(parsed: Parsed, verb: int) -> bool:
    """Return whether a past form seems active: it has an auxiliary, or no "by" and no report ("believed to")."""
    if verbs.auxiliaries(parsed, verb):
        return True
    below = parsed.tree.children(verb)
    reported = parsed.tree.child(verb, "xcomp") is not None and verbs.base_form(parsed, verb) in _REPORTS
    return not reported and not any(parsed.words[one] == "by" for one in below)


def _starts_well(parsed: Parsed, verb: int) -> bool:
    """Return whether a clause without a subject begins with its verb or an adverb, so that a subject can precede."""
    return _before_verb(parsed, parsed.tree.span(verb)[0] - 1)


def _before_verb(parsed: Tagged, place: int) -> bool:
    """Return whether a verb or an adverb stands after a token, and no comma after that."""
    if place + 2 >= len(parsed):
        return False
    tag = parsed.tags[place + 1]
    return parsed.words[place + 2] != "," and (tag in FINITE or tag in ("RB", "VBN", "VB"))


def _before_finite(parsed: Tagged, place: int) -> bool:
    """Return whether a finite verb stands anywhere after a token."""
    return not FINITE.isdisjoint(parsed.tags[place + 1 :])


def _starts_plainly(parsed: Parsed, verb: int) -> bool:
    """Return whether nothing but adverbs and auxiliaries stands before a verb in its clause."""
    own = verbs.auxiliaries(parsed, verb)
    before = range(parsed.tree.span(verb)[0], verb)
    return all(one in own or (parsed.tags[one] == "RB" and parsed.words[one] != "only") for one in before)


def _then(parsed: Parsed, clause: int, verb: int) -> bool:
    """Return whether nothing but adverbs and auxiliaries stands between the comma after a clause and a verb."""
    own = verbs.auxiliaries(parsed, verb)
    between = range(parsed.tree.span(clause)[1] + 1, verb)
    return all(one in own or parsed.tags[one] == "RB" for one in between)


def _starts_with_verb(parsed: Parsed, verb: int) -> bool:
    """Return whether nothing but adverbs stands before a verb in its clause."""
    start = parsed.tree.span(verb)[0]
    return all(parsed.tags[one] == "RB" for one in range(start, verb))


def _reported(parsed: Parsed, verb: int) -> bool:
    """Return whether a clause reports what somebody says, at any depth: "she said that A, and B"."""
    return _tells_that(parsed, verb, SAYING)


def _told_on(parsed: Parsed, verb: int) -> bool:
    """Return whether a clause reports with a verb that only tells, so that the next clause may be reported too."""
    return _tells_that(parsed, verb, _TELLING)


def _tells_that(parsed: Parsed, verb: int, sayings: Set[str]) -> bool:
    tree = parsed.tree
    joined = [one for one in tree.children(verb, ("conj",)) if _has_subject(parsed, one)]
    until = min((tree.span(one)[0] for one in joined), default=len(parsed))
    return any(
        tree.labels[one] == "ccomp"
        and tree.heads[one] < one < until
        and verbs.base_form(parsed, tree.heads[one]) in sayings
        for one in tree.subtree(verb)
    )


def _sourced(parsed: Parsed, verb: int) -> bool:
    """Return whether a clause names the source of both clauses: "A, and B, according to the police"."""
    start, end = parsed.tree.span(verb)
    return "according" in parsed.words[max(verb, start + 1) : end]


def _shares_object(parsed: Parsed, verb: int, other: int) -> bool:
    """Return whether two verbs share one object after a comma: "reduces, but does not remove, the risk"."""
    tree = parsed.tree
    return parsed.words[other + 1] == "," and tree.child(verb, "dobj", "ccomp", "xcomp") is None


def _covering(parsed: Parsed, verb: int) -> bool:
    """Return whether "then", "both" or "either" before a verb may be said of the next clause too."""
    return any(parsed.words[one] in ("then", "both", "either") for one in parsed.tree.children(verb) if one < verb)


def _reduced(parsed: Parsed, mark: int) -> bool:
    """Return whether "though" stands with a piece that has no finite verb: "though debilitating, ..."."""
    rest = parsed.words[mark + 1 :]
    until = mark + 1 + rest.index(",") if "," in rest else len(parsed)
    return not any(parsed.tags[one] in FINITE for one in range(mark + 1, until))


#: Verbs whose object clause reports what somebody says, thinks or shows.
SAYING: Final = frozenset(
    """say claim state report announce believe think tell argue warn add note suggest know hope feel write
    ask explain allege insist maintain hear learn inform assure promise remind dream swear declare
    realize realise reveal admit deny agree fear write reflect observe comment conclude
    predict continue reply mean ensure prove show""".split()
)

#: Verbs that only tell what somebody says.
_TELLING: Final = frozenset(
    """say claim state announce tell argue warn allege explain insist maintain object swear deny assert
    contend testify""".split()
)


def _plural_verb(parsed: Parsed, verb: int) -> bool:
    part = verbs.finite_part(parsed, verb)
    return part is not None and (parsed.words[part] in ("are", "were", "have", "do") or parsed.tags[part] == "VBP")


def _limited(parsed: Tagged, place: int) -> bool:
    """Return whether the word before a token says that this is the only cause or one of several."""
    return place > 0 and parsed.words[place - 1] in _LIMITING


def _so_that(parsed: Tagged, place: int) -> bool:
    """Return whether "so" goes on as "so that", "so as", "so many"."""
    if parsed.words[place + 1] in ("that", "as", "far", "long", "many", "much", "few", "called"):
        return True
    return any(word in ("can", "could", "may", "might") for word in parsed.words[place : place + 6])


def _said(parsed: Parsed, verb: int, place: int) -> bool:
    """Return whether a verb has an object or another complement before another token."""
    return any(verb < one < place and parsed.tree.labels[one] in _COMPLEMENTS for one in parsed.tree.children(verb))


def _which_again(parsed: Parsed, verb: int) -> bool:
    """Return whether a relative clause goes on with another one: "who came and who went"."""
    return any(
        parsed.tags[one] in ("WP", "WDT", "WP$") and one > verb and other in parsed.tree.ancestors(one)
        for other in parsed.tree.children(verb, ("conj",))
        for one in parsed.tree.subtree(other)
    )


def _passive(parsed: Parsed, verb: int) -> bool:
    """Return whether a verb is in the passive."""
    return parsed.tree.child(verb, "auxpass", "nsubjpass") is not None


WORD_CONDITIONS: Final[dict[str, Condition]] = {
    "limited": _limited,
    "so_that": _so_that,
    "before_verb": _before_verb,
    "before_finite": _before_finite,
}
CONDITIONS: Final[dict[str, Condition]] = {
    "tells": _tells,
    "runs_on": _runs_on,
    "real": real,
    "relative": _relative,
    "contrasting": _contrasting,
    "has_subject": _has_subject,
    "negated": _negated,
    "agrees": _agrees,
    "joined_before": _joined_before,
    "active": _active,
    "reported": _reported,
    "told_on": _told_on,
    "covering": _covering,
    "sourced": _sourced,
    "shares_object": _shares_object,
    "reduced": _reduced,
    "starts_well": _starts_well,
    "starts_plainly": _starts_plainly,
    "then": _then,
    "starts_with_verb": _starts_with_verb,
    "plural_verb": _plural_verb,
    "said": _said,
    "which_again": _which_again,
    "passive": _passive,
}
