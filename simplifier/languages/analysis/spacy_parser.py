"""Trees of another library at run time: an installed spaCy pipeline in place of our own parser.

It needs `pip install 'simplifier-text[spacy]'` and a pipeline whose labels are those that the language names. spaCy
gets sentences that are already tokenised, and only its parser runs.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import TYPE_CHECKING, Final, Self

from simplifier.base.errors import ConfigError
from simplifier.base.installation import install_hint
from simplifier.languages.analysis.tree import Tree

if TYPE_CHECKING:
    from spacy.language import Language

__all__ = ["SpacyParser"]

#: Parts of a pipeline that a parser may read from.
_NEEDED: Final = ("tok2vec", "transformer", "parser")


class SpacyParser:
    """The parser of a spaCy pipeline; make one with `load`."""

    def __init__(self, pipeline: Language, auxiliaries: Set[str]) -> None:
        self._pipeline = pipeline
        self._auxiliaries = auxiliaries

    @classmethod
    def load(cls, name: str, auxiliaries: Set[str]) -> Self:
        """Open an installed pipeline.

        Args:
            name: the name of the pipeline, such as ``en_core_web_sm``.
            auxiliaries: labels of auxiliary verbs, as in `simplifier.languages.analysis.parser.TransitionParser.load`.

        Raises:
            ConfigError: spaCy or the pipeline is not installed, or it has no parser.
        """
        try:
            import spacy
        except ImportError:
            raise ConfigError(f"parser.spacy {name!r}: needs spaCy; {install_hint('spacy')}") from None
        try:
            pipeline = spacy.load(name)
        except OSError:
            raise ConfigError(f"parser.spacy: no spaCy pipeline {name!r} is installed") from None
        if "parser" not in pipeline.pipe_names:
            raise ConfigError(f"parser.spacy: the spaCy pipeline {name!r} has no parser")
        pipeline.select_pipes(enable=[one for one in pipeline.pipe_names if one in _NEEDED])
        return cls(pipeline, auxiliaries)

    def parse(self, sentences: Sequence[Sequence[str]], tags: Sequence[Sequence[str]]) -> list[Tree]:
        """Return the tree of every sentence; a sentence that spaCy takes for several has several roots."""
        from spacy.tokens import Doc

        vocabulary = self._pipeline.vocab
        docs = self._pipeline.pipe([Doc(vocabulary, words=list(words)) for words in sentences])
        return [
            Tree(
                tuple(-1 if token.head.i == token.i else token.head.i for token in doc),
                tuple(token.dep_ for token in doc),
            ).lifted(self._auxiliaries)
            for doc in docs
        ]
