"""Opening the decoder of a configuration: its files, its features, its weights."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from simplifier.base.errors import ConfigError, FormatError, nearest
from simplifier.config import Config
from simplifier.core import BoostedTrees, FeatureName, LanguageModel, feature_catalogue, frame_features
from simplifier.decoder import ChartDecoder, GrammarPart, LanguageModelPart, ParseOptions, SearchOptions
from simplifier.decoder.boosted_trees import load_trees
from simplifier.decoder.context import edit_features, load_frames
from simplifier.decoder.context_reader import ContextReader
from simplifier.decoder.selection import SelectionSources
from simplifier.languages import language_named
from simplifier.languages.analysis.parser import TransitionParser
from simplifier.languages.analysis.spacy_parser import SpacyParser
from simplifier.languages.analysis.tagger import Tagger
from simplifier.languages.analysis.tree import Parser
from simplifier.languages.structure.split_judge import STANDS, SplitJudge
from simplifier.lm import load_native, load_native_classes
from simplifier.lm.files import unharmed
from simplifier.policy.user_rules import USER_OWNER, BlockedRewrites, UserRules, user_weights
from simplifier.rules.tables.table import open_table
from simplifier.sealing import check_sealed

__all__ = [
    "OpenedDecoder",
    "known_weights",
    "open_decoder",
    "open_language_models",
    "open_parser",
    "open_split_judge",
    "word_models",
]


def known_weights(config: Config, weights: Mapping[str, float], features: Collection[str]) -> dict[str, float]:
    """Return the weights, with those of the user features that the decoder has.

    Args:
        config: the configuration of the weights, which tells the place of a wrong one.
        weights: the weights, by feature name.
        features: the names of the features that the decoder has.

    Raises:
        ConfigError: a weight has no feature. The message names the place of the weight, and the nearest feature
            or the setting that would bring the feature.
    """
    found = user_weights(weights, features)
    for name in found:
        if name not in features:
            place, advice = _place(config, name), _advice(config, name, features)
            raise ConfigError(f"{place}: weight for an unknown feature {name!r}{advice}")
    return found


def _place(config: Config, name: str) -> str:
    for table, weights in (("[guards]", config.guards), ("[weights]", config.weights)):
        if name in weights:
            return table
    return str(config.weights_file)


def _advice(config: Config, name: str, features: Collection[str]) -> str:
    brought_by = {
        "selection": ("selection.path", config.selection.path),
        "frames": ("context.frames", config.context.frames),
    }
    group = next((one.group for one in feature_catalogue() if one.name == name), "")
    setting, path = brought_by.get(group, ("", Path()))
    if path is None:
        return f"; it comes with {setting}, which is not set: set it, or take the weight out"
    return nearest(name, features)


class OpenedDecoder(NamedTuple):
    """A decoder with its weights.

    Attributes:
        decoder: the decoder, with weights set.
        selection: the boosted trees behind the selection features, or None.
        sources: the sources that such trees can read.
        reader: the reader of context, or None.
    """

    decoder: ChartDecoder
    selection: BoostedTrees | None
    sources: SelectionSources
    reader: ContextReader | None


def open_language_models(config: Config) -> list[LanguageModelPart]:
    """Open the language models of a configuration.

    Raises:
        InputError: a file is missing or is not what it should be.
    """
    check = config.model.verify != "header"
    if config.model.verify == "sealed":
        check_sealed(config)
    return [
        LanguageModelPart(
            load_native(one.path, check),
            one.name,
            None if one.classes is None else load_native_classes(one.classes, check),
        )
        for one in config.language_models
    ]


def open_parser(config: Config) -> Parser | None:
    """Open the parser of a configuration; None where it names none.

    Raises:
        FormatError: the file is missing, or does not hold a whole model.
        ConfigError: there is no such spaCy pipeline.
    """
    auxiliaries = language_named(config.model.language).relations.auxiliaries
    if config.parser.spacy:
        return SpacyParser.load(config.parser.spacy, auxiliaries)
    return None if config.parser.path is None else TransitionParser.load(config.parser.path, auxiliaries)


def open_split_judge(config: Config, language_models: Sequence[LanguageModelPart]) -> SplitJudge | None:
    """Open the boosted trees that judge splits; None where a configuration names none.

    Args:
        config: the configuration, which names the file.
        language_models: all language models of the model; the trees may read those of words.

    Raises:
        FormatError: there is no such file, or it does not hold trees that judge splits.
    """
    if config.structure.trees is None:
        return None
    trees = load_trees(config.structure.trees)
    if STANDS not in trees.output_names:
        raise FormatError(config.structure.trees, f"these trees do not judge splits: no output {STANDS!r}")
    return SplitJudge(trees, word_models(language_models))


def word_models(language_models: Sequence[LanguageModelPart]) -> dict[str, LanguageModel]:
    """Return the language models of words, by name; those of word classes are left out."""
    return {one.name: one.model for one in language_models if one.classes is None}


def open_decoder(
    config: Config,
    tagger: Tagger | None,
    user: UserRules,
    language_models: Sequence[LanguageModelPart],
    lattices: bool,
) -> OpenedDecoder:
    """Open the rule tables, features and trees of a configuration, and set the weights of a decoder with them.

    Args:
        config: the configuration of the model.
        tagger: the part-of-speech tagger; None if sentences have no tags.
        user: the user's own rules.
        language_models: the opened language models of the configuration.
        lattices: True if the decoder is to have the feature ``LatticeCost``, as in `Simplifier`.

    Raises:
        InputError: a file is missing or is not what it should be, or a weight has no feature.
    """
    features = config.context.token_features
    if tagger is None:  # without tags there are no proper nouns to count
        features = [name for name in features if name != FeatureName.ChangedProperNoun]
    check = config.model.verify != "header"
    grammars = [GrammarPart(open_table(one.path, check), one.owner, one.span_limit) for one in config.grammars]
    grammars += user.grammar()
    blocked = BlockedRewrites(user, grammars)
    own_features = [one.load() for one in config.decoder.application_features]
    own_features += [blocked] if blocked.needed else []
    words = config.context.words()
    own_features += edit_features(config.context.edit_features, language_models, words)
    frames = None if config.context.frames is None else load_frames(config.context.frames, check)
    own_features += [] if frames is None else [frame_features(frames, USER_OWNER)]
    sources = SelectionSources(grammars, language_models, features, tagger, words, frames)
    selection: BoostedTrees | None = None
    chosen = config.selection
    reader = None
    if chosen.reader_used is not None:
        reader = ContextReader(unharmed(chosen.reader_used) if check else chosen.reader_used)
    if chosen.path is not None:
        selection = load_trees(chosen.path)
        own_features.append(sources.features(selection, chosen.path, chosen.dial, reader))
    decoder = ChartDecoder(
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
    weights = {FeatureName.LatticeCost: -1.0} | config.all_weights()
    if not lattices:
        del weights[FeatureName.LatticeCost]
    decoder.set_weights(known_weights(config, weights, decoder.feature_names))
    if config.reranker.path is not None:
        by = config.reranker
        limit = (FeatureName.SelectionHarm, chosen.risk_together) if chosen.risk_together < 1 else ("", 0.0)
        decoder.rerank(config.reranker.path, by.depth, by.score_weight, by.edit_cost, limit)
    return OpenedDecoder(decoder, selection, sources, reader)
