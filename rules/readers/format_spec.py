"""Formats of rule files: how each is read, and which of its values rank the targets of a source."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from simplifier.base.reading import BadLines
from simplifier.languages.language import Language
from simplifier.rules.grammar.batch import RuleBatch

__all__ = ["FormatSpec", "RankedScore", "ReadOptions"]


@dataclass(frozen=True, slots=True)
class RankedScore:
    """A score that compares the targets of one source, so that all its rules must be seen together.

    Attributes:
        title: what the score comes from, as people call it.
        score: the feature: ln p(target | source).
        rank: feature for the ln of the 1-based rank among the targets of the source.
        relative: feature for the score less the best of the source.
        flag: feature that is 1 where such a file holds the pair.
        unseen: score and relative score of a pair that no such file holds, in nats.
        unseen_rank: value of ``rank`` for such a pair, in nats.
        least_alone: least mean score, in nats, of a paradigm that no other source holds, for it to be no accident.
    """

    title: str
    score: str
    rank: str
    relative: str
    flag: str
    unseen: float
    unseen_rank: float
    least_alone: float


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """How to read a file; a format uses the options that concern it.

    Attributes:
        owner: names columns that have no names of their own.
        batch_size: rules per batch.
        bad_lines: what to do about broken lines; None stops at the first.
        language: the language of the rules; names parts of speech.
    """

    owner: str = "pt"
    batch_size: int = 50_000
    bad_lines: BadLines | None = None
    language: Language = field(default_factory=Language)


@dataclass(frozen=True, slots=True)
class FormatSpec:
    """A format of rule files.

    Attributes:
        name: name of the format in configurations.
        read: yields the rules of a file.
        target_scores: features that compare the targets of a source, in order of preference.
        ranked: the score that ranks are computed from, which takes all rules of a source at once; None without one.
    """

    name: str
    read: Callable[[Path, ReadOptions], Iterator[RuleBatch]]
    target_scores: tuple[str, ...] = ()
    ranked: RankedScore | None = None
