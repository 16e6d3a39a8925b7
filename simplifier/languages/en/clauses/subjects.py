"""A noun phrase said once more: as a pronoun, by its head or by its name, where nobody can mistake it."""

from __future__ import annotations

from collections.abc import Set
from typing import Final

from simplifier.languages.analysis.new_sentence import Clause, Inserted
from simplifier.languages.en.clauses.people import SUFFIXES, TITLES, is_person, is_person_noun, is_thing, name
from simplifier.languages.en.clauses.references import is_subject, pronoun
from simplifier.languages.en.clauses.verbs import SUBJECTS, is_plural
from simplifier.languages.en.words.tags import NAMES, NOUNS
from simplifier.languages.structure.parsed import Parsed

__all__ = [
    "again",
    "again_at_once",
    "by_pronoun",
    "is_repeated",
    "of_phrase",
    "once_more",
    "plain_pronoun",
    "said_again",
    "said_shortly",
]

_SUBJECT_OF: Final = {"him": "he", "her": "she", "them": "they", "us": "we", "me": "i", "these": "they"}
_PRONOUNS: Final = frozenset({"he", "she", "it", "they", "we", "i", "you", "this", "that"})
#: Determiners that say how many: what is said of such a phrase is not said of all, so it is never said again.
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
#: Heads that only say how much or how many.
_COUNTING: Final = frozenset(
    """number numbers lot lots majority minority variety range rest half percent % couple pair one ones none
    amount amounts most some all both each several few something anything nothing everything someone anyone
    everyone somebody anybody nobody everybody degree total proportion percentage share many member
    members""".split()
)
#: Verbs of a singular subject.
_OF_ONE: Final = frozenset({"is", "was", "has", "does"})
_HUMAN: Final = frozenset("he she his her him himself herself who".split())
#: Forms in the further clause that could be taken for what the pronoun means.
_FORMS_BEHIND: Final = {"it": frozenset({"it"}), "they": frozenset({"them", "they"})}
#: Most words of a phrase that is said again.
_LONGEST_NAME: Final = 3
#: Fewest words of a sentence after which a subject may be said again in the same words.
_LONG_BEFORE: Final = 12
# Titles that go with the first name.
_WITH_FIRST_NAMES: Final = frozenset("sir dame king queen prince princess pope saint st. st emperor".split())
# Small words inside a name that its last word keeps.
_PARTICLES: Final = frozenset("von van de der den du da di del la le el al bin ibn ter ten st st. mac san".split())


def again(parsed: Parsed, noun: int, clause: int, person: bool = False) -> Clause | None:
    """Return a noun phrase as the subject of a further sentence; None where that is not sure.

    Args:
        parsed: the sentence.
        noun: the head of the phrase.
        clause: the head of the clause that becomes the further sentence.
        person: true if the noun is known to name people.
    """
    return said_again(parsed, noun, set(range(parsed.stop)).difference(parsed.tree.subtree(clause)), person)


def once_more(parsed: Parsed, noun: int, verb: int) -> Clause | None:
    """Return a pronoun that repeats a subject before a second verb; None where that is not sure.

    A pronoun at the beginning of a sentence stands for the subject of the sentence before, whatever else that
    sentence names. Only the object of that sentence may be meant instead, if the second verb is passive.
    """
    found = again(parsed, noun, verb)
    word = _one_word(found)
    if word not in _PRONOUNS:
        word = plain_pronoun(parsed, noun, verb)
    below = [parsed.words[one] for one in parsed.tree.subtree(verb)]
    if word == "it" and noun == 0 and parsed.tags[0] != "PRP" and len(parsed.tree.subtree(0)) == 1:
        return None  # "Art will turn 107"
    if word == "they" and parsed.tags[noun] == "NNPS" and parsed.tree.child(noun, "det") is None:
        return None  # "Cousins"
    if word == "it" and parsed.tags[noun] == "NNP" and parsed.words[noun].endswith("s"):
        if parsed.words[noun + 1] not in _OF_ONE and parsed.tags[noun + 1] != "VBZ":
            return None  # "Member States shall"
    if word is None or (word in _FORMS_BEHIND and not _FORMS_BEHIND[word].isdisjoint(below)):
        return None
    return (Inserted(word),)


