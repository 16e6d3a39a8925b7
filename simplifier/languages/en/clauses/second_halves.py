"""Conditions on the words after a joint: they begin a sentence of their own."""

from __future__ import annotations

from typing import Final

from simplifier.languages.en.clauses import verbs
from simplifier.languages.en.clauses.first_halves import end_before
from simplifier.languages.en.clauses.references import is_time
from simplifier.languages.en.words.auxiliaries import SINGULAR
from simplifier.languages.en.words.inflection import inflected
from simplifier.languages.en.words.relations import SUBJECTS
from simplifier.languages.en.words.tags import FINITE, NAMES, NOUNS, RELATIVE
from simplifier.languages.structure.parsed import Condition, Parsed

__all__ = ["CONDITIONS"]

_PLURAL: Final = frozenset({"are", "were", "have", "do"})
#: Adverbs that stand before a finite verb without turning the clause round.
_BEFORE_BE: Final = frozenset(
    """also now still currently then later often usually always never generally largely mostly sometimes not
    therefore thus subsequently eventually soon typically commonly officially formerly originally""".split()
)
#: Tags of the first word of an aside between commas.
_ASIDE: Final = frozenset({"IN", "RB", "VBN", "VBG", "DT", "JJ", "NNP"})
#: Tags of the word after a "however" of degree.
_OF_DEGREE: Final = frozenset({"RB", "JJ", "RBR", "JJR", "VBN"})
_LOOSE: Final = frozenset({",", "and", "or", "but", "to"})
#: Words that may continue a phrase from before the joint: "from Leeds to York and to Hull".
_GOING_ON: Final = frozenset("to of for from that than as so whereas because".split())
_OPENERS: Final = frozenset({"IN", "RB", "WRB"})


def _loosely(parsed: Parsed, place: int, verb: int) -> bool:
    """Return whether a bare noun after "and" may be joined to the noun before it: "signs and symptoms"."""
    tree, tags = parsed.tree, parsed.tags
    subject = tree.child(verb, *SUBJECTS)
    if subject is None or parsed.words[place - 1] == "," or tags[place + 1] not in NOUNS | {"JJ"}:
        return False
    if any(parsed.words[one] in ("and", "or") for one in range(*tree.span(subject))):
        return True
    return _loosely_finite(parsed, verb)


def _turned_round(parsed: Parsed, place: int) -> bool:
    """Return whether the subject may follow the second verb ("and nearby is a park"), or the verb be an adjective."""
    tags, words = parsed.tags, parsed.words
    first = place + 1
    if tags[first] == "RB" and words[first] not in _BEFORE_BE and words[first + 1] in SINGULAR | _PLURAL:
        return True
    if words[first] in ("renamed", "named", "called", "declared", "made"):
        return True  # "was moved and renamed the Old School"
    if tags[end_before(parsed, place) - 1] in ("JJ", "RB") and tags[first] == "VBD" and tags[first + 1] in NOUNS:
        return True  # "formal, periodic and documented checks"
    finite = [one for one in range(first, parsed.stop) if tags[one] in FINITE][:2]
    return len(finite) > 1 and tags[finite[0]] == "VBZ" and tags[finite[1]] == "MD" and words[first] == "therefore"


def _at_once(parsed: Parsed, subject: int, verb: int) -> bool:
    """Return whether a clause begins with its subject, and no comma stands in the subject."""
    if "," in parsed.words[slice(*parsed.tree.span(subject))]:
        return False
    return parsed.tree.span(subject)[0] == parsed.tree.span(verb)[0]


def _loosely_finite(parsed: Parsed, verb: int) -> bool:
    """Return whether a past form without auxiliary or object may be a participle: "his head held high"."""
    alone = parsed.tags[verb] == "VBD" and not verbs.auxiliaries(parsed, verb)
    return (
        alone
        and parsed.tree.child(verb, "dobj", "ccomp", "xcomp") is None
        and inflected(verbs.base_form(parsed, verb), "VBN") == parsed.words[verb]
    )


def _goes_with_sentence(parsed: Parsed, place: int) -> bool:
    """Return whether "however" is said of a sentence, not of a degree: "however small it is"."""
    return parsed.tags[place + 1] not in _OF_DEGREE


