"""The configuration of a table build: one TOML file, strictly validated, paths relative to the file."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated, Any

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    ValidationInfo,
)

from base.errors import ConfigError, FormatError, InputError, nearest
from languages.registry import known_languages
from rules.lists.lexicon import Aggregate
from rules.readers import FORMATS
from rules.tables.filters import RuleFilter

__all__ = [
    "BuildConfig",
    "LexiconConfig",
    "ResourceConfig",
    "SelfRuleConfig",
    "SourceConfig",
    "load_build_config",
]


def _relative(value: Any, info: ValidationInfo) -> Any:
    folder = (info.context or {}).get("folder")
    return Path(folder) / value if folder is not None and isinstance(value, str | Path) else value


def _known_format(value: str) -> str:
    if value not in FORMATS:
        raise ValueError(
            f"no rule format {value!r}{nearest(value, FORMATS)}; the formats are {', '.join(FORMATS)}"
        )
    return value


def _known_language(value: str, info: ValidationInfo) -> str:
    known = known_languages()
    if value.endswith(".toml"):
        return str(_relative(value, info))
    if value not in known:
        raise ValueError(f"no language {value!r}{nearest(value, known)}; known are {', '.join(known)}")
    return value


ConfigPath = Annotated[Path, BeforeValidator(_relative)]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class SourceConfig(_Strict):
    """One file of rules.

    Attributes:
        name: provenance of its rules in the table.
        format: one of `rules.readers.FORMATS`.
        path: the file.
        owner: names the unlabelled columns of a Joshua grammar.
        label: left-hand side of all its rules; without it the file's labels, or the tagger's where the file
            has none.
        skip_bad_rules: count broken lines and go on.
        filter: which of its rules to take.
    """

    name: str = Field(min_length=1)
    format: Annotated[str, BeforeValidator(_known_format)]
    path: ConfigPath
    owner: str = "pt"
    label: str | None = None
    skip_bad_rules: bool = False
    filter: RuleFilter = RuleFilter()


class LexiconConfig(_Strict):
    """A word list, or a tab-separated file with words first and values in a named column.

    Attributes:
        name: names the features (SourceNAME, TargetNAME, NAMEDiff, NAMEDiffWords).
        path: the file.
        column: header of the values; None is a word list (value 1 in the list, 0 outside).
        aggregate: how the words of a phrase become one value; None is max, for a word list mean (the share
            of listed words).
        missing: value of a phrase without listed words; None is the mean of the lexicon, for a word list 0.
    """

    name: str = Field(min_length=1, pattern=r"^\w+$")
    path: ConfigPath
    column: str | None = None
    aggregate: Aggregate | None = None
    missing: float | None = None


class ResourceConfig(_Strict):
    """What features are computed from; whatever is absent leaves its features out.

    Attributes:
        tagger: tagger model, for labels of rules that come without.
        normal_lm: KenLM model of normal text.
        simple_lm: KenLM model of simple text.
        unigram_counts: ``word TAB count`` lines of a text.
        common_words: word list of easy words.
        common_words_from_counts: without a list, take so many most frequent words of the counts.
        antonyms: tab-separated word pairs.
        phrases: tab-separated table of what parallel text tells about phrases (docs/extraction.md).
        reviews: tab-separated lists of reviewed pairs (`rules.lists.reviews`).
    """

    tagger: ConfigPath | None = None
    normal_lm: ConfigPath | None = None
    simple_lm: ConfigPath | None = None
    unigram_counts: ConfigPath | None = None
    common_words: ConfigPath | None = None
    common_words_from_counts: int = Field(default=3000, ge=1)
    antonyms: ConfigPath | None = None
    phrases: ConfigPath | None = None
    reviews: tuple[ConfigPath, ...] = ()


class SelfRuleConfig(_Strict):
    """Rules that copy a word.

    Attributes:
        sources: one for every word of a source side.
        vocabulary: one for every word of this file (a word list, or counts as ``word TAB count``).
        minimum_count: words of the vocabulary with a lower count are left out.
    """

    sources: bool = True
    vocabulary: ConfigPath | None = None
    minimum_count: int = Field(default=1, ge=1)


class BuildConfig(_Strict):
    """A table build: sources of rules, resources of features, self-rules, and which features to store.

    Attributes:
        language: of the rules: a code or a description (`languages.registry`).
        sources: files of rules in order.
        resources: what features are computed from.
        lexicons: values of words.
        self_rules: rules that copy a word; None makes none.
        features: names to store, in this order; empty stores every feature that has values.
        without_features: names not to store.
        exclusions: lists of pairs that no source may bring in (`rules.lists.exclusions`).
        memory_limit_mb: of the table builder, in MB.
    """

    language: Annotated[str, AfterValidator(_known_language)] = "en"
    sources: tuple[SourceConfig, ...] = Field(min_length=1, max_length=31)
    resources: ResourceConfig = ResourceConfig()
    lexicons: tuple[LexiconConfig, ...] = ()
    self_rules: SelfRuleConfig | None = SelfRuleConfig()
    features: tuple[str, ...] = ()
    without_features: tuple[str, ...] = ()
    exclusions: tuple[ConfigPath, ...] = ()
    memory_limit_mb: int = Field(default=1024, ge=16)


def load_build_config(path: Path) -> BuildConfig:
    """Read and validate a build configuration.

    Raises:
        InputError: the file cannot be read.
        FormatError: not TOML.
        ConfigError: an unknown key (names the nearest) or a value that cannot be used.
    """
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror or error})") from error
    except UnicodeDecodeError as error:
        raise FormatError(path, f"expected UTF-8 text ({error.reason} at byte {error.start})") from error
    except tomllib.TOMLDecodeError as error:
        raise FormatError(path, f"expected TOML: {error}") from error
    try:
        return BuildConfig.model_validate(table, context={"folder": path.parent})
    except ValidationError as error:
        raise ConfigError(f"{path}: {_describe(error)}") from None


_MODELS: dict[str, type[_Strict]] = {
    "sources": SourceConfig,
    "lexicons": LexiconConfig,
    "resources": ResourceConfig,
    "self_rules": SelfRuleConfig,
}


def _describe(error: ValidationError) -> str:
    """Return the first problem as one line: the key, what is wrong, the nearest known key."""
    first = error.errors()[0]
    keys = [str(key) for key in first["loc"]]
    place = ".".join(keys)
    if first["type"] in ("extra_forbidden", "unexpected_keyword_argument"):
        if "filter" in keys[:-1]:
            known = list(RuleFilter.__dataclass_fields__)
        else:
            known = list(_MODELS.get(keys[0] if len(keys) > 1 else "", BuildConfig).model_fields)
        return f"unknown key {place!r}{nearest(keys[-1], known)}"
    if first["type"] == "missing":
        return f"key {place!r} is required"
    return f"{place}: {first['msg'].removeprefix('Value error, ')}"
