"""Whether the pronoun that opens the next sentence still means the same after a split."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from simplifier.languages.analysis.new_sentence import Clause, Inserted
from simplifier.languages.en.clauses.people import is_person_noun
from simplifier.languages.en.words.relations import NAMED_SUBJECTS
from simplifier.languages.en.words.tags import NAMES, NOUNS
from simplifier.languages.structure.parsed import Parsed

__all__ = ["keeps_antecedents"]

#: Pronouns by what they may stand for.
_PERSONS: Final = frozenset({"he", "his", "him", "she", "her"})
_THINGS: Final = frozenset({"it", "its"})
_MANY: Final = frozenset({"they", "their", "them", "these", "those"})
_SITUATIONS: Final = frozenset({"this", "that"})
#: Words before the subject of a sentence that are skipped.
_LINKS: Final = frozenset({"but", "and", "so", "yet", "however", "then", "later", "also", ","})


def keeps_antecedents(parsed: Parsed, sentences: Sequence[Clause], following: Sequence[str]) -> bool:
    """Return whether the next sentence's first pronoun means what it meant before a split.

    A reader takes such a pronoun for the last subject (Hobbs 1978, Resolving pronoun references, Lingua 44; Grosz,
    Joshi and Weinstein 1995, Centering, Computational Linguistics 21). So the pronoun is in doubt if the last new
    sentence has a subject that was put in and is not the old subject, and if both subjects could be meant.

    Args:
        parsed: the sentence before the split.
        sentences: the new sentences.
        following: the words of the next sentence, lowercased; none if there is no next sentence.
    """
    first = next((word for word in following if word not in _LINKS), "")
    if len(sentences) < 2 or not any(first in one for one in (_PERSONS, _THINGS, _MANY, _SITUATIONS)):
        return True
    new = _opening(parsed, sentences[-1])
    old = _main_subject(parsed)
    if not new or old is None or not isinstance(new[0], Inserted):
        return True
    below = parsed.tree.subtree(old)
    told = [one.copy_of for one in new if isinstance(one, Inserted) and one.copy_of >= 0]
    if any(place in below for place in told):
        return True  # the new subject repeats the old one, or a part of it
    if len(new) == 1 and new[0].copy_of < 0 and _fits(parsed, old, new[0].word):
        return True  # a pronoun is put in only where it can mean nobody else
    if first in _SITUATIONS:
        return not any(isinstance(one, Inserted) and one.word in _SITUATIONS for one in new)
    return not (_fits(parsed, old, first) and any(_may_be(parsed, one, first) for one in new))


def _opening(parsed: Parsed, sentence: Clause) -> Clause:
    """Return the words put in at the beginning of a sentence, without links such as "but": its new subject."""
    words = [one for one in sentence[:-1] if not (isinstance(one, Inserted) and one.word in _LINKS)]
    size = next((place for place, one in enumerate(words) if isinstance(one, int)), len(words))
    return tuple(words[:size])


def _main_subject(parsed: Parsed) -> int | None:
    root = next((place for place, head in enumerate(parsed.tree.heads) if head < 0), None)
    return None if root is None else parsed.tree.child(root, *NAMED_SUBJECTS)


def _may_be(parsed: Parsed, item: int | Inserted, pronoun: str) -> bool:
    if isinstance(item, int):
        return False
    if item.copy_of >= 0:
        return _fits(parsed, item.copy_of, pronoun)
    kinds = (_PERSONS, _THINGS | _SITUATIONS, _MANY)
    return any(pronoun in one and item.word in one for one in kinds)


def _fits(parsed: Parsed, place: int, pronoun: str) -> bool:
    """Return whether a word may be what a pronoun stands for."""
    word, tag = parsed.words[place], parsed.tags[place]
    if tag in ("PRP", "DT"):
        return any(pronoun in one and word in one for one in (_PERSONS, _THINGS | _SITUATIONS, _MANY))
    if tag not in NAMES | NOUNS:
        return False
    many = tag in ("NNS", "NNPS") or parsed.tree.child(place, "conj") is not None
    if pronoun in _MANY or many:
        return pronoun in _MANY and many
    person = is_person_noun(parsed, place)
    return tag in NAMES or (person if pronoun in _PERSONS else not person)
