"""From a document to its simpler version: sentences, annotation, decoding, realisation, in batches."""

from __future__ import annotations

import dataclasses
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Final, Self, TypeVar

from base.errors import ConfigError, InputError
from languages import language_named
from languages.parts.tagger import Tagger
from lm import load_native, load_native_classes
from native import BoostedTrees
from rules.tables.table import open_table
from simplifier.annotation import Annotator, MarkedSentence
from simplifier.config import Config, default_config_path, load_model_config
from simplifier.decoder import (
    ChartDecoder,
    GrammarPart,
    InputSentence,
    LanguageModelPart,
    ParseOptions,
    SearchOptions,
    SearchResult,
)
from simplifier.decoder.boosted_trees import load_trees
from simplifier.decoder.context import edit_features
from simplifier.decoder.selection import SelectionSources
from simplifier.model_weights import known_weights
from simplifier.policy.check import SentenceCheck
from simplifier.policy.protection import ProtectedTerms
from simplifier.policy.user_rules import BlockedRewrites, UserRules
from simplifier.records.annotation import AnnotatedSentence
from simplifier.records.requests import SearchRequest
from simplifier.records.result import Result, SentenceResult
from simplifier.rewriter import SentenceRewriter
from simplifier.text import Sentence, paragraphs, put_together, sentences_of
from simplifier.text.markup import SentenceMarks, marks_of
from simplifier.text.splitting import split_into_sentences

__all__ = ["Simplifier"]

#: Sentences decoded together; memory grows with it, speed hardly beyond it.
_LARGEST_BATCH: Final = 256
_LINE: Final = re.compile(r"[^\n]*\n|[^\n]+")
_NOTHING_PROTECTED: Final = ProtectedTerms()
#: Paragraphs with their sentences.
_Chunk = list[tuple[str, list[MarkedSentence]]]
_Item = TypeVar("_Item")
#: Sentences that are being searched.
_Begun = tuple[list[AnnotatedSentence], Future[list[SearchResult]]]


