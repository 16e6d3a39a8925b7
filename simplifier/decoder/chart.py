"""The Python interface of the native chart decoder."""

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
    """A language model of the decoder, with the feature ``lm_NAME``.

    With ``classes`` the model scores word classes in place of words.
    """

    model: LanguageModel
    name: str
    classes: WordClasses | None = None


class SelectionRows(NamedTuple):
    """Training rows for selection trees: one row per change in its sentence.

    Attributes:
        inputs: float32 [n, inputs]; NaN where a rule's table lacks a feature.
        labels: float32 [n, `simplifier.core.SELECTION_OUTPUTS`], shares of the references, 0 to 1; NaN where a
            label does not apply to the change.
        places: int32 [n, 5]: sentence, start, end, number of the grammar, number of the rule.
    """

    inputs: NDArray[np.float32]
    labels: NDArray[np.float32]
    places: NDArray[np.int32]


class ChartDecoder:
    """Decode sentences with grammars, language models and weights.

    A feature without a weight weighs 0; `unweighted_features` lists these features. Results do not depend on the
    number of threads.

    Args:
        grammars: at least one.
        language_models: none or more.
        weights: the weights, by feature name.
        token_features: names of the columns of `InputSentence.token_features`, in order.
        parse: labels, goal and unknown words; by default, the built-in glue joins parts of any label.
        pop_limit: combinations kept per chart node in cube pruning; 0 keeps all (exhaustive).
        application_features: features of rule applications, in Python or native, scored before the search.
        derivation_features: features of whole derivations, in Python; they re-rank the k-best list.
        rescoring_depth: the least number of derivations that are re-ranked, even where fewer are asked for.
        gaps_by_label: True if any parts may fill a gap whose span has the gap's label in the sentence
            (`InputSentence.span_labels`); False if only rules with that left-hand side may.
        search: order of the search, and scope of the pop limit.

    Raises:
        ConfigError: no grammar, a weight whose feature does not exist, or two features of the same name.
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
        # Only features in Python read the sentence object itself.
        self._with_origin = any(not isinstance(one, ApplicationFeatures) for one in application_features)
        self._rescorer = Rescorer(derivation_features, self._model.feature_names, rescoring_depth)
        self.feature_names: tuple[str, ...] = (*self._model.feature_names, *self._rescorer.names)
        self._reader = ResultReader(self._model, self.grammars, self.feature_names, parse.unknown_suffix)
        self.set_weights(weights or {})

    @property
    def reads_derivations(self) -> bool:
        """True if there are derivation features; these are Python objects and see one search at a time."""
        return bool(self._rescorer.names)

    @property
    def search_options(self) -> SearchOptions:
        """Order of the search, and scope of the pop limit; both may be changed at any time."""
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
        """Return a decoder with the same parts and weights and with further features, but without a reranker.

        Args:
            features: features of rule applications; they follow those that the decoder already has.
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
        """Let boosted trees choose among the k best derivations from now on.

        A derivation is worth its predicted gain, plus ``score_weight`` times its score, less ``edit_cost`` times
        the number of its changes; the highest value is chosen.

        Args:
            path: the file of trees; their first output is the gain of a candidate (``tuning/boosting/reranker.py``).
            depth: number of derivations compared, even where fewer are asked for.
            score_weight: weight of the decoder's score.
            edit_cost: cost of every change.
            limit: a feature, and the highest total of the feature that a derivation may have; an empty name is no
                limit. If every derivation is above the limit, the one with the lowest total is chosen.

        Raises:
            ConfigError: trees that read a feature that this decoder lacks, or a decoder with derivation features.
        """
        if self._rescorer.names:
            raise ConfigError("derivation features and a reranker both sort the k best; leave [reranker] out")
        try:
            reranker = Reranker(str(path), list(self.feature_names), depth, score_weight, edit_cost, *limit)
        except CoreInputError as error:
            raise ConfigError(f"{path}: {error}; train it with this model") from None
        self._model.set_reranker(reranker)
        self._limit = limit

    def keep_order(self) -> None:
        """Order derivations by their score alone from now on, without a reranker."""
        self._model.set_reranker(None)
        self._limit = ("", 0.0)

    def excess(self, derivation: Derivation) -> tuple[float, float] | None:
        """Return the derivation's total of the feature that `rerank` limits, and the limit; None within the limit."""
        feature, most = self._limit
        found = derivation.features.get(feature, 0.0)
        return (found, most) if feature and found > most else None

    @property
    def weights(self) -> dict[str, float]:
        """The current weights, by feature name."""
        return dict(zip(self.feature_names, [*self._model.weights, *self._rescorer.weights], strict=True))

    def changed_spans(self, sentences: Sequence[Sequence[str]], longest: int) -> list[list[tuple[int, int]]]:
        """Return, for each sentence of decoder forms, the spans whose labels the search reads.

        These are single tokens and the spans that a rule could change. Where rules have gaps, they are all spans of
        up to ``longest`` tokens.
        """
        return self._model.changed_spans(sentences, longest)

    def kbest(self, sentence: InputSentence, k: int = 1, unique: bool = True) -> list[Derivation]:
        """Return the k best derivations of one sentence; ``unique`` keeps one per distinct target string."""
        return self.decode([sentence], k, unique)[0]

    def decode(
        self, sentences: Sequence[InputSentence], k: int = 1, unique: bool = True, threads: int = 1
    ) -> list[list[Derivation]]:
        """Return the k best derivations of every sentence, best first."""
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
        """Decode sentences, and report on the search.

        Args:
            sentences: decoded independently of one another.
            k: number of derivations of each sentence.
            unique: True to keep only the best derivation of each target string.
            threads: number of threads; results do not depend on it, unless time runs out.
            timeout_seconds: wall time for each sentence; None for no limit. As time runs out, the pop limit shrinks
                and long rules are left out. The answer is then a whole derivation, but perhaps not the best. With
                a goal label (`ParseOptions.goal_label`) only the pop limit shrinks.
            forest: True to return the forest.
            objections: True to record what speaks against each change (`RuleApplication.objections`).
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
        """Return the best derivations of a sentence whose output is exactly ``target``; empty if there is none.

        Whether a derivation is found does not depend on the pop limit; which derivation is best may.

        Args:
            sentence: the source, with any other constraints that it has.
            target: the words of the output.
            k: number of derivations.
            unique: True to keep one per distinct target string; only a lattice allows several strings.
            lattice: one arc per word; the output may then be any way through it (`Constraints.target_lattice`).
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
        """Decode without building Python objects for rules, for tuning and measuring.

        Every derivation has ``tokens``, ``score`` and ``features`` (float64 in the order of `feature_names`).

        Raises:
            ConfigError: the decoder has derivation features, which need these objects.
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
        """Decode a batch to k-best lists in arrays, with the rows of all sentences end to end, for tuning.

        The lists are ordered by score, even if there is a reranker. With ``inputs`` the result also has the
        columns that the trees of a reranker read.

        Raises:
            ConfigError: ``inputs`` for a decoder with derivation features.
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
        """Return the changes that the charts of sentences offer, as training rows for selection trees.

        Args:
            inputs: the inputs of the trees.
            sentences: the source sentences.
            references: words, ``[sentence][reference]``.
            most: the most changes taken of the rules of one source side on one span; the best by their score without
                context are taken.
            margin: a change is left out if its score is lower by more than this than that of the best of these rules.
            threads: number of threads; the result does not depend on it.
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