def _one_word(found: Clause | None) -> str | None:
    """Return the word of a clause that is one inserted word; None for any other clause."""
    return found[0].word if found and len(found) == 1 and isinstance(found[0], Inserted) else None


def plain_pronoun(parsed: Parsed, noun: int, verb: int, told: bool = False) -> str | None:
    """Return "it" or "they" for a subject, whatever else its sentence names; None for people and amounts.

    Args:
        parsed: the sentence.
        noun: the subject.
        verb: the second verb. If it is passive, an object of the first verb with the same number is a rival.
        told: true if the sentence says that the subject is a thing.
    """
    tree, words = parsed.tree, parsed.words
    determiner = tree.child(noun, "det", "poss")
    opening = "" if determiner is None else words[determiner]
    plural = is_plural(parsed, noun)
    if parsed.tags[noun] not in NAMES | NOUNS or opening in _NEVER_AGAIN or words[noun] in _COUNTING:
        return None
    if _below_quantity(parsed, noun) or _is_misread(parsed, noun):
        return None
    if not plural and not told and not is_thing(parsed, noun):
        return None
    if not (determiner is not None or plural or told) and (len(tree.subtree(noun)) < 2 or not _HUMAN.isdisjoint(words)):
        return None  # it may be the last name of a person, whatever its tag
    done_to = tree.child(verb, "auxpass") is not None
    objects = [one for one in tree.children(tree.heads[noun], ("dobj",)) if one < verb]
    if done_to and any(is_plural(parsed, one) == plural for one in objects):
        return None
    if tree.children(noun, ("conj", "cc", "preconj")):
        joined = [words[one] for one in tree.children(noun, ("cc", "preconj"))]
        return "they" if joined == ["and"] else None
    return "they" if plural else "it"


def by_pronoun(parsed: Parsed, noun: int, clause: int) -> bool:
    """Return whether `again` gives a pronoun: the same words at the beginning of two sentences are clumsy."""
    found = again(parsed, noun, clause)
    return found is not None and len(found) == 1 and isinstance(one := found[0], Inserted) and one.word in _PRONOUNS


def said_again(parsed: Parsed, noun: int, first: Set[int], person: bool = False) -> Clause | None:
    """Return a noun phrase as `again` does, given the tokens that stand before the further sentence.

    The words that the phrase itself ends with are repeated only if they are short and at least `_LONG_BEFORE` words
    stand before them.
    """
    found = said_shortly(parsed, noun, first, person)
    if found is None or not is_repeated(parsed, noun, found):
        return found
    # Words that are repeated have to be few: one for a bare name, two with a title or a determiner.
    named = parsed.tags[noun] in NAMES and parsed.tree.child(noun, "det") is None
    longest = 1 if named and parsed.words[noun - 1] not in TITLES else 2
    words = sum(parsed.words[one][0].isalnum() for one in first)
    return found if len(found) <= longest and words >= _LONG_BEFORE else None


def said_shortly(parsed: Parsed, noun: int, first: Set[int], person: bool = False) -> Clause | None:
    """Return a noun phrase as `said_again` does, but without its limits on repeated words."""
    word, tag = parsed.words[noun], parsed.tags[noun]
    if word == "i" and noun and parsed.tags[noun - 1] in NAMES:
        return None  # "World War I"
    if tag == "PRP" and parsed.tree.children(noun, ("conj", "cc")):
        return None  # "he or she"
    if tag == "PRP" or (tag == "DT" and word in ("this", "these")):
        form = _SUBJECT_OF.get(word, word)
        return (Inserted(form),) if form in _PRONOUNS else None
    if tag not in NAMES | NOUNS or _says_how_many(parsed, noun) or _is_misread(parsed, noun):
        return None
    found = pronoun(parsed, noun, first, person)
    if parsed.tree.children(noun, ("conj", "cc", "preconj")):
        joined = [parsed.words[one] for one in parsed.tree.children(noun, ("cc", "preconj"))]
        return (Inserted("they"),) if joined == ["and"] and found == "they" else None
    if found is not None:
        return (Inserted(found),)
    if tag in NAMES:
        return _name_again(parsed, noun, person or is_person(parsed, noun))
    return _noun_again(parsed, noun)


