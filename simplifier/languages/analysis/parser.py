"""Trees of sentences by our own parser, with the tags and labels that a model was trained on.

The parser is a linear model over transitions in the core (`simplifier/core/src/parser`). It reads cased and lowercased
text, headings and fragments alike.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from pathlib import Path
from typing import Self

from simplifier import core
from simplifier.base.errors import FormatError, InputError
from simplifier.languages.analysis.tree import Tree

__all__ = ["TransitionParser"]


class TransitionParser:
    """A dependency parser (`simplifier.languages.analysis.tree.Parser`); make one with `load`. Threads may share it."""

    def __init__(self, parser: core.Parser, auxiliaries: Set[str]) -> None:
        self._core = parser
        self._auxiliaries = auxiliaries

    @classmethod
    def load(cls, path: str | Path, auxiliaries: Set[str]) -> Self:
        """Read a model file.

        Args:
            path: the path of the file.
            auxiliaries: labels of auxiliary verbs (`RelationRoles.auxiliaries` of the language). Dependents that the
                model gives to an auxiliary go to its main verb.

        Raises:
            FormatError: no such file, or not a whole model of this version.
        """
        try:
            return cls(core.Parser(str(path)), auxiliaries)
        except core.CoreInputError as error:
            raise FormatError(path, str(error).removeprefix(f"{path}: ")) from None

    @property
    def labels(self) -> list[str]:
        """Names of the labels; the first is that of roots."""
        return list(self._core.labels)

    def parse(self, sentences: Sequence[Sequence[str]], tags: Sequence[Sequence[str]]) -> list[Tree]:
        """Return the tree of every sentence: projective, with one root, and no dependents of auxiliaries.

        Other threads may run meanwhile.

        Args:
            sentences: the words of each sentence, as the tagger takes them.
            tags: the tags of each sentence, one per word.

        Raises:
            InputError: words without tags, or words that cannot be encoded.
        """
        try:
            arcs = self._core.parse(list(sentences), list(tags))
        except core.CoreInputError as error:
            raise InputError(str(error)) from None
        return [Tree(heads, labels).lifted(self._auxiliaries) for heads, labels in arcs]
