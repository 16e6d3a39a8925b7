"""A whole configuration, and how it is read: the file, a preset over it, overrides over both."""

from __future__ import annotations

import math
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path

from pydantic import ValidationInfo, field_validator

from simplifier.base.errors import ConfigError
from simplifier.base.settings import Finite, Section, SettingsPath, load_settings, override
from simplifier.base.toml import read_toml
from simplifier.config.sections import (
    CheckSettings,
    ContextSettings,
    DecoderSettings,
    EstimateSettings,
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
from simplifier.languages.registry import language_beside
from simplifier.lm.files import unharmed

__all__ = ["Config", "default_config_path", "load_config", "load_model_config", "read_weights"]


class Config(Section):
    """A whole configuration, every path absolute.

    ``weights`` override those of ``weights_file`` name by name. ``guards`` are weights set by hand, which
    stand over both and which tuning leaves as they are. ``user_rules`` is a list of rewrites of the user's
    own (`simplifier.policy`). ``presets`` are settings by dotted key under a name; those of the one that
    ``preset`` names hold where nothing is set on top.
    """

    preset: str = ""
    weights_file: SettingsPath | None = None
    user_rules: SettingsPath | None = None
    model: ModelSettings = ModelSettings()
    text: TextSettings = TextSettings()
    decoder: DecoderSettings = DecoderSettings()
    context: ContextSettings = ContextSettings()
    tagger: TaggerSettings = TaggerSettings()
    parser: ParserSettings = ParserSettings()
    structure: StructureSettings = StructureSettings()
    selection: SelectionSettings = SelectionSettings()
    reranker: RerankerSettings = RerankerSettings()
    check: CheckSettings = CheckSettings()
    estimate: EstimateSettings = EstimateSettings()
    policy: PolicySettings = PolicySettings()
    grammars: list[GrammarSettings] = []
    language_models: list[LanguageModelSettings] = []
    weights: dict[str, Finite] = {}
    guards: dict[str, Finite] = {}
    presets: dict[str, dict[str, bool | int | float | str]] = {}

    @field_validator("guards")
    @classmethod
    def _set_once(cls, guards: dict[str, float], info: ValidationInfo) -> dict[str, float]:
        for name in info.data.get("weights", {}):
            if name in guards:
                raise ValueError(f"{name!r} is in [weights] too; a guard is set with guards.{name} alone")
        return guards

    @property
    def has_parser(self) -> bool:
        """Whether structural rules have what they need: parts of speech and trees."""
        parser = self.parser
        return self.tagger.path is not None and (parser.path is not None or bool(parser.spacy))

    def all_weights(self) -> dict[str, float]:
        """Return the weights of ``weights_file``, those of ``weights`` over them, and ``guards`` over both.

        Raises:
            InputError: the file is missing, is not TOML, or holds something other than finite numbers.
        """
        file, check = self.weights_file, self.model.verify != "header"
        found = {} if file is None else read_weights(unharmed(file) if check else file)
        return found | self.weights | self.guards


def read_weights(path: Path) -> dict[str, float]:
    """Read a weights file: TOML of ``name = number``."""
    weights: dict[str, float] = {}
    for name, value in read_toml(path).items():
        if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
            raise ConfigError(f"{path}: the weight of {name!r} is {value!r}; it must be a finite number")
        weights[name] = float(value)
    return weights


def default_config_path() -> Path:
    """Return the configuration of the embedded English model."""
    return Path(str(files("simplifier.configs").joinpath("en.toml")))


def load_model_config(path: str | Path | None = None, overrides: Mapping[str, object] | None = None) -> Config:
    """Read the configuration of a model that is to run.

    Raises:
        InputError: as `load_config`, or it has no grammar.
    """
    config = load_config(path, overrides)
    if not config.grammars and config.user_rules is None:
        raise ConfigError(
            f"{path or default_config_path()}: has no [[grammars]]; a model needs the path and the owner "
            "of at least one rule table"
        )
    return config


def _with_preset(config: Config, name: str, source: Path) -> Config:
    values = {"preset": name, **config.presets[name]}
    return override(config, values, f"{source}: [presets.{name}]", source.resolve().parent)


def load_config(path: str | Path | None = None, overrides: Mapping[str, object] | None = None) -> Config:
    """Read and validate a configuration.

    Args:
        path: a TOML file; the embedded English model's if None.
        overrides: values by dotted key, ``decoder.pop_limit`` or ``grammars.0.path``. Strings are read as the
            type that the key has, as on the command line; other values are taken as they are. They hold over
            those of a preset.

    Raises:
        InputError: no such file, not TOML, no such preset, or a key or value that cannot be used; names file
            and key.
    """
    source = default_config_path() if path is None else Path(path)
    own = dict(overrides or {})
    config = load_settings(Config, source)
    name = str(own.get("preset", config.preset))
    # All of them, so that a wrong key is found before somebody needs the preset.
    presets = {each: _with_preset(config, each, source) for each in config.presets}
    if name and name not in presets:
        known = ", ".join(presets) or "none"
        raise ConfigError(f"{source}: has no preset {name!r}; presets: {known}")
    config = override(presets.get(name, config), own)
    language = language_beside(config.model.language, Path() if "model.language" in own else source.parent)
    return config.model_copy(update={"model": config.model.model_copy(update={"language": language})})