def is_repeated(parsed: Parsed, noun: int, found: Clause) -> bool:
    """Return whether a noun phrase is said again in the words that it ends with."""
    if parsed.tags[noun] == "PRP" or noun in parsed.kept:
        return False
    words = [item.word for item in found if not isinstance(item, int)]
    first = noun + 1 - len(words)
    if first < 0 or words != list(parsed.words[first : noun + 1]):
        return False
    if parsed.tags[noun] in NAMES:
        return first <= name(parsed, noun)[0]
    return first == parsed.tree.span(noun)[0]


def again_at_once(parsed: Parsed, noun: int, clause: int) -> Clause | None:
    """Return the last noun phrase of a sentence once more in other words: "this tax" for "the tax"."""
    rest = set(range(parsed.stop)).difference(parsed.tree.subtree(clause))
    found = said_shortly(parsed, noun, rest)
    if found is None or not is_repeated(parsed, noun, found):
        return found
    first = found[0]
    if is_person_noun(parsed, noun) and parsed.tree.child(noun, "poss") is not None:
        return found  # "his mother"
    if isinstance(first, int) or first.word not in ("the", "his", "her", "its", "their", "your", "our", "my"):
        return None
    if parsed.tags[noun] in NAMES:
        return None
    return (Inserted("these" if parsed.tags[noun] == "NNS" else "this"), *found[1:])


def _is_misread(parsed: Parsed, noun: int) -> bool:
    """Return whether tags or tree are wrong about a noun.

    They may take a name for several things ("Ann Toussaint-Okafors"), or one phrase of two nouns ("claims handler")
    for two: the second noun as an object of the first, or both as subjects of one verb.
    """
    tree = parsed.tree
    if tree.child(noun, "dobj") is not None:
        return True
    if tree.labels[noun] in SUBJECTS and len(tree.children(tree.heads[noun], SUBJECTS)) > 1:
        return True
    first = parsed.tree.span(noun)[0]
    return is_plural(parsed, noun) and parsed.tags[first] == "NNP" and first != noun


def _says_how_many(parsed: Parsed, noun: int) -> bool:
    """Return whether a phrase says of how many something is true, or has a head that says little."""
    determiner = parsed.tree.child(noun, "det", "predet")
    opening = parsed.words[determiner] if determiner is not None else ""
    words = {parsed.words[one] for one in parsed.tree.children(noun)}
    return (
        opening in _NEVER_AGAIN
        or not words.isdisjoint(_NEVER_AGAIN)
        or _below_quantity(parsed, noun)
        or (parsed.words[noun] in _EMPTY_HEADS and not _is_kept_alone(parsed, noun))
    )


def of_phrase(parsed: Parsed, noun: int, clause: int) -> Clause | None:
    """Return a noun phrase as an owner after a clause: "Smith 's", "its"; None where that is not sure."""
    found = said_again(parsed, noun, set(parsed.tree.subtree(clause)))
    if found is None:
        return None
    if len(found) == 1 and not isinstance(found[0], int):
        owner = {"they": "their", "he": "his", "she": "her", "it": "its"}.get(found[0].word)
        if owner:
            return (Inserted(owner),)
    ending = "'" if is_plural(parsed, noun) and parsed.words[noun].endswith("s") else "'s"
    return (*found, Inserted(ending))


