"""Conditions on the words before a joint: they can be a sentence, and nothing after the joint continues them."""

from __future__ import annotations

from typing import Final

from simplifier.languages.en.clauses import verbs
from simplifier.languages.en.clauses.verb_conditions import SAYING
from simplifier.languages.en.words.auxiliaries import SINGULAR
from simplifier.languages.en.words.relations import SUBJECTS
from simplifier.languages.en.words.tags import FINITE, NAMES, NOUNS, RELATIVE, VERBS
from simplifier.languages.structure.parsed import Condition, Parsed

__all__ = ["CONDITIONS", "end_before"]

_JOINING: Final = frozenset({"and", "but", "yet"})
_BEFORE_JOINT: Final = frozenset({",", ";"})
_PLURAL: Final = frozenset({"are", "were", "have", "do"})
#: How many words before a joint are searched for "both", "fact", "said" and the like.
_NEAR: Final = 6
#: Words that are said of both sides of a joint.
_COVERING: Final = frozenset("both between either neither whether".split())
#: Tags of words that are more likely to open a clause than to be the last of several nouns without an article.
_NEW: Final = frozenset({"DT", "PRP", "PRP$", "EX", "IN", "WRB", "RB"})
#: Tags of a word after "and" that may open the clause after the joint.
_HANGING: Final = frozenset({"DT", "RB", "VBN", "VBD", "VBG"})
#: Words before a colon that only announce what follows.
_ANNOUNCING: Final = frozenset(
    """follows following fact point condition remarks question questions thing things reason reasons words
    relates told describes example note""".split()
)
_KINDS: Final = frozenset("type types kind kinds way ways part parts step steps stage stages group groups".split())
_OBJECT: Final = NOUNS | NAMES | {"DT", "PRP$", "PRP"}
_SUBORDINATING: Final = frozenset("so that if unless whether although though because while until since".split())
#: Tags of words that end no sentence.
_UNFINISHED: Final = frozenset({"IN", "TO", "DT", "CC", "PRP$", "WDT", "WP", "WRB", "WP$", ","})


def _complete(parsed: Parsed, place: int) -> bool:
    """Return whether the words before a joint can end there: each clause has its verb, no last word calls for more."""
    words, tags = parsed.words, parsed.tags
    if "whereas" in words or words[0] == "whilst" or words[place - 1] == words[place + 1]:
        return False  # "on and on it went"
    end = end_before(parsed, place)
    if tags[end - 1] in _UNFINISHED and words[end - 1] not in ("it", "this", "that", "all", "there"):
        return False
    opened = [one for one in range(end) if tags[one] in RELATIVE or words[one] in _SUBORDINATING]
    if any(words[one + 1] == "," for one in opened):
        return False  # "it is said that, in spite of what we know,"
    # From each of these openings on, there must be a finite verb for every clause that opens there or later.
    clauses = [one for one in opened if tags[one] in RELATIVE or words[one] in ("that", "because", "if")]
    if not all(any(tags[one] in FINITE for one in range(each, end)) for each in opened[-1:]):
        return False
    return all(
        sum(tags[one] in FINITE for one in range(each, end)) >= len(clauses) - number
        for number, each in enumerate(clauses)
    )


def _separate(parsed: Parsed, place: int) -> bool:
    """Return whether nothing before a joint may go on after it: no "both" or "between", no clause with "that"."""
    tree, words = parsed.tree, parsed.words
    # Where no comma stands before the joint (end == place), a clause that runs up to it may go on after it.
    end = end_before(parsed, place)
    if not _COVERING.isdisjoint(words[max(end - _NEAR, 0) : end]) or "." in words[: parsed.stop]:
        return False  # "both", or two sentences run together
    if end == place and "because" in words[:end]:
        because = words.index("because")
        if because < end and "," not in words[because:end]:
            return False  # "because the road was wet and the night was dark"
    if "both" in words[:end] and "and" not in words[words.index("both") : end]:
        return False
    which = [one for one in range(end) if parsed.tags[one] == "WDT" and parsed.tags[one - 1] == "IN"]
    if which and end == place and tree.span(_clause_of(parsed, which[-1]))[1] == end:
        return False  # "in which old bone is broken down and new bone is made"
    if "not" in words[:end] and "only" in words[:end] or _may_help(parsed, place):
        return False
    # A conjunction of the main clause, or one whose clause runs up to the joint, may govern the second half too.
    opening = [one for one in range(end) if tree.labels[one] == "mark" or parsed.tags[one] == "WRB"]
    return not any(
        tree.heads[one] < 0
        or tree.heads[tree.heads[one]] < 0
        or (
            tree.span(tree.heads[one])[1] == end
            and (words[one] == "that" or end == place)
            and (tree.labels[tree.heads[one]] != "relcl" or parsed.tags[one] == "WRB")
        )
        for one in opening
    )


