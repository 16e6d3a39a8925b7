"""The C++ core: vocabulary, packed rule table, chart decoder, language models, metric kernels.

Everything heavy is in ``native._core``; this package adds the exceptions that every room shares
(`native.errors`) and nothing else. Import from here, never from ``native._core``.
"""

from __future__ import annotations

try:
    from native._core import (
        ApplicationFeatures,
        AppliedRule,
        BoostedTrees,
        CoreInputError,
        DecodedDerivation,
        DecodedForest,
        DecodedSentence,
        DecoderModel,
        DecodeStatistics,
        GrammarBlock,
        GrammarParser,
        KBestLists,
        LanguageModel,
        MetricIndex,
        ParseSpec,
        PythonFeatures,
        RuleTable,
        SentenceInput,
        TableBuilder,
        Tagger,
        TaggerTrainer,
        TargetConstraints,
        TimedLanguageModel,
        WordClasses,
        applicable_sources,
        decode_lists,
        edge_features,
        metric_width,
        rewriting_rules,
        rule_columns,
        score_phrases,
        tag_features,
        upper_envelopes,
        window_features,
        write_boosted_trees,
        write_language_model_binary,
    )
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        f"{error}: the C++ core is not built in {__path__[0]}; run `make develop` in the checkout, or, where "
        "simplifier is installed, start Python from another folder",
        name=error.name,
    ) from None

__all__ = [
    "ApplicationFeatures",
    "AppliedRule",
    "BoostedTrees",
    "CoreInputError",
    "DecodeStatistics",
    "DecodedDerivation",
    "DecodedForest",
    "DecodedSentence",
    "DecoderModel",
    "GrammarBlock",
    "GrammarParser",
    "KBestLists",
    "LanguageModel",
    "MetricIndex",
    "ParseSpec",
    "PythonFeatures",
    "RuleTable",
    "SentenceInput",
    "TableBuilder",
    "Tagger",
    "TaggerTrainer",
    "applicable_sources",
    "TargetConstraints",
    "TimedLanguageModel",
    "WordClasses",
    "decode_lists",
    "edge_features",
    "metric_width",
    "rewriting_rules",
    "rule_columns",
    "score_phrases",
    "tag_features",
    "upper_envelopes",
    "window_features",
    "write_boosted_trees",
    "write_language_model_binary",
]
