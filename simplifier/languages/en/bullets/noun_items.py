"""Lists of things: nouns, each with only what belongs to that noun."""

from __future__ import annotations

from typing import Final

from simplifier.languages.en.bullets.items import (
    JOINING,
    SHARED,
    ItemList,
    Kind,
    is_name,
    shared_object,
    tops_of,
)
from simplifier.languages.en.words.tags import FINITE, NAMES, NOUNS, VERBS
from simplifier.languages.structure.parsed import Parsed

__all__ = ["THINGS"]

#: Prepositions of phrases that may belong to the verb of all things: "send A, B and C by Friday".
_OF_ALL: Final = frozenset(
    """to by before within at on in during until till after since through throughout under over between into
    onto as per via upon without against towards""".split()
)
#: Tags that an introduction may end with, if not with a colon: verb, modal, "to", preposition, pronoun, particle.
_LAST_TAGS: Final = VERBS | {"MD", "TO", "IN", "PRP", "RP"}
#: Words before a preposition that tie it to the next noun alone: "one of".
_PARTS: Final = frozenset("one some many most all each any none part".split())
_CLAUSES: Final = ("relcl", "acl", "advcl", "appos")
_OF_NOUNS: Final = frozenset({"det", "amod", "compound", "poss", "nummod", "punct", "appos"})
_MODIFIERS: Final = ("amod", "compound", "nummod", "nmod", "poss", "det")
_OPENINGS_OF_NOUNS: Final = NOUNS | NAMES | {"DT", "PRP$", "JJ", "JJR", "JJS", "CD", "VBG", "VBN", "PDT", "RB", "$"}


def _noun_phrase(parsed: Parsed, piece: range) -> int | None:
    tops = tops_of(parsed, piece)
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
    """Return whether a token stands in a relative clause of a piece."""
    return any(one in piece and parsed.tree.labels[one] == "relcl" for one in (place, *parsed.tree.ancestors(place)))


def _behind_words(parsed: Parsed, piece: range) -> list[int]:
    """Return the places where a noun phrase may begin: after a verb, a preposition, a pronoun or a colon."""
    return [
        one + 1
        for one in piece
        if one + 1 < piece.stop
        and (parsed.words[one] == ":" or (parsed.tags[one] in _LAST_TAGS and parsed.tree.labels[one] != "amod"))
    ]


def _are_things(parsed: Parsed, found: ItemList) -> bool:
    named = [is_name(parsed, one) for one in found.heads]
    start = found.items[0].start
    doing = [parsed.tags[one] == "VBG" for one in found.heads]
    if any(doing) and (not all(doing) or shared_object(parsed, found)):
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
    """Return whether a preposition before a list can be said of all: not "one of", "up to", "known as"."""
    before, last = parsed.words[start - 2 : start]
    if last == "as":
        return before == "such"
    if last == "to" and (parsed.tags[start - 2] in ("JJ", "JJR", "JJS") or before == "up"):
        return False
    joined = before in JOINING and parsed.tags[start - 1] not in ("VBP", "VBZ", "VBD", "IN")
    return before not in _PARTS and not joined  # "increased or decreased ..."


def _explained(parsed: Parsed, found: ItemList) -> bool:
    """Return whether an item may explain the one before: "Emma, a novel by Austen", "gout, a disease that"."""
    for place, own in enumerate(found.items[1:], 1):
        head = found.heads[place - 1]
        bare = parsed.tree.child(head, "det", "poss", "nummod") is None and parsed.tags[head] == "NN"
        clause = _behind(parsed, found, place, ("relcl", "acl"))
        if parsed.words[own.start] in ("a", "an") and (parsed.tags[head] in NAMES or (place == 1 and bare and clause)):
            return True
    return False


def _several_told(parsed: Parsed, start: int, head: int) -> bool:
    """Return whether a list does not say what one thing is: "these are a, b and c", not "he is a, b and c"."""
    return parsed.tree.labels[head] != "attr" or parsed.words[start - 1] not in ("is", "was", "be", "been")


def _mark_before(parsed: Parsed, start: int) -> bool:
    """Return whether a mark or joint stands between a list and the verb before, so that the list may begin earlier."""
    if parsed.words[start - 1] in (":", "including"):
        return False
    if parsed.words[start - 2 : start] == ["such", "as"]:
        return False
    verb = next((one for one in range(start - 1, -1, -1) if parsed.tags[one] in VERBS), 0)
    return any(parsed.words[one] in (",", ";", "and", "or") for one in range(verb, start))


def _own_determiners(parsed: Parsed, found: ItemList) -> bool:
    """Return whether nothing before the first noun may be said of the others as well."""
    tree = parsed.tree
    first, *others = found.heads
    opening = parsed.words[found.items[0].start]
    bare = [one for one in others if tree.child(one, "det", "poss", "nummod") is None]
    counted = [tree.child(one, "nummod") is not None for one in found.heads]
    if opening in SHARED and any(parsed.tags[one] not in NAMES for one in bare):
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


def _open_start(parsed: Parsed, found: ItemList) -> bool:
    """Return whether the list may begin inside its first item: "a condition with a, b and c"."""
    labels = ("prep", *_CLAUSES)
    first, *others = (_behind(parsed, found, place, labels) for place in range(len(found.heads)))
    bare = parsed.tree.child(found.heads[0], "det", "poss", "nummod") is None
    phrase = any(parsed.tree.labels[one] == "prep" and parsed.words[one] != "of" for one in first)
    return bool(first) and (not any(others) or (bare and phrase and not others[0]))


def _open_end(parsed: Parsed, found: ItemList) -> bool:
    """Return whether what follows the last head may belong to the items before as well."""
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


def _behind(parsed: Parsed, found: ItemList, place: int, labels: tuple[str, ...]) -> list[int]:
    """Return the dependents after the head of an item that are in the item and in no brackets."""
    head, own = found.heads[place], found.items[place]
    return [one for one in parsed.tree.children(head, labels) if one > head and one in own and not parsed.depth[one]]


THINGS: Final = Kind(_noun_phrase, _behind_words, _are_things)
