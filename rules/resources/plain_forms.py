"""The forms of the entries of a list of plain English: inflected, and in both spellings of their words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from typing import Final, NamedTuple

from simplifier.languages.analysis.tagger import Tagger
from simplifier.languages.language import Language, WordForm
from simplifier.rules.resources.plain_list import DOUBTS, PHRASE, PlainEntry

__all__ = ["PlainForm", "plain_forms"]

_MOST_SPELLINGS: Final = 8  # of one phrase
_SURE_SHARE: Final = 0.98  # share of a word's uses from which its tag in a sentence need not be asked for

Words = tuple[str, ...]


class PlainForm(NamedTuple):
    """An entry in one form.

    Attributes:
        source: decoder forms of the source side.
        target: decoder forms of the target side; none if the words are left out.
        label: the label that its span has; empty for any.
        head: position, from 0, of the source word that ``tags`` speaks of.
        tags: the tags that this word may have in a sentence, sorted; none for any.
        frame: the frame of the entry.
        doubt: the doubt of the entry, in places of 40 (`simplifier.rules.resources.plain_list.DOUBTS`); 0 where nobody
            has said.
    """

    source: Words
    target: Words
    label: str
    head: int
    tags: Words
    frame: str
    doubt: float = 0.0


def plain_forms(entries: Iterable[PlainEntry], language: Language, tagger: Tagger) -> list[PlainForm]:
    """Return the forms of all entries, each once.

    A form that is written in an entry is never derived from another entry with the same part of speech: what is
    written wins.
    """
    made = [(entry, [list(_spelt(entry, derived, language, tagger)) for derived in (False, True)]) for entry in entries]
    written = {(form.source, entry.part) for entry, (own, _) in made for form in own}
    found: dict[PlainForm, None] = {}
    for derived in (False, True):
        for entry, forms in made:
            targets: dict[Words, set[Words | None]] = {}
            for form in (*forms[0], *forms[1]):
                targets.setdefault(form.source, set()).add(form.target)
            for form in forms[derived]:
                assert form.target is not None, "every entry has a replacement"
                if derived and (form.source, entry.part) in written:
                    continue
                # If all forms of this spelling have one target, any tag of the part of speech will do.
                sole = entry.part if len(targets[form.source]) == 1 else ""
                head, tags = _head(form, sole, language, tagger)
                doubt = DOUBTS.get(entry.doubt, 0.0)
                found[PlainForm(form.source, form.target, form.label, head, tags, entry.frame, doubt)] = None
    return list(found)


def _spelt(entry: PlainEntry, derived: bool, language: Language, tagger: Tagger) -> Iterator[WordForm]:
    """Yield an entry as it is written, or its derived forms, each in all spellings of its source side."""
    target = tuple(language.tokenise_forms(entry.target)) if entry.target else ()
    part = "" if entry.part == PHRASE else entry.part
    for source in _spellings(tuple(language.tokenise_forms(entry.source)), language):
        if not derived:
            yield from language.written_forms(source, target, part)
        elif entry.part != PHRASE and _is_basic(source, target, part, language, tagger):
            for form in language.derived_forms(source, target, part, tagger):
                if len(form.source) > len(source):
                    continue  # "more inadequate" has the words of "inadequate" in it
                for spelt in _spellings(form.source, language):
                    yield form._replace(source=spelt)


def _is_basic(source: Words, target: Words, part: str, language: Language, tagger: Tagger) -> bool:
    """Return whether forms may be derived from an entry: not if its head is inflected, as in "is able to"."""
    labels = {form.label for form in language.written_forms(source, target, part)} - {""}
    heads = {language.head_place(label, len(source)) for label in labels} - {None}
    known = [tagger.word_tags(source[head]) for head in heads if head is not None]
    return not any(shares and not labels & set(shares) for shares in known)


def _spellings(words: Words, language: Language) -> list[Words]:
    found = list(product(*((word, *language.spellings(word)) for word in words)))
    return found[:_MOST_SPELLINGS]


def _head(form: WordForm, part: str, language: Language, tagger: Tagger) -> tuple[int, Words]:
    """Return the head of a form's source side, and the tags by which it is the word that the entry means.

    Without tags, the word is not tested in a sentence.
    """
    head = language.head_place(form.label, len(form.source)) if form.label else None
    if head is None:
        return 0, ()
    tags = {form.label, *language.roles.parts.get(part, ())}
    shares = tagger.word_tags(form.source[head])
    share = sum(shares.get(tag, 0.0) for tag in tags)
    # The tag tells nothing if the word hardly ever has another, or if the tagger never gives it one of these.
    asked = not shares or 0.0 < share < _SURE_SHARE
    return head, tuple(sorted(tags)) if asked else ()
