"""Terms that a document makes its own: what it defines or explains stays as it is from then on."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from simplifier.languages import Language
from simplifier.languages.analysis.tokens import Token

__all__ = ["DocumentTerms"]

_QUOTED: Final = re.compile(r'["“„«]([^"“”„«»\n]{2,60})["”»]|(?<!\w)[\'‘]([^\'’‘\n]{2,60})[\'’](?!\w)')
_BRACKETED: Final = re.compile(r"\(([^()\n]{2,60})\)")
#: A word with its explanation behind it, and one that explains the words before it.
_EXPLAINED: Final = re.compile(r"\b([a-z][a-z-]{1,60}) \(([a-z][^()\n]{3,80} [^()\n]*)\)|[a-z] \(([a-z][a-z-]+)\)")
#: A capitalised word with one right before it, as names of people have them.
_NAMED: Final = re.compile(r"(?<![\w'’-])([A-Z][\w'’-]*\.?) (?=([A-Z][\w-]*\w))")
_MOST_WORDS: Final = 5


class DocumentTerms:
    """Finds the terms of one document and marks their words.

    A term is defined where it stands in quotation marks or brackets with its words capitalised (``the
    "Premises"``, ``(the Tenant)``); it is meant wherever it is written so. What something is said to be
    called ("this is called a mandatory reconsideration") is its name wherever it stands. A hard word is
    explained where brackets behind it hold two words or more in small letters, or where it stands alone in
    brackets.

    A name that two people of the document have is not enough to tell one of them (``namesakes``).

    Args:
        text: all of the document.
        language: the language of the text.
        is_hard: tells whether a word, lowercased, is hard.
    """

    def __init__(self, text: str, language: Language, is_hard: Callable[[str], bool]) -> None:
        self._language = language
        defined = {
            term
            for pattern in (_QUOTED, _BRACKETED)
            for found in pattern.finditer(text)
            if (term := self._capitalised(next(filter(None, found.groups()))))
        }
        # What stands there once needs no care: its own place is in quotation marks or is a name.
        again = {term for term in defined if text.count(" ".join(term)) > 1}
        self.defined: frozenset[tuple[str, ...]] = frozenset(again)
        self.explained = frozenset(
            word
            for found in _EXPLAINED.finditer(text)
            if is_hard(word := (found[1] or found[3])) and word not in language.words.function
        )
        self.named = self._names(text)
        self.namesakes = self._namesakes(text)
        self._by_first: dict[str, list[tuple[str, ...]]] = {}
        self._by_first_form: dict[str, list[tuple[str, ...]]] = {}
        for name in sorted(self.named, key=lambda one: (-len(one), one)):
            self._by_first_form.setdefault(name[0], []).append(name)
        for term in sorted(self.defined, key=lambda one: (-len(one), one)):
            self._by_first.setdefault(term[0], []).append(term)

    def __bool__(self) -> bool:
        return bool(self.defined or self.explained or self.named)

    def _names(self, text: str) -> frozenset[tuple[str, ...]]:
        """Return the forms of the names that the text gives to things."""
        pattern = self._language.naming
        found = () if pattern is None else pattern.finditer(text)
        names = (tuple(self._language.tokenise_forms(one[1])) for one in found)
        function = self._language.words.function
        return frozenset(name for name in names if len(name) <= _MOST_WORDS and not function.issuperset(name))

    def _namesakes(self, text: str) -> frozenset[str]:
        """Return the last words of names that two different words stand before: "Lee" of Mary and Robert."""
        owners: dict[str, set[str]] = {}
        for found in _NAMED.finditer(text):
            if found[1].lower() not in self._language.words.function:
                owners.setdefault(found[2], set()).add(found[1])
        return frozenset(name for name, own in owners.items() if len(own) > 1)

    def mark(self, tokens: Sequence[Token]) -> tuple[bool, ...]:
        """Return for every token whether it belongs to a term; empty if no token does."""
        marks = [self._is_explained(token) for token in tokens]
        surfaces = [token.surface for token in tokens]
        _mark(marks, surfaces, self._by_first)
        _mark(marks, [token.form for token in tokens], self._by_first_form)
        return tuple(marks) if any(marks) else ()

    def _is_explained(self, token: Token) -> bool:
        return any(self._language.same_word(token.form, word) for word in self.explained)

    def _capitalised(self, phrase: str) -> tuple[str, ...]:
        """Return the words of a term, function words at its ends left out; none where it is no term."""
        words = [token.surface for token in self._language.tokenise(phrase.strip(" ,.;:"))]
        function = self._language.words.function
        while words and words[0].lower() in function:
            del words[0]
        inner = [word for word in words if word.lower() not in function]
        if not 0 < len(words) <= _MOST_WORDS or not all(word[:1].isupper() for word in inner):
            return ()
        return tuple(words)


def _mark(marks: list[bool], words: Sequence[str], by_first: Mapping[str, Sequence[tuple[str, ...]]]) -> None:
    """Mark every place where one of these sequences of words stands; where several match, the first one counts."""
    for place, word in enumerate(words):
        for term in by_first.get(word, ()):
            if tuple(words[place : place + len(term)]) == term:
                marks[place : place + len(term)] = [True] * len(term)
                break
