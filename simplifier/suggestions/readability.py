"""Readability of a text: its reading grade, and the hard words that stayed in it, with the reasons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from simplifier.languages import Language
from simplifier.record.changes import Change
from simplifier.record.result import KeptPhrase, SentenceResult

__all__ = ["hard_words", "reading_grade"]

#: Syllables from which a word counts as hard: Gunning (1952), The Technique of Clear Writing.
_HARD: Final = 3
_UNKNOWN: Final = {"kind": "unknown", "text": "no simpler word is known"}


def reading_grade(sentences: Sequence[str], language: Language) -> float | None:
    """Return the Flesch-Kincaid grade of sentences, at least 0, rounded to one decimal place.

    The grade is 0.39 words per sentence + 11.8 syllables per word - 15.59 (Kincaid, Fishburne, Rogers and Chissom,
    1975). The result is None if there are no words, and for languages other than English, for which the formula was
    not made.
    """
    if not language.code.startswith("en"):
        return None
    words = [token.form for text in sentences for token in language.tokenise(text) if _is_word(token.form)]
    if not words:
        return None
    syllables = int(language.syllables.counts(words).sum())
    grade = 0.39 * len(words) / len(sentences) + 11.8 * syllables / len(words) - 15.59
    return round(max(0.0, grade), 1)


def hard_words(sentence: SentenceResult, changes: Sequence[Change], language: Language) -> list[dict[str, Any]]:
    """Return the words of three or more syllables that stayed, each with the reason, as plain values.

    Words with a capital inside the sentence are taken for names and left out.

    Args:
        sentence: a sentence with its explanation.
        changes: its changes; words within them did not stay.
        language: the language of the sentence.
    """
    found: list[dict[str, Any]] = []
    for number, token in enumerate(language.tokenise(sentence.source)):
        named = number > 0 and token.surface[:1].isupper()
        if named or not _is_hard(token.form, language):
            continue
        if any(one.start < token.end and token.start < one.end for one in changes):
            continue
        reason = _reason(sentence.kept, token.start, token.end)
        found.append({"start": token.start, "end": token.end, "source": token.surface, "reason": reason})
    return found


def _reason(kept: Sequence[KeptPhrase], start: int, end: int) -> dict[str, str]:
    """Return the best candidate of the shortest phrase that covers the word, and what stopped that candidate."""
    phrases = [one for one in kept if one.start <= start and end <= one.end and one.candidates]
    if not phrases:
        return dict(_UNKNOWN)
    best = min(phrases, key=lambda one: one.end - one.start).candidates[0]
    return {"target": best.target, **best.reason.to_json()}


def _is_hard(form: str, language: Language) -> bool:
    """Return True if a word and all its base forms are long, so that an ending alone makes no word hard."""
    if not form.replace("-", "").isalpha():
        return False
    return all(language.syllables.count(one) >= _HARD for one in language.base_forms(form))


def _is_word(form: str) -> bool:
    return any(map(str.isalnum, form))
