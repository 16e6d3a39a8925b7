"""Readers' marks of the edits that a pair made, each in its own sentence.

A tab-separated file, one judged edit a line: source, target (empty for a deletion) and mark. Lines that begin
with ``#`` and empty lines are skipped. Marks:

- ``f``: fits, and the sentence is easier to read
- ``h``: harmless: right, but no gain
- ``s``: another sense; ``g``: grammar or idiom broken; ``o``: the opposite, or false

Marks of the kinds ``f`` and ``h`` say that an editor lets the edit stand.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import log1p
from pathlib import Path
from typing import Final, NamedTuple

from simplifier.base.errors import FormatError
from simplifier.base.reading import list_lines, shorten
from simplifier.languages import Language
from simplifier.rules.resources.cores import core_of_pair

__all__ = ["MARKS", "JudgedShares", "Judgements", "read_judgements", "stands"]

MARKS: Final = ("f", "h", "s", "g", "o")
#: Judgements that the share of the next wider kind counts for.
_PRIOR: Final = 1.0


def stands(mark: str) -> bool:
    """Return whether a mark says that an editor lets the edit stand."""
    return mark in {"f", "h"}


@dataclass(slots=True)
class _Count:
    """Number of judgements: all, those by which the edit stands, and those by which it fits."""

    all: float = 0.0
    stand: float = 0.0
    fit: float = 0.0

    def add(self, mark: str) -> None:
        self.all += 1
        self.stand += stands(mark)
        self.fit += mark == "f"


_NOTHING: Final = _Count()


class JudgedShares(NamedTuple):
    """What is known of a pair.

    Attributes:
        stands: share of its edits that stand, 0 to 1. Where judgements are few, it leans on the next wider kind: the
            pair on the pair of stems, the pair of stems on the source, the source on all edits.
        fits: the same share for edits that fit (mark ``f``).
        source_stands: share of edits that stand, over all edits with the source's stems.
        target_stands: share of edits that stand, over all edits with the target's stems.
        weight: ln(1 + judgements of the pair of stems).
    """

    stands: float
    fits: float
    source_stands: float
    target_stands: float
    weight: float


@dataclass(slots=True)
class Judgements:
    """Counts of judged edits by pair, by pair of stems, by source and by target.

    Attributes:
        language: the language that tells base forms; the plain one knows none.
    """

    language: Language = field(default_factory=Language)
    _pairs: dict[tuple[str, str], _Count] = field(default_factory=dict)
    _stems: dict[tuple[str, str], _Count] = field(default_factory=dict)
    _sources: dict[str, _Count] = field(default_factory=dict)
    _targets: dict[str, _Count] = field(default_factory=dict)
    _all: _Count = field(default_factory=_Count)
    _known: dict[str, str] = field(default_factory=dict)

    def add(self, source: str, target: str, mark: str) -> None:
        """Count the mark of an edit; sides are words separated by one space."""
        pair, stems = self._keys(source, target)
        self._pairs.setdefault(pair, _Count()).add(mark)
        self._stems.setdefault(stems, _Count()).add(mark)
        self._sources.setdefault(stems[0], _Count()).add(mark)
        self._targets.setdefault(stems[1], _Count()).add(mark)
        self._all.add(mark)

    def shares(self, source: str, target: str) -> JudgedShares:
        """Return what is known of a pair; of empty sides, what is known of all edits.

        Args:
            source: source side, words separated by one space.
            target: target side, empty for a deletion.
        """
        pair, stems = self._keys(source, target)
        whole = self._all
        general = _Count(1.0, whole.stand / max(whole.all, 1.0), whole.fit / max(whole.all, 1.0))
        by_source = _leaning(self._sources.get(stems[0], _NOTHING), general)
        by_stems = self._stems.get(stems, _NOTHING)
        pooled = _leaning(by_stems, by_source)
        own = _leaning(self._pairs.get(pair, _NOTHING), pooled)
        by_target = _leaning(self._targets.get(stems[1], _NOTHING), general)
        return JudgedShares(own.stand, own.fit, by_source.stand, by_target.stand, log1p(by_stems.all))

    def _keys(self, source: str, target: str) -> tuple[tuple[str, str], tuple[str, str]]:
        _, old, new = core_of_pair(source.split(), target.split())
        return (" ".join(old), " ".join(new)), (self._stemmed(old), self._stemmed(new))

    def _stemmed(self, words: list[str]) -> str:
        return " ".join([self._known.get(word) or self._stem(word) for word in words])

    def _stem(self, word: str) -> str:
        """Return the shortest base form of a word without a final e; it only serves as a key."""
        found = self._known[word] = min(self.language.base_forms(word), key=len).removesuffix("e")
        return found


def _leaning(count: _Count, wider: _Count) -> _Count:
    """Return the shares of a count, smoothed by those of a wider kind, as a count of one."""
    total = count.all + _PRIOR
    stand = (count.stand + _PRIOR * wider.stand) / total
    return _Count(1.0, stand, (count.fit + _PRIOR * wider.fit) / total)


def read_judgements(paths: Iterable[Path], language: Language) -> Judgements:
    """Read files of judged edits.

    Raises:
        FormatError: a line without source, target and mark, or an unknown mark.
    """
    judgements = Judgements(language)
    for path in paths:
        for number, line in list_lines(path):
            cells = line.split("\t")
            if len(cells) != 3 or not cells[0].strip() or cells[2] not in MARKS:
                problem = f"expected source, target and one of {', '.join(MARKS)}, with tabs between"
                raise FormatError(path, f"{problem}; found {shorten(line)!r}", number)
            judgements.add(" ".join(cells[0].split()), " ".join(cells[1].split()), cells[2])
    return judgements
