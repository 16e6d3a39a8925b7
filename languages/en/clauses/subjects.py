"""A noun phrase said once more: as a pronoun, by its head or by its name, where nobody can mistake it."""

from __future__ import annotations

from typing import Final

from languages.en.clauses.verbs import is_plural
from languages.en.words.tags import NAMES, NOUNS
from languages.parts.clause import Clause, Inserted
from languages.structure.parsed import Parsed

__all__ = ["again", "is_person", "of_phrase"]

_SUBJECT_OF: Final = {"him": "he", "her": "she", "them": "they", "us": "we", "me": "i", "these": "they"}
_PRONOUNS: Final = frozenset({"he", "she", "it", "they", "we", "i", "you", "this", "that"})
_OBJECT_OF: Final = {"he": "him", "she": "her", "they": "them", "we": "us", "i": "me"}
#: Determiners that say how many there are; what they say is not said of all.
_NEVER_AGAIN: Final = frozenset(
    "no every each any neither either few little another enough less fewer most half only".split()
)
_QUANTITIES: Final = frozenset("some many several all both various numerous these those".split())
_KEPT_DETERMINERS: Final = frozenset({"the", "this", "that", "these", "those"})
_KEPT_ADJECTIVES: Final = frozenset(
    "former first second third last next main other new old present current same left right early late"
    " upper lower northern southern eastern western north south east west national prime general vice"
    " deputy".split()
)
# Heads that say little without what follows them.
_EMPTY_HEADS: Final = frozenset(
    """number numbers lot lots majority minority variety range part parts kind kinds type types sort sorts one
    ones none couple pair rest half percent % way ways reason reasons thing things result results amount
    amounts end start side sides top bottom member members example examples fact use case cases instance point
    form forms version versions set list series degree total proportion percentage share level piece bit aim
    goal purpose idea problem difference advantage name time times year years day days place many most some
    all both each several few something anything nothing everything someone anyone everyone somebody anybody
    nobody everybody""".split()
)
_TITLES: Final = frozenset(
    """mr mr. mrs mrs. ms ms. dr dr. sir lord lady king queen prince princess pope saint st. president senator
    governor general captain colonel professor prof. judge bishop archbishop emperor count countess duke
    duchess rev. father brother sister major lieutenant sergeant admiral mayor""".split()
)
_PERSON_WORDS: Final = frozenset({"he", "his", "him", "she", "her", "himself", "herself"})
_ORGANISATION: Final = frozenset(
    """university college school company inc inc. corporation corp. ltd ltd. club party council committee
    association society institute museum church bank group band league union army navy court office department
    ministry agency river lake mount mountain island islands county city town park street road bridge airport
    station hospital house castle palace festival award awards series act war battle bay valley district
    province state states republic kingdom empire foundation trust centre center records press
    airlines railway football team""".split()
)
_LONGEST_NAME: Final = 4
_SUFFIXES: Final = frozenset({"jr", "jr.", "sr", "sr.", "ii", "iii", "iv", "v"})


def again(parsed: Parsed, noun: int, person: bool = False) -> Clause | None:
    """Return a noun phrase as the subject of a further sentence; None where that is not sure."""
    word, tag = parsed.words[noun], parsed.tags[noun]
    if tag == "PRP" or (tag == "DT" and word in ("this", "these")):
        form = _SUBJECT_OF.get(word, word)
        return (Inserted(form),) if form in _PRONOUNS else None
    if parsed.tree.children(noun, ("conj", "cc", "preconj")):
        joined = [parsed.words[one] for one in parsed.tree.children(noun, ("cc", "preconj"))]
        return (Inserted("they"),) if joined == ["and"] and not _below_quantity(parsed, noun) else None
    if tag in NAMES:
        return _name_again(parsed, noun, person or is_person(parsed, noun))
    if tag in NOUNS:
        return _noun_again(parsed, noun)
    return None


def of_phrase(parsed: Parsed, noun: int) -> Clause | None:
    """Return a noun phrase as an owner: "Smith 's", "its"; None where that is not sure."""
    found = again(parsed, noun)
    if found is None:
        return None
    if len(found) == 1 and not isinstance(found[0], int):
        owner = {"they": "their", "he": "his", "she": "her", "it": "its"}.get(found[0].word)
        if owner:
            return (Inserted(owner),)
    ending = "'" if is_plural(parsed, noun) and parsed.words[noun].endswith("s") else "'s"
    return (*found, Inserted(ending))


def is_person(parsed: Parsed, noun: int) -> bool:
    """Whether a name is that of a person, as far as its sentence tells."""
    if parsed.tags[noun] not in NAMES:
        return False
    name = _name(parsed, noun)
    words = {parsed.words[one] for one in name}
    if words & _ORGANISATION:
        return False
    if words & _TITLES or parsed.words[noun] in _SUFFIXES:
        return True
    if any(
        parsed.words[one] in ("who", "whose") and noun in tuple(parsed.tree.ancestors(one))[:3]
        for one in parsed.tree.subtree(noun)
    ):
        return True
    behind = {parsed.words[one] for one in range(noun + 1, len(parsed))}
    return bool(behind & _PERSON_WORDS) and len(name) > 1 and parsed.tree.child(noun, "det") is None


