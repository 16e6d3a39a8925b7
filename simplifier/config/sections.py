"""The tables of a configuration; what their keys mean stands in docs/build/configuration.md."""

from __future__ import annotations

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
    """What the model is called, and its language: a code or a description (`simplifier.languages.registry`).

    ``verify`` says what is compared with checksums when files are opened: ``open`` every file that has some
    (language models without any are walked through), ``sealed`` the same and files without any are refused,
    ``header`` none (headers and counts alone).
    """

    name: str = ""
    language: Annotated[str, AfterValidator(language_code)] = "en"
    card: SettingsPath | None = None
    verify: Literal["open", "sealed", "header"] = "open"


class TextSettings(Section):
    """How text is cut into sentences and tokens, and how new words are spelled in it.

    With ``consistent`` the words of a document are changed the same way all through it, and its terms stay.
    ``spelling`` is ``keep`` (that of the text), ``any`` (as the model has words), or the name of one
    (`Language.spelling_names`).
    """

    max_sentence_tokens: Annotated[int, Field(ge=1, le=1000)] = 200
    wrapped_lines: bool = False
    tokenised: bool = False
    spelling: str = "keep"
    consistent: bool = True


class FeatureSettings(Section):
    """A feature in Python: the place of a class, and what it is called with, by name.

    ``{ feature = "my_package:Fluency", paths = { model = "fluency.bin" }, arguments = { batch = 32 } }``

    Attributes:
        feature: ``package.module:name``.
        paths: arguments that are files or folders; relative to the configuration, as all its paths.
        arguments: all others.
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
        """Import the feature and make it.

        Raises:
            ConfigError: no such feature, or arguments that it does not take.
        """
        return load_feature(self.feature, {**self.paths, **self.arguments})


def _with_place(value: object) -> object:
    return {"feature": value} if isinstance(value, str) else value


_Feature = Annotated[FeatureSettings, BeforeValidator(_with_place)]


class DecoderSettings(Section):
    """Limits of the search.

    A pop limit of 0 searches exhaustively, 0 threads means one per core, 0 seconds no limit for a sentence.
    Lattices are searched as wholes (``chart``) or way by way, the ``lattice_ways`` of least cost as sentences
    (``ways``); ``auto`` is by the parts of the model (`simplifier.lattices`).
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
    """What the decoder is told about a sentence beyond its words.

    With ``gaps_by_label`` a nonterminal takes any span with its label in the sentence, whatever rules
    rewrite its parts; without, what rules with that left-hand side make. ``frames`` is a list of pairs
    with the surroundings where they fit (`simplifier.rules.resources.frame_file`); it brings the features of frames.
    """

    labels: bool = True
    gaps_by_label: bool = False
    max_label_length: Annotated[int, Field(ge=1, le=100)] = 6
    token_features: Annotated[list[str], BeforeValidator(_known_token_features)] = [
        name
        for name in TOKEN_FEATURES
        # Of use beside a grammar of number forms, and where a weight forbids it.
        if name not in (FeatureName.ChangedNumeral, FeatureName.ChangedTitle)
    ]
    edit_features: list[Literal["windows", "tags", "edges"]] = []
    change_words: SettingsPath | None = None
    frames: SettingsPath | None = None

    def words(self) -> ChangeWords:
        """Return what features of changes know of the language; nothing without a file.

        Raises:
            InputError: the file is missing or is not what it should be.
        """
        return ChangeWords() if self.change_words is None else ChangeWords.read(self.change_words)


class SelectionSettings(Section):
    """Boosted trees that predict how likely readers are to make a change (docs/understand/selection.md).

    Trees that learnt from judged edits tell the probability that an editor lets a change stand, and that it
    makes the sentence easier. ``SelectionDoubtful`` is 1 where the first is below 1 - ``risk`` or the second
    below ``least_gain``. A reranker chooses no derivation whose changes are together more than ``together``
    times as risky as one may be.
    """

    path: SettingsPath | None = None
    risk: Annotated[float, Field(ge=0, le=1)] = 1.0
    least_gain: Annotated[float, Field(ge=0, le=1)] = 0.0
    together: Annotated[Finite, Field(ge=1)] = 1.0

    @property
    def risk_together(self) -> float:
        """What the risks of all changes of a sentence may add up to."""
        return min(self.risk * self.together, 1.0)

    @property
    def dial(self) -> tuple[float, ...]:
        """Risk and gain, in the order of `SelectionSources.features`."""
        return (self.risk, self.least_gain)


