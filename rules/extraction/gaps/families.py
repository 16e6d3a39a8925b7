"""Families of patterns with gaps: names of kinds of rewriting, for reports and for comparing sources."""

from __future__ import annotations

from collections.abc import Sequence

from simplifier.languages.language import Language

__all__ = ["family"]

_BRACKETS = frozenset("()[],-")


def family(source: Sequence[str], target: Sequence[str], language: Language) -> str:
    """Return the family of a pattern: the name that the language has for it, else one by its shape.

    Args:
        source: symbols of the source side, gaps as ``[CLASS,i]``.
        target: symbols of the target side.
        language: the language of the words.
    """
    words, others = _words(source), _words(target)
    gaps, moved = _gaps(source), _gaps(target)
    known = language.pattern_family(words, others, gaps != moved)
    if known is not None:
        return known
    if (_BRACKETS & set(words)) - set(others):
        return "apposition"
    if gaps == moved and len(target) < len(source) and _is_part(target, source):
        return "deletion"
    if gaps != moved or _touching(source) != _touching(target):
        return "reordering"
    if source[-1] == target[-1] or source[0] == target[0]:
        return "edge"
    return "multi-word"


def _words(symbols: Sequence[str]) -> list[str]:
    return [symbol for symbol in symbols if not _is_gap(symbol)]


def _gaps(symbols: Sequence[str]) -> list[str]:
    return [symbol for symbol in symbols if _is_gap(symbol)]


def _is_gap(symbol: str) -> bool:
    return len(symbol) > 2 and symbol[0] == "[" and symbol[-1] == "]"


def _touching(symbols: Sequence[str]) -> bool:
    return any(_is_gap(left) and _is_gap(right) for left, right in zip(symbols, symbols[1:], strict=False))


def _is_part(part: Sequence[str], whole: Sequence[str]) -> bool:
    rest = iter(whole)
    return all(symbol in rest for symbol in part)
