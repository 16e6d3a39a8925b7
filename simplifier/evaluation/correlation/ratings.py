"""Rated outputs: what each system wrote for each sentence, how people rated the output, and values of metrics."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from simplifier.base.errors import InputError, nearest
from simplifier.languages import Language

__all__ = ["RatedOutputs"]

FloatArray = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class RatedOutputs:
    """Rated outputs in rows. Every sequence and array has one entry for each row, unless it is empty.

    Attributes:
        sentences: identity of the source sentences: their numbers, from 1, or their texts.
        systems: names of the systems; all empty if unknown.
        aspects: ratings by aspect, higher is better; nan for an output without a rating.
        types: types of the systems; empty if unknown.
        operations: names of the operations on the sentence; empty if unknown.
        sources: source texts; empty if they are in other files.
        outputs: output texts; empty if they are in other files.
        values: given values of metrics, by set of references (empty name: all sets) and metric.
        notes: remarks about the ratings for readers of the figures, in sentences.
        language: language of the texts; None if unknown.
    """

    sentences: Sequence[str]
    systems: Sequence[str]
    aspects: Mapping[str, FloatArray]
    types: Sequence[str] = ()
    operations: Sequence[Sequence[str]] = ()
    sources: Sequence[str] = ()
    outputs: Sequence[str] = ()
    values: Mapping[str, Mapping[str, FloatArray]] = field(default_factory=dict)
    notes: Sequence[str] = ()
    language: Language | None = None

    def __len__(self) -> int:
        return len(self.sentences)

    @property
    def system_names(self) -> list[str]:
        """The systems, in the order of their first outputs."""
        return list(dict.fromkeys(self.systems))

    @property
    def sentence_codes(self) -> NDArray[np.intp]:
        """The sentence of each row as a number from 0, in the order of first appearance."""
        return _codes(self.sentences)

    @property
    def system_codes(self) -> NDArray[np.intp]:
        """The system of each row as its place in `system_names`."""
        return _codes(self.systems)

    def aspect(self, name: str) -> FloatArray:
        """Return the ratings of one aspect.

        Raises:
            InputError: nobody rated this aspect.
        """
        if name not in self.aspects:
            raise InputError(f"nobody rated {name!r}{nearest(name, self.aspects)}; there are {', '.join(self.aspects)}")
        return self.aspects[name]

    def with_values(self, values: Mapping[str, Mapping[str, FloatArray]]) -> RatedOutputs:
        """Return the ratings with further values of metrics, by set of references and metric."""
        both = {name: dict(own) for name, own in self.values.items()}
        for name, own in values.items():
            both.setdefault(name, {}).update(own)
        return replace(self, values=both)

    def with_only(self, names: Sequence[str]) -> RatedOutputs:
        """Return the ratings with the given values of these metrics only.

        Raises:
            InputError: there are no given values of one of these metrics.
        """
        there = {name for own in self.values.values() for name in own}
        for name in names:
            if name not in there:
                raise InputError(f"no values {name!r}{nearest(name, there)}; there are {', '.join(sorted(there))}")
        kept = {key: {name: own[name] for name in names if name in own} for key, own in self.values.items()}
        return replace(self, values=kept)

    def in_language(self, language: Language) -> RatedOutputs:
        """Return the ratings with the language of their texts."""
        return replace(self, language=language)

    def with_sources(self, lines: Sequence[str]) -> RatedOutputs:
        """Return the ratings with sources from the lines of a file, unless they have sources or there are no lines.

        Raises:
            InputError: a sentence has no line.
        """
        if self.sources or not lines:
            return self
        texts = [lines[self.line_of(row, len(lines), "the sources")] for row in range(len(self))]
        return replace(self, sources=texts)

    def with_outputs(self, outputs: Mapping[str, Sequence[str]]) -> RatedOutputs:
        """Return the ratings with outputs from files, one for each system, with line i for sentence i.

        Args:
            outputs: lines by system.

        Raises:
            InputError: a system has no file, or a sentence has no line in it.
        """
        missing = [name for name in self.system_names if name not in outputs]
        if missing:
            raise InputError(f"no outputs of {', '.join(missing[:3])}; give --output {missing[0]}=FILE for each")
        lines = [
            self.line_of(row, len(outputs[system]), f"the outputs of {system}")
            for row, system in enumerate(self.systems)
        ]
        texts = [outputs[system][line] for system, line in zip(self.systems, lines, strict=True)]
        return replace(self, outputs=texts)

    def line_of(self, row: int, count: int, where: str) -> int:
        """Return which line, from 0, of a file of ``count`` lines belongs to the sentence of a row.

        Raises:
            InputError: the sentence has no number, or the file has no such line.
        """
        name = self.sentences[row]
        if not name.isdigit() or not 1 <= int(name) <= count:
            raise InputError(
                f"sentence {name!r} has no line in {where} ({count} lines); the column of sentences must hold"
                " numbers of lines, from 1"
            )
        return int(name) - 1


def _codes(names: Sequence[str]) -> NDArray[np.intp]:
    places = {name: place for place, name in enumerate(dict.fromkeys(names))}
    return np.array([places[name] for name in names], dtype=np.intp)