def _name(parsed: Parsed, noun: int) -> list[int]:
    """Return the words of a name, those right before its head."""
    first = noun
    below = set(parsed.tree.subtree(noun))
    while first - 1 in below and parsed.tags[first - 1] in NAMES:
        first -= 1
    return [*range(first, noun + 1)]


def _name_again(parsed: Parsed, noun: int, person: bool) -> Clause | None:
    name = _name(parsed, noun)
    children = parsed.tree.children(noun)
    before = [one for one in children if one < name[0]]
    if any(parsed.words[one] == "-" for one in parsed.tree.subtree(noun) if one < noun):
        return None
    if any(parsed.tree.labels[one] in ("compound", "nummod", "nmod", "poss", "amod") for one in before):
        return None
    determiner = [one for one in before if parsed.tree.labels[one] == "det"]
    if any(parsed.words[one] != "the" for one in determiner):
        return None
    if not determiner and len(name) > 1 and person and parsed.words[noun] not in _SUFFIXES:
        title = name[:1] if parsed.words[name[0]] in _TITLES and len(name) > 1 else []
        short = [*title, noun] if noun not in parsed.kept else name
        return _copied(parsed, short)
    if len(name) > _LONGEST_NAME or _is_heavy(parsed, noun):
        return None
    return _copied(parsed, [*determiner, *name])


def _is_heavy(parsed: Parsed, noun: int) -> bool:
    """Whether a name goes on behind its head: "University of Rome"."""
    return any(
        one == noun + 1 and parsed.words[one] in ("of", "for", "and", "&", "in")
        for one in parsed.tree.children(noun, ("prep", "cc"))
    )


def _noun_again(parsed: Parsed, noun: int) -> Clause | None:
    tree, word = parsed.tree, parsed.words[noun]
    children = tree.children(noun)
    determiner = next((one for one in children if tree.labels[one] in ("det", "poss", "predet")), None)
    opening = parsed.words[determiner] if determiner is not None else ""
    if opening in _NEVER_AGAIN or (word in _EMPTY_HEADS and not _is_kept_alone(parsed, noun)):
        return None
    if any(parsed.words[one] in ("few", "no", "only", "little", "more", "less", "fewer") for one in children):
        return None
    plural = parsed.tags[noun] == "NNS"
    counted = tree.child(noun, "nummod") is not None
    if plural and (opening in _QUANTITIES or determiner is None or counted):
        return None if _below_quantity(parsed, noun) else (Inserted("they"),)
    modifiers = _modifiers(parsed, noun, bool(opening) and opening not in ("a", "an"))
    if modifiers is None or (determiner is None and counted):
        return None
    if determiner is None and tree.child(noun, "prep", "relcl", "acl") is None:
        return _copied(parsed, [*modifiers, noun])  # "water", "unemployment"
    if determiner is not None and tree.labels[determiner] == "poss":
        owner = tree.subtree(determiner)
        if len(owner) > 3 or parsed.tags[determiner] in NOUNS:
            return None
        return _copied(parsed, [*owner, *modifiers, noun])
    if determiner is not None and opening in _KEPT_DETERMINERS:
        return _copied(parsed, [determiner, *modifiers, noun])
    return (Inserted("the"), *_copied(parsed, [*modifiers, noun]))


def _is_kept_alone(parsed: Parsed, noun: int) -> bool:
    """Whether an empty head stands for a thing all the same: "the list", "the series" without "of"."""
    determiner = parsed.tree.child(noun, "det")
    return (
        determiner is not None
        and parsed.words[determiner] == "the"
        and parsed.words[noun] in ("series", "list", "name", "version", "form", "place", "problem", "idea")
        and parsed.tree.child(noun, "prep") is None
    )


def _modifiers(parsed: Parsed, noun: int, definite: bool) -> list[int] | None:
    """Return the words before a noun that say which one it is; None where they are more than words."""
    found = []
    owned = parsed.tree.child(noun, "poss") is not None
    others = any(word == parsed.words[noun] and one != noun for one, word in enumerate(parsed.words))
    for one in parsed.tree.children(noun, ("compound", "amod", "nmod", "nummod")):
        tag = parsed.tags[one]
        telling = tag in ("JJS", "JJR") or parsed.words[one] in _KEPT_ADJECTIVES or others or owned
        if parsed.tree.labels[one] == "compound":
            below = parsed.tree.subtree(one)
            if one > noun or len(below) > 3 or any(parsed.tree.labels[each] == "conj" for each in below):
                return None
            found += [each for each in below if parsed.tags[each] != "DT"]
        elif parsed.tree.labels[one] == "nmod":
            return None
        elif telling and definite:
            if one > noun or parsed.tree.children(one):
                return None
            found.append(one)
        elif definite and parsed.tree.children(one):
            return None
    # Only those right before the noun: what stands between others would be missing.
    first = noun
    while first - 1 in found:
        first -= 1
    return None if parsed.words[max(first - 1, 0)] in ("-", "/") else [*range(first, noun)]


def _below_quantity(parsed: Parsed, noun: int) -> bool:
    return any(parsed.words[one] in _NEVER_AGAIN for one in parsed.tree.subtree(noun) if one < noun)


def _copied(parsed: Parsed, places: list[int]) -> Clause:
    return tuple(Inserted(parsed.words[one], one, one > 0 or parsed.tags[one] in NAMES) for one in places)