def _clause_of(parsed: Parsed, place: int) -> int:
    """Return the verb of the relative clause that a token stands in, or the root."""
    above = [place, *parsed.tree.ancestors(place)]
    return next((one for one in above if parsed.tree.labels[one] == "relcl"), above[-1])


def _may_help(parsed: Parsed, place: int) -> bool:
    """Return whether a verb after a joint may be bare like one before it: "helps bones grow and nerves work"."""
    behind = [one for one in range(place, parsed.stop) if parsed.tags[one] in FINITE][:1]
    if any(parsed.tags[one] != "VBP" or parsed.words[one] in _PLURAL for one in behind):
        return False
    return any(parsed.tags[one] == "VB" for one in range(place))


def _listed_before(parsed: Parsed, place: int) -> bool:
    """Return whether a joint may end a row ("fever, a cough, and loss of") or stand in "two and a half"."""
    words, tags = parsed.words, parsed.tags
    if list(words[place + 1 : place + 3]) == ["a", "half"]:
        return True
    if any(word == ":" and not depth for word, depth in zip(words, parsed.depth, strict=True)):
        return True
    if any(words[one] == ";" and words[one + 1] in ("or", "and") for one in range(len(words) - 1)):
        return True
    commas = [one for one in range(end_before(parsed, place)) if words[one] == ","]
    if words[place - 1] == "," and commas and words[commas[-1] + 1] not in _JOINING:
        if tags[commas[-1] + 1] == "IN":
            return False
        return not any(tags[one] in FINITE for one in range(commas[-1], place))
    if words[place - 1] != "," and commas and tags[place + 1] not in _NEW:
        if not any(tags[one] in FINITE or words[one] == "and" for one in range(commas[-1], place)):
            return True  # "rats, rabbits and monkeys"
    before = [one for one in range(place) if words[one] == "and"]
    if not before or any(tags[one] in FINITE for one in range(before[-1], place)):
        return False
    if tags[place + 1] in _NEW:
        return False
    return not any(words[one] in SINGULAR or tags[one] == "VBZ" for one in _first_finite(parsed, place))


def _first_finite(parsed: Parsed, place: int) -> list[int]:
    """Return the first finite verb from a place on, in a list that is empty if there is none."""
    return [one for one in range(place, parsed.stop) if parsed.tags[one] in FINITE][:1]


def _verbs_in_row(parsed: Parsed, verb: int, place: int) -> bool:
    """Return whether a second verb follows a comma before the joint, so that three verbs may stand in a row."""
    words, tags = parsed.words, parsed.tags
    if words[place - 1] == "," and any(words[one] == "," and tags[one + 1] == "NNS" for one in range(verb, place - 1)):
        return True  # "holds water, supplies farms, and has": a verb that is spelt like a noun
    return any(
        words[one] == "," and (tags[one + 1] in FINITE or (tags[one + 1] == "VBN" and tags[one + 2] in _OBJECT))
        for one in range(verb, place - 1)
    )


