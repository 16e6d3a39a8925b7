"""The Python face of the native chart decoder."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, cast

from simplifier.base.errors import ConfigError, nearest
from simplifier.core import (
    ApplicationFeatures,
    CandidateInputs,
    CoreInputError,
    DecodedSentence,
    DecoderModel,
    KBestLists,
    LanguageModel,
    Reranker,
    SelectionInputs,
    SentenceInput,
    TargetConstraints,
    WordClasses,
    decode_lists,
    selection_rows,
)
from simplifier.decoder.derivation import Constraints, Derivation, InputSentence, LatticeArc
from simplifier.decoder.features import (
    ApplicationFeature,
    BatchedDerivationFeature,
    DerivationFeature,
    native_features,
)
from simplifier.decoder.options import ParseOptions, SearchOptions
from simplifier.decoder.rescoring import Rescorer
from simplifier.decoder.search_result import GrammarPart, ResultReader, SearchResult

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["ChartDecoder", "GrammarPart", "LanguageModelPart", "SelectionRows"]


class LanguageModelPart(NamedTuple):
    """A language model of the decoder; its feature is ``lm_NAME``. With ``classes`` it reads classes."""

    model: LanguageModel
    name: str
    classes: WordClasses | None = None


class SelectionRows(NamedTuple):
    """Changes in their sentences.

    Attributes:
        inputs: float32 [n, inputs]; NaN where a rule's table lacks a feature.
        labels: float32 [n, `simplifier.core.SELECTION_OUTPUTS`], shares of references; NaN where there is nothing
            to share.
        places: int32 [n, 5]: sentence, start, end, number of the grammar, number of the rule.
    """

    inputs: NDArray[np.float32]
    labels: NDArray[np.float32]
    places: NDArray[np.int32]


class ChartDecoder:
    """Decode sentences with grammars, language models and weights.

    A feature without a weight counts nothing (`unweighted_features` lists them). Results do not depend on the
    number of threads.

    Args:
        grammars: at least one.
        language_models: none or more.
        weights: the weights, by feature name.
        token_features: names of the features that `InputSentence.token_features` gives, in order.
        parse: labels, goal and unknown words; the default is glue over any label.
        pop_limit: combinations kept per chart node in cube pruning; 0 keeps all (exhaustive).
        application_features: in Python or native, scored before the search.
        derivation_features: in Python; they re-rank k-best lists of at least ``rescoring_depth`` derivations.
        rescoring_depth: how many derivations are re-ranked at least.
        gaps_by_label: a nonterminal is filled by any parts that cover a span with its label in the sentence
            (`InputSentence.span_labels`), not by what rules with that left-hand side make.
        search: order of the search, and what the pop limit is counted by.

    Raises:
        ConfigError: no grammar, or a weight whose feature does not exist.
    """

    def __init__(
        self,
        grammars: Sequence[GrammarPart],
        language_models: Sequence[LanguageModelPart] = (),
        weights: Mapping[str, float] | None = None,
        token_features: Sequence[str] = (),
        pop_limit: int = 100,
        parse: ParseOptions = ParseOptions(),  # noqa: B008
        application_features: Sequence[ApplicationFeature | ApplicationFeatures] = (),
        derivation_features: Sequence[DerivationFeature | BatchedDerivationFeature] = (),
        rescoring_depth: int = 100,
        gaps_by_label: bool = False,
        search: SearchOptions = SearchOptions(),  # noqa: B008
    ) -> None:
        if not grammars:
            raise ConfigError("a decoder needs at least one grammar")
        self.pop_limit = pop_limit
        self.token_feature_names = tuple(token_features)
        self.grammars = tuple(grammars)
        self._language_models = tuple(language_models)
        self._parse = parse
        self._features = (tuple(application_features), tuple(derivation_features), rescoring_depth)
        self._gaps_by_label = gaps_by_label
        self._model = DecoderModel(
            list(grammars),
            list(language_models),
            list(token_features),
            parse.native(),
            native_features(application_features, [part.table for part in grammars]),
        )
        if gaps_by_label:
            self._model.fill_gaps_by_label()
        self.search_options = search
        self._limit: tuple[str, float] = ("", 0.0)
        self._with_origin = any(not isinstance(one, ApplicationFeatures) for one in application_features)
        self._rescorer = Rescorer(derivation_features, self._model.feature_names, rescoring_depth)
        self.feature_names: tuple[str, ...] = (*self._model.feature_names, *self._rescorer.names)
        self._reader = ResultReader(self._model, self.grammars, self.feature_names, parse.unknown_suffix)
        self.set_weights(weights or {})

    @property
    def reads_derivations(self) -> bool:
        """Whether there are features of derivations, which are Python's and see one search at a time."""
        return bool(self._rescorer.names)

    @property
    def search_options(self) -> SearchOptions:
        """Order of the search, and what the pop limit is counted by; may be changed at any time."""
        return self._search_options

    @search_options.setter
    def search_options(self, options: SearchOptions) -> None:
        self._search_options = options
        outside, per_span = options.order == "outside", options.scope == "span"
        self._model.set_search(outside, per_span, options.free_lexical)

    def set_weights(self, weights: Mapping[str, float]) -> None:
        """Replace all weights; features left out weigh 0.

        Raises:
            ConfigError: for a feature that does not exist, with the nearest one that does.
        """
        known = set(self.feature_names)
        for name in weights:
            if name not in known:
                raise ConfigError(f"weight for an unknown feature {name!r}{nearest(name, self.feature_names)}")
        self._model.set_weights({n: w for n, w in weights.items() if n not in self._rescorer.names})
        self._rescorer.set_weights(weights)
        self.unweighted_features = tuple(name for name in self.feature_names if name not in weights)

    def extended(
        self, features: Sequence[ApplicationFeature | ApplicationFeatures], weights: Mapping[str, float]
    ) -> ChartDecoder:
        """Return a decoder of the same parts and weights with further features, without a reranker.

        Args:
            features: the features of applications, after those that there are.
            weights: the weights of the further features.
        """
        own, of_derivations, depth = self._features
        return ChartDecoder(
            self.grammars,
            self._language_models,
            self.weights | dict(weights),
            self.token_feature_names,
            self.pop_limit,
            self._parse,
            [*own, *features],
            of_derivations,
            depth,
            self._gaps_by_label,
            self.search_options,
        )

    def rerank(
        self,
        path: Path,
        depth: int,
        score_weight: float,
        edit_cost: float = 0.0,
        limit: tuple[str, float] = ("", 0.0),
    ) -> None:
        """Let trees choose among the k best from now on.

        Args:
            path: trees whose first output is what a candidate gains (``tuning/boosting/reranker.py``).
            depth: derivations looked at, even where fewer are asked for.
            score_weight: what a unit of the decoder's score counts beside a predicted gain.
            edit_cost: what every change has to gain before it is made.
            limit: a feature and the largest sum of it that a derivation may have; no name is no limit. Where
                all are above it, the one of the least sum is chosen.

        Raises:
            ConfigError: trees that read what this decoder does not have, or derivation features beside them.
        """
        if self._rescorer.names:
            raise ConfigError("derivation features and a reranker both sort the k best; use one of them")
        try:
            reranker = Reranker(str(path), list(self.feature_names), depth, score_weight, edit_cost, *limit)
        except CoreInputError as error:
            raise ConfigError(f"{path}: {error}; train it with this model") from None
        self._model.set_reranker(reranker)
        self._limit = limit

    def keep_order(self) -> None:
        """Let the score alone choose from now on."""
        self._model.set_reranker(None)
        self._limit = ("", 0.0)

    def excess(self, derivation: Derivation) -> tuple[float, float] | None:
        """Return what a derivation has of the feature that `rerank` limits, and the limit; None within the limit."""
        feature, most = self._limit
        found = derivation.features.get(feature, 0.0)
        return (found, most) if feature and found > most else None

    @property
    def weights(self) -> dict[str, float]:
        """The weights in force, by feature name."""
        return dict(zip(self.feature_names, [*self._model.weights, *self._rescorer.weights], strict=True))

    def changed_spans(self, sentences: Sequence[Sequence[str]], longest: int) -> list[list[tuple[int, int]]]:
        """Return the spans whose labels the search reads, in each sentence of decoder forms.

        Those are single tokens, and the spans that a rule could change; all of up to ``longest`` tokens where
        rules have gaps.
        """
        return self._model.changed_spans(sentences, longest)

    def kbest(self, sentence: InputSentence, k: int = 1, unique: bool = True) -> list[Derivation]:
        """Return the best derivations of one sentence; ``unique`` keeps one per distinct target string."""
        return self.decode([sentence], k, unique)[0]

    def decode(
        self, sentences: Sequence[InputSentence], k: int = 1, unique: bool = True, threads: int = 1
    ) -> list[list[Derivation]]:
        """Return the k best derivations of every sentence, with their rules."""
        return [found.derivations for found in self.search(sentences, k, unique, threads)]

    def search(
        self,
        sentences: Sequence[InputSentence],
        k: int = 1,
        unique: bool = True,
        threads: int = 1,
        timeout_seconds: float | None = None,
        forest: bool = False,
        objections: bool = False,
    ) -> list[SearchResult]:
        """Decode and tell about the search.

        Args:
            sentences: each by itself.
            k: derivations of each.
            unique: one per distinct target string.
            threads: results do not depend on them, unless time runs out.
            timeout_seconds: time for each sentence; as it runs out, the pop limit shrinks and long rules are left
                out: the answer is whole, perhaps not the best. With a goal of the grammars' own only the pop limit
                shrinks.
            forest: whether to return the forest.
            objections: whether rules tell what speaks against them (`RuleApplication.objections`).
        """
        depth = self._rescorer.depth(k)
        decoded = self._decode(sentences, depth, unique, threads, True, timeout_seconds, forest, objections)
        lists = [
            self._reader.derivations(native, sentence) for sentence, native in zip(sentences, decoded, strict=True)
        ]
        if self._rescorer.names:
            lists = [derivations[:k] for derivations in self._rescorer.rescore(sentences, lists)]
        return [
            SearchResult(
                derivations,
                native.timed_out,
                native.statistics,
                self._reader.forest(native.forest, sentence) if forest else None,
            )
            for sentence, native, derivations in zip(sentences, decoded, lists, strict=True)
        ]

    def force(
        self,
        sentence: InputSentence,
        target: Sequence[str],
        k: int = 1,
        unique: bool = False,
        lattice: Sequence[LatticeArc] = (),
    ) -> list[Derivation]:
        """Return the best derivations of a sentence that yield just these words; none where none does.

        The answer does not depend on the pop limit; which derivation is best may.

        Args:
            sentence: to derive it from, with any other constraints that it has.
            target: words.
            k: derivations.
            unique: one per distinct target string; there are several with a lattice only.
            lattice: one arc a word: the derivations yield any way through it (`Constraints.target_lattice`).
        """
        constraints = dataclasses.replace(sentence.constraints, target=tuple(target), target_lattice=tuple(lattice))
        return self.kbest(dataclasses.replace(sentence, constraints=constraints), k, unique)

    def decode_native(
        self,
        sentences: Sequence[InputSentence],
        k: int = 1,
        unique: bool = True,
        threads: int = 1,
        trace: bool = False,
    ) -> list[DecodedSentence]:
        """Decode without building Python objects for rules: for tuning and measuring.

        Every derivation has ``tokens``, ``score`` and ``features`` (float64 in the order of `feature_names`).

        Raises:
            ConfigError: with derivation features, which need the objects.
        """
        if self._rescorer.names:
            raise ConfigError("features of derivations need `decode` or `decode_lists`, not `decode_native`")
        return self._decode(sentences, k, unique, threads, trace)

    def decode_lists(
        self,
        sentences: Sequence[InputSentence],
        k: int,
        unique: bool = True,
        threads: int = 1,
        inputs: CandidateInputs | None = None,
    ) -> KBestLists:
        """Decode a batch to k-best lists in arrays, rows of all sentences end to end: for tuning.

        The lists are in the order of the scores, whether there is a reranker or not; ``inputs`` fills the
        columns that trees of one read.
        """
        if self._rescorer.names:
            if inputs is not None:
                raise ConfigError("trees that choose cannot be trained beside features of derivations")
            return self._rescorer.lists(self.feature_names, self.decode(sentences, k, unique, threads))
        given = [self._native_input(sentence) for sentence in sentences]
        return decode_lists(self._model, given, k, unique, self.pop_limit, threads, inputs)

    def selection_rows(
        self,
        inputs: SelectionInputs,
        sentences: Sequence[InputSentence],
        references: Sequence[Sequence[Sequence[str]]],
        most: int,
        margin: float,
        threads: int = 1,
    ) -> SelectionRows:
        """Return the changes that the charts of sentences offer, to train selection trees on.

        Args:
            inputs: what is read of every change.
            sentences: each by itself.
            references: words, ``[sentence][reference]``.
            most: changes by rules of one source side on one span, the best by the weights without context.
            margin: none that scores so much less than the best.
            threads: the result does not depend on them.
        """
        given = [self._native_input(sentence) for sentence in sentences]
        return SelectionRows(*selection_rows(self._model, inputs, given, references, most, margin, threads))

    def _decode(
        self,
        sentences: Sequence[InputSentence],
        k: int,
        unique: bool,
        threads: int,
        trace: bool,
        timeout_seconds: float | None = None,
        forest: bool = False,
        objections: bool = False,
    ) -> list[DecodedSentence]:
        inputs = [self._native_input(sentence) for sentence in sentences]
        seconds = timeout_seconds or 0.0
        return self._model.decode(inputs, k, unique, self.pop_limit, trace, threads, seconds, forest, objections)

    def _native_input(self, sentence: InputSentence) -> SentenceInput:
        return SentenceInput(
            sentence.tokens,
            sentence.span_labels,
            sentence.protected,
            cast("NDArray[np.float32] | None", sentence.token_features),  # the core reads any buffer
            sentence.tags,
            sentence if self._with_origin else None,
            _native_constraints(sentence.constraints),
            [(start, end, list(words)) for start, end, words in sentence.replacements],
            list(sentence.lattice),
            sentence.fold,
        )


def _native_constraints(constraints: Constraints) -> TargetConstraints | None:
    if not constraints:
        return None
    return TargetConstraints(
        [list(phrase) for phrase in constraints.include],
        [list(phrase) for phrase in constraints.exclude],
        None if constraints.target is None else list(constraints.target),
        list(constraints.target_lattice),
    )
