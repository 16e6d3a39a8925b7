"""The list at the end of a sentence: cut at its marks into pieces, each of which is one phrase.

The parser is least sure of what joins several things of one kind: it often takes the second of four nouns for an
apposition of the first or for one more object. So each piece between marks is tested for being one phrase. The
arcs between pieces mainly help to find where the first item begins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from simplifier.languages.en.clauses import verbs
from simplifier.languages.en.words.tags import NAMES, NOUNS, VERBS
from simplifier.languages.en.words.word_lists import NEGATIONS
from simplifier.languages.structure.parsed import Parsed, Tagged

__all__ = ["FEW", "JOINING", "SHARED", "ItemList", "Kind", "is_name", "listed", "shared_object", "tops_of"]

JOINING: Final = frozenset({"and", "or"})
#: Fewest items, and fewest if they are long.
_FEWEST, FEW = 4, 3
#: Fewest words of all items together, of all items if they are few, and of each item if they are few.
_WORDS, _WORDS_OF_FEW, _LONG = 9, 18, 4
#: Determiners that may be said of all things that follow: "the name, address and age".
SHARED: Final = frozenset(
    """the your his her its their our my this these those any all some no each every both either neither
    such""".split()
)
#: Words after which a list does not begin.
_TIED: Final = frozenset(
    "between both either neither than not only from among amongst per whether versus vs vs. like".split()
)
_SUBORDINATING: Final = frozenset("if when unless until because although though while after before".split())
#: Marks and words by which an item is more than one thing, or holds a list of its own.
_INNER: Final = frozenset(
    ": ; . ! ? -- – — such including include includes and/or namely e.g. i.e. either both neither".split()
)
#: First words of what is no item.
_NO_ITEMS: Final = frozenset(
    """etc etc. so more others vice elsewhere not then also rather instead especially particularly notably
    mainly mostly""".split()
)
#: Verbs before the one that says what is to be done: "need to fill in".
_NEEDING: Final = frozenset({"need", "have"})
_SINGLE: Final = frozenset({"'", "‘", "’"})


class ItemList(NamedTuple):
    """The tokens of each item, the head of each, and the word that joins the last one."""

    items: tuple[range, ...]
    heads: tuple[int, ...]
    joint: str


class Kind(NamedTuple):
    """Items of one kind: the head of a piece that is an item, where the first may begin, and which lists are plain."""

    head: Callable[[Parsed, range], int | None]
    starts: Callable[[Parsed, range], list[int]]
    fits: Callable[[Parsed, ItemList], bool]


def listed(parsed: Parsed, kind: Kind) -> ItemList | None:
    """Return the list of a kind that ends the sentence; None if there is none, or if it is not plain."""
    for mark in (";", ","):
        for joint in _joints(parsed):
            found = _from(parsed, kind, joint, mark)
            if found is not None and _worth_it(parsed, found) and _introduced(parsed, found):
                return found if kind.fits(parsed, found) else None
    return None


def _joints(parsed: Parsed) -> Iterator[int]:
    """Yield the places of "and" and "or" outside brackets and quotation marks, the last one first."""
    for place in range(parsed.stop - 1, 0, -1):
        if parsed.words[place] in JOINING and not parsed.depth[place]:
            yield place


def _from(parsed: Parsed, kind: Kind, joint: int, mark: str) -> ItemList | None:
    """Return the list whose last item stands after a joint; None if its first item is not sure."""
    # From the last item backwards, mark by mark, until a piece is no item: that piece ends with the first item.
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
    return ItemList((first[0], *items), (first[1], *heads), words[joint])


def _bare(parsed: Tagged, piece: range) -> range:
    """Return a piece without the "to" before its verb, since the introduction says "to" for all items."""
    repeats = parsed.tags[piece.start : piece.start + 2] == ["TO", "VB"] and len(piece) > 1
    return range(piece.start + 1, piece.stop) if repeats else piece


def _item(parsed: Parsed, kind: Kind, piece: range, mark: str, serial: bool) -> int | None:
    """Return the head of a piece that is exactly one item; otherwise None."""
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
    if (not serial and not JOINING.isdisjoint(outer)) or outer.count("as") > 1:
        return None
    return kind.head(parsed, piece)


def _first(
    parsed: Parsed, kind: Kind, piece: range, following: tuple[int, int], mark: str, serial: bool
) -> tuple[range, int] | None:
    """Return the first item and its head; None if it is not sure where the item begins.

    The item is the end of a piece that begins with the introduction.

    Args:
        parsed: the sentence.
        kind: the kind of the items.
        piece: the piece that ends with the first item.
        following: where the second item begins, and its head.
        mark: the mark between items.
        serial: true if a mark stands before the last joint too.
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
    if len(alike) == 1 and len(found) > 1 and opening in SHARED:
        return alike[0]  # "tell the nurse about any pain, any drugs, ..."
    # The second item must not depend on a word inside the first, except its head; a repeated "to" makes that plain.
    if parsed.words[following[0] - 1] != "to" or parsed.tags[second] not in VERBS:
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
        plain = tree.heads[second] == head and not is_name(parsed, head)
        return joined[0] if plain or not _of_noun(parsed, own, head) else None
    return found[0] if len(found) == 1 and not _of_noun(parsed, *found[0]) else None


