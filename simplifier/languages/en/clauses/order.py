"""Conditions on the order of tokens, on commas and on lengths."""

from __future__ import annotations

from typing import Final

from simplifier.languages.en.words.tags import FINITE
from simplifier.languages.structure.parsed import Condition, Parsed, Tagged

__all__ = ["CONDITIONS", "WORD_CONDITIONS"]

#: Fewest words of a sentence that is worth a split, of each new sentence, and of one that gets a subject and a verb.
_LONG: Final = 17
_FULL: Final = 6
_WORDY: Final = 4
#: Labels of what may follow a clause up to the end of its sentence and still belong to it.
_TAIL: Final = frozenset({"prep", "advcl", "npadvmod", "advmod", "acl", "punct", "agent"})
#: Fewest words of a sentence and of each half where both halves have their own subject.
_LENGTHY: Final = 14
_FAIR: Final = 5


def _comma(parsed: Parsed, place: int) -> bool:
    """Return whether a comma stands right before a subtree."""
    start = parsed.tree.span(place)[0]
    return start > 0 and parsed.words[start - 1] == ","


def _comma_before(parsed: Tagged, place: int) -> bool:
    """Return whether a comma stands right before a token."""
    return place > 0 and parsed.words[place - 1] == ","


def _enclosed(parsed: Parsed, place: int) -> bool:
    """Return whether commas stand on both sides of a subtree; the end of the sentence counts as a comma."""
    start, end = parsed.tree.span(place)
    return start > 0 and parsed.words[start - 1] == "," and (end >= parsed.stop or parsed.words[end] == ",")


def _final(parsed: Parsed, place: int) -> bool:
    """Return whether a subtree is the last of its sentence."""
    return parsed.tree.span(place)[1] >= parsed.stop


def _initial(parsed: Parsed, place: int) -> bool:
    """Return whether a subtree is the first of its sentence."""
    return parsed.tree.span(place)[0] == 0


def _whole(parsed: Parsed, place: int) -> bool:
    """Return whether a subtree has no hole, and neither begins nor ends inside brackets or quotation marks."""
    start, end = parsed.tree.span(place)
    inside = {parsed.depth[one] for one in (start, end - 1)}
    return parsed.tree.is_whole(place) and inside == {0}


def _opens(parsed: Parsed, place: int, clause: int) -> bool:
    """Return whether a token stands right before a subtree."""
    return parsed.tree.span(clause)[0] == place + 1


def _below(parsed: Parsed, head: int, place: int) -> bool:
    """Return whether a token depends on another one, however far below."""
    return head in parsed.tree.ancestors(place)


def _begins_with(parsed: Parsed, piece: int, clause: int) -> bool:
    """Return whether a clause begins with one whole piece, right before its verb, auxiliary or adverb."""
    start, end = parsed.tree.span(piece)
    own = [*parsed.tree.children(clause, ("aux", "auxpass", "advmod")), clause]
    return (
        parsed.tree.is_whole(piece)
        and parsed.tree.span(clause)[0] == start
        and end == min(one for one in own if one >= end)
    )


def _last_of_sentence(parsed: Parsed, clause: int) -> bool:
    """Return whether everything after a clause, up to the end of the sentence, may belong to the clause.

    The parser attaches participles and phrases at the end of a relative clause to an earlier verb just as often.
    """
    start, end = parsed.tree.span(clause)
    if not parsed.tree.is_whole(clause) or parsed.depth[start]:
        return False
    tops = [one for one in range(end, parsed.stop) if not end <= parsed.tree.heads[one] < parsed.stop]
    return all(parsed.tree.labels[one] in _TAIL and parsed.tags[one] not in FINITE for one in tops)


def _single(parsed: Parsed, place: int) -> bool:
    """Return whether a word or mark stands once in a sentence."""
    return list(parsed.words).count(parsed.words[place]) == 1


def _marks_off(parsed: Parsed, place: int, clause: int) -> bool:
    """Return whether a token stands right before a subtree, or is its first one."""
    return parsed.tree.span(clause)[0] - place in (0, 1)


def _closes(parsed: Parsed, clause: int, place: int) -> bool:
    """Return whether a token stands right after a subtree."""
    return parsed.tree.span(clause)[1] == place


def _begins(parsed: Parsed, place: int, clause: int) -> bool:
    """Return whether a token is the first of a subtree."""
    return parsed.tree.span(clause)[0] == place


def _ends_with_comma(parsed: Parsed, clause: int, subject: int) -> bool:
    """Return whether one comma and nothing else stands between a subtree and a subject."""
    end, start = parsed.tree.span(clause)[1], parsed.tree.span(subject)[0]
    return start == end + 1 and parsed.words[end] == ","


def _next_token(parsed: Tagged, one: int, other: int) -> bool:
    return other == one + 1


def _closes_with_comma(parsed: Parsed, clause: int, place: int) -> bool:
    """Return whether only a comma stands between the end of a subtree and a token."""
    return parsed.tree.span(clause)[1] == place - 1 and parsed.words[place - 1] == ","


