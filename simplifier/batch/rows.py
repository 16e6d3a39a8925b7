"""Rewriting the texts of rows: the outcome is a new text with its edits, or the reason why there is none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from simplifier.pipeline import Simplifier
from simplifier.record.result import Result

__all__ = ["LONGEST", "Outcome", "Rewritten", "RowEdit", "RowRewriter", "problem_of"]

#: The longest text that is rewritten, in characters; anything longer is hardly one cell of a table.
LONGEST: Final = 1_000_000


class RowEdit(NamedTuple):
    """One edit of a text, as it stands in the column of edits.

    Attributes:
        start: the first character of the edit in the text, from 0.
        end: the end of the edit, behind its last character.
        source: the old words.
        target: the new words.
        lhs: the left-hand side of the rule.
        grammar: the owner of the grammar of the rule; ``text`` for repairs by the text layer.
        provenance: the names of the rule's sources.
        score: the weighted sum of the rule's features.
    """

    start: int
    end: int
    source: str
    target: str
    lhs: str
    grammar: str
    provenance: tuple[str, ...]
    score: float


class Rewritten(NamedTuple):
    """A rewritten text with its edits; the text is None if there was none."""

    text: str | None
    edits: tuple[RowEdit, ...] = ()


#: The outcome of a row: the rewritten text, or the reason why it was rejected.
Outcome = Rewritten | str


def problem_of(text: str) -> str:
    """Return the reason why a text cannot be rewritten; empty if it can."""
    if len(text) > LONGEST:
        return f"a text of {len(text):,} characters; the longest that is taken has {LONGEST:,}"
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        place = error.start + 1
        return f"character {place} is none (half of a surrogate pair, or a byte that is not UTF-8)"
    return ""


class RowRewriter:
    """Rewrites texts of rows with one model.

    Args:
        simplifier: the model.
        traced: True if the outcomes are to hold edits.
    """

    def __init__(self, simplifier: Simplifier, traced: bool) -> None:
        self._simplifier = simplifier
        self._traced = traced

    def __call__(self, texts: Sequence[str | None]) -> list[Outcome]:
        """Return the outcome of every text, which does not depend on the texts beside it."""
        outcomes: list[Outcome] = [Rewritten(None) if text is None else problem_of(text) for text in texts]
        good = [text for text, outcome in zip(texts, outcomes, strict=True) if text is not None and not outcome]
        made = iter(self._rewritten(good))
        return [next(made) if outcome == "" else outcome for outcome in outcomes]

    def _rewritten(self, texts: list[str]) -> list[Outcome]:
        try:
            return [self._outcome(result) for result in self._simplifier.simplify_many(texts)]
        except (ValueError, RuntimeError, MemoryError) as error:
            if len(texts) == 1:
                return [f"{type(error).__name__}: {' '.join(str(error).split())}"]
        # One of the texts has failed; rewriting each by itself finds it and saves the others.
        return [outcome for text in texts for outcome in self._rewritten([text])]

    def _outcome(self, result: Result) -> Rewritten:
        if not self._traced:
            return Rewritten(result.text)
        edits = [
            RowEdit(
                sentence.start + edit.start,
                sentence.start + edit.end,
                edit.source,
                edit.target,
                edit.rule.lhs,
                edit.rule.grammar,
                tuple(edit.rule.provenance),
                round(float(edit.score), 6),
            )
            for sentence in result.sentences
            for edit in sentence.edits
        ]
        return Rewritten(result.text, tuple(edits))
