"""Counts of an editor's work: on traps, on marked expressions, and on sentences with judged edits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from simplifier.evaluation.collection import EditorialSentence, JudgedEdit, RecallSentence, Trap
from simplifier.evaluation.probes.changes import Change, Replaced, normalised, replaced, trimmed

__all__ = [
    "STANDING",
    "Found",
    "JudgedCounts",
    "Outcome",
    "count_judged",
    "find_recall",
    "find_traps",
    "judgements",
    "outcomes",
    "recall_shares",
]

#: Marks of edits that may stand.
STANDING: Final = "fh"
_WORST_FIRST: Final = "osghf"


class Outcome(StrEnum):
    """What an editor did with given words."""

    KEPT = "kept"
    ACCEPTED = "accepted"
    WRONG = "wrong"  # one of the wrong replacements that a trap lists
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Found:
    """What an editor did with the words of a trap, or with one marked expression."""

    id: str
    kind: str
    outcome: Outcome
    place: Replaced

    def line(self) -> str:
        """Return id, kind, words and replacement as one line."""
        place = self.place
        source = f"{place.before}[{place.words}]{place.after}"
        return f"{self.id} ({self.kind}, {self.outcome}): {source} -> {place.output or '(left out)'}"


def find_traps(traps: Sequence[Trap], changes: Sequence[Sequence[Change]]) -> list[Found]:
    """Return the outcome for the words of each trap, given the changes to each sentence."""
    return [
        Found(trap.id, trap.kind, _outcome(place, trap.accepted, trap.wrong), place)
        for trap, own in zip(traps, changes, strict=True)
        for place in [replaced(trap.text, own, trap.start, trap.end)]
    ]


def find_recall(sentences: Sequence[RecallSentence], changes: Sequence[Sequence[Change]]) -> list[Found]:
    """Return the outcome for each marked expression, given the changes to each sentence."""
    return [
        Found(sentence.id, sentence.kind, _outcome(place, accepted), place)
        for sentence, own in zip(sentences, changes, strict=True)
        for start, end, accepted in sentence.expressions
        for place in [replaced(sentence.text, own, start, end)]
    ]


def _outcome(place: Replaced, accepted: Iterable[str], wrong: Iterable[str] = ()) -> Outcome:
    if place.kept:
        return Outcome.KEPT
    if place.became(accepted):
        return Outcome.ACCEPTED
    return Outcome.WRONG if place.became(wrong) else Outcome.OTHER


def outcomes(found: Iterable[Found]) -> dict[str, Counter[Outcome]]:
    """Return counts of the outcomes by kind, with kinds sorted by name."""
    counted: dict[str, Counter[Outcome]] = {}
    for one in found:
        counted.setdefault(one.kind, Counter())[one.outcome] += 1
    return dict(sorted(counted.items()))


def recall_shares(found: Sequence[Found]) -> tuple[float, float]:
    """Return recall and precision, 0-1: the rightly replaced share of marked expressions, and of replaced ones."""
    counted = Counter(one.outcome for one in found)
    right = counted[Outcome.ACCEPTED]
    touched = len(found) - counted[Outcome.KEPT]
    return _share(right, len(found)), _share(right, touched)


@dataclass(slots=True)
class JudgedCounts:
    """Counts of edits to sentences, by marks from earlier judgements.

    Attributes:
        marks: number of judged edits by mark.
        unjudged: number of edits that nobody has judged.
        sentences: number of sentences.
        changed: sentences with at least one edit.
        good: changed sentences with every edit judged, where all edits stand and at least one fits.
        bad: changed sentences with every edit judged, where at least one does not stand.
        neutral: changed sentences with every edit judged, where all are harmless.
    """

    marks: Counter[str] = field(default_factory=Counter)
    unjudged: int = 0
    sentences: int = 0
    changed: int = 0
    good: int = 0
    bad: int = 0
    neutral: int = 0

    @property
    def standing(self) -> float:
        """The share of judged edits that stand, 0-1."""
        return _share(sum(self.marks[mark] for mark in STANDING), sum(self.marks.values()))


def judgements(judged: Iterable[JudgedEdit], texts: Mapping[str, str]) -> dict[tuple[str, Change], str]:
    """Return marks by sentence and trimmed change; if several edits become the same change, the worst mark counts.

    Args:
        judged: judged edits; those without a mark are ignored.
        texts: sources by id.
    """
    marks: dict[tuple[str, Change], str] = {}
    for one in judged:
        change = trimmed(texts[one.id], Change(one.start, one.end, one.target))
        if change is not None and one.mark:
            key = one.id, _plain(change)
            marks[key] = min(one.mark, marks.get(key, one.mark), key=_WORST_FIRST.index)
    return marks


def _plain(change: Change) -> Change:
    return change._replace(target=normalised(change.target))


def count_judged(
    sentences: Sequence[EditorialSentence],
    changes: Sequence[Sequence[Change]],
    marks: Mapping[tuple[str, Change], str],
) -> JudgedCounts:
    """Count the (trimmed) changes of sentences by the marks that `judgements` returned."""
    counts = JudgedCounts(sentences=len(sentences))
    for sentence, own in zip(sentences, changes, strict=True):
        found = [marks.get((sentence.id, _plain(change)), "") for change in own]
        counts.marks.update(mark for mark in found if mark)
        counts.unjudged += found.count("")
        counts.changed += bool(found)
        if not found or "" in found:
            continue
        if not set(found) <= set(STANDING):
            counts.bad += 1
        elif "f" in found:
            counts.good += 1
        else:
            counts.neutral += 1
    return counts


def _share(part: int, whole: int) -> float:
    return part / whole if whole else float("nan")
