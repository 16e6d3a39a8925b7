"""Phrases that tell what must, should, can or need not be done: "are required to" becomes "must".

Tables of `simplifier/languages/en/lexicon.tsv` say which phrase means which modal. This module gives the modal in the
form that the sentence asks for.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from simplifier.languages.analysis.new_sentence import Clause, Inserted, Item
from simplifier.languages.en.clauses import verbs
from simplifier.languages.en.office_prose.actors import subject_of
from simplifier.languages.en.office_prose.phrases import PhraseTable
from simplifier.languages.en.words.auxiliaries import TAG_OF
from simplifier.languages.en.words.inflection import inflected
from simplifier.languages.en.words.tags import ADVERBS
from simplifier.languages.structure.parsed import Parsed, Tagged

__all__ = ["Modality", "owner_as_subject"]

#: The modal in the present, and the verb phrase that replaces it in other forms; empty where there is none.
_MODALS: Final = {
    "must": ("must", "have to"),
    "should": ("should", ""),
    "can": ("can", "be able to"),
    "may": ("may", ""),
    "need": ("", "need to"),
}
_NEGATED: Final = {"can": "cannot", "should": "should not", "may": "may not"}
_PAST: Final = {"can": "could", "must": "had to", "need": "needed to"}
_NEGATED_PAST: Final = {"can": "could not"}
#: Adverbs that can stand after any modal as well as after "be".
_PASSING: Final = frozenset("also therefore then now thus hence always usually normally still however".split())
_INTENSIFYING: Final = frozenset("absolutely strictly strongly very highly extremely always".split())
_NOT: Final = frozenset({"not", "n't"})
_EMPHASIS: Final = frozenset({"do", "does", "did"})
_OWNERS: Final = {"my": "i", "your": "you", "our": "we", "their": "they", "his": "he", "her": "she"}
#: Modals before "be" that stay before the new verb: "it may be necessary for you to" becomes "you may have to".
_KEPT_MODALS: Final = frozenset({"will", "may", "might", "would"})


class _Opening(NamedTuple):
    """An opening such as "it will not be necessary for".

    Attributes:
        meaning: the modal that the table gives, maybe after "no".
        be: its form of "be".
        modal: the modal before "be"; empty if there is none.
        negated: true if "not" stands after the modal or "be".
        passing: places of the adverbs that stay.
    """

    meaning: str
    be: str
    modal: str
    negated: bool
    passing: tuple[int, ...]


class Modality:
    """Recognises phrases of the tables, and gives the modals that they mean.

    Args:
        duties: the modal by phrase. A phrase begins with a verb in its basic form and ends with "to" ("be required
            to"). ``no`` stands before the modal if the phrase denies it.
        openings: the modal by phrase, with ``no`` likewise. A phrase is "it" or "there" and what stands between "is"
            and the clause.
    """

    def __init__(self, duties: Mapping[str, str], openings: Mapping[str, str]) -> None:
        self._duties = PhraseTable(duties)
        self._openings = PhraseTable(openings)

    def is_duty(self, parsed: Tagged, verb: int, last: int) -> bool:
        """Return whether a verb and the words up to ``last`` mean a modal."""
        return self._duty(parsed, verb, last) is not None

    def as_duty(self, parsed: Parsed, verb: int, last: int) -> Clause | None:
        """Return the modal in the form of the verb, then the adverbs in between; None if it has no such form."""
        found = self._duty(parsed, verb, last)
        subject = subject_of(parsed, verb)
        if found is None or subject is None or not _EMPHASIS.isdisjoint(parsed.words[subject:verb]):
            return None
        meaning, negated, passing = found
        tag = parsed.tags[verb]
        form = "past" if tag == "VBD" else "present" if tag in ("VBZ", "VBP") else tag
        words = _form(meaning, form, negated, _many(parsed, subject))
        if words is None or (passing and len(words) > 1):
            return None
        return (*map(Inserted, words), *passing)

    def _duty(self, parsed: Tagged, verb: int, last: int) -> tuple[str, bool, tuple[int, ...]] | None:
        places = list(range(verb + 1, last + 1))
        negated = bool(places) and parsed.words[places[0]] in _NOT
        places = places[negated:]
        passing = tuple(one for one in places if parsed.words[one] in _PASSING)
        words = [
            verbs.base_form(parsed, verb),
            *(parsed.words[one] for one in places if one not in passing and parsed.words[one] not in _INTENSIFYING),
        ]
        meaning = self._duties.meaning(words, 0, len(words))
        if meaning is None:
            return None
        denied = meaning.startswith("no ")
        if denied and negated:
            return None
        return meaning.removeprefix("no "), negated or denied, passing

    def is_opening(self, parsed: Tagged, first: int, last: int) -> bool:
        """Return whether the words from "it" or "there" up to a conjunction or preposition are an opening."""
        return self._opening(parsed, first, last) is not None

    def as_opening(self, parsed: Parsed, first: int, last: int, subject: int) -> Clause | None:
        """Return the modal of an opening in the form that follows the subject; None if it has no such form."""
        found = self._opening(parsed, first, last)
        if found is None:
            return None
        meaning, negated = found.meaning.removeprefix("no "), found.negated
        if found.meaning.startswith("no "):
            if negated:
                return None
            negated = True
        kept: list[Item] = []
        if found.modal:
            if meaning == "should" and found.modal == "would":
                form = "present"
            elif found.modal in _KEPT_MODALS:
                form = "VB"
                kept = [Inserted(found.modal), *([Inserted("not")] if negated else [])]
                negated = False
            else:
                return None
        else:
            form = "past" if found.be in ("was", "were") else "present"
        words = _form(meaning, form, negated, _many(parsed, subject))
        if words is None or (found.passing and len(words) + len(kept) > 1):
            return None
        return (*kept, *map(Inserted, words), *found.passing)

    def is_requirement(self, parsed: Tagged, first: int, last: int) -> bool:
        """Return whether an opening before "that" says in the present, and without "not", what must or should be."""
        found = self._opening(parsed, first, last)
        return (
            found is not None
            and found.meaning in ("must", "should")
            and not (found.negated or found.modal or found.passing)
            and found.be == "is"
        )

    def as_requirement(self, parsed: Parsed, first: int, last: int, verb: int) -> Clause | None:
        """Return the modal and the first verb of the clause after such an opening, put together; None if not sure."""
        found = self._opening(parsed, first, last)
        word, tag = parsed.words[verb], parsed.tags[verb]
        if found is None:
            return None
        if word in ("should", "must", "shall"):
            return (Inserted(found.meaning),)
        if word in ("do", "does") and parsed.words[verb + 1] in _NOT:
            return (Inserted(found.meaning),)
        if tag in ("VB", "VBP", "VBZ") and word not in ("do", "does"):
            return (Inserted(found.meaning), Inserted(verbs.base_form(parsed, verb)))
        return None

    def _opening(self, parsed: Tagged, first: int, last: int) -> _Opening | None:
        # Reads: first word, modal, "not", adverbs, a form of "be", "not", adverbs, intensifiers, phrase of the table.
        words = parsed.words
        place, modal = first + 1, ""
        if place < last and parsed.tags[place] == "MD":
            modal, place = words[place], place + 1
        negated = place < last and words[place] in _NOT
        place += negated
        passing = []
        while place < last and parsed.tags[place] in ADVERBS and words[place] in _PASSING:
            passing.append(place)
            place += 1
        if place >= last or words[place] not in TAG_OF or verbs.base_form(parsed, place) != "be":
            return None
        be, place = words[place], place + 1
        if not negated and place < last and words[place] in _NOT:
            negated, place = True, place + 1
        while place < last and words[place] in _PASSING:
            passing.append(place)
            place += 1
        while place < last and words[place] in _INTENSIFYING:
            place += 1
        phrase = [words[first], *words[place:last]]
        meaning = self._openings.meaning(phrase, 0, len(phrase))
        return None if meaning is None else _Opening(meaning, be, modal, negated, tuple(passing))


def owner_as_subject(parsed: Parsed, owner: int) -> Clause | None:
    """Return "you" for "your" and the like; None for "its" and for nouns."""
    found = _OWNERS.get(parsed.words[owner])
    return None if found is None else (Inserted(found),)


def _many(parsed: Parsed, subject: int) -> bool:
    word = parsed.words[subject]
    return verbs.is_plural(parsed, subject) or word in ("i", "me", "my", "your", "our", "their")


def _form(meaning: str, form: str, negated: bool, plural: bool) -> tuple[str, ...] | None:
    """Return a modal in the form of a verb ("present", "past" or a Penn tag); None if it has no such form."""
    modal, other = _MODALS[meaning]
    if form in ("present", "past"):
        past = form == "past"
        if negated:
            short = (_NEGATED_PAST if past else _NEGATED).get(meaning)
            if short is not None:
                return tuple(short.split())
            if not other or meaning == "can":
                return None
            return (verbs.inflect("do", past, plural), "not", *other.split())
        if past:
            return tuple(_PAST[meaning].split()) if meaning in _PAST else None
        if modal:
            return (modal,)
        first, *rest = other.split()
        return (verbs.inflect(first, False, plural), *rest)
    if not other or negated:
        return None
    first, *rest = other.split()
    return (first if form == "VB" else inflected(first, form), *rest)
