"""`--level` and `--grade`: sentences that are easy enough already stay as they are."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from simplifier.evaluation.readability.levels import WORD_LIMITS

if TYPE_CHECKING:
    from simplifier.languages import Language
    from simplifier.policy.hard_words import HardWords
    from simplifier.record.result import Result, SentenceResult

__all__ = ["LEVELS", "Level", "ReadingLevel"]


class Level(NamedTuple):
    """The limits for an easy sentence.

    Attributes:
        grade: the highest school grade of the sentence (Flesch-Kincaid).
        complexity: the highest complexity of a word (`simplifier.policy.hard_words`); infinite for no limit.
        name: the name of the level, if it has one.
    """

    grade: float
    complexity: float = math.inf
    name: str = ""

    def __str__(self) -> str:
        return f"level {self.name} (grade {self.grade:g})" if self.name else f"grade {self.grade:g}"


#: Rough equivalents of CEFR levels (docs/use/terminal.md); `simplifier read` has the same limits for words.
LEVELS: Final = {
    name: Level(grade, WORD_LIMITS[name], name) for name, grade in (("A2", 5.0), ("B1", 8.0), ("B2", 11.0))
}


class ReadingLevel:
    """Undoes the changes of easy sentences, and counts how many of the other sentences reach the level.

    Args:
        level: the limits for an easy sentence.
        language: the language of the text.
        words: the source of the complexity of words.

    Attributes:
        hard: the number of sentences that were above the level before.
        left: the number of these that are still above it.
    """

    def __init__(self, level: Level, language: Language, words: HardWords) -> None:
        self.level = level
        self.hard = 0
        self.left = 0
        self._language = language
        self._words = words

    def applied(self, result: Result) -> Result:
        """Return a result whose easy sentences are as they were."""
        return type(result).of(result.source, [self._applied(one) for one in result.sentences])

    def add(self, result: Result) -> None:
        """Count the hard sentences of a result, and those that still are."""
        for one in result.sentences:
            if not self._is_easy(one.source):
                self.hard += 1
                self.left += not all(map(self._is_easy, self._outputs(one)))

    def record(self, sentence: SentenceResult) -> dict[str, Any]:
        """Return what jsonl tells of a sentence: its grades, the one asked for, and whether it is reached."""
        before, after = [sentence.source], self._outputs(sentence)
        record: dict[str, Any] = {
            "wanted": self.level.name or self.level.grade,
            "reached": all(map(self._is_easy, after)),
            "grade": [_rounded(self._grade(*before)), _rounded(self._grade(*after))],
        }
        if self.level.complexity < math.inf:
            record["hard_words"] = [self._hard_words(*before), self._hard_words(*after)]
        return {"level": record}

    def summary(self) -> str:
        """Return one line about how many sentences are above the level, before and after."""
        were = "1 sentence was" if self.hard == 1 else f"{self.hard} sentences were"
        are = "1 still is" if self.left == 1 else f"{self.left} still are"
        return f"{self.level}: {were} above it, {are}"

    def _applied(self, sentence: SentenceResult) -> SentenceResult:
        """Return a sentence, as it was if that is easy."""
        return sentence.unchanged() if self._is_easy(sentence.source) else sentence

    def _outputs(self, sentence: SentenceResult) -> list[str]:
        """Return the sentences that a sentence became."""
        if sentence.decided is None:
            return [one.output for one in sentence.parts]
        return [sentence.output[start:end] for start, end in self._language.sentence_spans(sentence.output)]

    def _grade(self, *sentences: str) -> float | None:
        from simplifier.languages.analysis.reading_grade import ReadingCounts

        counts = ReadingCounts()
        for one in sentences:
            counts = counts.plus(ReadingCounts.of(one, self._language.syllables))
        return counts.grade

    def _hard_words(self, *sentences: str) -> list[str]:
        """Return the words above the level, in the order of the text."""
        forms = dict.fromkeys(form for one in sentences for form in self._language.tokenise_forms(one))
        return [form for form in forms if (self._words.complexity(form) or 0.0) > self.level.complexity]

    def _is_easy(self, text: str) -> bool:
        grade = self._grade(text)
        return (grade is None or grade <= self.level.grade) and not self._hard_words(text)


def _rounded(grade: float | None) -> float | None:
    return None if grade is None else round(grade, 2)
