"""A sentence with all that was read off it, so that nothing is tokenised or tagged twice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from simplifier.decoder import InputSentence
from simplifier.languages.parts.findings import TaggedWords
from simplifier.text import Sentence
from simplifier.text.markup import SentenceMarks

__all__ = ["AnnotatedSentence"]


class AnnotatedSentence(NamedTuple):
    """A sentence with its marks, its tags (empty without a tagger), and what the decoder is told.

    ``spelling`` is that of new words (`TextSpelling.after`); ``terms`` marks the words of protected terms,
    ``defined`` those of terms of the document (`DocumentTerms`), each empty where there are none.
    """

    sentence: Sentence
    marks: SentenceMarks
    tags: Sequence[str]
    given: InputSentence
    spelling: str | None = ""
    terms: Sequence[bool] = ()
    defined: Sequence[bool] = ()

    @property
    def words(self) -> TaggedWords:
        """The words with their tags."""
        return TaggedWords(self.sentence.tokens, self.tags)
