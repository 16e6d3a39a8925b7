"""Tests that need nothing but the words: numbers, negations, doubled words, fitting forms, marks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from languages.language import Language
from languages.parts.findings import Finding, TaggedWords
from languages.parts.writing import CLOSING, ENDS, OPENING

__all__ = ["word_findings"]

_QUOTES = ('"', "'")


def word_findings(language: Language, before: TaggedWords, after: TaggedWords) -> Iterator[Finding]:
    """Yield what is wrong with the words of a new sentence.

    Args:
        language: of the sentences.
        before: the sentence as it was.
        after: the new one.
    """
    old, new = before.forms, after.forms
    if not any(_is_word(form) for form in new):
        if any(_is_word(form) for form in old):
            yield Finding("empty", "no word is left")
        return
    numbers = language.numbers_of(old) ^ language.numbers_of(new)
    if numbers:
        yield Finding("number", " ".join(f"{number:g}" for number in sorted(numbers)))
    if (count := language.count_negations(new)) != (count_before := language.count_negations(old)):
        yield Finding("negation", f"{count_before} before, {count} now")
    doubled = _doubled(new) - _doubled(old)
    if doubled:
        yield Finding("doubled word", " ".join(sorted(doubled)))
    clashes = _clashes(language, after) - _clashes(language, before)
    if clashes:
        yield Finding(language.fitting, ", ".join(" ".join(pair) for pair in sorted(clashes)))
    unpaired = [mark for mark, count in _unpaired(new).items() if count != _unpaired(old)[mark]]
    if unpaired:
        yield Finding("brackets or quotation marks", " ".join(unpaired))
    if (mark := _end_mark(old)) != (mark_now := _end_mark(new)):
        yield Finding("end mark", f"{mark or 'none'} before, {mark_now or 'none'} now")


def _is_word(form: str) -> bool:
    return any(character.isalnum() for character in form)


def _doubled(forms: Sequence[str]) -> set[str]:
    return {one for one, other in pairwise(forms) if one == other and one not in _QUOTES}


def _clashes(language: Language, words: TaggedWords) -> set[tuple[str, str]]:
    """Return the pairs whose first word has another form before the second; a lone capital is a name."""
    return {
        (one.form, other.form)
        for one, other in pairwise(words.tokens)
        if other.surface[0].isalnum()
        and not (len(one.surface) == 1 and one.surface.isupper())
        and language.fitting_form(one.form, other.surface) not in (None, one.form)
    }


def _unpaired(forms: Sequence[str]) -> dict[str, int]:
    """Return how many of each kind of mark lack their partner."""
    counts = Counter(forms)
    pairs = zip("([{", ")]}", strict=True)
    return {f"{one}{other}": counts[one] - counts[other] for one, other in pairs} | {'"': counts['"'] % 2}


def _end_mark(forms: Sequence[str]) -> str:
    """Return the mark that ends a sentence, quotation marks and brackets behind it aside."""
    for form in reversed(forms):
        if form in ENDS:
            return form
        if form not in CLOSING and form not in _QUOTES and form not in OPENING:
            return form[-1] if form[-1] in ENDS else ""
    return ""