def _of_noun(parsed: Parsed, own: range, head: int) -> bool:
    """Return whether an item follows a preposition that belongs to a noun: "the roof of the house"."""
    tree = parsed.tree
    if tree.labels[head] != "pobj" or parsed.words[own.start - 1] == "as":
        return False
    noun = tree.heads[tree.heads[head]]
    return noun >= 0 and parsed.tags[noun] in NOUNS | NAMES


def is_name(parsed: Parsed, head: int) -> bool:
    """Return whether a noun is a name that stands without a determiner."""
    return parsed.tags[head] in NAMES and parsed.tree.child(head, "det", "poss") is None


def tops_of(parsed: Parsed, piece: range) -> list[int]:
    """Return the tokens of a piece whose heads are outside it, without marks and coordinating conjunctions."""
    tree = parsed.tree
    return [one for one in piece if tree.heads[one] not in piece and tree.labels[one] not in ("punct", "cc")]


def _words(parsed: Tagged, places: range) -> int:
    return parsed.words_before[places.stop] - parsed.words_before[places.start]


def _worth_it(parsed: Parsed, found: ItemList) -> bool:
    """Return whether a list has enough items, or few long ones, with enough words in them."""
    sizes = [_words(parsed, own) for own in found.items]
    if not all(sizes):
        return False
    if len(sizes) >= _FEWEST:
        return sum(sizes) >= max(_WORDS, 2 * len(sizes))
    return len(sizes) >= FEW and sum(sizes) >= _WORDS_OF_FEW and min(sizes) >= _LONG


def _introduced(parsed: Parsed, found: ItemList) -> bool:
    """Return whether the words before a list have a verb with its subject, or tell the reader to do something."""
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
    return any(parsed.tags[one] == "VB" and (one == 0 or parsed.words[one - 1] in ("please", ",")) for one in before)


def _hangs(parsed: Parsed, start: int) -> bool:
    """Return whether only a subordinate clause stands before a place: "if you want to"."""
    opening = next((one for one in range(start) if parsed.words[one] in _SUBORDINATING), start)
    if any(parsed.tags[one] in VERBS for one in range(opening)):
        return False
    return opening < start and "," not in parsed.words[opening:start]


def shared_object(parsed: Parsed, found: ItemList) -> bool:
    """Return whether the object of the last verb may be that of all: "cut and sew cloth"."""
    *others, last = found.items
    single = sum(len(own) == 1 for own in others)
    return 2 * single >= len(others) and parsed.tree.child(found.heads[-1], "dobj") is not None
