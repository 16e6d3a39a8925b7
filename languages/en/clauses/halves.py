"""Where a sentence may be two by its words and tags, and whether the halves, parsed apart, are right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from languages.en.clauses import verbs
from languages.en.clauses.references import is_time
from languages.en.clauses.verb_conditions import SAYING
from languages.en.words.inflection import inflected
from languages.en.words.tags import FINITE, NAMES, NOUNS, VERBS
from languages.structure.parsed import Condition, Parsed, Tagged
from languages.structure.parts import Joint

__all__ = ["CONDITIONS", "joints"]

_JOINING: Final = frozenset({"and", "but", "yet"})
_MARKS: Final = frozenset({";", ":"})
_BEFORE_JOINT: Final = frozenset({",", ";"})
_RELATIVE: Final = frozenset({"WDT", "WP", "WP$", "WRB"})
_SUBJECTS: Final = ("nsubj", "nsubjpass", "expl")
#: What may open a sentence of its own behind a comma.
_OPENING: Final = frozenset(
    "he she it they we i you this these there the a an his her its their our however".split()
)
_PLURAL: Final = frozenset({"are", "were", "have", "do"})
_SINGULAR: Final = frozenset({"is", "was", "has", "does"})
#: What stands between a comma and a clause that may be a sentence of its own with other words before it.
_CONJUNCTIONS: Final = frozenset({"although", "though", "whereas", "because", "since", "as", "so"})
#: Joints of a sentence that are looked at, and the fewest words of a half.
_MOST, _FEWEST = 6, 4
#: Words before a joint in which one of these wants its second part there.
_NEAR: Final = 6
_COVERING: Final = frozenset("both between either neither whether".split())
#: Tags of words that rather open a clause than the last of several nouns without an article.
_NEW: Final = frozenset({"DT", "PRP", "PRP$", "EX", "IN", "WRB", "RB"})
_HANGING: Final = frozenset({"DT", "RB", "VBN", "VBD", "VBG"})
_ANNOUNCING: Final = frozenset(
    """follows following fact point condition remarks question questions thing things reason reasons words
    relates told describes example note""".split()
)
_KINDS: Final = frozenset(
    "type types kind kinds way ways part parts step steps stage stages group groups".split()
)
_OBJECT: Final = NOUNS | NAMES | {"DT", "PRP$", "PRP"}
_OF_NOUNS: Final = frozenset({"acl", "relcl", "amod", "pcomp", "compound"})
_BEFORE_BE: Final = frozenset(
    """also now still currently then later often usually always never generally largely mostly sometimes not
    therefore thus subsequently eventually soon typically commonly officially formerly originally""".split()
)
_ASIDE: Final = frozenset({"IN", "RB", "VBN", "VBG", "DT", "JJ", "NNP"})
_OF_DEGREE: Final = frozenset({"RB", "JJ", "RBR", "JJR", "VBN"})
_LOOSE: Final = frozenset({",", "and", "or", "but", "to"})
#: What goes with a preposition before the joint: "from Leeds to York and to Hull".
_GOING_ON: Final = frozenset("to of for from that than as so whereas because".split())
_OPENERS: Final = frozenset({"IN", "RB", "WRB"})
_SUBORDINATING: Final = frozenset(
    "so that if unless whether although though because while until since".split()
)
_UNFINISHED: Final = frozenset({"IN", "TO", "DT", "CC", "PRP$", "WDT", "WP", "WRB", "WP$", ","})


def joints(tagged: Tagged) -> Sequence[Joint]:
    """Return where a sentence may be two: at marks and words that join clauses, finite verbs beside them."""
    return [*_joints(tagged)][:_MOST]


def _joints(tagged: Tagged) -> Iterator[Joint]:
    words, tags = tagged.words, tagged.tags
    finite = [place for place, tag in enumerate(tags) if tag in FINITE]
    if len(finite) < 2:
        return
    for place in range(finite[0] + 1, finite[-1]):
        word = words[place]
        if tagged.depth[place] or place in tagged.quoted or tagged.words_before[place] < _FEWEST:
            continue
        if tagged.words_before[tagged.stop] - tagged.words_before[place + 1] < _FEWEST:
            return
        before = place
        while words[before - 1] in _BEFORE_JOINT:
            before -= 1
        if word in _JOINING:
            subject = _put_in(tagged, place + 1)
            yield Joint(before, place + 1, "cc", subject)
        elif word in _MARKS or (word == "," and words[place + 1] in _OPENING):
            yield Joint(place, place + 1, "punct")
        elif word == "," and words[place + 1] in _CONJUNCTIONS:
            yield Joint(place, place + 2, "cc")


def _put_in(tagged: Tagged, place: int) -> tuple[str, str] | None:
    """Return a subject for words that begin with a verb; None where they do not."""
    while tagged.tags[place] == "RB":
        place += 1
    if tagged.tags[place] not in FINITE:
        return None
    if tagged.words[place] in _PLURAL or tagged.tags[place] == "VBP":
        return ("they", "PRP")
    singular = tagged.words[place] in _SINGULAR or tagged.tags[place] == "VBZ"
    return ("it" if singular else "he", "PRP")


def _complete(parsed: Parsed, place: int) -> bool:
    """Whether what stands before a joint can end there: clauses have their verbs, no word wants another."""
    words, tags = parsed.words, parsed.tags
    if "whereas" in words or words[0] == "whilst" or words[place - 1] == words[place + 1]:
        return False  # "on and on it went"
    end = _end(parsed, place)
    if tags[end - 1] in _UNFINISHED and words[end - 1] not in ("it", "this", "that", "all", "there"):
        return False
    opened = [one for one in range(end) if tags[one] in _RELATIVE or words[one] in _SUBORDINATING]
    if any(words[one + 1] == "," for one in opened):
        return False  # "it is said that, in spite of what we know,"
    clauses = [one for one in opened if tags[one] in _RELATIVE or words[one] in ("that", "because", "if")]
    if not all(any(tags[one] in FINITE for one in range(each, end)) for each in opened[-1:]):
        return False
    return all(
        sum(tags[one] in FINITE for one in range(each, end)) >= len(clauses) - number
        for number, each in enumerate(clauses)
    )


def _uncrossed(parsed: Parsed, place: int) -> bool:
    """Whether the tree of the whole sentence has no subject before a joint of a verb behind it.

    "He believed the king and the queen had left".
    """
    whole = parsed.whole
    if whole is None:
        return True
    return not any(whole.labels[one] in _SUBJECTS and whole.heads[one] > place for one in range(place))


def _separate(parsed: Parsed, place: int) -> bool:
    """Whether nothing before a joint may go on behind it: no "both" or "between", no clause with "that"."""
    tree, words = parsed.tree, parsed.words
    end = _end(parsed, place)
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
    """Whether a verb behind a joint may go with a bare one: "helps bones grow and nerves work"."""
    behind = [one for one in range(place, parsed.stop) if parsed.tags[one] in FINITE][:1]
    if any(parsed.tags[one] != "VBP" or parsed.words[one] in _PLURAL for one in behind):
        return False
    return any(parsed.tags[one] == "VB" for one in range(place))


def _listed_before(parsed: Parsed, place: int) -> bool:
    """Whether a comma and "and" may end a row: "fever, a cough, and loss of"; or "two and a half"."""
    words, tags = parsed.words, parsed.tags
    if list(words[place + 1 : place + 3]) == ["a", "half"]:
        return True
    if any(word == ":" and not depth for word, depth in zip(words, parsed.depth, strict=True)):
        return True
    if any(words[one] == ";" and words[one + 1] in ("or", "and") for one in range(len(words) - 1)):
        return True
    commas = [one for one in range(_end(parsed, place)) if words[one] == ","]
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
    return not any(words[one] in _SINGULAR or tags[one] == "VBZ" for one in _first_finite(parsed, place))


def _first_finite(parsed: Parsed, place: int) -> list[int]:
    """Return the first inflected word behind a place."""
    return [one for one in range(place, parsed.stop) if parsed.tags[one] in FINITE][:1]


def _loosely(parsed: Parsed, place: int, verb: int) -> bool:
    """Whether a bare noun behind "and" may go with the one before: "signs and symptoms"."""
    tree, tags = parsed.tree, parsed.tags
    subject = tree.child(verb, *_SUBJECTS)
    if subject is None or parsed.words[place - 1] == "," or tags[place + 1] not in NOUNS | {"JJ"}:
        return False
    if any(parsed.words[one] in ("and", "or") for one in range(*tree.span(subject))):
        return True
    return _loosely_finite(parsed, verb)


def _verbs_in_row(parsed: Parsed, verb: int, place: int) -> bool:
    """Whether another verb follows a comma between one and a joint, so that three may stand in a row."""
    words, tags = parsed.words, parsed.tags
    if words[place - 1] == "," and any(
        words[one] == "," and tags[one + 1] == "NNS" for one in range(verb, place - 1)
    ):
        return True  # "holds water, supplies farms, and has": a verb that is spelt like a noun
    return any(
        words[one] == ","
        and (tags[one + 1] in FINITE or (tags[one + 1] == "VBN" and tags[one + 2] in _OBJECT))
        for one in range(verb, place - 1)
    )


def _clauses_in_row(parsed: Parsed, verb: int, place: int) -> bool:
    """Whether a comma alone joins two clauses before a joint, so that three stand in a row: "A, B, and C"."""
    tree = parsed.tree
    for one in tree.children(verb, ("ccomp", "conj", "parataxis", "dep")):
        first, second = sorted((one, verb))
        subject = tree.child(second, *_SUBJECTS)
        if second >= place or subject is None or not (first < subject < second):
            continue
        start = tree.span(subject)[0]
        told = {verbs.base_form(parsed, one), verbs.base_form(parsed, verb)}
        if parsed.words[start - 1] == "," and verbs.finite(parsed, one) and told.isdisjoint(SAYING):
            return True
    return False


def _main_in_whole(parsed: Parsed, verb: int) -> bool:
    """Whether the tree of the whole sentence does not take a verb for one that is said of a noun.

    "Bands that played rock and new wave developed a style".
    """
    whole = parsed.whole
    subject = parsed.tree.child(verb, *_SUBJECTS)
    if whole is None:
        return True
    if subject is not None and subject and parsed.words[subject] in ("that", "which", "who"):
        return False
    return whole.labels[verb] not in _OF_NOUNS


def _said_of_noun(parsed: Parsed, verb: int) -> bool:
    """Whether a past form alone is a participle of a noun in the tree of the whole sentence."""
    if parsed.whole is None or parsed.tags[verb] != "VBD" or verbs.auxiliaries(parsed, verb):
        return False
    subject = parsed.tree.child(verb, *_SUBJECTS)
    if subject is not None and parsed.tags[subject] == "PRP":
        return False
    spelt = inflected(verbs.base_form(parsed, verb), "VBN") == parsed.words[verb]
    return spelt and parsed.whole.labels[verb] in _OF_NOUNS


def _clause_before(parsed: Parsed, verb: int, place: int) -> bool:
    """Whether a clause with a conjunction stands right before a joint, whose second verb may be behind it."""
    tree, tags = parsed.tree, parsed.tags
    end = _end(parsed, place)
    opening = [one for one in range(verb, end) if tree.labels[one] == "mark" or tags[one] == "WRB"]
    if any(parsed.words[one] == "that" and tags[one] == "IN" for one in range(verb, end)):
        return True
    return any(tree.span(max(tree.heads[one], 0))[1] == end for one in opening)


def _turned_round(parsed: Parsed, place: int) -> bool:
    """Whether a second verb may have its subject behind it, or be an adjective: "and nearby is a park"."""
    tags, words = parsed.tags, parsed.words
    first = place + 1
    if tags[first] == "RB" and words[first] not in _BEFORE_BE and words[first + 1] in _SINGULAR | _PLURAL:
        return True
    if words[first] in ("renamed", "named", "called", "declared", "made"):
        return True  # "was moved and renamed the Old School"
    if tags[_end(parsed, place) - 1] in ("JJ", "RB") and tags[first] == "VBD" and tags[first + 1] in NOUNS:
        return True  # "formal, periodic and documented checks"
    finite = [one for one in range(first, parsed.stop) if tags[one] in FINITE][:2]
    return (
        len(finite) > 1
        and tags[finite[0]] == "VBZ"
        and tags[finite[1]] == "MD"
        and words[first] == "therefore"
    )


def _clauses_beside(parsed: Parsed, place: int) -> bool:
    """Whether a mark is the first of its sort, and behind it stand clauses alone."""
    words, tags = parsed.words, parsed.tags
    if words[place] in words[:place] or parsed.depth[place]:
        return False
    marks = [one for one in range(place + 1, parsed.stop) if words[one] == ";"]
    if any(words[one + 1] in ("and", "or", "but") for one in marks):
        return False
    ends = [*marks, parsed.stop]
    return all(
        any(tags[one] in FINITE for one in range(start, end))
        for start, end in zip([place, *marks], ends, strict=True)
    )


def _announces(parsed: Parsed, place: int) -> bool:
    """Whether words before a colon only announce what follows: "there are two types:", "one fact:"."""
    near = parsed.words[max(place - _NEAR, 0) : place]
    counted = any(parsed.tags[one] == "CD" for one in range(place))
    return not _ANNOUNCING.isdisjoint(near) or (counted and not _KINDS.isdisjoint(parsed.words[:place]))


def _crossed_but(parsed: Parsed, place: int, verb: int) -> bool:
    """Whether it has such a subject, but for that of one verb."""
    whole = parsed.whole
    return whole is not None and any(
        whole.labels[one] in _SUBJECTS and whole.heads[one] > place and whole.heads[one] != verb
        for one in range(place)
    )


def _at_once(parsed: Parsed, subject: int, verb: int) -> bool:
    """Whether a clause begins with its subject, which has no comma."""
    if "," in parsed.words[slice(*parsed.tree.span(subject))]:
        return False
    return parsed.tree.span(subject)[0] == parsed.tree.span(verb)[0]


def _loosely_finite(parsed: Parsed, verb: int) -> bool:
    """Whether a past form is spelt like a participle, and has no object: "his head held high"."""
    alone = parsed.tags[verb] == "VBD" and not verbs.auxiliaries(parsed, verb)
    return (
        alone
        and parsed.tree.child(verb, "dobj", "ccomp", "xcomp") is None
        and inflected(verbs.base_form(parsed, verb), "VBN") == parsed.words[verb]
    )


def _only_says(parsed: Parsed, place: int) -> bool:
    """Whether the verb nearest before a joint wants what is said, and that may stand behind it."""
    last = [one for one in range(place) if parsed.tags[one] in VERBS][-1:]
    return any(verbs.base_form(parsed, one) in SAYING for one in last)


def _goes_with_sentence(parsed: Parsed, place: int) -> bool:
    """Whether "however" stands for a sentence, not for "how much": "however small it is"."""
    return parsed.tags[place + 1] not in _OF_DEGREE


def _saying(parsed: Parsed, verb: int, place: int) -> bool:
    """Whether a verb, or one near the joint behind it, may tell in whose words the clause behind that is."""
    return any(verbs.base_form(parsed, one) in SAYING for one in (verb, *range(max(place - _NEAR, 0), place)))


def _begins_plainly(parsed: Parsed, verb: int) -> bool:
    """Whether a clause begins with its subject, or what may open a sentence; the verb follows the subject."""
    tree, tags = parsed.tree, parsed.tags
    subject = tree.child(verb, *_SUBJECTS)
    if subject is None or tags[subject] not in NOUNS | NAMES | {"PRP", "EX", "DT"}:
        return False
    if not _is_sure(parsed, subject, verb):
        return False
    start, end = tree.span(subject)
    first = min((*verbs.auxiliaries(parsed, verb), verb))
    inside = [one for one in range(start, end) if not parsed.depth[one]]
    if end > first or any(tags[one] in FINITE or tags[one] in _RELATIVE for one in inside):
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
    """Whether a verb stands on both sides of a joint, one object behind: "it required and requires"."""
    words, tags = parsed.words, parsed.tags
    verbs_before = {words[one] for one in range(place) if tags[one] in FINITE} - _SINGULAR - _PLURAL
    behind = {verbs.base_form(parsed, one) for one in range(place, parsed.stop) if tags[one] in FINITE}
    last = verbs.base_form(parsed, place - 1) if tags[place - 1] in FINITE else ""
    return words[place + 1] in verbs_before or last in behind


def _is_sure(parsed: Parsed, subject: int, verb: int) -> bool:
    """Whether a noun has an article or the like before it, or stands alone before an auxiliary.

    Else it may be the second of two: "carved and decorated violins", "and now packs sustained winds".
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
    """Whether nothing but adverbs stands between a subject and the first word of its verb."""
    end = parsed.tree.span(subject)[1]
    return parsed.words[end - 1] not in _LOOSE and all(parsed.tags[one] == "RB" for one in range(end, first))


