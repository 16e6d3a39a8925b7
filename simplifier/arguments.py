"""Checks of the arguments that Python programs give to `Simplifier`: one clear error for each mistake."""

from __future__ import annotations

from collections.abc import Iterable
from operator import index
from typing import SupportsIndex

from simplifier.base.errors import InputError
from simplifier.languages import Language
from simplifier.policy.protection import ProtectedTerms
from simplifier.record.request import SearchRequest

__all__ = ["check_count", "check_risk", "check_text", "protecting", "terms_of"]


def check_text(text: object, name: str = "text") -> None:
    """Refuse anything that is not text.

    Args:
        text: the argument that was given.
        name: the name of the argument.

    Raises:
        TypeError: the argument is not a `str`; bytes must be decoded first.
    """
    if isinstance(text, bytes | bytearray):
        raise TypeError(f'{name} is bytes, not text; decode it first, such as with .decode("utf-8")')
    if not isinstance(text, str):
        raise TypeError(f"{name} is to be text (str), not {type(text).__name__}")


def check_count(count: object, name: str) -> None:
    """Refuse anything that is not a whole number of at least 1.

    Raises:
        TypeError: the argument is not a whole number.
        InputError: the number is below 1.
    """
    # `True` is an `int` in Python, but nobody means it as a count.
    if isinstance(count, bool) or not isinstance(count, SupportsIndex):
        raise TypeError(f"{name} is to be a whole number, not {type(count).__name__}")
    if index(count) < 1:
        raise InputError(f"{name} is {count}; it must be 1 or more")


def check_risk(risk: object) -> None:
    """Refuse anything that is not a probability.

    Raises:
        TypeError: the argument is not a number.
        InputError: the number is not from 0 to 1.
    """
    if isinstance(risk, bool) or not isinstance(risk, int | float):
        raise TypeError(f"risk is to be a number from 0 to 1, not {type(risk).__name__}")
    if not 0 <= risk <= 1:
        raise InputError(f"risk is {risk}; it must be a number from 0 to 1")


def terms_of(terms: ProtectedTerms | Iterable[str], language: Language, name: str) -> ProtectedTerms:
    """Return protected terms, made of phrases unless they are `ProtectedTerms` already.

    Raises:
        TypeError: ``terms`` is one text in place of a list, or the list holds something other than text.
    """
    if isinstance(terms, ProtectedTerms):
        return terms
    if isinstance(terms, str | bytes):
        raise TypeError(f"{name} is to be a list of terms, not one text; write [{terms!r}]")
    phrases = list(terms)
    for phrase in phrases:
        check_text(phrase, f"a term of {name}")
    return ProtectedTerms(phrases, language)


def protecting(protect: ProtectedTerms | Iterable[str], language: Language, *, explain: bool = False) -> SearchRequest:
    """Return the request for a call that has protected terms of its own.

    Raises:
        TypeError: as for `terms_of`.
    """
    terms = terms_of(protect, language, "protect")
    return SearchRequest(explain=explain, protected=terms.mark if terms else None)
