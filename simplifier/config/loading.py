"""Reading a whole configuration: the file, then its preset, then overrides; later values win."""

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
    """A whole configuration; every path is absolute.

    ``weights`` override those of ``weights_file`` name by name. ``guards`` are weights set by hand; they override
    both, and tuning does not change them. ``user_rules`` is the user list (`simplifier.policy`). ``presets`` are
    named groups of settings by dotted key; the one that ``preset`` names is in force, below overrides.
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
        """True if the model has a tagger and a parser, which structural rules need."""
        parser = self.parser
        return self.tagger.path is not None and (parser.path is not None or bool(parser.spacy))

    def all_weights(self) -> dict[str, float]:
        """Return all weights by feature name: of ``weights_file``, then ``weights``, then ``guards``; later ones win.

        Raises:
            InputError: the file is missing, is not TOML, differs from its checksums, or holds something other
                than finite numbers.
        """
        file, check = self.weights_file, self.model.verify != "header"
        found = {} if file is None else read_weights(unharmed(file) if check else file)
        return found | self.weights | self.guards


def read_weights(path: Path) -> dict[str, float]:
    """Return the weights in a file of TOML lines ``name = number``.

    Raises:
        InputError: the file cannot be read, is not TOML, or holds something other than finite numbers.
    """
    weights: dict[str, float] = {}
    for name, value in read_toml(path).items():
        if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
            raise ConfigError(f"{path}: the weight of {name!r} is {value!r}; it must be a finite number")
        weights[name] = float(value)
    return weights


def default_config_path() -> Path:
    """Return the path of the configuration of the embedded English model."""
    return Path(str(files("simplifier.configs").joinpath("en.toml")))


def load_model_config(path: str | Path | None = None, overrides: Mapping[str, object] | None = None) -> Config:
    """Read the configuration of a model that is to run.

    Args:
        path: as for `load_config`.
        overrides: as for `load_config`.

    Raises:
        InputError: as `load_config`, or the configuration has neither a grammar nor a user list.
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
        path: a TOML file; that of the embedded English model if None.
        overrides: values by dotted key, such as ``decoder.pop_limit`` or ``grammars.0.path``. Strings are read as
            the type of the key, as on the command line; other values are taken as they are. Overrides win over
            the values of a preset.

    Raises:
        InputError: the file is missing or is not TOML, there is no such preset, or a key or value cannot be used;
            names file and key.
    """
    source = default_config_path() if path is None else Path(path)
    own = dict(overrides or {})
    config = load_settings(Config, source)
    name = str(own.get("preset", config.preset))
    # All presets are made, so that a wrong key in one is found before somebody uses it.
    presets = {each: _with_preset(config, each, source) for each in config.presets}
    if name and name not in presets:
        known = ", ".join(presets) or "none"
        raise ConfigError(f"{source}: has no preset {name!r}; presets: {known}")
    config = override(presets.get(name, config), own)
    language = language_beside(config.model.language, Path() if "model.language" in own else source.parent)
    return config.model_copy(update={"model": config.model.model_copy(update={"language": language})})
