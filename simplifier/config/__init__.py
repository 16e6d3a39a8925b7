"""The configuration: one TOML file, validated strictly, with overrides of single keys.

>>> config = load_config("my.toml", {"decoder.pop_limit": "200", "weights.lm_simple": "0.5"})

Paths in a file are relative to that file, paths in an override to the working directory. Without a file the
embedded English model's configuration is used.
"""

from __future__ import annotations

from simplifier.config.loading import (
    Config,
    default_config_path,
    load_config,
    load_model_config,
    read_weights,
)
from simplifier.config.sections import (
    CheckSettings,
    ContextSettings,
    DecoderSettings,
    EstimateSettings,
    FeatureSettings,
    GrammarSettings,
    LanguageModelSettings,
    ModelSettings,
    ParserSettings,
    PolicySettings,
    RerankerSettings,
    SelectionSettings,
    StructureSettings,
    TaggerSettings,
    TextSettings,
)

__all__ = [
    "CheckSettings",
    "Config",
    "ContextSettings",
    "DecoderSettings",
    "EstimateSettings",
    "FeatureSettings",
    "GrammarSettings",
    "LanguageModelSettings",
    "ModelSettings",
    "ParserSettings",
    "PolicySettings",
    "RerankerSettings",
    "SelectionSettings",
    "StructureSettings",
    "TaggerSettings",
    "TextSettings",
    "default_config_path",
    "load_config",
    "load_model_config",
    "read_weights",
]
