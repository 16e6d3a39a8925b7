"""Verbs in a tree: their auxiliaries, tense, number, and other forms of them."""

from __future__ import annotations

from functools import cache
from typing import Final

from simplifier.languages.analysis.new_sentence import Clause, Inserted
from simplifier.languages.en.words.auxiliaries import TAG_OF
from simplifier.languages.en.words.inflection import inflected, irregular_verbs
from simplifier.languages.en.words.stems import base_forms
from simplifier.languages.en.words.syllables import SyllableCounter
from simplifier.languages.en.words.tags import FINITE, NAMES, NOUNS, RELATIVE, VERBS
from simplifier.languages.structure.parsed import Parsed, Tagged

__all__ = [
    "SUBJECTS",
    "auxiliaries",
    "base_form",
    "finite",
    "finite_part",
    "inflect",
    "is_past",
    "is_plural",
    "is_present",
    "to_be",
    "told_in_past",
]

_AUXILIARY: Final = frozenset({"aux", "auxpass"})
#: Relations of subjects.
SUBJECTS: Final = ("nsubj", "nsubjpass", "expl", "csubj")
_PLURAL_WORDS: Final = frozenset("they we you these those them us both many several few others people police".split())
# Forms that are spelt like a form of another verb, or too short to be taken apart.
_BASES: Final = {
    "found": "find", "left": "leave", "felt": "feel", "fell": "fall", "saw": "see", "ground": "grind",
    "lay": "lie", "lying": "lie", "dying": "die", "tying": "tie", "being": "be", "doing": "do",
    "going": "go", "using": "use", "used": "use",
}  # fmt: skip


def _irregular_forms() -> dict[str, str]:
    """Return the basic forms of irregular verbs by their past forms."""
    found: dict[str, str] = {}
    for base in irregular_verbs():
        for tag in ("VBD", "VBN"):
            found.setdefault(inflected(base, tag), base)
    return found


_IRREGULAR: Final = _irregular_forms()


def auxiliaries(parsed: Parsed, verb: int) -> tuple[int, ...]:
    """Return the auxiliaries of a verb, in order."""
    return parsed.tree.children(verb, _AUXILIARY)


def finite_part(parsed: Parsed, verb: int) -> int | None:
    """Return the finite word of a verb: its first auxiliary or the verb itself; None if that word is not finite."""
    first = next(iter(auxiliaries(parsed, verb)), verb)
    return first if parsed.tags[first] in FINITE else None


def finite(parsed: Parsed, verb: int) -> bool:
    """Return whether a token is a finite verb, with its auxiliaries.

    A bare verb that is joined to a verb with a modal is not finite: "drink" in "you may eat but drink".
    """
    if parsed.tags[verb] not in VERBS and not auxiliaries(parsed, verb):
        return False
    part = finite_part(parsed, verb)
    return part is not None and not (parsed.tags[part] == "VBP" and _behind_modal(parsed, verb))


def _behind_modal(parsed: Parsed, verb: int) -> bool:
    """Return whether a verb without a subject or auxiliary is joined to one with a modal."""
    tree = parsed.tree
    if tree.labels[verb] != "conj" or tree.children(verb, SUBJECTS) or auxiliaries(parsed, verb):
        return False
    return any(parsed.tags[one] == "MD" for one in auxiliaries(parsed, tree.heads[verb]))


def is_past(parsed: Parsed, verb: int) -> bool:
    """Return whether a verb is in the past tense."""
    part = finite_part(parsed, verb)
    return part is not None and parsed.tags[part] == "VBD"


def is_present(parsed: Parsed, verb: int) -> bool:
    """Return whether a verb is in the present tense, without a modal."""
    part = finite_part(parsed, verb)
    return part is not None and parsed.tags[part] in ("VBZ", "VBP")


def told_in_past(parsed: Parsed, verb: int) -> bool | None:
    """Return whether what goes with a verb is told in the past; None if its tense is open, as after a modal."""
    if is_past(parsed, verb):
        return True
    if not is_present(parsed, verb):
        return None
    return any(parsed.words[one] in ("has", "have") for one in auxiliaries(parsed, verb))


def is_plural(parsed: Parsed, noun: int) -> bool:
    """Return whether a noun phrase is plural: by its form, or as several joined by "and"."""
    if parsed.tags[noun] in ("NNS", "NNPS") or parsed.words[noun] in _PLURAL_WORDS:
        return True
    if tuple(parsed.words[noun : noun + 2]) == ("any", "of"):
        return parsed.tags[min(noun + 3, len(parsed) - 1)] == "NNS"  # "any of these signs appear"
    return parsed.tags[noun] in NOUNS | NAMES and any(
        parsed.words[one] == "and" and parsed.tags[one + 1] not in RELATIVE
        for one in parsed.tree.children(noun, ("cc",))
    )


def base_form(parsed: Tagged, place: int) -> str:
    """Return the basic form of a verb; a plural noun without its -s; any other word as it is."""
    word, tag = parsed.words[place], parsed.tags[place]
    if tag not in VERBS:
        return word[:-1] if tag == "NNS" and word.endswith("s") and not word.endswith("ss") else word
    return _base(word, tag)


def _base(word: str, tag: str) -> str:
    if tag in ("VB", "VBP") and word not in TAG_OF:
        return word
    if word in _BASES:
        return _BASES[word]
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if word in TAG_OF:
        return next((base for base in ("be", "have", "do") if word in _FORMS[base]), word)
    fitting = [base for base in base_forms(word) if inflected(base, tag) == word and base != word]
    return max(fitting, key=_known, default=word)


_FORMS: Final = {
    "be": {"am", "is", "are", "was", "were", "been", "'s", "'re", "'m"},
    "have": {"has", "had", "'ve"},
    "do": {"does", "did", "done"},
}


@cache
def _known(base: str) -> int:
    """Return how much of a spelling and its forms the dictionary holds: "win" for "winning", not "winn"."""
    words = SyllableCounter()
    return sum(one in words for one in (base, inflected(base, "VBZ"), inflected(base, "VBD")))


def inflect(base: str, past: bool, plural: bool) -> str:
    """Return the finite form of a basic form, third person."""
    if base == "be":
        return ("were" if plural else "was") if past else ("are" if plural else "is")
    if past:
        return inflected(base, "VBD")
    return base if plural else inflected(base, "VBZ")


def to_be(past: bool, plural: bool) -> Clause:
    """Return "is", "are", "was" or "were"."""
    return (Inserted(inflect("be", past, plural)),)
