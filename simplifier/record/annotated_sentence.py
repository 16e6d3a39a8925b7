"""A sentence with its tokens, tags and marks, so that nothing is tokenised or tagged twice."""

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
    """Why some tokens must stay as they are: one truth value per token, and the reason for the true ones."""

    marks: Sequence[bool]
    reason: Reason


class AnnotatedSentence(NamedTuple):
    """A sentence with its markup, its tags (empty without a tagger), and the decoder's input.

    ``spelling`` is the spelling of new words (`TextSpelling.after`). The protected tokens of ``given`` are those
    that some of ``protections`` marks; the first one that marks a token gives the reason.
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
