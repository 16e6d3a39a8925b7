"""Tests that need nothing but the words: numbers, negations, doubled words, fitting forms, marks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache

from simplifier.languages.analysis.findings import Finding, TaggedWords
from simplifier.languages.analysis.writing import CLOSING, ENDS, OPENING
from simplifier.languages.language import Language

__all__ = ["WordTests"]

_QUOTES = ('"', "'")
_NONE_UNPAIRED = {"()": 0, "[]": 0, "{}": 0, '"': 0}
_PAIRED = frozenset('()[]{}"')
_MOST_WORDS = 1 << 16


class WordTests:
    """Tests of the rewritings of one sentence. What they need to know about the sentence is computed once.

    Args:
        language: the language of the sentences.
        before: the sentence as it was.
    """

    def __init__(self, language: Language, before: TaggedWords) -> None:
        self._language = language
        self._before = before

    def findings(self, after: TaggedWords, negations: int = 0) -> Iterator[Finding]:
        """Yield what is wrong with the words of a new sentence.

        Args:
            after: the new sentence.
            negations: how many more negations it must have than the old sentence.
        """
        new = after.forms
        if not any(map(_is_word, new)):
            if any(map(_is_word, self._before.forms)):
                yield Finding("empty", "no word is left")
            return
        numbers = self._old_numbers ^ self._language.numbers_of(new)
        if numbers:
            yield Finding("number", " ".join(f"{number:g}" for number in sorted(numbers)))
        if self._language.mixes_numbers(new) and not self._language.mixes_numbers(self._before.forms):
            yield Finding("number style", "digits beside words")
        if (count := self._language.count_negations(new)) != self._old_negations + negations:
            yield Finding("negation", f"{self._old_negations} before, {count} now")
        doubled = {one for one, other in after.new_pairs(self._before) if one == other} - {*_QUOTES}
        if doubled:
            yield Finding("doubled word", " ".join(sorted(doubled)))
        clashes = self._clashes(after)
        if clashes and (clashes := clashes - self._clashes(self._before)):
            yield Finding(self._language.fitting, ", ".join(" ".join(pair) for pair in sorted(clashes)))
        unpaired = [mark for mark, count in _unpaired(new).items() if count != self._old_unpaired[mark]]
        if unpaired:
            yield Finding("brackets or quotation marks", " ".join(unpaired))
        if (mark := self._old_end_mark) != (mark_now := _end_mark(new)):
            yield Finding("end mark", f"{mark or 'none'} before, {mark_now or 'none'} now")

    @cached_property
    def _old_numbers(self) -> frozenset[float]:
        return self._language.numbers_of(self._before.forms)

    @cached_property
    def _old_negations(self) -> int:
        return self._language.count_negations(self._before.forms)

    @cached_property
    def _old_unpaired(self) -> dict[str, int]:
        return _unpaired(self._before.forms)

    @cached_property
    def _old_end_mark(self) -> str:
        return _end_mark(self._before.forms)

    def _clashes(self, words: TaggedWords) -> set[tuple[str, str]]:
        """Return the pairs of neighbours whose first word should have another form before the second.

        A lone capital is left out, because it is a name ("vitamin A").
        """
        language, tokens, forms = self._language, words.tokens, words.forms
        known = _varying(language)
        if not any(map(known.__getitem__, forms)):
            return set()
        varying = [place for place, form in enumerate(forms[:-1]) if known[form]]
        pairs = [(tokens[place], tokens[place + 1]) for place in varying]
        return {
            (one.form, other.form)
            for one, other in pairs
            if other.surface[0].isalnum()
            and not (len(one.surface) == 1 and one.surface.isupper())
            and language.fitting_form(one.form, other.surface) != one.form
        }


class _Varying(dict[str, bool]):
    """Tells whether a word has different forms before different words, and remembers the answers."""

    def __init__(self, language: Language) -> None:
        super().__init__()
        self._language = language

    def __missing__(self, form: str) -> bool:
        if len(self) >= _MOST_WORDS:
            self.clear()
        varies = self[form] = self._language.fitting_form(form, form) is not None
        return varies


@lru_cache(maxsize=8)
def _varying(language: Language) -> _Varying:
    return _Varying(language)


@lru_cache(maxsize=1 << 16)
def _is_word(form: str) -> bool:
    return any(map(str.isalnum, form))


def _unpaired(forms: Sequence[str]) -> dict[str, int]:
    """Return how many marks of each kind have no partner."""
    if _PAIRED.isdisjoint(forms):
        return _NONE_UNPAIRED
    pairs = zip("([{", ")]}", strict=True)
    counts = {f"{one}{other}": forms.count(one) - forms.count(other) for one, other in pairs}
    return counts | {'"': forms.count('"') % 2}


def _end_mark(forms: Sequence[str]) -> str:
    """Return the mark that ends a sentence, ignoring quotation marks and brackets after it."""
    for form in reversed(forms):
        if form in ENDS:
            return form
        if form not in CLOSING and form not in _QUOTES and form not in OPENING:
            return form[-1] if form[-1] in ENDS else ""
    return ""