def _clauses_in_row(parsed: Parsed, verb: int, place: int) -> bool:
    """Return whether a comma alone joins two clauses before a joint, so that three stand in a row: "A, B, and C"."""
    tree = parsed.tree
    for one in tree.children(verb, ("ccomp", "conj", "parataxis", "dep", "advcl")):
        first, second = sorted((one, verb))
        if tree.child(one, "mark") is not None or any(parsed.tags[each] in RELATIVE for each in tree.children(one)):
            continue
        subject = tree.child(second, *SUBJECTS)
        if second >= place or subject is None or not (first < subject < second):
            continue
        start = tree.span(subject)[0]
        told = {verbs.base_form(parsed, one), verbs.base_form(parsed, verb)}
        if parsed.words[start - 1] == "," and verbs.finite(parsed, one) and told.isdisjoint(SAYING):
            return True
    return False


def _clause_before(parsed: Parsed, verb: int, place: int) -> bool:
    """Return whether a clause with a conjunction runs up to a joint, so that its second verb may follow the joint."""
    tree, tags = parsed.tree, parsed.tags
    end = end_before(parsed, place)
    opening = [one for one in range(verb, end) if tree.labels[one] == "mark" or tags[one] == "WRB"]
    if any(parsed.words[one] == "that" and tags[one] == "IN" for one in range(verb, end)):
        return True
    return any(tree.span(max(tree.heads[one], 0))[1] == end for one in opening)


def _announces(parsed: Parsed, place: int) -> bool:
    """Return whether words before a colon only announce what follows: "there are two types:", "one fact:"."""
    near = parsed.words[max(place - _NEAR, 0) : place]
    counted = any(parsed.tags[one] == "CD" for one in range(place))
    return not _ANNOUNCING.isdisjoint(near) or (counted and not _KINDS.isdisjoint(parsed.words[:place]))


def _only_says(parsed: Parsed, place: int) -> bool:
    """Return whether the last verb before a joint is one of saying, so that what is said may follow the joint."""
    last = [one for one in range(place) if parsed.tags[one] in VERBS][-1:]
    return any(verbs.base_form(parsed, one) in SAYING for one in last)


def _saying(parsed: Parsed, verb: int, place: int) -> bool:
    """Return whether a verb, or a word shortly before a joint, is one of saying, which may cover the next clause."""
    return any(verbs.base_form(parsed, one) in SAYING for one in (verb, *range(max(place - _NEAR, 0), place)))


def _reports(parsed: Parsed, place: int) -> bool:
    """Return whether a clause that somebody says or knows stands before a joint."""
    return any(parsed.tree.labels[one] == "ccomp" for one in range(place))


def _verb_before(parsed: Parsed, place: int) -> bool:
    """Return whether a verb stands right before a joint, so that three may stand in a row."""
    return parsed.tags[end_before(parsed, place) - 1] in VERBS


def _hanging(parsed: Parsed, place: int) -> bool:
    """Return whether the words between the last comma and a joint may open the clause after the joint."""
    words, tags = parsed.words, parsed.tags
    commas = [one for one in range(place) if words[one] == ","]
    if "so" in words[:place]:
        return True
    joining = [one for one in range(place) if words[one] in _JOINING]
    if any(words[one + 1] == "," or tags[one + 1] in ("WRB", "IN") for one in joining):
        return True
    if joining and not any(tags[one] in FINITE for one in range(joining[-1], place)):
        opened = joining[-1] + 1
        if words[joining[-1]] != "and" or opened == place or tags[opened] in _HANGING:
            return True
    if not commas:
        return False
    first = commas[-1] + 1
    opening = tags[first] in ("IN", "VBG", "VBN", "RB", "WRB", "TO") or words[first] in _JOINING
    return words[place - 1] == "however" or (opening and not any(tags[one] in FINITE for one in range(first, place)))


def end_before(parsed: Parsed, place: int) -> int:
    """Return where the words before a joint end, without the commas and semicolons right before the joint."""
    while parsed.words[place - 1] in _BEFORE_JOINT:
        place -= 1
    return place


CONDITIONS: Final[dict[str, Condition]] = {
    "complete": _complete,
    "separate": _separate,
    "reports": _reports,
    "verb_before": _verb_before,
    "hanging": _hanging,
    "listed_before": _listed_before,
    "verbs_in_row": _verbs_in_row,
    "clauses_in_row": _clauses_in_row,
    "announces": _announces,
    "clause_before": _clause_before,
    "saying": _saying,
    "only_says": _only_says,
}
