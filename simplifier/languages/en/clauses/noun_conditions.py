"""Conditions on nouns, and on how sure it is which noun a clause is about."""

from __future__ import annotations

from typing import Final

from simplifier.languages.en.clauses.people import is_person, is_person_noun, is_thing
from simplifier.languages.en.clauses.references import is_time
from simplifier.languages.en.words.tags import NAMES, NOUNS, VERBS
from simplifier.languages.structure.parsed import Condition, Parsed

__all__ = ["CONDITIONS", "is_clear_owner", "only_noun"]


#: Relations of modifiers that say something of a noun.
_TELLING: Final = frozenset({"amod", "compound", "prep", "nummod", "poss", "nmod"})


def _referring(parsed: Parsed, subject: int) -> bool:
    """Return whether a subject refers to something, unlike "there" and the "it" of "it is clear that"."""
    if parsed.tags[subject] == "EX" or parsed.tree.labels[subject] == "expl":
        return False
    head = parsed.tree.heads[subject]
    if parsed.words[subject] in ("it", "this", "that"):
        return not parsed.tree.children(head, ("ccomp", "xcomp", "csubj", "advcl"))
    return True


def only_noun(parsed: Parsed, noun: int, clause: int) -> bool:
    """Return whether no other noun stands near that a clause could be about."""
    start = parsed.tree.span(clause)[0]
    # Outside brackets, at most one token may stand in between: the comma.
    between = [one for one in range(noun + 1, start) if not parsed.depth[one] and parsed.words[one] != "("]
    if len([one for one in between if parsed.words[one] != ")"]) > 1:
        return False
    # "the museum of art , which": only the sense tells which noun is meant, unless the last one is a name.
    label = parsed.tree.labels[noun]
    if label == "pobj":
        preposition = parsed.tree.heads[noun]
        owner = parsed.tree.heads[preposition]
        if owner >= 0 and parsed.tags[owner] in NOUNS | NAMES | {"JJ"} and parsed.tags[noun] not in NAMES:
            return False
    named = label == "appos" and parsed.words[start] == "who" and parsed.tags[noun] == "NNP"
    return named or label not in ("conj", "appos")


def _near(parsed: Parsed, noun: int, clause: int) -> bool:
    """Return whether only short modifiers of a noun stand between the noun and the comma before a clause."""
    start = parsed.tree.span(clause)[0]
    between = range(noun + 1, start - 1)
    below = parsed.tree.subtree(noun)
    return (
        parsed.words[start - 1] == ","
        and all(one in below and parsed.words[one] not in (",", "and", "or") for one in between)
        and not any(parsed.tags[one] in VERBS or parsed.words[one] in ("of", "on", "for") for one in between)
        and sum(parsed.tags[one] == "IN" for one in between) <= 1
        and parsed.tree.labels[noun] not in ("conj", "appos")
    )


def is_clear_owner(parsed: Parsed, word: str, until: int) -> bool:
    """Return whether at most one noun before a place can be what "its", "their", "his" or "her" at that place means.

    A subject that is the same pronoun ("they ..., their ...") is the owner whatever else stands there.
    """
    if word not in _OWNERS:
        return True
    tree = parsed.tree
    if any(parsed.words[one] in _OWNERS[word] and tree.labels[one].startswith("nsubj") for one in range(until)):
        return True

    def fits(place: int) -> bool:
        if word == "their":
            return parsed.tags[place] in ("NNS", "NNPS")
        name = parsed.tags[place] == "NNP"
        person = is_person_noun(parsed, place)
        return (name or person) if word in ("his", "her") else name or (parsed.tags[place] == "NN" and not person)

    return sum(fits(one) and tree.labels[one] not in ("compound", "nmod", "amod") for one in range(until)) < 2


_OWNERS: Final = {
    "its": ("it", "its"),
    "their": ("they", "their"),
    "his": ("he", "his"),
    "her": ("she", "her"),
}


def _named_by(parsed: Parsed, pronoun: int, noun: int) -> bool:
    """Return whether a relative pronoun can stand for a noun: "who" for people, "which" for things."""
    if parsed.words[pronoun] == "which":
        return not is_person(parsed, noun) and not is_person_noun(parsed, noun)
    if parsed.words[pronoun] != "who" or parsed.tags[noun] not in NAMES or is_person(parsed, noun):
        return True
    return not is_thing(parsed, noun) and not _place(parsed, noun)


