"""Several things of one kind at the end of a sentence, which can stand one below the other.

What joins such things is what the parser knows least: the second of four nouns is an apposition of the
first or one more object as often. So the end of the sentence is cut at its marks, and each piece is asked
whether it is one phrase; only what stands before the first one is asked of the tree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from languages.en.clauses import verbs
from languages.en.words.tags import FINITE, NAMES, NOUNS, VERBS
from languages.en.words.word_lists import NEGATIONS
from languages.parts.clause import BREAK, Clause, Inserted, Item
from languages.structure.parsed import Condition, Insertion, Parsed, Tagged

__all__ = ["CONDITIONS", "INSERTIONS", "WORD_CONDITIONS"]

_JOINING: Final = frozenset({"and", "or"})
#: Fewest items; fewer do where they are long.
_FEWEST, _FEW = 4, 3
#: Words of all items together, of few items, and of each of few.
_WORDS, _WORDS_OF_FEW, _LONG = 9, 18, 4
#: Determiners that may be said of all things that follow: "the name, address and age".
_SHARED: Final = frozenset(
    """the your his her its their our my this these those any all some no each every both either neither
    such""".split()
)
#: Prepositions of phrases that may belong to what all things are about: "send A, B and C by Friday".
_OF_ALL: Final = frozenset(
    """to by before within at on in during until till after since through throughout under over between into
    onto as per via upon without against towards""".split()
)
#: The same of what somebody does, where the verb before has its own ending.
_WHEN: Final = frozenset("by before within until till during after since like as without".split())
#: Words behind which a list does not begin.
_TIED: Final = frozenset(
    "between both either neither than not only from among amongst per whether versus vs vs. like".split()
)
_SUBORDINATING: Final = frozenset("if when unless until because although though while after before".split())
#: What an introduction may end with, beside a colon: a verb, a modal, "to", a preposition, a pronoun.
_LAST_TAGS: Final = VERBS | {"MD", "TO", "IN", "PRP", "RP"}
#: What makes an item more than one thing, or another list begin in it.
_INNER: Final = frozenset(
    ": ; . ! ? -- – — such including include includes and/or namely e.g. i.e. either both neither".split()
)
#: What "of" follows where only the next noun belongs to it; "mild to severe" and the like are adjectives.
_PARTS: Final = frozenset("one some many most all each any none part".split())
_NO_ITEMS: Final = frozenset(
    """etc etc. so more others vice elsewhere not then also rather instead especially particularly notably
    mainly mostly""".split()
)
#: Verbs that say that the next one is to be done.
_NEEDING: Final = frozenset({"need", "have"})
_SINGLE: Final = frozenset({"'", "‘", "’"})
_CLAUSES: Final = ("relcl", "acl", "advcl", "appos")
_OF_NOUNS: Final = frozenset({"det", "amod", "compound", "poss", "nummod", "punct", "appos"})
_MODIFIERS: Final = ("amod", "compound", "nummod", "nmod", "poss", "det")
_OPENINGS_OF_NOUNS: Final = (
    NOUNS | NAMES | {"DT", "PRP$", "JJ", "JJR", "JJS", "CD", "VBG", "VBN", "PDT", "RB", "$"}
)
_QUESTIONS: Final = frozenset({"WP", "WRB", "WDT", "WP$"})
_RELATIVE: Final = frozenset({"WDT", "WP"})
_QUESTION_WORDS: Final = frozenset({"how", "whether", "that"})


class _List(NamedTuple):
    """The tokens of each item, the word on which each hangs, and what joins the last one."""

    items: tuple[range, ...]
    heads: tuple[int, ...]
    joint: str


class _Kind(NamedTuple):
    """Items of one kind: the head of a piece that is one, and where the first may begin in a piece."""

    head: Callable[[Parsed, range], int | None]
    starts: Callable[[Parsed, range], list[int]]
    fits: Callable[[Parsed, _List], bool]


def _listed(parsed: Parsed, kind: _Kind) -> _List | None:
    """Return the list of a kind that ends the sentence; None where there is none that is plain."""
    for mark in (";", ","):
        for joint in _joints(parsed):
            found = _from(parsed, kind, joint, mark)
            if found is not None and _worth_it(parsed, found) and _introduced(parsed, found):
                return found if kind.fits(parsed, found) else None
    return None


def _joints(parsed: Parsed) -> Iterator[int]:
    """Yield the places of "and" and "or" outside brackets and quotation marks, the last one first."""
    for place in range(parsed.stop - 1, 0, -1):
        if parsed.words[place] in _JOINING and not parsed.depth[place]:
            yield place


def _from(parsed: Parsed, kind: _Kind, joint: int, mark: str) -> _List | None:
    """Return the list whose last item stands behind a joint."""
    words = parsed.words
    serial = words[joint - 1] == mark
    if mark == ";" and not serial:
        return None
    piece = _bare(parsed, range(joint + 1, parsed.stop))
    repeated = words[piece.start - 1] == "to"
    head = _item(parsed, kind, piece, mark, serial)
    if head is None:
        return None
    items, heads = [piece], [head]
    end = joint - serial
    while True:
        begin = end
        while begin and not (words[begin - 1] == mark and not parsed.depth[begin - 1]):
            begin -= 1
        piece = _bare(parsed, range(begin, end))
        head = _item(parsed, kind, piece, mark, serial) if begin else None
        if head is None:
            break
        repeated = repeated or words[piece.start - 1] == "to"
        items.insert(0, piece)
        heads.insert(0, head)
        end = begin - 1
    first = _first(parsed, kind, range(begin, end), (items[0].start, heads[0]), mark, serial)
    if first is None or parsed.depth[first[0].start]:
        return None
    if "between" in words[first[0].start : joint] or (repeated and words[first[0].start - 1] != "to"):
        return None
    return _List((first[0], *items), (first[1], *heads), words[joint])


def _bare(parsed: Tagged, piece: range) -> range:
    """Return a piece without the "to" before its verb, which the introduction says for all."""
    repeats = parsed.tags[piece.start : piece.start + 2] == ["TO", "VB"] and len(piece) > 1
    return range(piece.start + 1, piece.stop) if repeats else piece


def _item(parsed: Parsed, kind: _Kind, piece: range, mark: str, serial: bool) -> int | None:
    """Return the head of a piece that is one item by itself; None where it is none."""
    if not piece:
        return None
    words = [parsed.words[one] for one in piece]
    outer = [word for one, word in zip(piece, words, strict=True) if not parsed.depth[one]]
    if words[0] in _NO_ITEMS or words.count('"') % 2 or words.count("(") != words.count(")"):
        return None
    if sum(parsed.words[one] in _SINGLE and parsed.tags[one] != "POS" for one in piece) % 2:
        return None
    if not _INNER.isdisjoint(outer) or (mark == "," and "," in outer):
        return None
    if (not serial and not _JOINING.isdisjoint(outer)) or outer.count("as") > 1:
        return None
    return kind.head(parsed, piece)


def _first(
    parsed: Parsed, kind: _Kind, piece: range, following: tuple[int, int], mark: str, serial: bool
) -> tuple[range, int] | None:
    """Return the first item, which ends a piece that begins with the introduction, and its head.

    Args:
        parsed: the sentence.
        kind: of the items.
        piece: that ends with it.
        following: where the second item begins, and its head.
        mark: between items.
        serial: a mark stands before the last joint too.
    """
    tree = parsed.tree
    opening, second = parsed.words[following[0]], following[1]
    found = []
    for start in kind.starts(parsed, piece):
        own = range(start, piece.stop)
        head = _item(parsed, kind, own, mark, serial)
        if head is not None:
            found.append((own, head))
    alike = [one for one in found if parsed.words[one[0].start] == opening]
    if len(alike) == 1 and len(found) > 1 and opening in _SHARED:
        return alike[0]  # "tell the nurse about any pain, any drugs, ..."
    if parsed.words[following[0] - 1] != "to" or parsed.tags[second] not in VERBS:  # said again, it is plain
        found = [one for one in found if tree.heads[second] not in one[0] or tree.heads[second] == one[1]]
    if len(found) > 1 and parsed.words[found[0][0].start] in _NEEDING:
        found = found[1:]  # "you will need to fill in the form, sign it, ..."
    joined = [
        (own, head)
        for own, head in found
        if tree.heads[second] == head or (tree.heads[second] >= 0 and tree.heads[second] == tree.heads[head])
    ]
    if len(joined) == 1:
        own, head = joined[0]
        plain = tree.heads[second] == head and not _is_name(parsed, head)
        return joined[0] if plain or not _of_noun(parsed, own, head) else None
    return found[0] if len(found) == 1 and not _of_noun(parsed, *found[0]) else None


def _of_noun(parsed: Parsed, own: range, head: int) -> bool:
    """Whether an item stands behind a preposition that tells of a noun: "the roof of the house"."""
    tree = parsed.tree
    if tree.labels[head] != "pobj" or parsed.words[own.start - 1] == "as":
        return False
    noun = tree.heads[tree.heads[head]]
    return noun >= 0 and parsed.tags[noun] in NOUNS | NAMES


def _is_name(parsed: Parsed, head: int) -> bool:
    return parsed.tags[head] in NAMES and parsed.tree.child(head, "det", "poss") is None


def _tops(parsed: Parsed, piece: range) -> list[int]:
    """Return the tokens of a piece that hang on nothing in it, marks left out."""
    tree = parsed.tree
    return [one for one in piece if tree.heads[one] not in piece and tree.labels[one] not in ("punct", "cc")]


def _words(parsed: Tagged, places: range) -> int:
    return parsed.words_before[places.stop] - parsed.words_before[places.start]


def _worth_it(parsed: Parsed, found: _List) -> bool:
    """Whether there are enough items, or few long ones, with enough to read in them."""
    sizes = [_words(parsed, own) for own in found.items]
    if not all(sizes):
        return False
    if len(sizes) >= _FEWEST:
        return sum(sizes) >= max(_WORDS, 2 * len(sizes))
    return len(sizes) >= _FEW and sum(sizes) >= _WORDS_OF_FEW and min(sizes) >= _LONG


def _introduced(parsed: Parsed, found: _List) -> bool:
    """Whether what stands before a list has a verb with its subject, or tells the reader to do something."""
    start = found.items[0].start
    if start < 2 or parsed.words[start - 1] in _TIED or ":" in parsed.words[: start - 1]:
        return False
    before = range(start)
    if any(parsed.words[one] in ("either", "both", "neither", "whether") for one in before):
        return False
    if _hangs(parsed, start):
        return False
    if found.joint == "and" and not NEGATIONS.isdisjoint(parsed.words[:start]):
        return False
    for verb in (*before, found.heads[0]):
        if parsed.tags[verb] in VERBS and parsed.tree.labels[verb] != "amod":
            subject = parsed.tree.child(verb, *verbs.SUBJECTS)
            if subject is not None and subject < start:
                return True
    return any(
        parsed.tags[one] == "VB" and (one == 0 or parsed.words[one - 1] in ("please", ",")) for one in before
    )


def _hangs(parsed: Parsed, start: int) -> bool:
    """Whether what stands before a place is a subordinate clause alone: "if you want to"."""
    opening = next((one for one in range(start) if parsed.words[one] in _SUBORDINATING), start)
    if any(parsed.tags[one] in VERBS for one in range(opening)):
        return False
    return opening < start and "," not in parsed.words[opening:start]


def _left_out(parsed: Parsed, verb: int) -> bool:
    """Whether a verb stands in a relative clause about something else than its subject: "which they say"."""
    for one in (verb, *parsed.tree.ancestors(verb)):
        if parsed.tree.labels[one] == "relcl":
            subject = parsed.tree.child(one, *verbs.SUBJECTS)
            return subject is None or parsed.tags[subject] not in _RELATIVE
    return False


# Things


def _noun_phrase(parsed: Parsed, piece: range) -> int | None:
    tops = _tops(parsed, piece)
    if len(tops) != 1 or parsed.tags[piece.start] not in _OPENINGS_OF_NOUNS:
        return None
    (head,) = tops
    if parsed.tags[head] not in NOUNS | NAMES and not (parsed.tags[head] == "VBG" and head == piece.start):
        return None
    outer = [one for one in piece if not parsed.depth[one]]
    if any(parsed.tags[one] in FINITE and not _in_relative(parsed, one, piece) for one in outer):
        return None
    return head


def _in_relative(parsed: Parsed, place: int, piece: range) -> bool:
    """Whether a token stands in a relative clause of a piece."""
    return any(
        one in piece and parsed.tree.labels[one] == "relcl" for one in (place, *parsed.tree.ancestors(place))
    )


def _behind_words(parsed: Parsed, piece: range) -> list[int]:
    """Return where a noun phrase may begin: behind a verb, a preposition, a pronoun or a colon."""
    return [
        one + 1
        for one in piece
        if one + 1 < piece.stop
        and (
            parsed.words[one] == ":" or (parsed.tags[one] in _LAST_TAGS and parsed.tree.labels[one] != "amod")
        )
    ]


def _are_things(parsed: Parsed, found: _List) -> bool:
    named = [_is_name(parsed, one) for one in found.heads]
    start = found.items[0].start
    doing = [parsed.tags[one] == "VBG" for one in found.heads]
    if any(doing) and (not all(doing) or _shared_object(parsed, found)):
        if all(doing) or any(
            (parsed.tree.labels[below] not in _OF_NOUNS and parsed.words[below] != "of")
            for one, verb in zip(found.heads, doing, strict=True)
            if verb
            for below in parsed.tree.children(one)
            if below in found.items[found.heads.index(one)]
        ):
            return False
    if 2 * sum(named) >= len(named) or not _several_told(parsed, start, found.heads[0]):
        return False
    determined = [parsed.tree.child(one, "det", "poss") is not None for one in found.heads]
    behind_preposition = parsed.tags[start - 1] == "IN" and parsed.words[start - 1] not in ("as", "including")
    if not determined[0] and 2 * sum(determined) >= len(named) and (named[0] or behind_preposition):
        return False  # "by Smith, a painter, ...": the next ones are something else
    if not _plain_preposition(parsed, start) or _explained(parsed, found):
        return False
    return (
        _own_determiners(parsed, found)
        and not _mark_before(parsed, start)
        and not _open_start(parsed, found)
        and not _open_end(parsed, found)
    )


def _plain_preposition(parsed: Parsed, start: int) -> bool:
    """Whether a preposition before a list can be said of all: not "one of", "up to", "known as"."""
    before, last = parsed.words[start - 2 : start]
    if last == "as":
        return before == "such"
    if last == "to" and (parsed.tags[start - 2] in ("JJ", "JJR", "JJS") or before == "up"):
        return False
    joined = before in _JOINING and parsed.tags[start - 1] not in ("VBP", "VBZ", "VBD", "IN")
    return before not in _PARTS and not joined  # "increased or decreased ..."


def _explained(parsed: Parsed, found: _List) -> bool:
    """Whether an item may say what the one before is: "Emma, a novel by Austen", "gout, a disease that"."""
    for place, own in enumerate(found.items[1:], 1):
        head = found.heads[place - 1]
        bare = parsed.tree.child(head, "det", "poss", "nummod") is None and parsed.tags[head] == "NN"
        clause = _behind(parsed, found, place, ("relcl", "acl"))
        if parsed.words[own.start] in ("a", "an") and (
            parsed.tags[head] in NAMES or (place == 1 and bare and clause)
        ):
            return True
    return False


def _several_told(parsed: Parsed, start: int, head: int) -> bool:
    """Whether it is said of several what they are: "these are a, b and c", not "he is a, b and c"."""
    return parsed.tree.labels[head] != "attr" or parsed.words[start - 1] not in ("is", "was", "be", "been")


def _mark_before(parsed: Parsed, start: int) -> bool:
    """Whether a mark or joint stands between a list and the verb before, so that it may begin before that."""
    if parsed.words[start - 1] in (":", "including"):
        return False
    if parsed.words[start - 2 : start] == ["such", "as"]:
        return False
    verb = next((one for one in range(start - 1, -1, -1) if parsed.tags[one] in VERBS), 0)
    return any(parsed.words[one] in (",", ";", "and", "or") for one in range(verb, start))


def _own_determiners(parsed: Parsed, found: _List) -> bool:
    """Whether nothing before the first noun may be said of the others as well."""
    tree = parsed.tree
    first, *others = found.heads
    opening = parsed.words[found.items[0].start]
    bare = [one for one in others if tree.child(one, "det", "poss", "nummod") is None]
    counted = [tree.child(one, "nummod") is not None for one in found.heads]
    if opening in _SHARED and any(parsed.tags[one] not in NAMES for one in bare):
        return False
    if counted[0] and (bare or not any(counted[1:])):
        return False
    if opening in ("a", "an") and 2 * sum(parsed.tags[one] == "NN" for one in bare) > len(others):
        return False
    if opening in ("other", "different", "various", "many", "several", "certain", "some", "more"):
        return False
    if tree.child(first, "det", "poss", "nummod") is None and tree.child(first, "amod") is not None:
        return any(tree.children(one, _MODIFIERS) for one in others)
    return True


def _open_start(parsed: Parsed, found: _List) -> bool:
    """Whether the list may begin inside its first item: "a condition with a, b and c"."""
    labels = ("prep", *_CLAUSES)
    first, *others = (_behind(parsed, found, place, labels) for place in range(len(found.heads)))
    bare = parsed.tree.child(found.heads[0], "det", "poss", "nummod") is None
    phrase = any(parsed.tree.labels[one] == "prep" and parsed.words[one] != "of" for one in first)
    return bool(first) and (not any(others) or (bare and phrase and not others[0]))


def _open_end(parsed: Parsed, found: _List) -> bool:
    """Whether what follows the last head may belong to the items before as well."""
    last = found.heads[-1]
    determined = parsed.tree.child(last, "det", "poss", "nummod") is not None
    single = parsed.words[found.items[-1].start] in ("a", "an")
    *before, clauses = (_behind(parsed, found, place, _CLAUSES) for place in range(len(found.heads)))
    if clauses:
        return not single and not any(before)
    *before, phrases = (_behind(parsed, found, place, ("prep",)) for place in range(len(found.heads)))
    if not phrases or any(before):
        return False
    if any(parsed.words[one] in _OF_ALL for one in phrases):
        return not single
    return not determined and any(parsed.words[one] != "of" for one in phrases)


def _behind(parsed: Parsed, found: _List, place: int, labels: tuple[str, ...]) -> list[int]:
    """Return what depends on the head of an item and stands behind it, in that item and in no brackets."""
    head, own = found.heads[place], found.items[place]
    return [
        one
        for one in parsed.tree.children(head, labels)
        if one > head and one in own and not parsed.depth[one]
    ]


def _shared_object(parsed: Parsed, found: _List) -> bool:
    """Whether verbs without an object stand before one that may have that of all: "cut and sew cloth"."""
    *others, last = found.items
    single = sum(len(own) == 1 for own in others)
    return 2 * single >= len(others) and parsed.tree.child(found.heads[-1], "dobj") is not None


# What somebody does


def _verb_phrase(tags: frozenset[str]) -> Callable[[Parsed, range], int | None]:
    def head(parsed: Parsed, piece: range) -> int | None:
        """Return the verb that a piece begins with, where all of it hangs on that."""
        tops = _tops(parsed, piece)
        place = piece.start
        if parsed.words[place] == "do" and parsed.words[place + 1] in ("not", "n't"):
            place = tops[0] if len(tops) == 1 else place
        if tops != [place] or parsed.tags[place] not in tags:
            return None
        if parsed.tree.child(place, "mark", *verbs.SUBJECTS) in piece:
            return None
        return place

    return head


_BARE: Final = frozenset({"VB"})
_PRESENT: Final = frozenset({"VB", "VBP", "VBZ", "VBD"})
_FORMS: Final = {"VB": "", "VBP": "", "MD": "", "VBZ": "s", "VBD": "ed"}
_DOING: Final = frozenset({"VBG"})


def _behind_modals(parsed: Parsed, piece: range) -> list[int]:
    """Return where a verb in its basic form may begin: behind "to" or a modal."""
    return [
        one + 1
        for one in piece
        if one + 1 < piece.stop
        and (
            parsed.tags[one] in ("MD", "TO") or (parsed.words[one] == "not" and parsed.tags[one - 1] == "MD")
        )
    ]


def _behind_subjects(parsed: Parsed, piece: range) -> list[int]:
    """Return where a finite verb may begin: behind "if you", "when it"."""
    return [
        one + 1
        for one in piece
        if one + 1 < piece.stop
        and parsed.tags[one] == "PRP"
        and parsed.words[one - 1] in ("if", "unless", "when", "where", "because", "who")
    ]


def _behind_prepositions(parsed: Parsed, piece: range) -> list[int]:
    """Return where a verb that ends in "-ing" may begin: behind a preposition."""
    return [one + 1 for one in piece if one + 1 < piece.stop and parsed.tags[one] == "IN"]


def _are_actions(parsed: Parsed, found: _List) -> bool:
    """Whether nothing at the end of the last verb may belong to all of them."""
    relative = [any(parsed.tags[one] in _RELATIVE for one in own) for own in found.items]
    if _shared_object(parsed, found) or (relative[0] and not any(relative[1:])):
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


def _are_conditions(parsed: Parsed, found: _List) -> bool:
    """Whether the same holds of verbs that go with one subject, behind a clause with a verb of its own."""
    forms = {_FORMS[parsed.tags[verbs.finite_part(parsed, one) or one]] for one in found.heads}
    before = range(found.items[0].start - 2)
    return (
        len(forms) == 1
        and any(parsed.tags[one] in FINITE | {"VB"} for one in before)
        and _are_actions(parsed, found)
    )


# Questions


def _question(parsed: Parsed, piece: range) -> int | None:
    """Return the first word of a piece that is a question or begins with "that"."""
    place = piece.start
    opens = parsed.tags[place] in _QUESTIONS or parsed.words[place] in _QUESTION_WORDS
    return place if opens and any(parsed.tags[one] in VERBS for one in piece) else None


def _at_questions(parsed: Parsed, piece: range) -> list[int]:
    """Return where a question may begin: behind a verb, a preposition or its object."""
    return [
        one
        for one in piece
        if one > piece.start
        and (parsed.tags[one] in _QUESTIONS or parsed.words[one] in _QUESTION_WORDS)
        and parsed.tags[one - 1] in VERBS | {"IN", "PRP"}
    ]


def _are_questions(parsed: Parsed, found: _List) -> bool:
    """Whether all begin with "that", or none does."""
    that = [parsed.words[one] == "that" for one in found.heads]
    return all(that) or not any(that)


_KINDS: Final = {
    "things": _Kind(_noun_phrase, _behind_words, _are_things),
    "actions": _Kind(_verb_phrase(_BARE), _behind_modals, _are_actions),
    "conditions": _Kind(_verb_phrase(_PRESENT), _behind_subjects, _are_conditions),
    "doings": _Kind(_verb_phrase(_DOING), _behind_prepositions, _are_actions),
    "questions": _Kind(_question, _at_questions, _are_questions),
}


def _lists(kind: str) -> Condition:
    return lambda parsed, _: _listed(parsed, _KINDS[kind]) is not None


def _introduction(kind: str) -> Insertion:
    """Make what stands before a list, without a colon."""

    def introduction(parsed: Parsed, _: int) -> Clause | None:
        found = _listed(parsed, _KINDS[kind])
        if found is None:
            return None
        end = found.items[0].start
        return tuple(range(end - (parsed.words[end - 1] in (":", ","))))

    return introduction


def _items(kind: str) -> Insertion:
    """Make the items of a list, a break before each; where one will do, all but the last end with "or"."""

    def items(parsed: Parsed, _: int) -> Clause | None:
        found = _listed(parsed, _KINDS[kind])
        if found is None:
            return None
        made: list[Item] = []
        for place, own in enumerate(found.items):
            made += (BREAK, *own)
            if found.joint == "or" and place < len(found.items) - 1:
                made += (Inserted(","), Inserted("or"))
        return tuple(made)

    return items


def _several(parsed: Tagged, _: int) -> bool:
    """Whether there are marks enough, and a joint, for a list."""
    marks = max(parsed.words.count(mark) for mark in (",", ";"))
    return marks >= _FEW - 2 and not _JOINING.isdisjoint(parsed.words)


WORD_CONDITIONS: Final[dict[str, Condition]] = {"several": _several}
CONDITIONS: Final[dict[str, Condition]] = {f"lists_{kind}": _lists(kind) for kind in _KINDS}
INSERTIONS: Final[dict[str, Insertion]] = {
    **{f"before_{kind}": _introduction(kind) for kind in _KINDS},
    **{f"each_of_{kind}": _items(kind) for kind in _KINDS},
}
