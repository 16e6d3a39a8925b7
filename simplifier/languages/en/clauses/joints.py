"""Conditions on a comma, semicolon or "and" between two clauses that could be two sentences.

The parser is least sure of how such clauses are joined: the same two come out as conj, ccomp or parataxis, with
either as the head of the other. So these conditions look for a main verb on each side instead.
"""

from __future__ import annotations

from typing import Final

from simplifier.languages.en.clauses import verbs
from simplifier.languages.en.clauses.openings import plain_opening
from simplifier.languages.en.clauses.references import is_time
from simplifier.languages.en.words.relations import SUBJECTS
from simplifier.languages.en.words.tags import FINITE, RELATIVE
from simplifier.languages.structure.parsed import Condition, Parsed, Tagged

__all__ = ["CONDITIONS", "WORD_CONDITIONS"]

#: Labels of clauses that depend on a word rather than stand beside another clause.
_DEPENDENT: Final = frozenset({"relcl", "acl", "csubj", "csubjpass", "pcomp"})
#: Labels of words that may open a main clause although the parser attaches them to the verb of the other one.
_BEFORE: Final = frozenset({"prep", "advmod", "npadvmod", "punct", "intj", "advcl", "cc"})
#: Labels of clauses inside another clause.
_INSIDE: Final = frozenset({"ccomp", "relcl", "advcl", "acl", "pcomp", "csubj", "xcomp"})
#: Labels that the main verb of the first clause may have.
_MAIN: Final = frozenset({"ROOT", "ccomp", "parataxis"})
#: First words of a clause that continues the one before.
_CONNECTING: Final = frozenset("and or nor but yet so for plus as than".split())
#: Words that call for a second clause, or are said of both.
_PAIRED: Final = frozenset("either neither both whether if unless had should only more less sooner no".split())
_PRONOUNS: Final = frozenset("he she it they we i you this these there".split())
_DETERMINERS: Final = frozenset("the a an this these his her its their our your my".split())
_JOINING: Final = frozenset("and but so yet that or ;".split())
_OPENING: Final = frozenset({"IN", "TO", "RB", "RBR", "WRB", "VBN", "VBG", ",", "JJ"})
#: Fewest words on each side of a comma or "and", and of a semicolon.
_FULL: Final = 5
_SHORT: Final = 3


def _semicolon(parsed: Parsed, place: int) -> bool:
    """Return whether a semicolon stands between two clauses that can be sentences as they are."""
    if parsed.depth[place] or not (_is_long(parsed, place, _SHORT)):
        return False
    left, right = _main(parsed, 0, place), _main(parsed, place + 1, parsed.stop)
    if left is None or right is None or parsed.words[place + 1] in _CONNECTING - {"but", "yet", "so"}:
        return False
    return _may_stand(parsed, left, 0) and _may_stand(parsed, right, place + 1)


def _may_part(parsed: Tagged, place: int) -> bool:
    """Return whether a comma or "and" may stand between two clauses, as far as words tell: a subject follows it."""
    return (
        place < parsed.stop
        and not parsed.depth[place]
        and parsed.words[place + 1] in _PRONOUNS | _DETERMINERS
        and _is_long(parsed, place, _FULL)
        and _PAIRED.isdisjoint(parsed.words[:place])
        and {";", ":"}.isdisjoint(parsed.words)
    )


def _spliced(parsed: Parsed, place: int) -> bool:
    """Return whether a comma stands between two clauses that nothing else joins."""
    if not _may_part(parsed, place):
        return False
    clauses = _beside(parsed, place)
    if clauses is None or parsed.tree.labels[clauses[0]] not in _MAIN:
        return False
    left, right = clauses
    first = parsed.words[place + 1]
    if any(parsed.tags[one] in RELATIVE for one in range(place + 1, right)):
        return False  # "the success of which"
    if not _opens_plainly(parsed, left) or _is_report(parsed, left, place) or _hangs(parsed, place):
        return False
    if first in _DETERMINERS - _PRONOUNS and parsed.tree.labels[right] == "conj":
        return False  # it may be the second of three
    if any(_is_clause(parsed, one) for one in parsed.tree.children(right, ("conj",))):
        return False
    if _is_report(parsed, right, parsed.stop):
        return False
    return _may_stand(parsed, left, 0) and _may_stand(parsed, right, place + 1)


def _between_clauses(parsed: Parsed, place: int) -> bool:
    """Return whether "and" stands between two clauses, even if the parser attaches the second one to a noun."""
    if not _may_part(parsed, place) or not _PAIRED.isdisjoint(parsed.words):
        return False
    clauses = _beside(parsed, place)
    if clauses is None:
        return False
    left, right = clauses
    listed = [one for one in parsed.tree.children(left, ("conj",)) if one < place]
    if (listed and parsed.tree.child(left, "cc") == place) or "according" in parsed.words[:place]:
        return False  # "he won five titles, lost one game, and his team"
    # The second verb must depend on the first, but not from inside another clause of it.
    above = [right, *parsed.tree.ancestors(right)]
    if left not in above or any(parsed.tree.labels[one] in _INSIDE for one in above[: above.index(left)]):
        return False
    if any(parsed.tree.labels[one] == "ccomp" for one in parsed.tree.subtree(left) if one < place):
        return False
    if any(parsed.tags[one] in RELATIVE for one in (*range(place), *range(place + 1, right))):
        return False
    return _opens_plainly(parsed, left) and _may_stand(parsed, left, 0)