class Simplifier:
    """Rewrites text so that more people can read it.

    >>> simplifier = Simplifier.load()
    >>> result = simplifier.simplify("The committee commenced deliberations.")
    >>> result.text, result.sentences[0].edits

    Make one with `load`; a `Simplifier` is not changed by use.

    Args:
        config: settings; the files that they name are opened here.
        protected: terms that are never changed.
        lattices: whether the decoder has the feature ``LatticeCost`` (weight -1 where none is given).

    Attributes:
        language: which the model is of.
        selection: the trees behind the selection features, or None.
        selection_sources: what such trees can read.

    Raises:
        InputError: a file that is missing or is not what it should be, or weights for unknown features.
    """

    def __init__(
        self, config: Config, protected: ProtectedTerms = _NOTHING_PROTECTED, lattices: bool = False
    ) -> None:
        self.config = config
        self.protected = protected
        self.language = language_named(config.model.language)
        self.tagger = None if config.tagger.path is None else Tagger.load(config.tagger.path)
        if self.tagger is None and config.text.split != "off":
            raise ConfigError('text.split = "auto" needs parts of speech; name a tagger (tagger.path)')
        features = config.context.token_features
        if self.tagger is None:
            features = [name for name in features if name != "ChangedProperNoun"]
        language_models = [
            LanguageModelPart(
                load_native(one.path),
                one.name,
                None if one.classes is None else load_native_classes(one.classes),
            )
            for one in config.language_models
        ]
        self.user = UserRules(self.language)
        if config.user_rules is not None:
            self.user = UserRules.read(config.user_rules, self.language, self.tagger)
        grammars = [GrammarPart(open_table(one.path), one.owner, one.span_limit) for one in config.grammars]
        grammars += self.user.grammar()
        blocked = BlockedRewrites(self.user, grammars)
        own_features = [one.load() for one in config.decoder.application_features]
        own_features += [blocked] if blocked.needed else []
        words = config.context.words()
        own_features += edit_features(config.context.edit_features, language_models, words)
        self.selection_sources = SelectionSources(grammars, language_models, features, self.tagger, words)
        self.selection: BoostedTrees | None = None
        chosen = config.selection
        if chosen.path is not None:
            self.selection = load_trees(chosen.path)
            own_features.append(self.selection_sources.features(self.selection, chosen.path, chosen.least))
        self.decoder = ChartDecoder(
            grammars,
            language_models,
            token_features=features,
            pop_limit=config.decoder.pop_limit,
            gaps_by_label=config.context.gaps_by_label,
            parse=ParseOptions(lattice_cost=lattices),
            application_features=own_features,
            derivation_features=[one.load() for one in config.decoder.derivation_features],
            search=SearchOptions(config.decoder.search_order, config.decoder.pop_scope),
        )
        weights = {"LatticeCost": -1.0} | config.all_weights()
        if not lattices:
            del weights["LatticeCost"]
        self.decoder.set_weights(known_weights(config, weights, self.decoder.feature_names))
        if config.reranker.path is not None:
            by = config.reranker
            self.decoder.rerank(config.reranker.path, by.depth, by.score_weight, by.edit_cost)
        self.threads = config.decoder.threads or _cores()
        check = None
        if config.check.on:
            readers = [one.model for one in language_models if one.classes is None]
            check = SentenceCheck(
                self.language, self.tagger, readers, config.check.largest_fall, config.text.tokenised
            )
        self._annotator = Annotator(
            self.decoder, config, self.language, self.tagger, self.user, self.protected
        )
        self._rewriter = SentenceRewriter(
            self.decoder, config, self.language, self.user, check, self.protected
        )

    @classmethod
    def load(
        cls,
        config: str | Path | Config | None = None,
        *,
        protected: ProtectedTerms | Iterable[str] = (),
        overrides: Mapping[str, object] | None = None,
        lattices: bool = False,
    ) -> Self:
        """Open a model.

        Args:
            config: a configuration or the path of one; the embedded English model's if None.
            protected: terms that are never changed.
            overrides: settings by dotted key, such as ``{"decoder.pop_limit": 200}``.
            lattices: as above.
        """
        if not isinstance(config, Config):
            if config is None:
                _check_embedded_model()
            config = load_model_config(config, overrides)
        elif overrides:
            raise ConfigError("overrides go with the path of a configuration, not with a configuration")
        language = language_named(config.model.language)
        terms = protected if isinstance(protected, ProtectedTerms) else ProtectedTerms(protected, language)
        return cls(config, terms, lattices)

    def simplify(self, text: str) -> Result:
        """Rewrite a text of any length; white space, blank lines and line ends stay as they are."""
        return self._whole(text, SearchRequest())

    def explain(self, text: str) -> Result:
        """Rewrite a text, and tell for every change why it was made and for other words why they stayed.

        `SentenceResult.explanation` has it all, `SentenceResult.kept` what stayed. The text is that of
        `simplify`; it takes many times as long (docs/guide/why.md).
        """
        return self._whole(text, SearchRequest(explain=True))

    def _whole(self, text: str, request: SearchRequest) -> Result:
        results = list(self.stream(_LINE.findall(text), request=request))
        sentences: list[SentenceResult] = []
        offset = 0
        for result in results:
            sentences += [dataclasses.replace(one, start=one.start + offset) for one in result.sentences]
            offset += len(result.source)
        return Result(text, "".join(result.text for result in results), tuple(sentences))

    def kbest(
        self,
        sentence: str,
        k: int,
        request: SearchRequest = SearchRequest(),  # noqa: B008
    ) -> SentenceResult:
        """Return up to ``k`` different rewritings of one sentence, best first.

        Raises:
            InputError: the text is not one sentence.
        """
        found = self._sentences(sentence)
        if len(found) != 1:
            raise InputError(f"k-best wants one sentence, not {len(found)}; split the text first")
        return self._rewritten([MarkedSentence(found[0])], k, request)[0]

    def annotate(self, sentences: Sequence[Sentence]) -> list[InputSentence]:
        """Return what the decoder is told about sentences: forms, labels, protection, token features."""
        return [one.given for one in self._annotator.annotate([*map(MarkedSentence, sentences)])]

    def stream(
        self,
        lines: Iterable[str],
        k: int | None = None,
        batch: int = _LARGEST_BATCH,
        request: SearchRequest = SearchRequest(),  # noqa: B008
    ) -> Iterator[Result]:
        """Rewrite lines as they come, one result per line (per paragraph with ``text.wrapped_lines``).

        The first batches are small so that the first result comes soon; memory is bounded by the batch.

        Args:
            lines: with their line ends; `MarkedText` where there is markup (not with ``text.wrapped_lines``).
            k: rewritings per sentence; the configuration's if None.
            batch: most sentences decoded together.
            request: for every sentence.
        """
        k = self.config.decoder.k if k is None else k
        for chunk, decoded in self._searched(self._chunks(lines, batch), k, batch, request):
            place = 0
            for paragraph, found in chunk:
                own = decoded[place : place + len(found)]
                place += len(found)
                outputs = [result.output for result in own]
                text = put_together(paragraph, [one.sentence for one in found], outputs)
                yield Result(paragraph, text, tuple(own))

    def _chunks(self, lines: Iterable[str], batch: int) -> Iterator[_Chunk]:
        """Yield paragraphs with their sentences, together about as many as are decoded together."""
        size = min(self.threads, batch)
        chunk: _Chunk = []
        count = 0
        for paragraph in paragraphs(lines, wrapped=self.config.text.wrapped_lines):
            found = [
                MarkedSentence(one, marks_of(paragraph, one, self.language))
                for one in self._sentences(paragraph)
            ]
            if self.config.text.split == "auto":
                found = self._split(found)
            chunk.append((paragraph, found))
            count += max(1, len(found))
            if count >= size:
                yield chunk
                chunk, count, size = [], 0, min(2 * size, batch)
        if chunk:
            yield chunk

    def _searched(
        self, chunks: Iterable[_Chunk], k: int, batch: int, request: SearchRequest
    ) -> Iterator[tuple[_Chunk, list[SentenceResult]]]:
        """Search chunks; with several threads one is searched while the next is read and the last written."""
        rewriter, threads = self._rewriter, self.threads
        if threads == 1 or batch == 1 or self.decoder.reads_derivations:
            for chunk in chunks:
                decoded = [self._rewritten(part, k, request) for part in _parts(chunk, batch)]
                yield chunk, [result for part in decoded for result in part]
            return
        searcher = ThreadPoolExecutor(1)
        try:

            def begun(part: list[MarkedSentence]) -> _Begun:
                annotated = self._annotator.annotate(part, request)
                return annotated, searcher.submit(rewriter.search, annotated, k, request, threads)

            chunks_begun = ((chunk, [*map(begun, _parts(chunk, batch))]) for chunk in chunks)
            for chunk, parts in _one_ahead(chunks_begun):
                written = [
                    rewriter.written(one, search.result(), k, request, threads) for one, search in parts
                ]
                yield chunk, [result for part in written for result in part]
        finally:
            searcher.shutdown(cancel_futures=True)

    def _sentences(self, paragraph: str) -> list[Sentence]:
        text = self.config.text
        return sentences_of(
            paragraph, self.language, tokenised=text.tokenised, max_tokens=text.max_sentence_tokens
        )

    def _split(self, marked: Sequence[MarkedSentence]) -> list[MarkedSentence]:
        """Split what can be split; sentences with markup stay whole. Those that stay keep their tags."""
        tags = self._annotator.tags([one.sentence for one in marked])
        parts: list[MarkedSentence] = []
        for (sentence, marks, _), own in zip(marked, tags, strict=True):
            halves = [sentence]
            if marks == SentenceMarks():
                halves = split_into_sentences(sentence, own, self.language)
            parts += [MarkedSentence(half, marks, own if half is sentence else None) for half in halves]
        return parts

    def _rewritten(
        self, marked: Sequence[MarkedSentence], k: int, request: SearchRequest
    ) -> list[SentenceResult]:
        annotated = self._annotator.annotate(marked, request)
        searches = self._rewriter.search(annotated, k, request, self.threads)
        return self._rewriter.written(annotated, searches, k, request, self.threads)


def _one_ahead(items: Iterable[_Item]) -> Iterator[_Item]:
    """Yield the same items, each when the next one is there."""
    before: list[_Item] = []
    for item in items:
        yield from before
        before = [item]
    yield from before


def _parts(chunk: _Chunk, batch: int) -> Iterator[list[MarkedSentence]]:
    """Yield the sentences of a chunk in batches; a single line may hold many."""
    sentences = [sentence for _, found in chunk for sentence in found]
    for start in range(0, len(sentences), batch):
        yield sentences[start : start + batch]


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
