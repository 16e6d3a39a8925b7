"""C-Score: how easy a text is by a test of comprehension, and how close other measures come to this test.

Temnikova and Maneva (2013), in the form that Mathias and Bhattacharyya (2016) compare with E-Score.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from simplifier.base.errors import InputError
from simplifier.base.reading import read_lines

__all__ = ["Closeness", "Question", "c_score", "closeness", "read_questions"]

_COLUMNS: Final = ("question_words", "answer_words", "options", "seconds", "correct")


class Question(NamedTuple):
    """A question with several answers to choose from, as readers answered it.

    Attributes:
        question_words: number of words in the question.
        answer_words: number of words in all its answers.
        options: number of answers.
        seconds: mean time to answer, in seconds.
        correct: share of readers with the right answer, 0 to 1.
    """

    question_words: float
    answer_words: float
    options: float
    seconds: float
    correct: float


def c_score(questions: Sequence[Question], text_words: int, reading_seconds: float) -> float:
    """Return the C-Score, (P T_s / T_r) sum over q of Q(q) / t(q); higher is easier.

    P is the mean percentage of right answers, T_s the number of words of the text, and T_r the mean time to read the
    text. For a question q, Q(q) is its number of options times its words (question and answers), and t(q) the mean time
    to answer. Values compare only texts that were tested in the same way.

    Args:
        questions: at least one question.
        text_words: number of words of the text, above 0.
        reading_seconds: mean time to read the text in seconds, above 0.

    Raises:
        InputError: there is no question, or a number that must be above 0 is not.
    """
    if not questions:
        raise InputError("a C-Score needs one question at least")
    if text_words <= 0 or reading_seconds <= 0 or any(one.seconds <= 0 for one in questions):
        raise InputError("a C-Score needs words, a reading time and times to answer above 0")
    right = 100 * sum(one.correct for one in questions) / len(questions)
    sizes = sum(one.options * (one.question_words + one.answer_words) / one.seconds for one in questions)
    return right * text_words / reading_seconds * sizes


def read_questions(path: Path) -> list[Question]:
    """Read a table of questions: a header with the names of `Question`, then a line for each, tab-separated.

    Raises:
        InputError: there is no such file, a column is missing, or a cell is no number or out of range.
    """
    lines = [line.rstrip("\n").split("\t") for line in read_lines(path)]
    head = lines[0] if lines else []
    missing = [name for name in _COLUMNS if name not in head]
    if missing:
        raise InputError(f"{path}:1: no column {missing[0]!r}; the header names {', '.join(_COLUMNS)}")
    found = []
    for number, cells in enumerate(lines[1:], 2):
        if len(cells) != len(head):
            raise InputError(f"{path}:{number}: {len(cells)} cells, where the header has {len(head)}")
        by_name = dict(zip(head, cells, strict=True))
        try:
            one = Question(*(float(by_name[name]) for name in _COLUMNS))
        except ValueError:
            raise InputError(f"{path}:{number}: a cell is no number; give one in each") from None
        if not (min(one) >= 0 and one.seconds > 0 and one.correct <= 1):
            raise InputError(f"{path}:{number}: out of range; seconds are above 0, correct is from 0 to 1")
        found.append(one)
    return found


class Closeness(NamedTuple):
    """Distances of a measure from the test of comprehension, over several topics.

    Attributes:
        not_closest: share of topics where another measure is closer (S0).
        absolute: mean absolute distance (S1).
        squared: mean squared distance (S2).
    """

    not_closest: float
    absolute: float
    squared: float


def closeness(gold: Sequence[float], measures: Mapping[str, Sequence[float]]) -> dict[str, Closeness]:
    """Return S0, S1 and S2 of Mathias and Bhattacharyya (2016) for every measure.

    Args:
        gold: how much harder one text is than the other by C-Score, for each topic.
        measures: the same differences by each measure.
    """
    distances = {name: np.abs(np.subtract(values, gold)) for name, values in measures.items()}
    least = np.min(list(distances.values()), axis=0)
    return {
        name: Closeness(float((own > least).mean()), float(own.mean()), float((own**2).mean()))
        for name, own in distances.items()
    }