def _dated(parsed: Parsed, noun: int) -> bool:
    """Return whether a noun phrase has a number such as a year: what happened then is told in the past."""
    return any(parsed.words[one].isdigit() for one in parsed.tree.subtree(noun))


def _place(parsed: Parsed, noun: int) -> bool:
    """Return whether a noun stands where a place is said: "moved to Vienna"."""
    head = parsed.tree.heads[noun]
    if parsed.tree.labels[noun] != "pobj" or is_time(parsed, noun):
        return False
    if parsed.tags[noun] not in NAMES:
        return parsed.words[head] in ("at", "to", "into")
    placed = parsed.words[head] in ("in", "at", "to", "near", "into", "towards", "of")
    return placed and parsed.words[noun] not in ("war", "ii", "i")


def _light(parsed: Parsed, noun: int) -> bool:
    """Return whether a noun phrase is short, without a hole and without a comma."""
    below = parsed.tree.subtree(noun)
    return len(below) <= 5 and parsed.tree.is_whole(noun) and all(parsed.words[one] != "," for one in below)


def _predicate(parsed: Parsed, noun: int) -> bool:
    """Return whether a noun says what a subject is."""
    return parsed.tree.labels[noun] in ("attr", "oprd", "acomp")


def _particular(parsed: Parsed, subject: int) -> bool:
    """Return whether a subject is a known one, so that the sentence does not define a kind of thing."""
    if parsed.tags[subject] == "PRP" or parsed.tags[subject] in NAMES:
        return True
    determiner = parsed.tree.child(subject, "det", "poss")
    return determiner is not None and parsed.words[determiner] not in (
        "a",
        "an",
        "any",
        "each",
        "every",
        "no",
    )


def _goes_on(parsed: Parsed, pronoun: int) -> bool:
    """Return whether the words after a relative pronoun can stand after a subject."""
    return parsed.words[pronoun + 1] not in (",", "(", "--") and parsed.tags[pronoun + 1] not in ("VBG", "IN")


def _quantified(parsed: Parsed, noun: int) -> bool:
    """Return whether a noun phrase says how many there are: "many", "some", "three"."""
    return any(
        parsed.words[one] in ("many", "several", "some", "various", "numerous", "two", "three", "four")
        for one in parsed.tree.children(noun)
    )


def _told(parsed: Parsed, noun: int, clause: int) -> bool:
    """Return whether a predicate says something without its clause: it has a modifier of its own."""
    start = parsed.tree.span(clause)[0]
    own = [one for one in parsed.tree.children(noun) if one != clause and parsed.tree.labels[one] != "det"]
    return start > noun and any(parsed.tree.labels[one] in _TELLING for one in own)


def _joined_with(parsed: Parsed, noun: int, first: int) -> bool:
    """Return whether a noun is ``first``, or one of several joined nouns that begin with it: "a writer and editor"."""
    while noun != first and parsed.tree.labels[noun] == "conj":
        noun = parsed.tree.heads[noun]
    return noun == first


def _told_of(parsed: Parsed, first: int, noun: int, clause: int) -> bool:
    """Return whether nouns say something without the clause after them: they are several, or one is modified."""
    return first != noun or _told(parsed, noun, clause)


def _beside(parsed: Parsed, noun: int, clause: int) -> bool:
    """Return whether a clause stands right after a noun, or right after a name that follows the noun."""
    start = parsed.tree.span(clause)[0]
    return start - noun == 1 or (start > noun and parsed.tags[start - 1] == "NNP")


def _asserted(parsed: Parsed, place: int) -> bool:
    """Return whether what is said of a token is said by the writer: it is in no report, condition or quotation."""
    if parsed.depth[place]:
        return False
    for one in (place, *parsed.tree.ancestors(place)):
        if parsed.tree.labels[one] in ("ccomp", "csubj", "relcl", "acl", "parataxis", "pcomp"):
            return False
        if parsed.tree.labels[one] == "advcl" and parsed.tree.child(one, "mark") is not None:
            return False
    return True


CONDITIONS: Final[dict[str, Condition]] = {
    "referring": _referring,
    "only_noun": only_noun,
    "near": _near,
    "person_noun": is_person_noun,
    "named_by": _named_by,
    "place": _place,
    "dated": _dated,
    "light": _light,
    "predicate": _predicate,
    "particular": _particular,
    "goes_on": _goes_on,
    "quantified": _quantified,
    "told": _told,
    "joined_with": _joined_with,
    "told_of": _told_of,
    "beside": _beside,
    "asserted": _asserted,
}
