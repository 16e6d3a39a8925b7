"""Pairs of sentences as features want them: tokens, tags, what language models think of each word."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from simplifier.core import WordClasses
from simplifier.estimation.alignment import Alignment, align
from simplifier.languages import Language
from simplifier.languages.analysis.findings import TaggedWords
from simplifier.languages.analysis.tagger import Tagger
from simplifier.languages.analysis.tokens import Token
from simplifier.lm import LanguageModel
from simplifier.lm.model import WordScore

__all__ = ["PairReader", "ReadPair", "ReadSentence", "ScoringModel"]


class ScoringModel(NamedTuple):
    """A language model, of words or with ``classes`` of word classes."""

    name: str
    model: LanguageModel
    classes: WordClasses | None = None


@dataclass(frozen=True)
class ReadSentence:
    """One side of a pair.

    Attributes:
        text: as it was given.
        words: tokens and their tags.
        scores: the scores, by the name of the language model, one of each token and one of the sentence's end.
        sentences: how many it is.
    """

    text: str
    words: TaggedWords
    scores: dict[str, list[WordScore]]
    sentences: int

    @property
    def forms(self) -> list[str]:
        """The decoder forms."""
        return self.words.forms

    @property
    def tokens(self) -> Sequence[Token]:
        """The tokens."""
        return self.words.tokens

    @property
    def tags(self) -> Sequence[str]:
        """One of each token."""
        return self.words.tags

    @cached_property
    def log_probabilities(self) -> dict[str, list[float]]:
        """Natural logarithms, of each token and of the end, by the name of the model."""
        return {name: [one.log_probability for one in own] for name, own in self.scores.items()}


@dataclass(frozen=True)
class ReadPair:
    """A sentence and its rewriting."""

    source: ReadSentence
    output: ReadSentence

    @cached_property
    def alignment(self) -> Alignment:
        """Of the decoder forms."""
        return align(self.source.forms, self.output.forms)


class PairReader:
    """Reads pairs. Safe to share between threads.

    Args:
        language: the language of the sentences.
        tagger: the tagger of the model.
        models: language models, each under its name.
    """

    def __init__(self, language: Language, tagger: Tagger, models: Sequence[ScoringModel]) -> None:
        self.language = language
        self.tagger = tagger
        self.models = tuple(models)

    def read(self, pairs: Sequence[tuple[str, str]]) -> list[ReadPair]:
        """Return pairs of a source and its rewriting, read; equal texts are read once."""
        texts = list(dict.fromkeys(text for pair in pairs for text in pair))
        read = dict(zip(texts, self.sentences(texts), strict=True))
        return [ReadPair(read[source], read[output]) for source, output in pairs]

    def sentences(self, texts: Sequence[str]) -> list[ReadSentence]:
        """Return texts as sentences, whatever the number of sentences in them."""
        tokens = [self.language.tokenise(text) for text in texts]
        tags = self.tagger.tag_alike([list(map(_spelling, own)) for own in tokens])
        read = [TaggedWords(*both) for both in zip(tokens, tags, strict=True)]
        return [
            ReadSentence(text, words, self._scores(words), max(1, self.language.count_sentences(text)))
            for text, words in zip(texts, read, strict=True)
        ]

    def _scores(self, words: TaggedWords) -> dict[str, list[WordScore]]:
        found = {}
        for name, model, classes in self.models:
            known = words.forms
            if classes is not None:
                known = [classes.word_class(*pair) for pair in zip(words.forms, words.tags, strict=True)]
            found[name] = model.word_scores(known)
        return found


def _spelling(token: Token) -> str:
    """Return what the tagger reads: punctuation by its plain form, words as they are written."""
    return token.surface if token.form[0].isalnum() else token.form
