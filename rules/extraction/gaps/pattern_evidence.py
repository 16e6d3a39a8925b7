"""Evidence for patterns with gaps: sorted on disk, so that memory does not grow with the text.

Every occurrence is one line. Lines are sorted in runs and merged, so that all evidence for a source pattern
comes together.
"""

from __future__ import annotations

import heapq
import math
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path

from simplifier.rules.extraction.gaps.patterns import GapPattern

__all__ = ["EvidenceSorter", "PatternEvidence", "collect_evidence", "evidence_line"]

_RUN = 1_000_000


def evidence_line(pattern: GapPattern, lhs: str, weight: float) -> str:
    """Return one occurrence as a line; ``weight`` is its probability in a table, or 1 for text."""
    links = " ".join(f"{i}-{j}" for i, j in pattern.alignment)
    parts = (
        *(" ".join(pattern.source), " ".join(pattern.target), " ".join(pattern.labels)),
        *(pattern.fillers, lhs, links, f"{weight:.6g}"),
    )
    return "\t".join(parts) + "\n"


class EvidenceSorter:
    """Lines of evidence, added in any order and read sorted; at most ``run`` of them are in memory."""

    def __init__(self, folder: Path, run: int = _RUN) -> None:
        self._folder = folder
        self._run = run
        self._lines: list[str] = []
        self._files: list[Path] = []

    def add(self, pattern: GapPattern, lhs: str, weight: float) -> None:
        """Add one occurrence; ``weight`` is its probability in a table, or 1 for text."""
        self._lines.append(evidence_line(pattern, lhs, weight))
        if len(self._lines) >= self._run:
            self._spill()

    def __iter__(self) -> Iterator[list[str]]:
        """Yield the columns of all lines, sorted."""
        self._lines.sort()
        streams = [path.open(encoding="utf-8") for path in self._files]
        try:
            # The lines still in memory are one more sorted run.
            for line in heapq.merge(self._lines, *streams):
                yield line.rstrip("\n").split("\t")
        finally:
            for stream in streams:
                stream.close()

    def _spill(self) -> None:
        self._lines.sort()
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=self._folder, suffix=".run", delete=False) as file:
            file.writelines(self._lines)
        self._files.append(Path(file.name))
        self._lines = []


@dataclass(slots=True)
class PatternEvidence:
    """All evidence for one pair of patterns.

    Attributes:
        source: source pattern, gaps written ``[CLASS,i]``.
        target: target pattern.
        source_fillers: number of different fillers of the source pattern, over all its target patterns.
        fillers: different fillers of this pair.
        count: occurrences of this pair.
        weight: sum of the weights of the occurrences.
        labels: occurrences by (labels of the gaps, label of the whole).
        alignment: the alignment of one occurrence.
    """

    source: str
    target: str
    source_fillers: int = 0
    fillers: set[str] = field(default_factory=set)
    count: int = 0
    weight: float = 0.0
    labels: Counter[tuple[str, str]] = field(default_factory=Counter)
    alignment: str = ""

    @property
    def mean_log_weight(self) -> float:
        """Natural logarithm of the mean weight of an occurrence, at most 0."""
        return min(0.0, math.log(max(self.weight / self.count, 1e-9)))


def collect_evidence(lines: Iterable[list[str]], least_fillers: int) -> Iterator[PatternEvidence]:
    """Yield the pairs of patterns with at least ``least_fillers`` different fillers, sorted by source pattern.

    Args:
        lines: columns of lines of evidence, sorted; only those of one source pattern are in memory at a time.
        least_fillers: different fillers that a pair needs.
    """
    for source, group in groupby(lines, key=lambda columns: columns[0]):
        pairs: dict[str, PatternEvidence] = {}
        seen: set[str] = set()
        for _, target, labels, fillers, lhs, links, weight in group:
            pair = pairs.get(target)
            if pair is None:
                pair = pairs[target] = PatternEvidence(source, target, alignment=links)
            seen.add(fillers)
            pair.fillers.add(fillers)
            pair.count += 1
            pair.weight += float(weight)
            pair.labels[labels, lhs] += 1
        for pair in pairs.values():
            if len(pair.fillers) >= least_fillers:
                pair.source_fillers = len(seen)
                yield pair
