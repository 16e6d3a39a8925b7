"""The feature register: every feature once, with name, formula, unit, default and level.

Each group has a file of its own. `build_registry` puts the groups together over the resources of a model.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

from simplifier.base.extensions import Extensions
from simplifier.core import LanguageModel
from simplifier.languages.language import Language
from simplifier.rules.features.catalogue import DecoderFeatures
from simplifier.rules.features.edits import EditFeatures
from simplifier.rules.features.encoding import EncodedBatch, Vocabulary
from simplifier.rules.features.evidence import EvidenceFeatures
from simplifier.rules.features.frequency import FrequencyFeatures
from simplifier.rules.features.judgements import JudgementFeatures
from simplifier.rules.features.labels import LabelFeatures
from simplifier.rules.features.language_model import LanguageModelFeatures
from simplifier.rules.features.listed_pairs import ListFeatures, UserFeatures
from simplifier.rules.features.registry import FeatureGroup, FeatureSpec, Level, Registry
from simplifier.rules.features.reviews import ReviewFeatures
from simplifier.rules.features.shape import ShapeFeatures
from simplifier.rules.features.simplification import SimplificationFeatures
from simplifier.rules.features.statistics import StatisticsFeatures
from simplifier.rules.features.word_values import WordValueFeatures
from simplifier.rules.resources.judgements import Judgements
from simplifier.rules.resources.phrase_evidence import PhraseValuesTable
from simplifier.rules.resources.reviews import Reviews
from simplifier.rules.resources.word_values import WordValues

__all__ = [
    "RULE_FEATURES",
    "EncodedBatch",
    "FeatureGroup",
    "FeatureResources",
    "FeatureSpec",
    "Level",
    "Registry",
    "Vocabulary",
    "build_registry",
]


@dataclass(frozen=True, slots=True)
class FeatureResources:
    """Resources that features are computed from, besides the rules; where one is absent, its features are missing.

    Attributes:
        language: the language of the rules.
        language_models: the language models, by name; ``normal`` and ``simple`` are the usual two.
        unigram_counts: counts of the words of a text.
        common_words: lowercased words that count as easy.
        lexicons: lexicons of words with values.
        antonyms: pairs of words; a pair holds in both directions.
        phrases: what parallel text tells about phrases.
        reviews: a person's verdicts on pairs.
        judgements: readers' marks of edits in their sentences.
    """

    language: Language = field(default_factory=Language)
    language_models: Mapping[str, LanguageModel | None] = field(
        default_factory=lambda: {"normal": None, "simple": None}
    )
    unigram_counts: Mapping[str, int] | None = None
    common_words: Collection[str] = ()
    lexicons: Sequence[WordValues] = ()
    antonyms: Collection[tuple[str, str]] | None = None
    phrases: PhraseValuesTable | None = None
    reviews: Reviews | None = None
    judgements: Judgements | None = None


#: Groups that programs and packages add to the built-in ones, by name; each is made anew for every register.
RULE_FEATURES: Extensions[Callable[[], FeatureGroup]] = Extensions(
    "group of rule features", "simplifier.rule_features", {}
)


def build_registry(resources: FeatureResources | None = None) -> Registry:
    """Return the register of all feature groups over the given resources, built-in groups first.

    A program adds a group by ``RULE_FEATURES.register("my-group", MyGroup)``, an installed package by an
    entry point of the group ``simplifier.rule_features``.

    Raises:
        ConfigError: a lexicon or language model whose features collide with registered names.
    """
    given = resources or FeatureResources()
    return Registry(
        (
            ShapeFeatures(),
            StatisticsFeatures(),
            SimplificationFeatures(given.language, given.common_words),
            LanguageModelFeatures(given.language_models),
            FrequencyFeatures(given.unigram_counts),
            WordValueFeatures(given.language, given.lexicons),
            EditFeatures(given.language, given.antonyms),
            LabelFeatures(),
            EvidenceFeatures(given.phrases),
            UserFeatures(),
            ListFeatures(),
            ReviewFeatures(given.reviews),
            JudgementFeatures(given.judgements),
            DecoderFeatures(),
            *(RULE_FEATURES[name]() for name in RULE_FEATURES),
        )
    )
