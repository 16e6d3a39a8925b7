"""Formulas of readability over the counts of a text, each with its source.

The formulas are written out here because each is one line, and this package has the sentences, words and syllables
already. The usual library downloads a dictionary of syllables on first use.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from simplifier.evaluation.readability.counts import TextCounts
from simplifier.languages.analysis.reading_grade import flesch_kincaid

__all__ = ["FORMULAS", "Formula", "formula_values"]


class Formula(NamedTuple):
    """One formula.

    Attributes:
        label: name in tables.
        unit: unit of the value: ``grade`` (school years), ``points`` or ``level``.
        value: the formula; it is called with counts of at least one word.
        source: publication of the formula.
        needs_list: true if it needs a list of easy words.
        higher_is_easier: true if higher values are easier, false if they are harder.
    """

    label: str
    unit: str
    value: Callable[[TextCounts], float]
    source: str
    needs_list: bool = False
    higher_is_easier: bool = False


def _sentence_length(counts: TextCounts) -> float:
    return counts.words / counts.sentences


def _share(part: int, counts: TextCounts) -> float:
    """Return a count as a percentage of the words."""
    return 100 * part / counts.words


def _flesch_kincaid(counts: TextCounts) -> float:
    return flesch_kincaid(_sentence_length(counts), counts.syllables / counts.words)


def _flesch(counts: TextCounts) -> float:
    return 206.835 - 1.015 * _sentence_length(counts) - 84.6 * counts.syllables / counts.words


def _dale_chall_1948(counts: TextCounts) -> float:
    unfamiliar = _share(counts.unfamiliar, counts)
    return 0.1579 * unfamiliar + 0.0496 * _sentence_length(counts) + 3.6365


def _dale_chall_1995(counts: TextCounts) -> float:
    return 64 - 0.95 * _share(counts.unfamiliar, counts) - 0.69 * _sentence_length(counts)


def _smog(counts: TextCounts) -> float:
    return 1.0430 * math.sqrt(30 * counts.polysyllables / counts.sentences) + 3.1291


def _automated(counts: TextCounts) -> float:
    return 4.71 * counts.letters / counts.words + 0.5 * _sentence_length(counts) - 21.43


def _coleman_liau(counts: TextCounts) -> float:
    return 0.0588 * _share(counts.letters, counts) - 0.296 * _share(counts.sentences, counts) - 15.8


def _fog(counts: TextCounts) -> float:
    return 0.4 * (_sentence_length(counts) + _share(counts.complex_words, counts))


def _lix(counts: TextCounts) -> float:
    return _sentence_length(counts) + _share(counts.long_words, counts)


#: Every formula by its name.
FORMULAS: Final[Mapping[str, Formula]] = {
    "fkgl": Formula("Flesch-Kincaid", "grade", _flesch_kincaid, "Kincaid, Fishburne, Rogers and Chissom (1975)"),
    "flesch": Formula("Flesch reading ease", "points", _flesch, "Flesch (1948)", higher_is_easier=True),
    "dale-chall-1948": Formula(
        "Dale-Chall, old", "grade", _dale_chall_1948, "Dale and Chall (1948), the raw score", needs_list=True
    ),
    "dale-chall-1995": Formula(
        "Dale-Chall, new",
        "points",
        _dale_chall_1995,
        "Chall and Dale (1995), the cloze score",
        needs_list=True,
        higher_is_easier=True,
    ),
    "smog": Formula("SMOG", "grade", _smog, "McLaughlin (1969)"),
    "ari": Formula("Automated readability index", "grade", _automated, "Smith and Senter (1967)"),
    "coleman-liau": Formula("Coleman-Liau", "grade", _coleman_liau, "Coleman and Liau (1975)"),
    "fog": Formula("Gunning fog", "grade", _fog, "Gunning (1952)"),
    "lix": Formula("LIX", "points", _lix, "Björnsson (1968)"),
}


def formula_values(counts: TextCounts, with_list: bool) -> dict[str, float]:
    """Return the value of every formula; none without a word.

    Args:
        counts: counts of the text.
        with_list: true if unfamiliar words were counted with a list of easy words.
    """
    if not counts.words:
        return {}
    return {name: formula.value(counts) for name, formula in FORMULAS.items() if with_list or not formula.needs_list}