def _aside(parsed: Parsed, subject: int, first: int) -> bool:
    """Whether one aside between two commas, and nothing else, stands between a subject and its verb."""
    words = parsed.words
    commas = [one for one in range(subject, first) if words[one] == ","]
    return (
        len(commas) == 2
        and commas[1] == first - 1
        and parsed.tags[commas[0] + 1] in _ASIDE
        and not any(words[one] in _LOOSE - {",", "to"} for one in range(commas[0], first))
    )


def _named_behind_comma(parsed: Parsed, place: int) -> bool:
    """Whether a name behind "and" stands behind a comma, or behind none: else it may be one of two."""
    before = place - 1
    while before and (parsed.depth[before] or parsed.words[before] in ("(", ")")):
        before -= 1
    kinds = ["NNP" if parsed.tags[one] in NAMES else parsed.tags[one] for one in (before, place + 1)]
    return kinds not in (["NNP", "NNP"], ["CD", "CD"], ["JJ", "JJ"])


def _shares_be(parsed: Parsed, verb: int, other: int) -> bool:
    """Whether a past form may be a participle behind the "was" before it: "was old and heavily favored"."""
    if verbs.base_form(parsed, verb) != "be" or parsed.tags[other] != "VBD":
        return False
    tree = parsed.tree
    own = tree.child(other, "xcomp")
    to_do = own is not None and parsed.tags[own] == "VB"
    active = to_do or tree.child(other, "dobj", "attr", "acomp", "ccomp") is not None
    return not active and inflected(verbs.base_form(parsed, other), "VBN") == parsed.words[other]