def _name_again(parsed: Parsed, noun: int, person: bool) -> Clause | None:
    places = name(parsed, noun)
    if parsed.tags[noun + 1] == "CD":  # "Apollo 10"
        return None
    before = [one for one in parsed.tree.children(noun) if one < places[0]]
    if any(parsed.words[one] == "-" for one in parsed.tree.subtree(noun) if one < noun):
        return None
    if any(parsed.tree.labels[one] in ("nummod", "nmod", "poss", "amod") for one in before):
        return None
    determiner = [one for one in before if parsed.tree.labels[one] == "det"]
    if any(parsed.words[one] != "the" for one in determiner):
        return None
    if not determiner and person and len(places) > 1 and parsed.words[noun] not in SUFFIXES:
        if parsed.words[places[0]] in _WITH_FIRST_NAMES:
            return _copied(parsed, places[:2])
        if list(parsed.words).count(parsed.words[noun]) > 1:  # of one family
            return None
        title = places[:1] if parsed.words[places[0]] in TITLES else []
        short = places[-2:] if parsed.words[places[-2]] in _PARTICLES else [noun]
        if noun in parsed.kept:  # a term, or the name of two people of the document
            short = places
        short = places if noun in parsed.kept else [*title, *(one for one in short if one not in title)]
        return _copied(parsed, short)
    if len(places) > _LONGEST_NAME or _is_heavy(parsed, noun):
        return None
    return _copied(parsed, [*determiner, *places])


def _is_heavy(parsed: Parsed, noun: int) -> bool:
    """Return whether a name goes on after its head: "University of Rome"."""
    return any(
        one == noun + 1 and parsed.words[one] in ("of", "for", "and", "&", "in")
        for one in parsed.tree.children(noun, ("prep", "cc"))
    )


def _noun_again(parsed: Parsed, noun: int) -> Clause | None:
    tree = parsed.tree
    determiner = next((one for one in tree.children(noun) if tree.labels[one] in ("det", "poss")), None)
    opening = parsed.words[determiner] if determiner is not None else ""
    plural = parsed.tags[noun] == "NNS"
    counted = plural and (opening in _QUANTITIES or tree.child(noun, "nummod") is not None)
    modifiers = _modifiers(parsed, noun, opening not in ("a", "an", ""))
    if modifiers is None:
        return None
    # A bare or counted noun gets "these", "this" or "the", so that it means the same things and no others.
    if determiner is None or counted:
        if plural and is_subject(parsed, noun):
            return None
        followed = tree.child(noun, "prep", "acl", "relcl") is not None
        opener = "these" if plural else "the" if is_subject(parsed, noun) else "this"
        opened = (Inserted(opener),) if followed or not is_subject(parsed, noun) else ()
        found = (*opened, *_copied(parsed, [*modifiers, noun]))
        return found if len(found) <= _LONGEST_NAME else None
    if tree.labels[determiner] == "poss":
        owner = tree.subtree(determiner)
        if len(owner) > 1 or parsed.tags[determiner] in NOUNS:
            return None
        found = _copied(parsed, [determiner, *modifiers, noun])
    elif opening in _KEPT_DETERMINERS:
        found = _copied(parsed, [determiner, *modifiers, noun])
    else:
        found = (Inserted("the"), *_copied(parsed, [*modifiers, noun]))
    return found if len(found) <= _LONGEST_NAME else None


def _is_kept_alone(parsed: Parsed, noun: int) -> bool:
    """Return whether an empty head stands for a thing all the same: "the list", "the series" without "of"."""
    determiner = parsed.tree.child(noun, "det")
    return (
        determiner is not None
        and parsed.words[determiner] == "the"
        and parsed.words[noun] in ("series", "list", "name", "version", "form", "place", "problem", "idea")
        and parsed.tree.child(noun, "prep") is None
    )


def _modifiers(parsed: Parsed, noun: int, definite: bool) -> list[int] | None:
    """Return the words before a noun that say which one it is; None if one of them heads a longer phrase."""
    found = []
    owned = parsed.tree.child(noun, "poss") is not None
    others = any(word == parsed.words[noun] and one != noun for one, word in enumerate(parsed.words))
    # Adjectives are dropped, except those that may be needed to tell which thing is meant.
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
    return tuple(
        Inserted(parsed.words[one], one, one > 0 or parsed.keeps_capital or parsed.tags[one] in NAMES) for one in places
    )
