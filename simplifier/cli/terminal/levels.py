"""`--level` and `--grade`: sentences that are easy enough already stay as they are."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator
from itertools import groupby
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
        """Return a result in which easy sentences have their old text."""
        from simplifier.text.segmentation import put_together

        sentences = tuple(
            one for _, group in groupby(result.sentences, key=_whole_sentence) for one in self._sentences(tuple(group))
        )
        text = put_together(result.source, [one.place for one in sentences], [one.output for one in sentences])
        return dataclasses.replace(result, text=text, sentences=sentences)

    def record(self, sentence: SentenceResult) -> dict[str, Any]:
        """Return the fields of a sentence for jsonl: its grades, the level, and whether it is reached."""
        before, after = sentence.source, sentence.output
        record: dict[str, Any] = {
            "wanted": self.level.name or self.level.grade,
            "reached": self._is_easy(after),
            "grade": [_rounded(self._grade(before)), _rounded(self._grade(after))],
        }
        if self.level.complexity < math.inf:
            record["hard_words"] = [self._hard_words(before), self._hard_words(after)]
        return {"level": record}

    def summary(self) -> str:
        """Return one line about how many sentences are above the level, before and after."""
        were = "1 sentence was" if self.hard == 1 else f"{self.hard} sentences were"
        are = "1 still is" if self.left == 1 else f"{self.left} still are"
        return f"{self.level}: {were} above it, {are}"

    def _sentences(self, parts: tuple[SentenceResult, ...]) -> Iterator[SentenceResult]:
        """Yield the parts of one sentence; for an easy one, the sentence with its old text."""
        from simplifier.record.result import Rewriting

        split = parts[0].split
        source = parts[0].source if split is None else split.whole
        if self._is_easy(source):
            same = (Rewriting(source, 0.0, {}, ()),)
            yield dataclasses.replace(parts[0], source=source, kbest=same, split=None, check=None)
            return
        self.hard += 1
        self.left += not all(self._is_easy(one.output) for one in parts)
        yield from parts

    def _grade(self, text: str) -> float | None:
        from simplifier.languages.analysis.reading_grade import ReadingCounts

        return ReadingCounts.of(text, self._language.syllables).grade

    def _hard_words(self, text: str) -> list[str]:
        """Return the words of a text above the level, in order and each once."""
        forms = dict.fromkeys(self._language.tokenise_forms(text))
        return [form for form in forms if (self._words.complexity(form) or 0.0) > self.level.complexity]

    def _is_easy(self, text: str) -> bool:
        grade = self._grade(text)
        return (grade is None or grade <= self.level.grade) and not self._hard_words(text)


def _whole_sentence(sentence: SentenceResult) -> int:
    """Return the start of a sentence, which all parts of a split sentence share."""
    return sentence.start


def _rounded(grade: float | None) -> float | None:
    return None if grade is None else round(grade, 2)
