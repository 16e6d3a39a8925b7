"""The hard words that stayed in a sentence, each with the reason."""

from __future__ import annotations

from typing import Any

from simplifier.languages import Language
from simplifier.languages.analysis.tokens import Token
from simplifier.policy.difficulty import Difficulty
from simplifier.record.explanation import UNKNOWN, Explanation
from simplifier.record.result import SentenceResult

__all__ = ["hard_words"]


def hard_words(sentence: SentenceResult, language: Language, difficulty: Difficulty) -> list[dict[str, Any]]:
    """Return the hard words that stayed, each with how hard it is and why it stayed, as plain values.

    Args:
        sentence: the sentence; without an explanation no reasons are known.
        language: the language of the sentence. Capitals inside it are taken for names, which are left out.
        difficulty: tells which words are hard.
    """
    found: list[dict[str, Any]] = []
    for number, token in enumerate(language.tokenise(sentence.source)):
        named = number > 0 and token.surface[:1].isupper()
        level = 0 if named else difficulty.level(token.form)
        if not level or any(one.start < token.end and token.start < one.end for one in sentence.edits):
            continue
        record: dict[str, Any] = {"start": token.start, "end": token.end, "source": token.surface, "level": level}
        if sentence.explanation is not None:
            record["reason"] = _reason(sentence.explanation, token)
        found.append(record)
    return found


def _reason(explanation: Explanation, word: Token) -> dict[str, str]:
    """Return the likeliest change of a word, or of a phrase with it, which is named, and what stopped that change."""
    why = explanation.why_kept(word.start, word.end)
    if why is None or why.candidate is None:
        return UNKNOWN.to_json()
    phrase = {} if why.source == word.surface else {"source": why.source}
    return {**phrase, "target": why.candidate.target, **why.reason.to_json()}
