"""The aspects to rate, and their scale.

The aspects are those of Xu, Napoles, Pavlick, Chen and Callison-Burch (2016), Optimizing statistical machine
translation for text simplification, TACL 4. Grammar and meaning have five points. Simplicity gain is a count of what
was made simpler. The count ends at "4 or more", so that all three aspects have the same marks.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

__all__ = ["ASPECTS", "MARKS", "Aspect", "Marks", "marks_of"]

#: The marks of every aspect.
MARKS: Final = range(5)


@dataclass(frozen=True, slots=True)
class Aspect:
    """One question about a version.

    Attributes:
        name: name in tables.
        title: title for raters.
        question: question for raters.
        answers: meaning of each of the `MARKS`.
    """

    name: str
    title: str
    question: str
    answers: tuple[str, str, str, str, str]


ASPECTS: Final = (
    Aspect(
        "grammar",
        "Grammar",
        "Is it correct, fluent English?",
        ("no sentence at all", "hard to make out", "several mistakes", "a small mistake", "no mistake"),
    ),
    Aspect(
        "meaning",
        "Meaning",
        "Does it say what the original says?",
        ("something else", "little of it", "the main point", "nearly all of it", "all of it"),
    ),
    Aspect(
        "simplicity",
        "Simplicity gain",
        "How many words, phrases or constructions were made simpler, without a mistake?",
        ("0", "1", "2", "3", "4 or more"),
    ),
)


class Marks(NamedTuple):
    """The marks of one rater for a version, each one of `MARKS`."""

    grammar: int
    meaning: int
    simplicity: int


def marks_of(fields: tuple[str, ...]) -> Marks | None:
    """Return the marks in fields, which are in the order of `ASPECTS`; None if a field is missing or is no mark."""
    known = {str(mark): mark for mark in MARKS}
    found = [known.get(field.strip()) for field in fields]
    if len(found) != len(ASPECTS) or None in found:
        return None
    return Marks(*(mark for mark in found if mark is not None))