def _reports(parsed: Parsed, place: int) -> bool:
    """Whether a clause that somebody says or knows stands before a joint."""
    return any(parsed.tree.labels[one] == "ccomp" for one in range(place))


def _verb_before(parsed: Parsed, place: int) -> bool:
    """Whether a verb stands right before a joint, so that three may stand in a row."""
    return parsed.tags[_end(parsed, place) - 1] in VERBS


def _hanging(parsed: Parsed, place: int) -> bool:
    """Whether what stands between the last comma and a joint may open the clause behind the joint."""
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
    return words[place - 1] == "however" or (
        opening and not any(tags[one] in FINITE for one in range(first, place))
    )


def _end(parsed: Parsed, place: int) -> int:
    """Return where the words before a joint end."""
    while parsed.words[place - 1] in _BEFORE_JOINT:
        place -= 1
    return place


CONDITIONS: Final[dict[str, Condition]] = {
    "complete": _complete,
    "uncrossed": _uncrossed,
    "begins_plainly": _begins_plainly,
    "separate": _separate,
    "named_behind_comma": _named_behind_comma,
    "shares_be": _shares_be,
    "reports": _reports,
    "verb_before": _verb_before,
    "hanging": _hanging,
    "listed_before": _listed_before,
    "verbs_in_row": _verbs_in_row,
    "clauses_in_row": _clauses_in_row,
    "loosely": _loosely,
    "loosely_finite": _loosely_finite,
    "crossed_but": _crossed_but,
    "main_in_whole": _main_in_whole,
    "turned_round": _turned_round,
    "announces": _announces,
    "clauses_beside": _clauses_beside,
    "same_verb": _same_verb,
    "clause_before": _clause_before,
    "said_of_noun": _said_of_noun,
    "at_once": _at_once,
    "saying": _saying,
    "only_says": _only_says,
    "goes_with_sentence": _goes_with_sentence,
}
