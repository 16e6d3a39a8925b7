"""Words that open a clause or set a condition, and whether they may be said of another clause as well."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from simplifier.languages.en.clauses import verbs
from simplifier.languages.en.clauses.references import is_time
from simplifier.languages.structure.parsed import Condition, Parsed, Tagged

__all__ = ["CONDITIONS", "WORD_CONDITIONS", "conditional", "plain_opening"]

_CONDITIONS: Final = frozenset(
    """if unless when whenever where wherever while until although though because since once whether as after
    before provided providing""".split()
)
#: Words that only lead on from the sentence before.
_LEADING: Final = frozenset(
    """however moreover furthermore also then later afterwards afterward subsequently eventually finally
    meanwhile nevertheless nonetheless consequently thus therefore instead thereafter soon next but and
    so yet originally initially recently additionally similarly indeed overall""".split()
)
#: First words of openings that tell what was before, or beside, the clause after them.
_BEFORE_IT: Final = frozenset(
    "after before when once upon following during since until despite besides prior along".split()
)
#: Openings that stay with their own clause even if it is not told in the past.
_SINCE: Final = frozenset({"today", "currently", "now", "despite", "besides", "since"})
_PREDICATES: Final = ("aux", "auxpass", "dobj", "attr", "acomp", "ccomp", "xcomp", "oprd")
#: First words of a clause that leans on the clause before.
_LEANING: Final = frozenset({"so", "nor", "neither", "as", "than"})
_ON_CONDITION: Final = frozenset(
    "if unless whether provided providing except otherwise whichever whenever wherever".split()
)
_WHENEVER: Final = frozenset({"when", "where", "while", "as", "although", "though", "since", "because"})
#: Adverbs before a comma, then the words of "in most cases": they say how often all that follows is so.
_OFTEN: Final = frozenset(
    "initially usually often sometimes normally generally typically occasionally rarely commonly".split()
)
_SOME: Final = frozenset("some most many rare such certain recent other few all both that this any".split())
_CASES: Final = frozenset("cases case event times years instances circumstances situations areas places people".split())
_MEANWHILE: Final = frozenset({"while", "when", "where", "once", "until"})
_STANDING_FOR: Final = frozenset("he she it they this him her them his its their".split())
_OPENERS: Final = _CONDITIONS | {"that", "than", "which", "who", "whose", "where", "how", "why", "what"}
_JOINING: Final = frozenset({"so", "but", "or", "yet", "nor"})


def _free(parsed: Parsed, verb: int) -> bool:
    """Return whether nothing before the subject of a main verb says when or if all that follows holds."""
    subject = parsed.tree.child(verb, *verbs.SUBJECTS)
    if subject is None:
        return False
    start = parsed.tree.span(subject)[0]
    for one in parsed.tree.children(verb):
        if one < start and parsed.tree.labels[one] in ("advcl", "mark", "ccomp"):
            return False
    return not any(parsed.words[one] in _CONDITIONS for one in range(start))


def _unconditional(parsed: Parsed, verb: int) -> bool:
    """Return whether nothing before the subject of a main verb is a condition of what follows."""
    subject = parsed.tree.child(verb, *verbs.SUBJECTS)
    if subject is None:
        return False
    start = parsed.tree.span(subject)[0]
    return not any(parsed.words[one] in _ON_CONDITION | _WHENEVER for one in range(start))


def _covered(parsed: Tagged, place: int) -> bool:
    """Return whether the opening of a sentence may be said of all of it: its source, how often, or a condition."""
    words = parsed.words
    end = words.index(",") if "," in words[:place] else 0
    if not end:
        return False
    if _attributed(parsed, place) or (end <= 2 and words[end - 1] in _OFTEN):
        return True
    if words[0] == "in" and end <= 4 and words[1] in _SOME and words[end - 1] in _CASES:
        return True
    if words[0] in ("if", "unless", "should"):
        return True
    return words[0] in _MEANWHILE and any(tag in ("VBZ", "VBP", "MD") for tag in parsed.tags[:end])


def _attributed(parsed: Tagged, place: int) -> bool:
    """Return whether a sentence begins with the source of all of it: "according to the police,"."""
    return parsed.words[0] == "according" and "," in parsed.words[:place]


def plain_opening(parsed: Parsed, verb: int) -> bool:
    """Return whether nothing before the subject of a verb may be said of a further verb as well.

    Only words that lead on ("however") and a time that comes once ("in 1990") may stand there.
    """
    subject = parsed.tree.child(verb, *verbs.SUBJECTS)
    if subject is None:
        return False
    start = parsed.tree.span(subject)[0]
    before = [one for one in parsed.tree.children(verb) if one < start and parsed.tree.labels[one] != "punct"]
    return all(_leads_on(parsed, one) or _tells_when(parsed, one, verb) for one in before)


def _opening_stays(parsed: Parsed, verb: int, other: int) -> bool:
    """Return whether the opening of a clause is said of that clause alone, not of a further one.

    It leads on, or tells a time that comes once, or the further clause has an opening of its own.
    """
    if plain_opening(parsed, verb):
        return True
    subject, own = parsed.tree.child(verb, *verbs.SUBJECTS), parsed.tree.child(other, *verbs.SUBJECTS)
    if subject is None:
        return False
    start = parsed.tree.span(subject)[0]
    before = [one for one in parsed.tree.children(verb) if one < start and parsed.tree.labels[one] != "punct"]
    if not _ON_CONDITION.isdisjoint(parsed.words[:start]):
        return False
    if own is not None and any(
        one < own and parsed.tree.labels[one] in ("prep", "advmod", "npadvmod", "advcl")
        for one in parsed.tree.children(other)
    ):
        return True
    if not (verbs.is_past(parsed, verb) and verbs.is_past(parsed, other)):
        return all(
            _leads_on(parsed, one)
            or (parsed.words[one] in _SINCE and parsed.tree.labels[one] != "mark")
            or _once(parsed, one)
            for one in before
        )
    return all(_leads_on(parsed, one) or _tells_when(parsed, one, verb) or _happened(parsed, one) for one in before)


def _once(parsed: Parsed, place: int) -> bool:
    """Return whether an opening is a time that comes once: "the next morning"."""
    told = parsed.tree.labels[place] == "npadvmod" and is_time(parsed, place)
    return told and not any(parsed.words[one] in ("every", "each") for one in parsed.tree.subtree(place))


def _happened(parsed: Parsed, place: int) -> bool:
    """Return whether an opening tells what happened before the clause: "after the war", "when he came"."""
    if parsed.tree.labels[place] in ("prep", "advmod") and parsed.tree.children(place):
        return parsed.words[place] in _BEFORE_IT
    if parsed.tree.labels[place] != "advcl":
        return False
    mark = parsed.tree.child(place, "mark", "advmod")
    return mark is not None and mark < place and parsed.words[mark] in _BEFORE_IT and verbs.is_past(parsed, place)


def _leads_on(parsed: Parsed, place: int) -> bool:
    return parsed.words[place] in _LEADING and not parsed.tree.children(place, ("advcl", "pcomp"))


def _tells_when(parsed: Parsed, place: int, verb: int) -> bool:
    if parsed.tree.labels[place] not in ("prep", "npadvmod", "advmod") or not verbs.is_past(parsed, verb):
        return False
    below = parsed.tree.subtree(place)
    return any(parsed.words[one][0].isdigit() or is_time(parsed, one) for one in below) and not any(
        parsed.words[one] in ("every", "each", "most", "some", "all", "many", "only") for one in below
    )


def conditional(parsed: Parsed, verb: int) -> bool:
    """Return whether a condition stands below a verb; it may be a condition of an earlier verb as well."""
    return _on_condition(parsed, parsed.tree.subtree(verb))


def _on_condition(parsed: Parsed, places: Iterable[int]) -> bool:
    """Return whether a word of condition stands at one of some places."""
    return any(
        parsed.words[one] in _ON_CONDITION and not _supplies(parsed, one) for one in places if not parsed.depth[one]
    )


def _supplies(parsed: Parsed, place: int) -> bool:
    """Return whether "provided" is a verb: no "that" follows it, and no clause if a comma stands before it."""
    if parsed.words[place] not in ("provided", "providing"):
        return False
    clause = parsed.words[place - 1] == "," and parsed.tags[place + 1] in ("PRP", "DT", "PRP$", "EX")
    return parsed.words[place + 1] != "that" and not clause


def _leans_on(parsed: Parsed, verb: int, other: int) -> bool:
    """Return whether a clause may hold only where another does: by a condition, or by an opening such as "so"."""
    start = parsed.tree.span(verb)[0]
    if parsed.words[start] in _LEANING or _on_condition(parsed, range(parsed.stop)):
        return True  # a condition anywhere may be one of both clauses
    if parsed.tree.heads[verb] != other:
        return False
    alone = parsed.tags[verb] == "VBD" and not parsed.tree.children(verb, _PREDICATES)
    return alone and bool(verbs.auxiliaries(parsed, other))  # "could be sold and the house repaired"


def _plain_start(parsed: Parsed, verb: int) -> bool:
    """Return whether a clause begins with its subject, or with words that open no clause of their own."""
    subject = parsed.tree.child(verb, *verbs.SUBJECTS)
    if subject is None:
        return False
    start, until = parsed.tree.span(verb)[0], parsed.tree.span(subject)[0]
    opening = [one for one in range(start, until) if parsed.words[one] in _OPENERS]
    if any(parsed.words[one] in _ON_CONDITION for one in opening):
        return False
    if any(parsed.words[one] in _JOINING for one in range(start, until)):
        return False  # "then by date, so someone": no phrase of this verb
    if parsed.tags[start] == "NNS" and "but" in parsed.words[start:verb]:
        return False  # "and fades within a week, but the pain may last"
    return all(_opens_own(parsed, one, verb, until) for one in opening)


def _opens_own(parsed: Parsed, place: int, verb: int, until: int) -> bool:
    """Return whether a word opens a phrase, or a clause up to a comma, that is said of this verb alone."""
    tree = parsed.tree
    if tree.labels[place] == "prep":
        return True
    clause = tree.heads[place]
    return (
        tree.labels[place] in ("mark", "advmod")
        and tree.labels[clause] == "advcl"
        and tree.heads[clause] == verb
        and tree.span(clause)[1] == until - 1
        and parsed.words[until - 1] == ","
        and parsed.words[place] != "that"
    )


def _named_first(parsed: Parsed, clause: int, verb: int) -> bool:
    """Return whether no pronoun of an opening clause ("its", "he") may stand for the subject of the main clause."""
    subject, other = parsed.tree.child(clause, *verbs.SUBJECTS), parsed.tree.child(verb, *verbs.SUBJECTS)
    if subject is None or other is None:
        return False
    opening = {parsed.words[one] for one in parsed.tree.subtree(clause)}
    return _STANDING_FOR.isdisjoint(opening) or parsed.tags[other] == "PRP"


WORD_CONDITIONS: Final[dict[str, Condition]] = {"covered": _covered, "attributed": _attributed}
CONDITIONS: Final[dict[str, Condition]] = {
    "free": _free,
    "unconditional": _unconditional,
    "plain_opening": plain_opening,
    "opening_stays": _opening_stays,
    "conditional": conditional,
    "leans_on": _leans_on,
    "plain_start": _plain_start,
    "named_first": _named_first,
}