def _next_to(parsed: Parsed, noun: int, clause: int) -> bool:
    """Return whether a clause stands right after a noun, with at most a comma between them."""
    start = parsed.tree.span(clause)[0]
    return start - noun in (1, 2) and (start - noun == 1 or parsed.words[noun + 1] == ",")


def _listed(parsed: Parsed, place: int) -> bool:
    """Return whether a subtree between commas may be one of several things in a row."""
    start, end = parsed.tree.span(place)
    return (
        (end + 1 < len(parsed) and parsed.words[end + 1] in ("and", "or", "&"))
        or (start > 1 and parsed.words[start - 2] in ("and", "or"))
        or any(parsed.tree.labels[one] in ("conj", "appos") for one in parsed.tree.ancestors(place))
    )


def _behind_comma(parsed: Tagged, noun: int, place: int) -> bool:
    """Return whether a comma and nothing else stands between a noun and a token."""
    return place == noun + 2 and parsed.words[noun + 1] == ","


def _joined_behind_comma(parsed: Parsed, place: int) -> bool:
    """Return whether ", and" stands inside a subtree, so that a later comma may be the one that ends it."""
    start, end = parsed.tree.span(place)
    words = parsed.words
    return any(words[one] == "," and words[one + 1] in ("and", "or", "but") for one in range(start, end - 1))


def _apart(parsed: Tagged, one: int, other: int) -> bool:
    """Return whether a comma stands between two tokens."""
    return "," in parsed.words[one:other]


def _long(parsed: Tagged, place: int) -> bool:
    """Return whether a sentence is long enough for a reader to gain from a split."""
    return _words(parsed, 0, parsed.stop) >= _LONG


def _full(parsed: Parsed, place: int) -> bool:
    """Return whether a subtree and the rest of the sentence each have enough words to be a sentence."""
    start, end = parsed.tree.span(place)
    own = _words(parsed, start, end)
    return own >= _FULL and _words(parsed, 0, parsed.stop) - own >= _FULL


def _lengthy(parsed: Tagged, place: int) -> bool:
    """Return whether a sentence of two clauses with a subject each is long enough."""
    return _words(parsed, 0, parsed.stop) >= _LENGTHY


def _fair(parsed: Parsed, place: int) -> bool:
    """Return whether a subtree and the rest of the sentence, each with its own subject, have enough words."""
    start, end = parsed.tree.span(place)
    own = _words(parsed, start, end)
    return own >= _FAIR and _words(parsed, 0, parsed.stop) - own >= _FAIR


def _wordy(parsed: Parsed, place: int) -> bool:
    """Return whether a subtree that gets a subject and a verb, and the rest of the sentence, have enough words."""
    start, end = parsed.tree.span(place)
    own = _words(parsed, start, end)
    return own >= _WORDY and _words(parsed, 0, parsed.stop) - own >= _FULL


def _halves(parsed: Tagged, place: int) -> bool:
    """Return whether both sides of a token have enough words to be sentences, by the bound of `_fair`."""
    own = _words(parsed, place + 1, parsed.stop)
    return own >= _FAIR and _words(parsed, 0, parsed.stop) - own >= _FAIR


def _leading(parsed: Tagged, place: int) -> bool:
    """Return whether nothing but adverbs stands before a token in its sentence."""
    return all(tag == "RB" for tag in parsed.tags[:place])


def _fronted(parsed: Tagged, place: int) -> bool:
    """Return whether nothing but adverbs stands between a comma and a token."""
    while not _comma_before(parsed, place):
        place -= 1
        if place < 0 or parsed.tags[place] != "RB":
            return False
    return True


def _words(parsed: Tagged, start: int, end: int) -> int:
    return parsed.words_before[end] - parsed.words_before[start]


def _opens_sentence(parsed: Tagged, place: int) -> bool:
    return place == 0


def _closes_sentence(parsed: Tagged, place: int) -> bool:
    """Return whether a token is the last before the end mark."""
    return place == parsed.stop - 1


WORD_CONDITIONS: Final[dict[str, Condition]] = {
    "starts": _opens_sentence,
    "ends": _closes_sentence,
    "lengthy": _lengthy,
    "long": _long,
    "halves": _halves,
    "leading": _leading,
    "fronted": _fronted,
    "comma_before": _comma_before,
    "single": _single,
    "next_token": _next_token,
    "apart": _apart,
    "behind_comma": _behind_comma,
}
CONDITIONS: Final[dict[str, Condition]] = {
    "full": _full,
    "wordy": _wordy,
    "fair": _fair,
    "comma": _comma,
    "enclosed": _enclosed,
    "final": _final,
    "initial": _initial,
    "whole": _whole,
    "opens": _opens,
    "below": _below,
    "begins_with": _begins_with,
    "last_of_sentence": _last_of_sentence,
    "marks_off": _marks_off,
    "closes": _closes,
    "begins": _begins,
    "ends_with_comma": _ends_with_comma,
    "closes_with_comma": _closes_with_comma,
    "next_to": _next_to,
    "listed": _listed,
    "joined_behind_comma": _joined_behind_comma,
}
