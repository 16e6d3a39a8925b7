"""The tables of a configuration; docs/build/configuration.md explains their keys."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    ValidationInfo,
    field_validator,
)

from simplifier.base.errors import nearest
from simplifier.base.settings import Finite, Section, SettingsPath
from simplifier.core import FeatureName
from simplifier.decoder.context import TOKEN_FEATURES
from simplifier.decoder.features import load_feature
from simplifier.decoder.options import SearchOrder, SearchScope
from simplifier.languages.analysis.change_words import ChangeWords
from simplifier.languages.registry import language_code

__all__ = [
    "CheckSettings",
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
]


def _known_token_features(names: object) -> object:
    if isinstance(names, list):
        for name in names:
            if name not in TOKEN_FEATURES:
                raise ValueError(f"unknown token feature {name!r}{nearest(str(name), TOKEN_FEATURES)}")
    return names


_Name = Annotated[str, Field(pattern=r"^\S+$", max_length=100)]


class ModelSettings(Section):
    """The name of the model, its language, and how its files are checked.

    ``language`` is a code or the path of a description (`simplifier.languages.registry`). ``verify`` says which
    files are compared with their checksums when they are opened. With ``open``, these are all files that have
    checksums; language models without any are walked through. ``sealed`` also refuses files without checksums.
    With ``header``, only headers and counts are checked.
    """

    name: str = ""
    language: Annotated[str, AfterValidator(language_code)] = "en"
    card: SettingsPath | None = None
    verify: Literal["open", "sealed", "header"] = "open"


class TextSettings(Section):
    """How text is cut into sentences and tokens, and how new words are spelled.

    With ``consistent``, words are changed the same way throughout a document, and its terms stay. ``spelling`` is
    ``keep`` (the spelling of the text), ``any`` (words as the model has them), or the name of a spelling
    (`Language.spelling_names`).
    """

    max_sentence_tokens: Annotated[int, Field(ge=1, le=1000)] = 200
    wrapped_lines: bool = False
    tokenised: bool = False
    spelling: str = "keep"
    consistent: bool = True


class FeatureSettings(Section):
    """A feature written in Python: the place of its class, and the arguments of the class by name.

    ``{ feature = "my_package:Fluency", paths = { model = "fluency.bin" }, arguments = { batch = 32 } }``

    Attributes:
        feature: the class, as ``package.module:name``.
        paths: the arguments that are files or folders, relative to the configuration like all its paths.
        arguments: all other arguments.
    """

    feature: str
    paths: dict[str, SettingsPath] = {}
    arguments: dict[str, bool | int | float | str] = {}

    @field_validator("arguments")
    @classmethod
    def _given_once(cls, arguments: dict[str, Any], info: ValidationInfo) -> dict[str, Any]:
        for name in info.data.get("paths", {}):
            if name in arguments:
                raise ValueError(f"{name!r} is in paths too; give it once")
        return arguments

    def load(self) -> Any:
        """Import the class and return the feature.

        Raises:
            ConfigError: there is no such class, or it does not take the arguments.
        """
        return load_feature(self.feature, {**self.paths, **self.arguments})


def _with_place(value: object) -> object:
    return {"feature": value} if isinstance(value, str) else value


_Feature = Annotated[FeatureSettings, BeforeValidator(_with_place)]


class DecoderSettings(Section):
    """Limits of the search.

    A ``pop_limit`` of 0 searches exhaustively, 0 ``threads`` means one per core, and 0 ``timeout_seconds`` means no
    limit for a sentence. Lattices are searched as wholes (``chart``), or the ``lattice_ways`` ways of least cost are
    rewritten as sentences (``ways``); with ``auto``, the parts of the model decide (`simplifier.lattices`).
    Features in Python are named ``package.module:name`` and imported; one with arguments is a table
    (`FeatureSettings`). ``search_order`` and ``pop_scope`` are those of `SearchOptions`.
    """

    pop_limit: Annotated[int, Field(ge=0)] = 100
    search_order: SearchOrder = "score"
    pop_scope: SearchScope = "label"
    k: Annotated[int, Field(ge=1, le=100_000)] = 1
    threads: Annotated[int, Field(ge=0, le=1024)] = 1
    timeout_seconds: Annotated[float, Field(ge=0, allow_inf_nan=False)] = 0.0
    lattices: Literal["auto", "ways", "chart"] = "auto"
    lattice_ways: Annotated[int, Field(ge=1, le=100_000)] = 64
    application_features: list[_Feature] = []
    derivation_features: list[_Feature] = []


class ContextSettings(Section):
    """What the decoder is told about a sentence besides its words.

    With ``gaps_by_label``, a gap takes any span that has its label in the sentence, whatever rules rewrite the
    span. Without it, a gap takes what rules with its label as left-hand side make. ``frames`` is a file of pairs
    with the surroundings where they fit (`simplifier.rules.resources.frame_file`); it brings the features of frames.
    """

    labels: bool = True
    gaps_by_label: bool = False
    max_label_length: Annotated[int, Field(ge=1, le=100)] = 6
    token_features: Annotated[list[str], BeforeValidator(_known_token_features)] = [
        name
        for name in TOKEN_FEATURES
        # These two are of use only beside a grammar of number forms, or where a weight forbids such changes.
        if name not in (FeatureName.ChangedNumeral, FeatureName.ChangedTitle)
    ]
    edit_features: list[Literal["windows", "tags", "edges"]] = []
    change_words: SettingsPath | None = None
    frames: SettingsPath | None = None

    def words(self) -> ChangeWords:
        """Return the word lists that features of changes read; empty lists without a file.

        Raises:
            InputError: the file is missing or is not what it should be.
        """
        return ChangeWords() if self.change_words is None else ChangeWords.read(self.change_words)


class SelectionSettings(Section):
    """Boosted trees that judge every change in its sentence (docs/understand/selection.md).

    Trees trained on judged edits give two probabilities: that an editor lets a change stand, and that it makes the
    sentence easier. ``reader`` names a network that reads in context what the trees think possible, and has the last
    word on it (`simplifier.decoder.context_reader`); it is left out if ``read`` is false. The feature
    ``SelectionDoubtful`` is 1 where the first probability is below 1 - ``risk`` or the second is below ``least_gain``.
    A reranker chooses no derivation whose changes have a total risk of more than ``together`` times ``risk``.
    """

    path: SettingsPath | None = None
    reader: SettingsPath | None = None
    read: bool = True
    risk: Annotated[float, Field(ge=0, le=1)] = 1.0
    least_gain: Annotated[float, Field(ge=0, le=1)] = 0.0
    together: Annotated[Finite, Field(ge=1)] = 1.0

    @property
    def reader_used(self) -> Path | None:
        """The file of the reader; None where none reads."""
        return self.reader if self.read and self.path is not None else None

    @property
    def risk_together(self) -> float:
        """The highest sum of the risks of all changes in a sentence."""
        return min(self.risk * self.together, 1.0)

    @property
    def dial(self) -> tuple[float, float]:
        """The risk and the least gain, in the order that `SelectionSources.features` takes."""
        return (self.risk, self.least_gain)


class GrammarSettings(Section):
    """A packed rule table, its owner, which traces name, and the longest span of its rules in tokens."""

    path: SettingsPath
    owner: _Name
    span_limit: Annotated[int, Field(ge=1, le=1000)] = 10


class LanguageModelSettings(Section):
    """A KenLM model, with the feature ``lm_NAME``. A model of word classes has its list of classes in ``classes``."""

    path: SettingsPath
    name: _Name
    classes: SettingsPath | None = None


class RerankerSettings(Section):
    """Boosted trees that choose among the ``depth`` best derivations.

    To the gain that they predict, ``score_weight`` times the score of the decoder is added, and ``edit_cost`` is
    subtracted for every change.
    """

    path: SettingsPath | None = None
    depth: Annotated[int, Field(ge=2, le=10_000)] = 150
    score_weight: Annotated[float, Field(ge=0, allow_inf_nan=False)] = 0.2
    edit_cost: Annotated[float, Field(ge=0, allow_inf_nan=False)] = 0.0


class CheckSettings(Section):
    """The final check of what the search chose (docs/understand/selection.md).

    If the best derivation fails, the next ``alternatives`` derivations are tried. The mean log-probability of a word
    may fall by at most ``largest_fall``.
    """

    on: bool = False
    alternatives: Annotated[int, Field(ge=0, le=10_000)] = 10
    largest_fall: Annotated[float, Field(ge=0, allow_inf_nan=False)] = 0.5


class EstimateSettings(Section):
    """The model of estimates, and the least marks that a new sentence must have (docs/build/estimate.md).

    Each aspect has a mark from 0 to 100; the default of 0 demands nothing.
    """

    path: SettingsPath | None = None
    grammaticality: Annotated[float, Field(ge=0, le=100)] = 0.0
    meaning: Annotated[float, Field(ge=0, le=100)] = 0.0
    simplicity: Annotated[float, Field(ge=0, le=100)] = 0.0
    overall: Annotated[float, Field(ge=0, le=100)] = 0.0

    @property
    def least(self) -> dict[str, float]:
        """The least marks above 0, by aspect."""
        marks = {
            "grammaticality": self.grammaticality,
            "meaning": self.meaning,
            "simplicity": self.simplicity,
            "overall": self.overall,
        }
        return {name: mark for name, mark in marks.items() if mark > 0}


class PolicySettings(Section):
    """Lists of decisions made when the model was built, which explanations quote (docs/use/why.md).

    ``exclusions`` are the lists of pairs that were kept out of the rule tables.
    """

    exclusions: list[SettingsPath] = []


class TaggerSettings(Section):
    """The part-of-speech tagger."""

    path: SettingsPath | None = None


class ParserSettings(Section):
    """The parser, opened when a tree is first needed. ``spacy``, the name of a pipeline, overrides ``path``."""

    path: SettingsPath | None = None
    spacy: str = ""


class StructureSettings(Section):
    """Structural rules (docs/understand/structure.md).

    Four settings turn on default rules, as far as the risk allows: ``split`` those that split or reorder,
    ``reword`` those that change words in place (if the model has a parser), ``shorten`` those that leave words out,
    and ``bullets`` those that make lists. ``also`` and ``without`` name further rules, or kinds of rules, to turn on
    or off.
    The ``plans`` most promising plans of a sentence are decoded, besides the sentence as it is. Sentences of at
    most ``least_tokens`` tokens are not split. The highest risk of a rule is ``risk_factor`` times
    `SelectionSettings.risk`, but never over 0.4; the risk of a split is judged by ``trees``, if there are any.
    ``weights`` choose among plans; they override those of ``weights_file`` name by name.
    """

    split: Literal["off", "auto"] = "off"
    reword: Literal["off", "auto"] = "off"
    shorten: bool = False
    bullets: bool = False
    also: list[str] = []
    without: list[str] = []
    plans: Annotated[int, Field(ge=1, le=100)] = 2
    least_tokens: Annotated[int, Field(ge=0)] = 0
    trees: SettingsPath | None = None
    risk_factor: Annotated[Finite, Field(ge=0)] = 1.0
    weights_file: SettingsPath | None = None
    weights: dict[str, Finite] = {}

    @property
    def on(self) -> bool:
        """True if any structural rule may be used."""
        return self.needed or self.reword != "off"

    @property
    def needed(self) -> bool:
        """True if rules were asked for that cannot be left out when there is no parser."""
        return self.split != "off" or self.shorten or self.bullets or bool(self.also)
