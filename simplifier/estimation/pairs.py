"""Pairs of sentences, prepared for features: tokens, tags, and scores of each word by language models."""

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
    """A language model under its name: of words, or of word classes if ``classes`` is given."""

    name: str
    model: LanguageModel
    classes: WordClasses | None = None


@dataclass(frozen=True)
class ReadSentence:
    """One side of a pair.

    Attributes:
        text: the text as it was given.
        words: tokens and their tags.
        scores: scores by name of the language model, one for each token and one for the end of the sentence.
        sentences: number of sentences in the text, at least 1.
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
        """The tag of each token."""
        return self.words.tags

    @cached_property
    def log_probabilities(self) -> dict[str, list[float]]:
        """Natural logarithms of the probabilities of each token and of the end, by name of the model."""
        return {name: [one.log_probability for one in own] for name, own in self.scores.items()}


@dataclass(frozen=True)
class ReadPair:
    """A source and its rewriting."""

    source: ReadSentence
    output: ReadSentence

    @cached_property
    def alignment(self) -> Alignment:
        """The alignment of the decoder forms."""
        return align(self.source.forms, self.output.forms)


class PairReader:
    """Reads pairs of texts. Safe to share between threads.

    Args:
        language: language of the texts.
        tagger: tagger of the language.
        models: the language models that score words.
    """

    def __init__(self, language: Language, tagger: Tagger, models: Sequence[ScoringModel]) -> None:
        self.language = language
        self.tagger = tagger
        self.models = tuple(models)

    def read(self, pairs: Sequence[tuple[str, str]]) -> list[ReadPair]:
        """Read pairs of a source and its rewriting; equal texts are read once."""
        texts = list(dict.fromkeys(text for pair in pairs for text in pair))
        read = dict(zip(texts, self.sentences(texts), strict=True))
        return [ReadPair(read[source], read[output]) for source, output in pairs]

    def sentences(self, texts: Sequence[str]) -> list[ReadSentence]:
        """Read texts. Each is tagged and scored as if it were one sentence, even if it has several."""
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
