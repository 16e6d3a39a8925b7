"""Conditions without "if": "should you need help" is "if you need help"."""

from __future__ import annotations

from typing import Final

from simplifier.languages.analysis.new_sentence import Clause, Inserted, Item
from simplifier.languages.en.clauses import verbs
from simplifier.languages.en.words.tags import FINITE
from simplifier.languages.structure.parsed import Condition, Insertion, Parsed, Tagged

__all__ = ["CONDITIONS", "INSERTIONS", "WORD_CONDITIONS"]

#: Words that turn a main clause round, or open a question: "only then should he".
_TURNING: Final = frozenset(
    """nor neither so only never not rarely seldom little how why what where when who which hardly scarcely
    than as""".split()
)
_JOINING: Final = frozenset({",", "and", "or", "but", "that"})
#: Tags of the word before such a condition, where it ends a sentence: "call us should you need help".
_BEFORE: Final = frozenset({"NN", "NNS", "NNP", "PRP", "RB", "VB", "VBN", "CD"})
#: Subjects that go with the plural form of a verb.
_SECOND: Final = frozenset("i you we they these those".split())
#: Determiners of one thing, whatever number its noun seems to have.
_OF_ONE: Final = frozenset({"a", "an", "each", "every", "this"})
_NOT: Final = frozenset({"not", "n't"})


def _turned(parsed: Tagged, auxiliary: int) -> bool:
    """Return whether an auxiliary may open a condition: no other word before it turns its clause round."""
    words = parsed.words
    return _TURNING.isdisjoint(words[:auxiliary]) and (
        auxiliary == 0 or words[auxiliary] == "should" or words[auxiliary - 1] == ","
    )


def _inverted(parsed: Parsed, verb: int, auxiliary: int, subject: int) -> bool:
    """Return whether a clause begins with its auxiliary, and is a condition of another clause."""
    words = parsed.words
    if auxiliary not in (verb, *verbs.auxiliaries(parsed, verb)) or not _turned(parsed, auxiliary):
        return False
    if words[subject] in ("all", "both", "each") or (words[auxiliary] == "should" and "would" in words):
        return False
    if auxiliary and words[auxiliary - 1] == "that" and parsed.tree.labels[auxiliary - 1] != "mark":
        return False  # "the song that had once filled the halls"
    if auxiliary and words[auxiliary - 1] not in _JOINING:
        finite = any(parsed.tags[one] in FINITE for one in range(auxiliary))
        return finite and parsed.tags[auxiliary - 1] in _BEFORE
    return "," in words[max(verb, subject) :]


def _verb_of_condition(parsed: Parsed, verb: int, auxiliary: int, subject: int, first: int) -> bool:
    """Return whether a token is the first word of the verb after the subject."""
    if parsed.words[auxiliary] != "should":
        return first == parsed.tree.span(subject)[1] and (auxiliary != verb or parsed.words[first] == "to")
    behind = [one for one in (*verbs.auxiliaries(parsed, verb), verb) if one > subject]
    return bool(behind) and first == min(behind)


def _as_condition(parsed: Parsed, auxiliary: int, subject: int, behind: int, first: int) -> Clause | None:
    """Return the words from the end of a subject to the first word of its verb, in the form that follows "if"."""
    places = range(behind, first + 1)
    if parsed.words[auxiliary] != "should":
        return (Inserted(parsed.words[auxiliary], auxiliary, False), *places)
    if parsed.tags[first] not in ("VB", "VBP"):
        return None
    base = parsed.words[first]
    word = parsed.words[subject]
    single = parsed.words[parsed.tree.span(subject)[0]] in _OF_ONE
    plural = word in _SECOND or (verbs.is_plural(parsed, subject) and not single)
    if not plural and parsed.tree.children(first, ("conj",)):
        return None  # "should it begin at night, last long or": each would need its ending
    negated = any(parsed.words[one] in _NOT for one in places)
    adverbs: list[Item] = [one for one in places if one != first and parsed.words[one] not in _NOT]
    form = "am" if (base, word) == ("be", "i") else verbs.inflect(base, False, plural)
    if not negated:
        return (*adverbs, Inserted(form))
    if base == "be":
        return (Inserted(form), Inserted("not"), *adverbs)
    return (Inserted(verbs.inflect("do", False, plural)), Inserted("not"), *adverbs, first)


WORD_CONDITIONS: Final[dict[str, Condition]] = {"turned": _turned}
CONDITIONS: Final[dict[str, Condition]] = {
    "inverted": _inverted,
    "verb_of_condition": _verb_of_condition,
}
INSERTIONS: Final[dict[str, Insertion]] = {"as_condition": _as_condition}
