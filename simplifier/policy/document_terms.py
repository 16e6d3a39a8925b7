"""Terms of a document: words that the document itself defines, names or explains, and that must not change."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from simplifier.languages import Language
from simplifier.languages.analysis.tokens import Token

__all__ = ["DocumentTerms"]

_QUOTED: Final = re.compile(r'["“„«]([^"“”„«»\n]{2,60})["”»]|(?<!\w)[\'‘]([^\'’‘\n]{2,60})[\'’](?!\w)')
_BRACKETED: Final = re.compile(r"\(([^()\n]{2,60})\)")
#: A word with its explanation in brackets behind it, or a word in brackets that the words before it explain.
_EXPLAINED: Final = re.compile(r"\b([a-z][a-z-]{1,60}) \(([a-z][^()\n]{3,80} [^()\n]*)\)|[a-z] \(([a-z][a-z-]+)\)")
#: Two neighbouring capitalised words, such as a first name and a surname.
_NAMED: Final = re.compile(r"(?<![\w'’-])([A-Z][\w'’-]*\.?) (?=([A-Z][\w-]*\w))")
_WORD: Final = re.compile(r"\w[\w-]*")
_MOST_WORDS: Final = 5


class DocumentTerms:
    """Finds the terms of one document and marks their words.

    A term is defined if it stands in quotation marks or brackets with its words capitalised (``the "Premises"``,
    ``(the Tenant)``); it is then marked wherever it is written in this way. A thing is named by a phrase such as "this
    is called a mandatory reconsideration"; the name is marked wherever it stands. A hard word is explained if brackets
    behind it hold two or more words in small letters, or if it stands alone in brackets.

    Args:
        text: the whole document.
        language: the language of the text.
        is_hard: returns True if a lowercased word is hard.

    Attributes:
        defined: the defined terms, as written; only those that stand in the text more than once.
        explained: the explained hard words, lowercased.
        named: the decoder forms of names that the text gives to things.
        namesakes: surnames of two or more people in the document, which alone do not tell one from another.
    """

    def __init__(self, text: str, language: Language, is_hard: Callable[[str], bool]) -> None:
        self._language = language
        defined = {
            term
            for pattern in (_QUOTED, _BRACKETED)
            for found in pattern.finditer(text)
            if (term := self._capitalised(next(filter(None, found.groups()))))
        }
        # A term that stands in the text only once needs no mark: that place is in quotation marks, or has the capitals
        # of a name.
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
        """Return the surnames that follow two or more different words: "Lee" of "Mary Lee" and "Robert Lee"."""
        owners: dict[str, set[str]] = {}
        for found in _NAMED.finditer(text):
            if found[1].lower() not in self._language.words.function:
                owners.setdefault(found[2], set()).add(found[1])
        # The capital of "We" or "Please" is that of a sentence or heading: such words stand in small letters elsewhere.
        words: Counter[str] = Counter(_WORD.findall(text))
        return frozenset(
            name
            for name, own in owners.items()
            if len(own) > 1 and name.lower() not in self._language.words.function and words[name.lower()] <= words[name]
        )

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
        """Return the words of a term, without function words at its start; empty if the phrase is no term."""
        words = [token.surface for token in self._language.tokenise(phrase.strip(" ,.;:"))]
        function = self._language.words.function
        while words and words[0].lower() in function:
            del words[0]
        inner = [word for word in words if word.lower() not in function]
        if not 0 < len(words) <= _MOST_WORDS or not all(word[:1].isupper() for word in inner):
            return ()
        return tuple(words)


def _mark(marks: list[bool], words: Sequence[str], by_first: Mapping[str, Sequence[tuple[str, ...]]]) -> None:
    """Mark every place where one of these sequences of words stands; if several match, the first one counts."""
    for place, word in enumerate(words):
        for term in by_first.get(word, ()):
            if tuple(words[place : place + len(term)]) == term:
                marks[place : place + len(term)] = [True] * len(term)
                break
