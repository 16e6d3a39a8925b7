"""Parts of speech of running text and of single phrases, with the tags that a model was trained on.

The tagger is an averaged perceptron in the core (`simplifier/core/src/tagger`). It reads cased and lowercased text.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Self

from simplifier import core
from simplifier.base.errors import FormatError, InputError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Tagger"]


class Tagger:
    """A part-of-speech tagger; make one with `load`. Safe to share between threads.

    `fragment=True` says that the tokens are cut from a sentence (a phrase of a rule, a word alone), so that
    the words before and after them are unknown.
    """

    def __init__(self, tagger: core.Tagger) -> None:
        self._core = tagger
        self._tags = tagger.tags

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Read a model file.

        Raises:
            FormatError: no such file, or not a whole model of this version.
        """
        try:
            return cls(core.Tagger(str(path)))
        except core.CoreInputError as error:
            raise FormatError(path, str(error).removeprefix(f"{path}: ")) from None

    @property
    def tags(self) -> list[str]:
        """Tag names; the indices of `tag_text` point into them."""
        return list(self._tags)

    @property
    def word_count(self) -> int:
        """Number of words that `word_tags` knows."""
        return self._core.word_count

    def tag(self, tokens: Sequence[str], fragment: bool = False) -> list[str]:
        """Return one tag for each token."""
        return self.tag_batch([tokens], fragment)[0]

    def tag_batch(self, sequences: Iterable[Sequence[str]], fragment: bool = False) -> list[list[str]]:
        """Return the tags of every sequence. Other threads may run meanwhile."""
        try:
            return self._core.tag_batch(list(sequences), fragment)
        except core.CoreInputError as error:
            raise InputError(str(error)) from None

    def tag_alike(self, sentences: Iterable[Sequence[str]]) -> list[list[str]]:
        """Return the same tags as `tag_batch`, faster if the sentences are versions of one sentence."""
        try:
            return self._core.tag_alike(list(sentences))
        except core.CoreInputError as error:
            raise InputError(str(error)) from None

    def tag_text(self, lines: Sequence[str], fragment: bool = False) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
        """Tag lines of space-separated tokens.

        Returns:
            Tag indices of all tokens in a row, and for each line the index of its first token (one more entry
            at the end, so that line i is ``ids[starts[i]:starts[i + 1]]``).
        """
        try:
            return self._core.tag_text(list(lines), fragment)
        except core.CoreInputError as error:
            raise InputError(str(error)) from None

    def word_tags(self, word: str) -> dict[str, float]:
        """Return P(tag | word) from the lowercased training counts, best first.

        Tags below 1.5 % are left out, and the rest sum to 1. The result is empty if the word was seen less than twice.
        """
        return self._core.word_tags(word)
