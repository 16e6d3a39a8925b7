"""Rated outputs: which system wrote what for which sentence, how people rated it, and values of metrics."""

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
    """Outputs in rows. Every sequence and array has an entry a row.

    Attributes:
        sentences: what tells the source sentences apart: their number, from 1, or the text.
        systems: names; all empty where nobody says who wrote what.
        aspects: ratings by aspect, higher is better; nan where an output has none.
        types: of the systems; empty where nobody says.
        operations: what was done to the sentence, in words; empty where nobody says.
        sources: texts; empty where they are elsewhere.
        outputs: texts; empty where they are elsewhere.
        values: of metrics that were brought along, by reference set (empty for all sets) and metric.
        language: of the texts; None where nobody says.
        notes: what a reader of the figures should know about the ratings, in sentences.
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
            InputError: nobody rated it.
        """
        if name not in self.aspects:
            raise InputError(f"nobody rated {name!r}{nearest(name, self.aspects)}; there are {', '.join(self.aspects)}")
        return self.aspects[name]

    def with_values(self, values: Mapping[str, Mapping[str, FloatArray]]) -> RatedOutputs:
        """Return the same with further values of metrics, by reference set and metric."""
        both = {name: dict(own) for name, own in self.values.items()}
        for name, own in values.items():
            both.setdefault(name, {}).update(own)
        return replace(self, values=both)

    def with_only(self, names: Sequence[str]) -> RatedOutputs:
        """Return the same with these of the values that were brought along.

        Raises:
            InputError: there is none of a name.
        """
        there = {name for own in self.values.values() for name in own}
        for name in names:
            if name not in there:
                raise InputError(f"no values {name!r}{nearest(name, there)}; there are {', '.join(sorted(there))}")
        kept = {key: {name: own[name] for name in names if name in own} for key, own in self.values.items()}
        return replace(self, values=kept)

    def in_language(self, language: Language) -> RatedOutputs:
        """Return the same with the language of the texts."""
        return replace(self, language=language)

    def with_sources(self, lines: Sequence[str]) -> RatedOutputs:
        """Return the same with sources out of a file's lines, if it has none yet and there are lines.

        Raises:
            InputError: a sentence has no line.
        """
        if self.sources or not lines:
            return self
        texts = [lines[self.line_of(row, len(lines), "the sources")] for row in range(len(self))]
        return replace(self, sources=texts)

    def with_outputs(self, outputs: Mapping[str, Sequence[str]]) -> RatedOutputs:
        """Return the same with the texts of files of outputs, one file a system, line i for sentence i.

        Args:
            outputs: lines by system.

        Raises:
            InputError: a system has no file, or a sentence no line in it.
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
            InputError: the sentence has no number, or the file no such line.
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
