"""Nouns that a pronoun could be taken for instead of the one it is for: it is put in only if there are none."""

from __future__ import annotations

from collections.abc import Set
from typing import Final

from simplifier.languages.en.clauses.people import is_person, is_person_noun, is_thing, sex
from simplifier.languages.en.clauses.verbs import base_form, is_plural
from simplifier.languages.en.words.tags import NAMES, NOUNS
from simplifier.languages.structure.parsed import Parsed

__all__ = ["is_subject", "is_time", "pronoun"]

_TIMES: Final = frozenset(
    """year years month months day days week weeks weekend weekends century centuries decade decades hour
    hours minute minutes second seconds time times season seasons morning afternoon evening night noon
    midnight spring summer autumn winter today yesterday tomorrow january february march april may june
    july august september october november december monday tuesday wednesday thursday friday saturday
    sunday easter christmas age ages percent % dollars pounds euros cent metres meters kilometres
    kilometers miles feet acres hectares tonnes tons people""".split()
) - {"people"}
# Prepositions that say where, when or how something is, rather than what takes part in it.
_PLACING: Final = frozenset(
    """in on at during since until till before after near under over between among within throughout across
    along around outside inside above below as like per about through into onto despite via off""".split()
)
# Prepositions after which a name is more likely a place than a person.
_OF_NAMES: Final = frozenset({"to", "from", "of", "for"})
_FORMS: Final = {
    "he": ("he", "him", "his"),
    "she": ("she", "her"),
    "it": ("it", "its"),
    "they": ("they", "them", "their"),
}
#: Verbs whose object is more likely a part or a sum than what is told of next.
_HAVING: Final = frozenset("have take earn receive include contain comprise cost win gain get last".split())
#: Labels of clauses and phrases beside the main clause.
_ASIDE: Final = frozenset({"relcl", "acl", "pcomp", "pobj"})
_PARTAKERS: Final = ("dobj", "nsubj", "nsubjpass", "dative")


def is_time(parsed: Parsed, noun: int) -> bool:
    """Return whether a noun says when, how long or how much."""
    return parsed.words[noun] in _TIMES or parsed.words[noun][0].isdigit()


def is_subject(parsed: Parsed, noun: int) -> bool:
    """Return whether a noun is the subject of a main verb."""
    head = parsed.tree.heads[noun]
    return parsed.tree.labels[noun] in ("nsubj", "nsubjpass") and head >= 0 and parsed.tree.heads[head] < 0


def pronoun(parsed: Parsed, noun: int, first: Set[int], person: bool = False) -> str | None:
    """Return "he", "she", "it" or "they" for a noun; None if that may mean another noun, or the sex is not known.

    Args:
        parsed: the sentence.
        noun: the head of the phrase that the pronoun stands for.
        first: the tokens that stand before the pronoun.
        person: true if the noun is known to name people.
    """
    if parsed.tags[noun] == "NNPS" and parsed.tree.child(noun, "det") is None:
        return None  # "Toussaint-Okafor", or several
    people = person or is_person(parsed, noun) or is_person_noun(parsed, noun)
    rivals = [one for one in first if _is_rival(parsed, noun, one)]
    found = _fitting(parsed, noun, rivals, people)
    if found is None or (not is_subject(parsed, noun) and _is_taken(parsed, noun, first, found)):
        return None
    return found


def _is_taken(parsed: Parsed, noun: int, first: Set[int], found: str) -> bool:
    """Return whether a form of the pronoun already stands for something else in the tokens before it."""
    below = parsed.tree.subtree(noun)
    return any(parsed.words[one] in _FORMS[found] and one not in below for one in first)


def _fitting(parsed: Parsed, noun: int, rivals: list[int], people: bool) -> str | None:
    if is_plural(parsed, noun):
        fits = [one for one in rivals if is_plural(parsed, one) and is_person_noun(parsed, one) == people]
        return None if any(_counts(parsed, noun, one) for one in fits) else "they"
    if people:
        letter = sex(parsed, noun)
        if letter is None or any(_may_be(parsed, one, letter) for one in rivals):
            return None
        return "he" if letter == "m" else "she"
    if not is_thing(parsed, noun):
        return None
    fits = [one for one in rivals if not is_plural(parsed, one) and not _is_human(parsed, one)]
    return None if any(_counts(parsed, noun, one) for one in fits) else "it"


def _is_rival(parsed: Parsed, noun: int, other: int) -> bool:
    """Return whether a token names another person or thing than a noun does, one that takes part itself."""
    if parsed.tags[other] not in NOUNS | NAMES or is_time(parsed, other):
        return False
    tree = parsed.tree
    if tree.labels[other] in ("compound", "nmod", "amod", "npadvmod", "nummod"):
        return False
    if tree.labels[other] in ("attr", "oprd") and tree.child(tree.heads[other], "nsubj", "nsubjpass") == noun:
        return False
    return other != noun and other not in tree.subtree(noun)


def _first_of(parsed: Parsed, noun: int) -> int:
    """Return the first of several joined nouns, or the noun that an apposition stands beside."""
    while parsed.tree.labels[noun] in ("conj", "appos"):
        noun = parsed.tree.heads[noun]
    return noun


def _counts(parsed: Parsed, noun: int, other: int) -> bool:
    """Return whether another thing is as likely to be meant as a noun.

    Beside a noun that is no subject, anything is. Beside a subject, only other participants are: subjects, objects,
    and what depends on the verb by a preposition that tells neither place nor time.
    """
    if not is_subject(parsed, noun):
        return True
    tree = parsed.tree
    if parsed.depth[other]:
        return False
    other = _first_of(parsed, other)
    if tree.labels[other] in _PARTAKERS:
        above = tree.heads[other]
        had = tree.labels[other] == "dobj" and base_form(parsed, above) in _HAVING
        return not had and not any(tree.labels[one] in _ASIDE for one in (other, *tree.ancestors(other)))
    above = tree.heads[other]
    if above >= 0 and tree.labels[above] == "agent" and tree.labels[noun] == "nsubjpass":
        return False
    placing = above >= 0 and parsed.words[above] in _PLACING
    verbal = above >= 0 and tree.heads[above] >= 0 and parsed.tags[tree.heads[above]] not in NOUNS | NAMES
    return tree.labels[other] == "pobj" and verbal and not placing


def _is_human(parsed: Parsed, noun: int) -> bool:
    return is_person(parsed, noun) or is_person_noun(parsed, noun)


def _may_be(parsed: Parsed, other: int, letter: str) -> bool:
    """Return whether a noun may name a person of a sex."""
    if is_plural(parsed, other):
        return False
    if _is_human(parsed, other):
        return sex(parsed, other) in (letter, None)
    if parsed.tags[other] != "NNP" or parsed.tree.child(other, "det") is not None:
        return False
    other = _first_of(parsed, other)
    above = parsed.tree.heads[other]
    return parsed.tree.labels[other] != "pobj" or parsed.words[above] not in _PLACING | _OF_NAMES
