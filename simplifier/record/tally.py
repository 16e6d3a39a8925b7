"""What happened to a text, in numbers. Every surface that counts sentences or changes counts here."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from simplifier.languages import Language
from simplifier.languages.analysis.reading_grade import ReadingCounts
from simplifier.record.edits import EditKind
from simplifier.record.result import Result

__all__ = ["Tally"]


@dataclass(slots=True)
class Tally:
    """Adds up results.

    Args:
        language: the language of the texts.

    Attributes:
        sentences: sentences of the user's text.
        changed: how many of them are not as they were.
        kinds: changes by kind; what a reader can take back by itself is one change.
        before: what the reading grade of the text was made of.
        after: what it is made of now.
    """

    language: Language
    sentences: int = 0
    changed: int = 0
    kinds: Counter[EditKind] = field(default_factory=Counter)
    before: ReadingCounts = ReadingCounts()
    after: ReadingCounts = ReadingCounts()

    @property
    def changes(self) -> int:
        """How many changes there are."""
        return self.kinds.total()

    def add(self, result: Result) -> None:
        """Count a text, or a part of one."""
        counter = self.language.syllables
        for one in result.sentences:
            self.sentences += 1
            self.changed += bool(one.changes)
            self.kinds.update(change.kind for change in one.changes)
            self.before = self.before.plus(ReadingCounts.of(one.source, counter))
            self.after = self.after.plus(ReadingCounts.of(one.output, counter)._replace(sentences=one.output_sentences))

    def to_json(self) -> dict[str, Any]:
        """Return the numbers as plain values; the grades of Flesch and Kincaid for English alone, with one digit."""
        graded = self.language.code.startswith("en")
        return {
            "sentences": self.sentences,
            "changed": self.changed,
            "changes": self.changes,
            "kinds": {str(kind): count for kind, count in sorted(self.kinds.items())},
            "grade_before": _grade(self.before) if graded else None,
            "grade_after": _grade(self.after) if graded else None,
        }


def _grade(counts: ReadingCounts) -> float | None:
    return None if counts.grade is None else round(counts.grade, 1)
