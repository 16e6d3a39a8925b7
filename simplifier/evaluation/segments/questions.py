"""Questions of metrics about the language of the texts, and what a language needs to answer them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, Literal, NamedTuple

from simplifier.base.errors import InputError
from simplifier.languages import Language

__all__ = ["Question", "check_answer"]

Question = Literal["sentences", "syllables", "function words"]


class _Answer(NamedTuple):
    needed: str
    is_known: Callable[[Language], bool]


_ANSWERS: Final[Mapping[Question, _Answer]] = {
    "sentences": _Answer("", lambda language: True),
    "syllables": _Answer("a dictionary of syllables", lambda language: language.knows_syllables),
    "function words": _Answer("a list of function words", lambda language: bool(language.words.function)),
}


def check_answer(metric: str, question: Question, language: Language | None) -> None:
    """Check that a language can answer a metric.

    Raises:
        InputError: the language of the texts is unknown, or has no answer; the message names the metric and what is
            missing.
    """
    if language is None:
        raise InputError(
            f"{metric} asks about {question}, and nobody said which language the texts are in; "
            "give ReferenceSet a language, as in language=language_named(CODE)"
        )
    answer = _ANSWERS[question]
    if not answer.is_known(language):
        raise InputError(f"{metric} needs {answer.needed}, and the language {language.code!r} has none")