def _begins_plainly(parsed: Parsed, verb: int) -> bool:
    """Return whether a clause begins with its subject or with what may open a sentence, and its verb comes next."""
    tree, tags = parsed.tree, parsed.tags
    subject = tree.child(verb, *SUBJECTS)
    if subject is None or tags[subject] not in NOUNS | NAMES | {"PRP", "EX", "DT"}:
        return False
    if not _is_sure(parsed, subject, verb):
        return False
    start, end = tree.span(subject)
    first = min((*verbs.auxiliaries(parsed, verb), verb))
    inside = [one for one in range(start, end) if not parsed.depth[one]]
    # The subject must end before its verb and hold no clause of its own.
    if end > first or any(tags[one] in FINITE or tags[one] in RELATIVE for one in inside):
        return False
    if not _verb_follows(parsed, subject, first) and _loosely_finite(parsed, verb):
        return False
    if not _verb_follows(parsed, subject, first) and not _aside(parsed, subject, first):
        return False
    words = parsed.words
    opening = tree.span(verb)[0]
    opening += words[opening] == ","
    if words[opening] == "not" or tags[first] == "VBZ" and tags[first + 1] == "IN" and first == verb:
        return False  # "not by area", "and mountain ranges on both sides"
    if words[start - 1] == "for" or words[opening] in _GOING_ON or words[opening + 1] in ("and", "or"):
        return False
    if any(words[one] == "," and tags[one + 1] == "IN" for one in range(opening, start)):
        return False  # "in Leeds and across Kent, in 2008 he"
    if words[opening] == "however" and tags[opening + 1] in _OF_DEGREE:
        return False
    return (
        opening == start
        or tags[opening] in _OPENERS
        or any(is_time(parsed, one) for one in tree.children(verb, ("npadvmod",)) if one < start)
    )


def _same_verb(parsed: Parsed, place: int) -> bool:
    """Return whether both sides of a joint have one verb, which may share its object: "it required and requires"."""
    words, tags = parsed.words, parsed.tags
    verbs_before = {words[one] for one in range(place) if tags[one] in FINITE} - SINGULAR - _PLURAL
    behind = {verbs.base_form(parsed, one) for one in range(place, parsed.stop) if tags[one] in FINITE}
    last = verbs.base_form(parsed, place - 1) if tags[place - 1] in FINITE else ""
    return words[place + 1] in verbs_before or last in behind


def _is_sure(parsed: Parsed, subject: int, verb: int) -> bool:
    """Return whether a subject is sure: it is no common noun, or one with a determiner or alone before an auxiliary.

    Any other noun may be an object or the second of two: "carved and decorated violins", "and now packs sustained
    winds".
    """
    tree, tags = parsed.tree, parsed.tags
    if tags[subject] not in NOUNS or tree.child(subject, "det", "poss", "nummod") is not None:
        return True
    alone = len(tree.subtree(subject)) == 1
    helped = bool(verbs.auxiliaries(parsed, verb)) or verbs.base_form(parsed, verb) == "be"
    if tags[subject] == "NN":
        return alone and helped
    start = tree.span(subject)[0]
    if not helped and start > 1 and parsed.words[start - 1] == "and" and tags[start - 2] == "NNS":
        return False  # "gives doctors and patients hope"
    return helped or not alone or inflected(verbs.base_form(parsed, verb), "VBN") != parsed.words[verb]


def _verb_follows(parsed: Parsed, subject: int, first: int) -> bool:
    """Return whether nothing but adverbs stands between a subject and the first word of its verb."""
    end = parsed.tree.span(subject)[1]
    return parsed.words[end - 1] not in _LOOSE and all(parsed.tags[one] == "RB" for one in range(end, first))


def _aside(parsed: Parsed, subject: int, first: int) -> bool:
    """Return whether one aside between two commas, and nothing else, stands between a subject and its verb."""
    words = parsed.words
    commas = [one for one in range(subject, first) if words[one] == ","]
    return (
        len(commas) == 2
        and commas[1] == first - 1
        and parsed.tags[commas[0] + 1] in _ASIDE
        and not any(words[one] in _LOOSE - {",", "to"} for one in range(commas[0], first))
    )


def _named_behind_comma(parsed: Parsed, place: int) -> bool:
    """Return whether the words on both sides of a joint are not of one kind: names, numbers or adjectives.

    Two of one kind without a comma between them may be a pair. Brackets before the joint are passed over.
    """
    before = place - 1
    while before and (parsed.depth[before] or parsed.words[before] in ("(", ")")):
        before -= 1
    kinds = ["NNP" if parsed.tags[one] in NAMES else parsed.tags[one] for one in (before, place + 1)]
    return kinds not in (["NNP", "NNP"], ["CD", "CD"], ["JJ", "JJ"])


def _shares_be(parsed: Parsed, verb: int, other: int) -> bool:
    """Return whether a past form may be a participle after an earlier "was": "was old and heavily favored"."""
    if verbs.base_form(parsed, verb) != "be" or parsed.tags[other] != "VBD":
        return False
    tree = parsed.tree
    own = tree.child(other, "xcomp")
    to_do = own is not None and parsed.tags[own] == "VB"
    active = to_do or tree.child(other, "dobj", "attr", "acomp", "ccomp") is not None
    return not active and inflected(verbs.base_form(parsed, other), "VBN") == parsed.words[other]


CONDITIONS: Final[dict[str, Condition]] = {
    "begins_plainly": _begins_plainly,
    "named_behind_comma": _named_behind_comma,
    "shares_be": _shares_be,
    "loosely": _loosely,
    "loosely_finite": _loosely_finite,
    "turned_round": _turned_round,
    "same_verb": _same_verb,
    "at_once": _at_once,
    "goes_with_sentence": _goes_with_sentence,
}
