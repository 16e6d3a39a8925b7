"""The configuration: one TOML file, validated strictly, with overrides of single keys.

>>> config = load_config("my.toml", {"decoder.pop_limit": "200", "weights.lm_simple": "0.5"})

Paths in a file are relative to that file, paths in an override to the working directory. Without a file the
embedded English model's configuration is used.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field

from base.errors import ConfigError, nearest
from base.settings import load_settings
from base.toml import read_toml
from languages import known_languages
from simplifier.decoder.context import TOKEN_FEATURES

__all__ = [
    "CheckSettings",
    "Config",
    "ContextSettings",
    "DecoderSettings",
    "GrammarSettings",
    "LanguageModelSettings",
    "ModelSettings",
    "RerankerSettings",
    "SelectionSettings",
    "TaggerSettings",
    "TextSettings",
    "default_config_path",
    "load_config",
    "read_weights",
]


def _known_token_features(names: object) -> object:
    if isinstance(names, list):
        for name in names:
            if name not in TOKEN_FEATURES:
                raise ValueError(f"unknown token feature {name!r}{nearest(str(name), TOKEN_FEATURES)}")
    return names


def _known_language(name: str) -> str:
    if not name.endswith(".toml") and name not in known_languages():
        known = known_languages()
        raise ValueError(f"no language {name!r}{nearest(name, known)}; known are {', '.join(known)}")
    return name


_Path = Annotated[Path, Field(strict=False)]
_Name = Annotated[str, Field(pattern=r"^\S+$", max_length=100)]
_Finite = Annotated[float, Field(allow_inf_nan=False)]


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class ModelSettings(_Section):
    """What the model is called, and its language: a code or a description (`languages.registry`)."""

    name: str = ""
    language: Annotated[str, AfterValidator(_known_language)] = "en"
    card: _Path | None = None


class TextSettings(_Section):
    """How text is cut into sentences and tokens."""

    max_sentence_tokens: Annotated[int, Field(ge=1, le=1000)] = 200
    wrapped_lines: bool = False
    tokenised: bool = False
    split: Literal["off", "auto"] = "off"


class DecoderSettings(_Section):
    """Limits of the search.

    A pop limit of 0 searches exhaustively, 0 threads means one per core, 0 seconds no limit for a sentence.
    Features in Python are named ``package.module:name`` and imported.
    """

    pop_limit: Annotated[int, Field(ge=0)] = 100
    k: Annotated[int, Field(ge=1, le=100_000)] = 1
    threads: Annotated[int, Field(ge=0, le=1024)] = 1
    timeout_seconds: Annotated[float, Field(ge=0, allow_inf_nan=False)] = 0.0
    application_features: list[str] = []
    derivation_features: list[str] = []


class ContextSettings(_Section):
    """What the decoder is told about a sentence beyond its words.

    With ``gaps_by_label`` a nonterminal takes any span with its label in the sentence, whatever rules
    rewrite its parts; without, what rules with that left-hand side make.
    """

    labels: bool = True
    gaps_by_label: bool = False
    max_label_length: Annotated[int, Field(ge=1, le=100)] = 6
    token_features: Annotated[list[str], BeforeValidator(_known_token_features)] = [
        name
        for name in TOKEN_FEATURES
        if name != "ChangedNumeral"  # of use beside a grammar of number forms
    ]
    edit_features: list[Literal["windows", "tags", "edges"]] = []


class SelectionSettings(_Section):
    """Boosted trees that predict how likely readers are to make a change (docs/selection.md).

    ``SelectionDoubtful`` is 1 for a change whose new words a smaller share of readers than
    ``least_add_share`` would write or, where it has none, whose old ones a smaller share than
    ``least_delete_share`` would leave out; and where a smaller share than ``least_phrase_share`` would
    write the words together with those around them. For a pair that was reviewed as sound
    (docs/reviews.md) the three are multiplied by ``sound_factor``, for one that was not read by
    ``unread_factor``.
    """

    path: _Path | None = None
    least_add_share: Annotated[float, Field(ge=0, le=1)] = 0.0
    least_delete_share: Annotated[float, Field(ge=0, le=1)] = 0.0
    least_phrase_share: Annotated[float, Field(ge=0, le=1)] = 0.0
    sound_factor: Annotated[float, Field(ge=0)] = 1.0
    unread_factor: Annotated[float, Field(ge=0)] = 1.0

    @property
    def least(self) -> tuple[float, ...]:
        """The three shares and the two factors, in the order of `SelectionSources.features`."""
        shares = (self.least_add_share, self.least_delete_share, self.least_phrase_share)
        return (*shares, self.sound_factor, self.unread_factor)


class GrammarSettings(_Section):
    """A packed rule table, the owner named in traces, and the longest span its rules may cover."""

    path: _Path
    owner: _Name
    span_limit: Annotated[int, Field(ge=1, le=1000)] = 10


class LanguageModelSettings(_Section):
    """A KenLM model; its feature is ``lm_NAME``. With ``classes`` it is one of word classes, listed there."""

    path: _Path
    name: _Name
    classes: _Path | None = None


class RerankerSettings(_Section):
    """Trees that choose among the ``depth`` best derivations.

    A unit of the decoder's score counts ``score_weight`` beside the gain that they predict, and every change
    costs ``edit_cost``.
    """

    path: _Path | None = None
    depth: Annotated[int, Field(ge=2, le=10_000)] = 150
    score_weight: Annotated[float, Field(ge=0, allow_inf_nan=False)] = 0.2
    edit_cost: Annotated[float, Field(ge=0, allow_inf_nan=False)] = 0.0


class CheckSettings(_Section):
    """The final check of what the search chose (docs/checks.md).

    Where the best derivation fails, the ``alternatives`` after it are looked at. The mean log-probability of
    its words may fall by ``largest_fall``.
    """

    on: bool = False
    alternatives: Annotated[int, Field(ge=0, le=10_000)] = 10
    largest_fall: Annotated[float, Field(ge=0, allow_inf_nan=False)] = 0.5


class TaggerSettings(_Section):
    """The part-of-speech tagger."""

    path: _Path | None = None


class Config(_Section):
    """A whole configuration, every path absolute.

    ``weights`` override those of ``weights_file`` name by name. ``user_rules`` is a list of rewrites of the
    user's own (`simplifier.policy`). ``presets`` are settings by dotted key under a name; those of the
    one that ``preset`` names hold where nothing is set on top.
    """

    preset: str = ""
    weights_file: _Path | None = None
    user_rules: _Path | None = None
    model: ModelSettings = ModelSettings()
    text: TextSettings = TextSettings()
    decoder: DecoderSettings = DecoderSettings()
    context: ContextSettings = ContextSettings()
    tagger: TaggerSettings = TaggerSettings()
    selection: SelectionSettings = SelectionSettings()
    reranker: RerankerSettings = RerankerSettings()
    check: CheckSettings = CheckSettings()
    grammars: list[GrammarSettings] = []
    language_models: list[LanguageModelSettings] = []
    weights: dict[str, _Finite] = {}
    presets: dict[str, dict[str, bool | int | float | str]] = {}

    def all_weights(self) -> dict[str, float]:
        """Return the weights of ``weights_file`` with those of ``weights`` over them.

        Raises:
            InputError: the file is missing, is not TOML, or holds something other than finite numbers.
        """
        found = {} if self.weights_file is None else read_weights(self.weights_file)
        return found | self.weights


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
    return Path(str(files("configs").joinpath("en.toml")))


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
    file = load_settings(Config, source)
    name = str(own.get("preset", file.preset))
    if name:
        if name not in file.presets:
            known = ", ".join(file.presets) or "none"
            raise ConfigError(f"{source}: has no preset {name!r}; presets: {known}")
        own = {"preset": name, **file.presets[name], **own}
    config = load_settings(Config, source, own)
    return _with_language_anchored(config, Path() if "model.language" in own else source.parent)


def _with_language_anchored(config: Config, folder: Path) -> Config:
    """Return the configuration with an absolute path of its language's description, if it has one."""
    language = config.model.language
    if not language.endswith(".toml"):
        return config
    model = config.model.model_copy(update={"language": str((folder / language).resolve())})
    return config.model_copy(update={"model": model})
