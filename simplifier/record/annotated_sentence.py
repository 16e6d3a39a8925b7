"""A sentence with all that was read off it, so that nothing is tokenised or tagged twice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from simplifier.decoder import InputSentence
from simplifier.languages.analysis.findings import TaggedWords
from simplifier.record.reasons import Reason
from simplifier.text import Sentence
from simplifier.text.markup import SentenceMarks

__all__ = ["AnnotatedSentence", "Protection"]


class Protection(NamedTuple):
    """Why some tokens must stay as they are: one mark a token, and what is told of those that are marked."""

    marks: Sequence[bool]
    reason: Reason


class AnnotatedSentence(NamedTuple):
    """A sentence with its marks, its tags (empty without a tagger), and what the decoder is told.

    ``spelling`` is that of new words (`TextSpelling.after`). ``protections`` are what the marks of protected
    tokens in ``given`` are put together from; of several the first gives the reason.
    """

    sentence: Sentence
    marks: SentenceMarks
    tags: Sequence[str]
    given: InputSentence
    spelling: str | None = ""
    protections: Sequence[Protection] = ()

    @property
    def words(self) -> TaggedWords:
        """The words with their tags."""
        return TaggedWords(self.sentence.tokens, self.tags)
