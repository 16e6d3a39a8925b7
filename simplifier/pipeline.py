"""From a document to its simpler version: sentences, annotation, decoding, realisation, in batches."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, Self

from lm import load_native, load_native_classes
from native import CoreInputError
from native.errors import ConfigError, InputError
from rules.labels import span_labels
from rules.table import open_table
from rules.tagger import Tagger
from simplifier.config import Config, default_config_path, load_config
from simplifier.context import token_features
from simplifier.decoder import ChartDecoder, Derivation, GrammarPart, InputSentence, LanguageModelPart
from simplifier.explanation import explain
from simplifier.protection import ProtectedTerms
from simplifier.result import Result, SentenceResult
from simplifier.text import Sentence, paragraphs, put_together, sentences_of
from simplifier.user_rules import BlockedRewrites, UserRules, user_weights

__all__ = ["Simplifier"]

#: Sentences decoded together; memory grows with it, speed hardly beyond it.
_LARGEST_BATCH: Final = 256
_LINE: Final = re.compile(r"[^\n]*\n|[^\n]+")
_PROPER_NOUNS: Final = ("NNP", "NNPS")
_NOTHING_PROTECTED: Final = ProtectedTerms()


class Simplifier:
    """Rewrites text so that more people can read it.

    >>> simplifier = Simplifier.load()
    >>> result = simplifier.simplify("The committee commenced deliberations.")
    >>> result.text, result.sentences[0].edits

    Make one with `load`; a `Simplifier` is not changed by use.

    Args:
        config: settings; the files that they name are opened here.
        protected: terms that are never changed.

    Raises:
        InputError: a file that is missing or is not what it should be, or weights for unknown features.
    """

    def __init__(self, config: Config, protected: ProtectedTerms = _NOTHING_PROTECTED) -> None:
        self.config = config
        self.protected = protected
        self.tagger = None if config.tagger.path is None else Tagger.load(config.tagger.path)
        features = config.context.token_features
        if self.tagger is None:
            features = [name for name in features if name != "ChangedProperNoun"]
        self.user = UserRules()
        if config.user_rules is not None:
            self.user = UserRules.read(config.user_rules, self.tagger)
        grammars = [GrammarPart(open_table(one.path), one.owner, one.span_limit) for one in config.grammars]
        grammars += self.user.grammar()
        blocked = BlockedRewrites(self.user, grammars)
        self.decoder = ChartDecoder(
            grammars,
            [
                LanguageModelPart(
                    load_native(one.path),
                    one.name,
                    None if one.classes is None else load_native_classes(one.classes),
                )
                for one in config.language_models
            ],
            token_features=features,
            pop_limit=config.decoder.pop_limit,
            application_features=[blocked] if blocked.needed else [],
            gaps_by_label=config.context.gaps_by_label,
        )
        try:
            self.decoder.set_weights(user_weights(config.all_weights(), self.decoder.feature_names))
        except ConfigError as error:
            place = f"{config.weights_file}: " if config.weights_file else ""
            raise ConfigError(f"{place}{error}") from None
        self._weights = self.decoder.weights
        self.threads = config.decoder.threads or _cores()

    @classmethod
    def load(
        cls,
        config: str | Path | Config | None = None,
        *,
        protected: ProtectedTerms | Iterable[str] = (),
        overrides: Mapping[str, object] | None = None,
    ) -> Self:
        """Open a model.

        Args:
            config: a configuration or the path of one; the embedded English model's if None.
            protected: terms that are never changed.
            overrides: settings by dotted key, such as ``{"decoder.pop_limit": 200}``.
        """
        if not isinstance(config, Config):
            if config is None:
                _check_embedded_model()
            config = load_config(config, overrides)
        elif overrides:
            raise ConfigError("overrides go with the path of a configuration, not with a configuration")
        terms = protected if isinstance(protected, ProtectedTerms) else ProtectedTerms(protected)
        return cls(config, terms)

    def simplify(self, text: str) -> Result:
        """Rewrite a text of any length; white space, blank lines and line ends stay as they are."""
        results = list(self.stream(_LINE.findall(text)))
        sentences: list[SentenceResult] = []
        offset = 0
        for result in results:
            sentences += [
                SentenceResult(one.source, one.start + offset, one.part, one.kbest)
                for one in result.sentences
            ]
            offset += len(result.source)
        return Result(text, "".join(result.text for result in results), tuple(sentences))

    def kbest(self, sentence: str, k: int) -> SentenceResult:
        """Return up to ``k`` different rewritings of one sentence, best first.

        Raises:
            InputError: the text is not one sentence.
        """
        found = self._sentences(sentence)
        if len(found) != 1:
            raise InputError(f"k-best wants one sentence, not {len(found)}; split the text first")
        return self._decode(found, k)[0]

    def annotate(self, sentences: Sequence[Sentence]) -> list[InputSentence]:
        """Return what the decoder is told about sentences: forms, labels, protection, token features."""
        return [self._input(one, own) for one, own in zip(sentences, self._tags(sentences), strict=True)]

    def stream(
        self, lines: Iterable[str], k: int | None = None, batch: int = _LARGEST_BATCH
    ) -> Iterator[Result]:
        """Rewrite lines as they come, one result per line (per paragraph with ``text.wrapped_lines``).

        The first batches are small so that the first result comes soon; memory is bounded by the batch.

        Args:
            lines: with their line ends.
            k: rewritings per sentence; the configuration's if None.
            batch: most sentences decoded together.
        """
        k = self.config.decoder.k if k is None else k
        size = min(self.threads, batch)
        waiting: list[tuple[str, list[Sentence]]] = []
        count = 0
        for paragraph in paragraphs(lines, wrapped=self.config.text.wrapped_lines):
            found = self._sentences(paragraph)
            waiting.append((paragraph, found))
            count += max(1, len(found))
            if count >= size:
                yield from self._results(waiting, k, batch)
                waiting, count, size = [], 0, min(2 * size, batch)
        yield from self._results(waiting, k, batch)

    def _sentences(self, paragraph: str) -> list[Sentence]:
        text = self.config.text
        return sentences_of(paragraph, tokenised=text.tokenised, max_tokens=text.max_sentence_tokens)

    def _results(self, waiting: Sequence[tuple[str, list[Sentence]]], k: int, batch: int) -> Iterator[Result]:
        sentences = [sentence for _, found in waiting for sentence in found]
        decoded: list[SentenceResult] = []
        for start in range(0, len(sentences), batch):  # a single line may hold many batches
            decoded += self._decode(sentences[start : start + batch], k)
        place = 0
        for paragraph, found in waiting:
            own = decoded[place : place + len(found)]
            place += len(found)
            text = put_together(paragraph, found, [result.output for result in own])
            yield Result(paragraph, text, tuple(own))

    def _decode(self, sentences: Sequence[Sentence], k: int) -> list[SentenceResult]:
        tags = self._tags(sentences)
        inputs = [self._input(one, own) for one, own in zip(sentences, tags, strict=True)]
        try:
            decoded = self.decoder.decode(inputs, k, unique=True, threads=self.threads)
        except CoreInputError as error:
            raise InputError(str(error)) from None
        allowed = [
            [one for one in best if not one.features.get("UserBlocked")] or best[:1] for best in decoded
        ]
        return [self._result(*parts) for parts in zip(sentences, tags, inputs, allowed, strict=True)]

    def _tags(self, sentences: Sequence[Sentence]) -> list[list[str]]:
        if self.tagger is None:
            return [[] for _ in sentences]
        # The tagger knows punctuation by its plain form, words as they are written.
        words = [
            [token.surface if token.form[0].isalnum() else token.form for token in sentence.tokens]
            for sentence in sentences
        ]
        return self.tagger.tag_batch(words)

    def _input(self, sentence: Sentence, tags: Sequence[str]) -> InputSentence:
        """Annotate a sentence for the decoder."""
        context = self.config.context
        labels = span_labels(tags, context.max_label_length) if tags and context.labels else ()
        forms = tuple(token.form for token in sentence.tokens)
        return InputSentence(
            forms,
            tuple(labels),
            self._protected(forms, tags),
            token_features(self.decoder.token_feature_names, sentence.tokens, tags),
            tuple(tags),
        )

    def _protected(self, forms: Sequence[str], tags: Sequence[str]) -> tuple[bool, ...]:
        """Mark the tokens that only a copying rule may cover; nothing at all if there are none."""
        marks = self.protected.mark(forms) if self.protected else ()
        if not self.user.kept:
            return marks
        own = self.user.mark(forms, tags)
        return tuple(map(max, marks, own)) if marks else own

    def _result(
        self,
        sentence: Sentence,
        tags: Sequence[str],
        given: InputSentence,
        derivations: Sequence[Derivation],
    ) -> SentenceResult:
        names = [place for place, tag in enumerate(tags) if tag in _PROPER_NOUNS]
        kept = [place for place, mark in enumerate(given.protected) if mark]
        rewritings = tuple(
            explain(
                sentence,
                derivation,
                self._weights,
                names=names,
                kept=kept,
                tokenised=self.config.text.tokenised,
                written=self.user.written(derivation),
            )
            for derivation in derivations
        )
        return SentenceResult(sentence.text, sentence.start, sentence.part, rewritings)


def _cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _check_embedded_model() -> None:
    folder = default_config_path().parent.parent / "simplifier" / "models" / "en"
    if not folder.is_dir():
        raise InputError(
            f"{folder}: the embedded model is missing from this installation; name a configuration of "
            "another model with --config"
        )
