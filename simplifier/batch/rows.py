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
    """An edit of a text, as columns have it.

    Attributes:
        start: first character in the text.
        end: after the last one.
        source: what stood there.
        target: what stands in its place.
        change: number of the change that it belongs to; edits with one number stand or fall together.
        kind: what kind of change it is (`EditKind`).
        probability: how probable it is that an editor lets it stand; None where nothing judges it.
        reason: why it was made.
        lhs: label of the rule.
        grammar: owner of the grammar that holds the rule; ``text`` for repairs of the text layer.
        provenance: names of the rule's sources.
        score: weighted sum of the rule's features.
    """

    start: int
    end: int
    source: str
    target: str
    change: int
    kind: str
    probability: float | None
    reason: str
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
                edit.start,
                edit.end,
                edit.source,
                edit.target,
                edit.change,
                str(edit.kind),
                edit.probability,
                edit.reason.text,
                edit.rule.lhs,
                edit.rule.grammar,
                edit.rule.provenance,
                round(float(edit.score), 6),
            )
            for edit in result.edits
        ]
        return Rewritten(result.text, tuple(edits))
