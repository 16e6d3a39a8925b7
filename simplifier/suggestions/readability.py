"""The hard words that stayed in a sentence, each with the reason."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from simplifier.languages import Language
from simplifier.policy.difficulty import Difficulty
from simplifier.record.explanation import KeptPhrase
from simplifier.record.result import SentenceResult

__all__ = ["hard_words"]

_UNKNOWN: Final = {"kind": "unknown", "text": "no simpler word is known"}


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
            record["reason"] = _reason(sentence.kept, token.start, token.end)
        found.append(record)
    return found


def _reason(kept: Sequence[KeptPhrase], start: int, end: int) -> dict[str, str]:
    """Return the best candidate of the shortest phrase that covers the word, and what stopped that candidate."""
    phrases = [one for one in kept if one.start <= start and end <= one.end and one.candidates]
    if not phrases:
        return dict(_UNKNOWN)
    best = min(phrases, key=lambda one: one.end - one.start).candidates[0]
    return {"target": best.target, **best.reason.to_json()}
