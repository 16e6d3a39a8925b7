"""The hard words that stayed in a sentence, each with the reason."""

from __future__ import annotations

from typing import Any, Final

from simplifier.languages import Language
from simplifier.languages.analysis.tokens import Token
from simplifier.record.explanation import UNKNOWN, Explanation
from simplifier.record.result import SentenceResult

__all__ = ["hard_words"]

#: Syllables from which a word counts as hard: Gunning (1952), The Technique of Clear Writing.
_HARD: Final = 3


def hard_words(sentence: SentenceResult, language: Language) -> list[dict[str, Any]]:
    """Return the words of three syllables or more that stayed, each with why, as plain values.

    Args:
        sentence: explained.
        language: the language of the sentence. Capitals inside it are taken for names, which are left out.
    """
    found: list[dict[str, Any]] = []
    for number, token in enumerate(language.tokenise(sentence.source)):
        named = number > 0 and token.surface[:1].isupper()
        if named or not _is_hard(token.form, language):
            continue
        if any(one.start < token.end and token.start < one.end for one in sentence.edits):
            continue
        reason = _reason(sentence.explanation, token)
        found.append({"start": token.start, "end": token.end, "source": token.surface, "reason": reason})
    return found


def _reason(explanation: Explanation | None, word: Token) -> dict[str, str]:
    """Return the likeliest change of a word, or of a phrase with it, which is named, and what stopped that change."""
    why = None if explanation is None else explanation.why_kept(word.start, word.end)
    if why is None or why.candidate is None:
        return UNKNOWN.to_json()
    phrase = {} if why.source == word.surface else {"source": why.source}
    return {**phrase, "target": why.candidate.target, **why.reason.to_json()}


def _is_hard(form: str, language: Language) -> bool:
    """Return True if a word and all its base forms are long, so that an ending alone makes no word hard."""
    if not form.replace("-", "").isalpha():
        return False
    return all(language.syllables.count(one) >= _HARD for one in language.base_forms(form))
