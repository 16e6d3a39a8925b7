"""Sources with their references, tokenised and indexed once for all metrics and all systems."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from simplifier.base.errors import InputError
from simplifier.core import MetricIndex
from simplifier.evaluation.segments.preprocessing import Preprocessing, Text
from simplifier.languages import Language

__all__ = ["ReferenceSet"]

Kept = TypeVar("Kept")


class ReferenceSet:
    """The sources of a test set and their references.

    Args:
        sources: one text per segment.
        references: [reference][segment], in the order of reference files; may be empty for metrics that compare with
            the source only.
        names: name of each sequence of references in messages, such as its file.
        source_name: name of the sources in messages.
        language: language of the texts. Metrics that only compare words do not need it; others, such as those of
            readability, refuse texts in an unknown language.

    Raises:
        InputError: a sequence of references is longer or shorter than the sources.
    """

    def __init__(
        self,
        sources: Sequence[Text],
        references: Sequence[Sequence[Text]],
        *,
        names: Sequence[str] = (),
        source_name: str = "sources",
        language: Language | None = None,
    ) -> None:
        self.sources = list(sources)
        self.references = [list(reference) for reference in references]
        self.source_name = source_name
        numbered = (f"reference {number}" for number in range(len(self.references)))
        self.reference_names = tuple(names or numbered)
        for name, reference in zip(self.reference_names, self.references, strict=True):
            if len(reference) != len(self.sources):
                raise InputError(
                    f"{name} has {len(reference)} lines but {source_name} has {len(self.sources)};"
                    " line i of every file must belong to the same sentence"
                )
        self.language = language
        self._indexes: dict[Preprocessing, MetricIndex] = {}
        self._kept: dict[Hashable, Any] = {}

    def __len__(self) -> int:
        return len(self.sources)

    @property
    def reference_count(self) -> int:
        """Number of references of each segment."""
        return len(self.references)

    @property
    def spoken(self) -> Language:
        """The language of the texts, for metrics that ask about it."""
        assert self.language is not None, "Metric.statistics checks it"
        return self.language

    def segment_references(self, segment: int) -> list[Text]:
        """Return the references of one segment."""
        return [reference[segment] for reference in self.references]

    def index(self, preprocessing: Preprocessing) -> MetricIndex:
        """Return the kernel's index of the texts in this form, built on first use."""
        found = self._indexes.get(preprocessing)
        if found is None:
            # The kernel needs a reference; metrics without references ignore an empty one.
            references: list[list[Text]] = [
                [preprocessing(text) for text in self.segment_references(segment)] or [""]
                for segment in range(len(self))
            ]
            sources = [preprocessing(source) for source in self.sources]
            counts = _none if self.language is None else self.language.syllables.counts
            found = self._indexes[preprocessing] = MetricIndex(sources, references, counts)
        return found

    def keep(self, key: Hashable, build: Callable[[], Kept]) -> Kept:
        """Return what ``build`` returned on the first call with this key, so that work is done once per test set."""
        if key not in self._kept:
            self._kept[key] = build()
        kept: Kept = self._kept[key]
        return kept


def _none(words: Sequence[str]) -> NDArray[np.int32]:
    """Return 0 for every word. Metrics that count syllables refuse texts in an unknown language."""
    return np.zeros(len(words), dtype=np.int32)
