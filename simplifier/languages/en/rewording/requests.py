"""Conditions of rules about requests and purposes: who is asked, what is to be done, and what it is for."""

from __future__ import annotations

from typing import Final

from simplifier.languages.analysis.new_sentence import Clause, Inserted
from simplifier.languages.en.clauses.verbs import base_form
from simplifier.languages.en.words.tags import ADVERBS, VERBS
from simplifier.languages.structure.parsed import Condition, Insertion, Parsed, Tagged

__all__ = ["CONDITIONS", "INSERTIONS", "WORD_CONDITIONS"]

_YOU: Final = frozenset({"you", "your", "yours"})


def _addressed(parsed: Tagged, place: int) -> bool:
    """Return whether a sentence says "you" or "your", outside quotation marks."""
    return any(word in _YOU and one not in parsed.quoted for one, word in enumerate(parsed.words[: parsed.stop]))


def _sole_verb(parsed: Parsed, verb: int) -> bool:
    """Return whether no other verb is joined to a verb, and it is not negated."""
    return parsed.tree.child(verb, "conj", "neg") is None


def _ends_before(parsed: Parsed, noun: int, place: int) -> bool:
    """Return whether a noun phrase ends right before a token."""
    return parsed.tree.span(noun)[1] == place


def _known_doer(parsed: Parsed, noun: int) -> bool:
    """Return whether a noun names known or several doers, so that a sentence can begin with them."""
    if parsed.tags[noun] == "PRP":
        return True
    determiner = parsed.tree.child(noun, "det", "poss")
    if determiner is None:
        return parsed.tags[noun] in ("NNS", "NNP", "NNPS") or parsed.words[noun] == "staff"
    return parsed.words[determiner] not in ("a", "an", "any", "some", "no", "another")


def _gaining(parsed: Tagged, place: int) -> bool:
    """Return whether the verb after "to" tells a gain rather than an act, or may be a noun: "to receive"."""
    return base_form(parsed, place + 1) in _GAINS


def _one_infinitive(parsed: Parsed, place: int) -> bool:
    """Return whether no other "to" is joined to the first verb from a place on, unlike "to read and to sign"."""
    verb = place
    while verb < parsed.stop and parsed.tags[verb] not in ("VB", "VBP"):
        verb += 1
    return not any(parsed.words[one - 1] == "to" for one in range(verb + 1, parsed.stop) if _joined(parsed, one, verb))


def _joined(parsed: Parsed, place: int, verb: int) -> bool:
    """Return whether a token is joined to a verb, or to what is joined to it, by "and" or "or"."""
    while parsed.tree.labels[place] == "conj":
        place = parsed.tree.heads[place]
        if place == verb:
            return True
    return False


def _used_for(parsed: Parsed, verb: int, preposition: int) -> bool:
    """Return whether a preposition tells what something is used for: "for", or "in" after "used"."""
    return parsed.words[preposition] == "for" or base_form(parsed, verb) == "use"


def _named_before(parsed: Tagged, noun: int) -> bool:
    """Return whether no name, number or quotation after a noun says which one it is."""
    behind = parsed.words[noun + 1]
    return behind not in ('"', "(", "``", "“", "of") and parsed.tags[noun + 1] not in (
        "NNP",
        "NN",
        "NNS",
        "CD",
    )


def _once(parsed: Tagged, place: int) -> bool:
    """Return whether a word stands only once in its sentence."""
    return parsed.words.count(parsed.words[place]) == 1


def _plain_purpose(parsed: Parsed, place: int) -> bool:
    """Return whether a purpose belongs to a verb and follows no comma or word such as "only"."""
    head = parsed.tree.heads[place]
    if place == 0:
        return True
    before = parsed.words[place - 1]
    return (
        before not in (",", "only", "solely", "notably", "including", "and", "or", "not")
        and head >= 0
        and parsed.tags[head] in VERBS
    )


def _begins_sentence(parsed: Parsed, noun: int) -> bool:
    """Return whether a noun phrase begins the sentence."""
    return parsed.tree.span(noun)[0] == 0


def _no_clause(parsed: Parsed, noun: int) -> bool:
    """Return whether a noun phrase is short, has no clause, and joins nothing."""
    below = parsed.tree.subtree(noun)
    return (
        len(below) <= _LONGEST_SUBJECT
        and parsed.tree.is_whole(noun)
        and not any(
            parsed.tree.labels[one] in ("relcl", "acl", "conj", "appos") or parsed.words[one] in (",", "(")
            for one in below
            if one != noun
        )
    )


def _next_or_adverb(parsed: Tagged, verb: int, place: int) -> bool:
    """Return whether nothing but adverbs stands between two tokens."""
    return all(parsed.tags[one] in ADVERBS for one in range(verb + 1, place))


def _this(parsed: Parsed, noun: int) -> Clause:
    """Return "this", or "these" before several."""
    return (Inserted("these" if parsed.tags[noun] == "NNS" else "this"),)


_LONGEST_SUBJECT: Final = 7
_GAINS: Final = frozenset(
    """receive get be have enjoy benefit gain acquire retain inherit know expect become see help support leave
    pay credit relief rest cover access claim compensation interest treatment time""".split()
)

CONDITIONS: Final[dict[str, Condition]] = {
    "sole_verb": _sole_verb,
    "ends_before": _ends_before,
    "known_doer": _known_doer,
    "one_infinitive": _one_infinitive,
    "used_for": _used_for,
    "plain_purpose": _plain_purpose,
    "begins_sentence": _begins_sentence,
    "no_clause": _no_clause,
}
#: Conditions that need no tree.
WORD_CONDITIONS: Final[dict[str, Condition]] = {
    "addressed": _addressed,
    "gaining": _gaining,
    "named_before": _named_before,
    "once": _once,
    "next_or_adverb": _next_or_adverb,
}
INSERTIONS: Final[dict[str, Insertion]] = {"this": _this}