def _opened_plainly(parsed: Parsed, place: int) -> bool:
    """Return whether nothing that opens the clause before a joint may be said of the clause after it as well."""
    left = _main(parsed, 0, place)
    return left is not None and plain_opening(parsed, left)


def _beside(parsed: Parsed, place: int) -> tuple[int, int] | None:
    """Return the main verbs before and after a token; None unless the second clause begins with its subject."""
    left, right = _main(parsed, 0, place), _main(parsed, place + 1, parsed.stop)
    if left is None or right is None:
        return None
    subject = parsed.tree.child(right, *SUBJECTS)
    assert subject is not None  # `_main` returns no verb without one
    return (left, right) if parsed.tree.span(subject)[0] == place + 1 else None


def _main(parsed: Parsed, start: int, end: int) -> int | None:
    """Return the verb of the only main clause between two places; None if there is none or more than one.

    Everything else there depends on that verb, except marks and words that may open a clause.
    """
    tree = parsed.tree
    found = None
    others = []
    for place in range(start, end):
        if start <= tree.heads[place] < end:
            continue
        if found is None and _is_clause(parsed, place):
            found = place
        elif tree.labels[place] != "punct":
            others.append(place)
    if found is None or any(one > found or tree.labels[one] not in _BEFORE for one in others):
        return None
    return found


def _is_clause(parsed: Parsed, verb: int) -> bool:
    """Return whether a verb is finite and follows a subject of its own that is no relative pronoun."""
    subject = parsed.tree.child(verb, *SUBJECTS)
    return (
        verbs.finite(parsed, verb)
        and subject is not None
        and subject < verb
        and parsed.tags[subject] not in RELATIVE
        and parsed.tree.labels[verb] not in _DEPENDENT
    )


def _may_stand(parsed: Parsed, verb: int, start: int) -> bool:
    """Return whether no word before the subject makes a clause a question or a part of another clause."""
    subject = parsed.tree.child(verb, *SUBJECTS)
    assert subject is not None
    if parsed.words[start] in _CONNECTING and any(parsed.tags[one] in RELATIVE for one in range(start, subject)):
        return False
    marks = [one for one in parsed.tree.children(verb, ("mark", "advmod")) if one < subject]
    if any(parsed.tree.labels[one] == "mark" or parsed.tags[one] in RELATIVE for one in marks):
        return False
    inverted = any(one < parsed.tree.span(subject)[0] for one in verbs.auxiliaries(parsed, verb))
    return not inverted and parsed.words[start] not in ("if", "unless", "whether")


def _opens_plainly(parsed: Parsed, verb: int) -> bool:
    """Return whether the words before the subject of a clause hold no finite verb and no conjunction.

    If they begin like a phrase, they must also end with a comma or a time.
    """
    subject = parsed.tree.child(verb, *SUBJECTS)
    assert subject is not None
    start = parsed.tree.span(subject)[0]
    before = range(start)
    if (
        start
        and (parsed.tags[0] in _OPENING or parsed.words[0] == "once")
        and not (parsed.words[start - 1] == "," or is_time(parsed, start - 1))
    ):
        return False  # "at the first house I visited"
    return not any(
        parsed.tags[one] in FINITE or parsed.tags[one] in RELATIVE or parsed.tree.labels[one] == "mark"
        for one in before
    )


def _hangs(parsed: Parsed, place: int) -> bool:
    """Return whether words before a comma open the clause after it: "he went, and later,"."""
    words = parsed.words
    marks = [one for one in range(place) if parsed.tree.labels[one] == "mark" or parsed.tags[one] == "WRB"]
    if any(words[one - 1] in _JOINING | {","} for one in marks if one):
        return True
    joining = [one for one in range(place) if words[one] in _JOINING]
    if not joining:
        return False
    last = joining[-1]
    finite = any(parsed.tags[one] in FINITE for one in range(last + 1, place))
    if any(words[one + 1] == "," for one in joining if words[one] in ("and", "but", "so", "yet")):
        return True
    return not finite and (last + 1 == place or parsed.tags[last + 1] in _OPENING)


def _is_report(parsed: Parsed, verb: int, end: int) -> bool:
    """Return whether a clause only says who said something: "he said"."""
    if verbs.base_form(parsed, verb) not in _SAYING:
        return False
    below = parsed.tree.children(verb, ("ccomp", "dobj", "xcomp"))
    return parsed.words[verb + 1] == "," or not any(verb < one < end for one in below)


def _is_long(parsed: Tagged, place: int, fewest: int) -> bool:
    """Return whether at least ``fewest`` words stand on each side of a place."""
    sides = (parsed.words[:place], parsed.words[place + 1 : parsed.stop])
    return all(sum(word[0].isalnum() for word in side) >= fewest for side in sides)


_SAYING: Final = frozenset(
    """say claim state report announce believe think tell argue add note suggest write ask allege recall
    remember continue reply explain""".split()
)

WORD_CONDITIONS: Final[dict[str, Condition]] = {"may_part": _may_part}
CONDITIONS: Final[dict[str, Condition]] = {
    "semicolon": _semicolon,
    "between_clauses": _between_clauses,
    "spliced": _spliced,
    "opened_plainly": _opened_plainly,
}
