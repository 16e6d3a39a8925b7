"""The configuration of a model: one TOML file, validated strictly, with overrides of single keys.

>>> config = load_config("my.toml", {"decoder.pop_limit": "200", "weights.lm_simple": "0.5"})

Relative paths in a file start at the folder of the file, those in an override at the working directory. Without
a file, the configuration of the embedded English model is used.
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
