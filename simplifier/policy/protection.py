"""Protected terms: a list of phrases that are never changed, one per line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Self

from simplifier.base.reading import list_lines
from simplifier.languages import Language, language_named

__all__ = ["ProtectedTerms"]


class ProtectedTerms:
    """Phrases that match tokens in any casing; at each place the longest match counts.

    Args:
        terms: the phrases.
        language: the language that tokenises them; None for English.
    """

    def __init__(self, terms: Iterable[str] = (), language: Language | None = None) -> None:
        self._by_first: dict[str, list[tuple[str, ...]]] = {}
        for term in terms:
            forms = tuple((language or language_named("en")).tokenise_forms(term))
            if forms:
                self._by_first.setdefault(forms[0], []).append(forms)
        for phrases in self._by_first.values():
            phrases.sort(key=len, reverse=True)

    @classmethod
    def read(cls, path: Path, language: Language | None = None) -> Self:
        """Read a file with one term per line; empty lines and lines that begin with ``#`` are ignored.

        Raises:
            InputError: the file cannot be read or is not UTF-8.
        """
        return cls((line.strip() for _, line in list_lines(path)), language)

    def __bool__(self) -> bool:
        return bool(self._by_first)

    def mark(self, forms: Sequence[str]) -> tuple[bool, ...]:
        """Return for every token whether a term covers it."""
        marks = [False] * len(forms)
        for place, form in enumerate(forms):
            for phrase in self._by_first.get(form, ()):
                if tuple(forms[place : place + len(phrase)]) == phrase:
                    marks[place : place + len(phrase)] = [True] * len(phrase)
                    break
        return tuple(marks)
