"""The line at the end of `simplify`: how much was changed, and how much easier the text became."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from simplifier.languages import Language
    from simplifier.records.result import Result

__all__ = ["Summary"]


class Summary:
    """Adds up results as they come; the seconds count from when it is made.

    Args:
        language: of the text.
    """

    def __init__(self, language: Language) -> None:
        from simplifier.languages.parts.reading_grade import ReadingCounts

        self._language = language
        self._began = time.perf_counter()
        self._sentences = self._changed = self._edits = 0
        self._before = self._after = ReadingCounts()

    def add(self, result: Result) -> None:
        """Count the sentences of a result, as they were before any was split."""
        from simplifier.languages.parts.reading_grade import ReadingCounts

        counter = self._language.syllables
        for sentence in result.sentences:
            split = sentence.split
            if split is None or split.number == 1:
                source = sentence.source if split is None else split.whole
                self._sentences += 1
                self._changed += sentence.output != source
                self._before = self._before.plus(ReadingCounts.of(source, counter))
            # What the text layer repairs follows from edits.
            self._edits += sum(edit.rule.grammar != "text" for edit in sentence.edits)
            self._after = self._after.plus(ReadingCounts.of(sentence.output, counter))

    def line(self) -> str:
        """Return the summary of what was added."""
        parts = [
            f"{_counted(self._sentences, 'sentence')}, {self._changed} changed",
            _counted(self._edits, "edit"),
        ]
        before, after = self._before.grade, self._after.grade
        if before is not None and after is not None:
            parts.append(f"reading grade {before:.1f} -> {after:.1f} (Flesch-Kincaid)")
        parts.append(f"{time.perf_counter() - self._began:.1f} s")
        return "; ".join(parts)


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