class GrammarSettings(Section):
    """A packed rule table, the owner named in traces, and the longest span its rules may cover."""

    path: SettingsPath
    owner: _Name
    span_limit: Annotated[int, Field(ge=1, le=1000)] = 10


class LanguageModelSettings(Section):
    """A KenLM model; its feature is ``lm_NAME``. With ``classes`` it is one of word classes, listed there."""

    path: SettingsPath
    name: _Name
    classes: SettingsPath | None = None


class RerankerSettings(Section):
    """Trees that choose among the ``depth`` best derivations.

    A unit of the decoder's score counts ``score_weight`` beside the gain that they predict, and every change
    costs ``edit_cost``.
    """

    path: SettingsPath | None = None
    depth: Annotated[int, Field(ge=2, le=10_000)] = 150
    score_weight: Annotated[float, Field(ge=0, allow_inf_nan=False)] = 0.2
    edit_cost: Annotated[float, Field(ge=0, allow_inf_nan=False)] = 0.0


class CheckSettings(Section):
    """The final check of what the search chose (docs/understand/selection.md).

    Where the best derivation fails, the ``alternatives`` after it are looked at. The mean log-probability of
    its words may fall by ``largest_fall``.
    """

    on: bool = False
    alternatives: Annotated[int, Field(ge=0, le=10_000)] = 10
    largest_fall: Annotated[float, Field(ge=0, allow_inf_nan=False)] = 0.5


class EstimateSettings(Section):
    """The model of estimates, and the least marks that a new sentence must have (docs/build/estimate.md).

    Marks are 0-100, one for each aspect; 0 asks for nothing, and is the default of all.
    """

    path: SettingsPath | None = None
    grammaticality: Annotated[float, Field(ge=0, le=100)] = 0.0
    meaning: Annotated[float, Field(ge=0, le=100)] = 0.0
    simplicity: Annotated[float, Field(ge=0, le=100)] = 0.0
    overall: Annotated[float, Field(ge=0, le=100)] = 0.0

    @property
    def least(self) -> dict[str, float]:
        """The least marks by aspect, where some are asked for."""
        marks = {
            "grammaticality": self.grammaticality,
            "meaning": self.meaning,
            "simplicity": self.simplicity,
            "overall": self.overall,
        }
        return {name: mark for name, mark in marks.items() if mark > 0}


class PolicySettings(Section):
    """Lists behind what was decided before the model was built, to explain it by (docs/use/why.md).

    ``exclusions`` are the lists of pairs that were kept out of the rule tables.
    """

    exclusions: list[SettingsPath] = []


class TaggerSettings(Section):
    """The part-of-speech tagger."""

    path: SettingsPath | None = None


class ParserSettings(Section):
    """The parser, opened when something asks for a tree; ``spacy``, a pipeline, stands over ``path``."""

    path: SettingsPath | None = None
    spacy: str = ""


class StructureSettings(Section):
    """Structural rules (docs/understand/structure.md).

    ``split`` turns on the rules of the default that split or reorder, where `SelectionSettings.risk` allows
    them; ``reword`` those that change words in place, where the model has a parser; ``shorten`` those that
    leave out; ``bullets`` those that put several things one below the other; ``also`` and ``without`` are
    names of rules, or of their kinds.
    Of a sentence the ``plans`` most promising are decoded beside the sentence as it is. Sentences of fewer
    than ``least_tokens`` are not split. What rules make may be ``risk_factor`` times as risky as words, but
    never over 0.4; the risk is that of the rule, of a split what ``trees`` tell. ``weights`` of what plans
    are chosen by stand over those of ``weights_file``, name by name.
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
        """Whether any rule may be used."""
        return self.needed or self.reword != "off"

    @property
    def needed(self) -> bool:
        """Whether rules were asked for that need a parser."""
        return self.split != "off" or self.shorten or self.bullets or bool(self.also)
