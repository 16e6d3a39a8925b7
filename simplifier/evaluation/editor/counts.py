"""What an editor did with traps, with marked expressions, and with sentences whose edits were judged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from simplifier.evaluation.collection import EditorialSentence, JudgedEdit, RecallSentence, Trap
from simplifier.evaluation.editor.changes import Change, Replaced, normalised, replaced, trimmed

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
    """What became of given words."""

    KEPT = "kept"
    ACCEPTED = "accepted"
    WRONG = "wrong"  # one of the wrong replacements that a trap lists
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Found:
    """What became of the words of a trap, or of one marked expression."""

    id: str
    kind: str
    outcome: Outcome
    place: Replaced

    def line(self) -> str:
        """Return id, kind, and what was replaced by what, as one line."""
        place = self.place
        source = f"{place.before}[{place.words}]{place.after}"
        return f"{self.id} ({self.kind}, {self.outcome}): {source} -> {place.output or '(left out)'}"


def find_traps(traps: Sequence[Trap], changes: Sequence[Sequence[Change]]) -> list[Found]:
    """Return what became of the words of each trap, given the changes of each sentence."""
    return [
        Found(trap.id, trap.kind, _outcome(place, trap.accepted, trap.wrong), place)
        for trap, own in zip(traps, changes, strict=True)
        for place in [replaced(trap.text, own, trap.start, trap.end)]
    ]


def find_recall(sentences: Sequence[RecallSentence], changes: Sequence[Sequence[Change]]) -> list[Found]:
    """Return what became of each marked expression, given the changes of each sentence."""
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
    """Return the outcomes counted by kind, kinds in the order of their names."""
    counted: dict[str, Counter[Outcome]] = {}
    for one in found:
        counted.setdefault(one.kind, Counter())[one.outcome] += 1
    return dict(sorted(counted.items()))


def recall_shares(found: Sequence[Found]) -> tuple[float, float]:
    """Return recall and precision, 0-1: rightly replaced of all marked, and of those that were replaced."""
    counted = Counter(one.outcome for one in found)
    right = counted[Outcome.ACCEPTED]
    touched = len(found) - counted[Outcome.KEPT]
    return _share(right, len(found)), _share(right, touched)


@dataclass(slots=True)
class JudgedCounts:
    """Edits of sentences, by the marks of those that were judged before.

    Attributes:
        marks: judged edits by mark.
        unjudged: edits that nobody has judged.
        sentences: how many.
        changed: of these, with an edit or more.
        good: changed, all edits judged, all stand and one or more fit.
        bad: changed, all edits judged, and one or more do not stand.
        neutral: changed, all edits judged and harmless.
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
        """Share of the judged edits that stand, 0-1."""
        return _share(sum(self.marks[mark] for mark in STANDING), sum(self.marks.values()))


def judgements(judged: Iterable[JudgedEdit], texts: Mapping[str, str]) -> dict[tuple[str, Change], str]:
    """Return marks by sentence and trimmed change; where edits become the same one, the worst mark.

    Args:
        judged: edits; those without a mark are left out.
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
