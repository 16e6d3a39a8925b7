"""The configuration of a table build: one TOML file, strictly validated, paths relative to the file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
)

from simplifier.base.errors import ConfigError
from simplifier.base.settings import load_settings
from simplifier.languages.registry import language_beside, language_code
from simplifier.rules.readers import check_format
from simplifier.rules.resources.word_values import Aggregate
from simplifier.rules.tables.filters import RuleFilter

__all__ = [
    "BuildConfig",
    "LexiconConfig",
    "ResourceConfig",
    "SelfRuleConfig",
    "SourceConfig",
    "load_build_config",
]


# Formats of models that were tuned for another decoder, whose scores are to come out the same here.
_OF_OTHER_DECODERS = ("joshua", "moses")


def _known_format(value: str) -> str:
    try:
        check_format(value)
    except ConfigError as error:
        raise ValueError(str(error)) from None
    return value


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class SourceConfig(_Strict):
    """One file of rules.

    Attributes:
        name: name of the source, the provenance of its rules in the table.
        format: one of `simplifier.rules.readers.FORMATS`, or a registered one.
        path: the file.
        owner: names the columns of a Joshua or Moses file that have no names of their own.
        label: left-hand side of all its rules; None takes the labels of the file, or those of the tagger if the
            file has none.
        skip_bad_rules: whether broken lines are counted and skipped; otherwise the first one ends the build.
        filter: which of its rules to take.
    """

    name: str = Field(min_length=1)
    format: Annotated[str, BeforeValidator(_known_format)]
    path: Path
    owner: str = "pt"
    label: str | None = None
    skip_bad_rules: bool = False
    filter: RuleFilter = RuleFilter()


class LexiconConfig(_Strict):
    """A word list, or a tab-separated file with words first and values in a named column.

    Attributes:
        name: names the features (SourceNAME, TargetNAME, NAMEDiff, NAMEDiffWords).
        path: the file.
        column: header of the column of values; None means a word list (value 1 for its words, 0 for others).
        aggregate: how the values of a phrase's words become one; None means ``max``, for a word list ``mean`` (the
            share of listed words).
        missing: value of a phrase without listed words; None means the mean of the lexicon, for a word list 0.
    """

    name: str = Field(min_length=1, pattern=r"^\w+$")
    path: Path
    column: str | None = None
    aggregate: Aggregate | None = None
    missing: float | None = None


class ResourceConfig(_Strict):
    """Files that features are computed from; where one is absent, its features are left out.

    Attributes:
        tagger: tagger model that labels rules which come without labels.
        normal_lm: KenLM model of normal text.
        simple_lm: KenLM model of simple text.
        unigram_counts: ``word TAB count`` lines of a text.
        common_words: word list of easy words.
        common_words_from_counts: without a list, so many of the most frequent words of the counts are the easy words.
        antonyms: tab-separated word pairs.
        phrases: tab-separated table of what parallel text tells about phrases (docs/build/extraction.md).
        reviews: tab-separated lists of reviewed pairs (`simplifier.rules.resources.reviews`).
        judgements: tab-separated lists of judged edits (`simplifier.rules.resources.judgements`).
    """

    tagger: Path | None = None
    normal_lm: Path | None = None
    simple_lm: Path | None = None
    unigram_counts: Path | None = None
    common_words: Path | None = None
    common_words_from_counts: int = Field(default=3000, ge=1)
    antonyms: Path | None = None
    phrases: Path | None = None
    reviews: tuple[Path, ...] = ()
    judgements: tuple[Path, ...] = ()


class SelfRuleConfig(_Strict):
    """Rules that copy a word.

    Attributes:
        sources: whether every word of a source side gets one.
        vocabulary: file of further words that get one (a word list, or counts as ``word TAB count``).
        minimum_count: words of the vocabulary with a lower count are left out.
    """

    sources: bool = True
    vocabulary: Path | None = None
    minimum_count: int = Field(default=1, ge=1)


class BuildConfig(_Strict):
    """A table build: sources of rules, resources of features, self-rules, and which features to store.

    Attributes:
        language: the language of the rules: a code or a description (`simplifier.languages.registry`).
        sources: files of rules in order, at most 31: a table tells 32 sources apart, one of them for self-rules.
        resources: what features are computed from.
        lexicons: values of words.
        self_rules: rules that copy a word; None makes none.
        features: names to store, in this order; empty stores every feature that has values.
        without_features: names not to store.
        exclusions: lists of pairs that no source may bring in (`simplifier.rules.resources.exclusions`).
        exact: whether a feature with more than 256 different values is stored as 32-bit numbers; otherwise each value
            becomes the nearest of 256. None means yes if a source is a Joshua or Moses file.
        memory_limit_mb: how much memory the table builder may take, in MB.
    """

    language: Annotated[str, AfterValidator(language_code)] = "en"
    sources: tuple[SourceConfig, ...] = Field(min_length=1, max_length=31)
    resources: ResourceConfig = ResourceConfig()
    lexicons: tuple[LexiconConfig, ...] = ()
    self_rules: SelfRuleConfig | None = SelfRuleConfig()
    features: tuple[str, ...] = ()
    without_features: tuple[str, ...] = ()
    exclusions: tuple[Path, ...] = ()
    exact: bool | None = None
    memory_limit_mb: int = Field(default=1024, ge=16)

    @property
    def stores_exactly(self) -> bool:
        """Whether the table stores every value exactly (see ``exact``)."""
        if self.exact is not None:
            return self.exact
        return any(source.format in _OF_OTHER_DECODERS for source in self.sources)


def load_build_config(path: Path) -> BuildConfig:
    """Read and validate a build configuration.

    Raises:
        InputError: no such file, not TOML, or a key or value that cannot be used; names file and key.
    """
    config = load_settings(BuildConfig, path)
    return config.model_copy(update={"language": language_beside(config.language, path.parent)})
