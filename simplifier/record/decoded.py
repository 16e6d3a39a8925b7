"""What the decoder makes of a sentence: rewritings with their features, the final check, explanations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from simplifier.base.deferred import Deferred
from simplifier.decoder import DerivationTree, Forest, ForestStatistics, feature_line
from simplifier.record.explanation import Elsewhere, Explanation
from simplifier.record.rule_edits import RuleEdit, rounded, six_digits
from simplifier.text import SplitPart

__all__ = ["CheckOutcome", "DecodedSentence", "Dropped", "Rewriting"]


@dataclass(frozen=True)
class Rewriting(Deferred):
    """One way to write a sentence: its text, its model score and features, and its edits.

    If they were asked for, ``trees`` are the trees of its derivation, and ``alignment`` has links
    (source word, target word), by the places of decoder words.
    """

    output: str
    score: float
    features: Mapping[str, float]
    edits: tuple[RuleEdit, ...]
    trees: tuple[DerivationTree, ...] | None = None
    alignment: tuple[tuple[int, int], ...] = ()

    def feature_text(self) -> str:
        """Return the features as ``name=value`` with six significant digits, separated by spaces."""
        source = self.read_from
        if source is None:
            return feature_line(self.features)
        text: str = source.feature_text()
        return text

    def to_json(self) -> dict[str, Any]:
        """Return the rewriting as plain values, without its edits."""
        record = {"output": self.output, "score": six_digits(self.score), "features": rounded(self.features)}
        if self.trees is not None:
            record["trees"] = [tree.to_json() for tree in self.trees]
            record["alignment"] = [list(link) for link in self.alignment]
        return record


@dataclass(frozen=True, slots=True)
class CheckOutcome:
    """What the final check did to a sentence whose best derivation failed it.

    Attributes:
        failed: the tests that the best derivation failed, each with the words concerned.
        rank: rank of the derivation that was taken instead, from 2. None if no derivation tried passed, so that the
            sentence stays as it was; 1 if constraints forbid even that, so that the best derivation stands.
    """

    failed: tuple[str, ...]
    rank: int | None

    def to_json(self) -> dict[str, Any]:
        """Return the outcome as plain values."""
        return {"failed": list(self.failed), "rank": self.rank}


@dataclass(frozen=True, slots=True)
class Dropped:
    """Why a sentence of a document was left out.

    Attributes:
        importance: the probability that the sentence is kept, 0 to 1; no sentence that stays has a lower one.
        parts: what each feature adds to the log odds (`simplifier.policy.importance`).
    """

    importance: float
    parts: Mapping[str, float]

    def to_json(self) -> dict[str, Any]:
        """Return the probability and its parts as plain values."""
        return {"importance": six_digits(self.importance), "parts": rounded(self.parts)}


@dataclass(frozen=True, slots=True)
class DecodedSentence:
    """A sentence as the decoder got it, and its rewritings, best first.

    Where structural rules made it, it is a part of what became of the user's sentence (`SentenceResult`), and its text
    is a new one.

    Attributes:
        source: the text that was decoded.
        start: first character of the user's sentence in its text.
        part: numbers the pieces of a sentence that was too long for the decoder, 0 for a whole one.
        kbest: best first.
        split: what it is a part of, where structural rules made it.
        timed_out: time ran out during the search.
        impossible: no rewriting satisfies the constraints, so that the sentence stays as it is.
        forest: where it was asked for.
        search: how large the search was, where it was asked for.
        check: what the final check did, where the best derivation failed it.
        explanation: where it was asked for.
        elsewhere: places that were decided as elsewhere in the document.
        dropped: why it was left out of the document, if it was; its output is then empty.
    """

    source: str
    start: int
    part: int
    kbest: tuple[Rewriting, ...]
    split: SplitPart | None = None
    timed_out: bool = False
    impossible: bool = False
    forest: Forest | None = None
    search: ForestStatistics | None = None
    check: CheckOutcome | None = None
    explanation: Explanation | None = None
    elsewhere: tuple[Elsewhere, ...] = ()
    dropped: Dropped | None = None

    @property
    def output(self) -> str:
        """The best rewriting's text."""
        return self.kbest[0].output

    @property
    def score(self) -> float:
        """The best rewriting's model score."""
        return self.kbest[0].score

    @property
    def edits(self) -> tuple[RuleEdit, ...]:
        """What rules changed in the best rewriting, in the order of the decoded text."""
        return self.kbest[0].edits

    @property
    def end(self) -> int:
        """After the last character of the user's sentence in its text."""
        return self.start + len(self.source if self.split is None else self.split.whole)

    def to_json(self) -> dict[str, Any]:
        """Return what became of the text as plain values, without edits and explanations."""
        record = self.kbest[0].to_json()
        if self.timed_out:
            record["timed_out"] = True
        if self.impossible:
            record["impossible"] = True
        if self.check is not None:
            record["check"] = self.check.to_json()
        if self.dropped is not None:
            record["dropped"] = self.dropped.to_json()
        return record
