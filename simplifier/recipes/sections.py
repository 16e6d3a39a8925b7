"""Sections of a recipe about what goes in: texts, language models, sentence pairs, lists, rule tables.

A *place* is a path in a recipe: below ``$DATA`` (the folder of data), ``$WORK`` (what the build makes) or
``$OUTPUT`` (the model), otherwise relative to the recipe.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from simplifier.base.errors import nearest
from simplifier.rules.readers import FORMATS
from simplifier.rules.resources.word_values import Aggregate
from simplifier.rules.tables.filters import RuleFilter

__all__ = [
    "ClassModel",
    "Development",
    "Filter",
    "Gaps",
    "Generalisation",
    "LanguageModelRecipe",
    "Lexicon",
    "Lists",
    "Paradigms",
    "ParallelText",
    "Phrases",
    "Place",
    "Resources",
    "RuleSource",
    "Section",
    "SelfRules",
    "Table",
    "TextPart",
]

Place = Annotated[str, Field(min_length=1)]
Name = Annotated[str, Field(pattern=r"^[A-Za-z][A-Za-z0-9_-]*$")]
_Count = Annotated[int, Field(ge=1)]


class Section(BaseModel):
    """A table of keys: unknown ones are errors, values have the types that are declared."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class TextPart(Section):
    """One source of text: a file, or some of its lines.

    Attributes:
        name: names the output.
        kind: simple English, or normal.
        file: one sentence a line, plain or packed.
        lines: how many lines of the file it is; parts of one file stand in its order. None: all of them.
        licence: None when a model of it could not be passed on; such a part is only skipped over.
        source: whom to credit.
    """

    name: Name
    kind: Literal["simple", "normal"]
    file: Place
    lines: _Count | None = None
    licence: str | None = None
    source: str


class Development(Section):
    """The sentences that weights and trees are learnt from, and what must stay away from them.

    Attributes:
        source: one sentence a line, tokens parted by spaces, cased.
        references: one file per reference.
        tuning: so many first sentences are learnt from; the others measure and choose.
        folds: parts of these by which trees are cross-fitted.
        near_text: the same sentences in other forms: no line of text that matches one is used, and language
            models are measured on the last lines of each.
        near_pairs: the same: no sentence pair near one is used.
        listed: lines of text files that match a sentence: ``file TAB line``, with a header.
    """

    source: Place
    references: list[Place]
    tuning: _Count = 1500
    folds: Annotated[int, Field(ge=2)] = 5
    near_text: list[Place] = []
    near_pairs: list[Place] = []
    listed: Place | None = None


class LanguageModelRecipe(Section):
    """How one language model is made.

    Attributes:
        name: the name of the binary.
        kinds: the kinds of text parts to train on.
        text: a file to train on, in place of parts.
        order: length of the longest n-grams.
        prune: per order, drop n-grams seen at most so often; the last holds for higher orders.
        minimum_count: words seen less often are unknown words; 0 knows every word.
        probability_bits: quantisation of the trie; back-offs take as many. None: none.
        pointer_bits: pointer compression of the trie.
        words: keep the strings of words; scoring needs none, and without them the file is a tenth smaller.
        memory: limit for lmplz.
    """

    name: Name
    kinds: list[Literal["simple", "normal"]] = []
    text: Place | None = None
    order: Annotated[int, Field(ge=2, le=6)]
    prune: list[int] = [0]
    minimum_count: Annotated[int, Field(ge=0)] = 0
    probability_bits: int | None = None
    pointer_bits: int | None = None
    words: bool = False
    memory: str = "6G"


class ClassModel(Section):
    """How the class language model is made (docs/build/language_models.md).

    Attributes:
        every: every so many lines of a part are taken; parts not named are taken whole.
        held_out: one line of so many measures and does not train.
        order, prune, probability_bits, pointer_bits, memory: as those of a `LanguageModelRecipe`.
        clusters: how many kinds of words an open tag is divided into.
        least_clustered: occurrences of a word under a tag, to be put into one.
        least_listed: occurrences of a word with readings of its own.
        least_closed: occurrences of a word that stands for itself by its tags.
        least_share: least share of a tag among a word's occurrences.
        closed_share: least share of closed-class tags among those of a word that stands for itself.
        closed_tags: tags of closed classes, between spaces.
        closed_words: words that stand for themselves whatever their tags, between spaces.
    """

    every: dict[str, _Count] = {}
    held_out: _Count = 200
    order: Annotated[int, Field(ge=2, le=6)] = 5
    prune: list[int] = [0]
    probability_bits: int | None = 5
    pointer_bits: int | None = 22
    memory: str = "4G"
    clusters: dict[str, _Count]
    least_clustered: _Count = 60
    least_listed: _Count = 20
    least_closed: _Count = 500
    least_share: float = 0.015
    closed_share: float = 0.6
    closed_tags: str
    closed_words: str


class Gaps(Section):
    """What evidence a rule with gaps needs (`simplifier.rules.extraction.gaps.gap_rules.GapThresholds`)."""

    fillers: _Count = 3
    share: float = 0.02
    log_weight: float = -4.0


class Generalisation(Gaps):
    """Rules with gaps that a paraphrase table in METEOR's format generalises to."""

    table: Place


class ParallelText(Section):
    """Rules and change propensities from sentence pairs: ``complex TAB simple TAB 0`` lines.

    Attributes:
        simplifying: files whose second side is simpler, with their licences.
        splitting: files whose second side is split and keeps its words.
        longest: words of a phrase, on either side.
        per_pattern: pairs that may share a sentence pattern.
        least_kept: share of its words that a pair must keep.
        least_word_count, least_phrase_count: of what gets propensities.
        gaps: what rules with gaps need.
    """

    simplifying: dict[Place, str]
    splitting: dict[Place, str] = {}
    longest: _Count = 5
    per_pattern: _Count = 3
    least_kept: float = 0.4
    least_word_count: _Count = 2
    least_phrase_count: _Count = 4
    gaps: Gaps = Gaps(share=0.05)


class Phrases(Section):
    """A phrase table after Wubben et al. (2012): pairs to train on, and pairs held out to tune on.

    Attributes:
        pairs: files of sentence pairs, with their licences.
        held_out: pairs that are drawn to tune on; nothing near them is trained on.
        seed: the seed of the draw.
        longest: words of a phrase, on either side.
    """

    pairs: dict[Place, str]
    held_out: _Count = 1000
    seed: int = 2012
    longest: _Count = 7


class Paradigms(Section):
    """Rules for the forms of a pair that the sources leave out.

    Attributes:
        sources: names of the sources of the first table that are read.
        exclusions: lists of pairs that are wrong.
        antonyms: pairs of words that mean opposites.
    """

    sources: list[str]
    exclusions: list[Place] = []
    antonyms: Place | None = None


class Lists(Section):
    """Rules that no corpus counted; each becomes ``$WORK/NAME.rules.gz``.

    Attributes:
        plain: a list of rewrites (docs/build/rules.md).
        frames: write the same list with its frames for the decoder, ``$WORK/frames.tsv`` (`context.frames`).
        numbers: number forms of the language.
        wordnet: folder of WordNet's files.
        pairs: files of word pairs without scores.
        paradigms: missing forms.
    """

    plain: Place | None = None
    frames: bool = False
    numbers: bool = False
    wordnet: Place | None = None
    pairs: list[Place] = []
    paradigms: Paradigms | None = None


def _known_format(value: str) -> str:
    if value not in FORMATS:
        raise ValueError(f"no rule format {value!r}{nearest(value, FORMATS)}")
    return value


class Filter(Section):
    """Which rules of a file are taken (`simplifier.rules.tables.filters.RuleFilter`)."""

    minimum: dict[str, float] = {}
    maximum: dict[str, float] = {}
    maximum_source_words: int = 0
    maximum_target_words: int = 0
    top_targets: int = 0
    drop_number_changes: bool = False
    drop_punctuation_changes: bool = False
    drop_spelling_changes: bool = False
    drop_damaged: bool = False
    drop_label_clashes: bool = False

    def rule_filter(self) -> RuleFilter:
        """Return what the tables take."""
        return RuleFilter(**self.model_dump())


class RuleSource(Section):
    """One file of rules (`simplifier.rules.tables.build_config.SourceConfig`)."""

    name: Name
    format: Annotated[str, BeforeValidator(_known_format)]
    path: Place
    owner: str = "pt"
    label: str | None = None
    filter: Filter = Filter()


class Resources(Section):
    """What features are computed from (`simplifier.rules.tables.build_config.ResourceConfig`)."""

    tagger: Place | None = None
    normal_lm: Place | None = None
    simple_lm: Place | None = None
    unigram_counts: Place | None = None
    common_words: Place | None = None
    antonyms: Place | None = None
    phrases: Place | None = None
    reviews: list[Place] = []
    judgements: list[Place] = []


class Lexicon(Section):
    """Values of words (`simplifier.rules.tables.build_config.LexiconConfig`)."""

    name: Name
    path: Place
    column: str | None = None
    aggregate: Aggregate | None = None
    missing: float | None = None


class SelfRules(Section):
    """Rules that copy a word (`simplifier.rules.tables.build_config.SelfRuleConfig`)."""

    sources: bool = True
    vocabulary: Place | None = None
    minimum_count: _Count = 1


class Table(Section):
    """A packed rule table, ``$WORK/NAME.table`` (`simplifier.rules.tables.build_config.BuildConfig`).

    Without ``self_rules`` it has no copying rules. It has a byte a value unless it is ``exact``: the weights
    are tuned with the table as it is.
    """

    name: Name
    exact: bool = False
    sources: Annotated[list[RuleSource], Field(min_length=1)]
    resources: Resources = Resources()
    lexicons: list[Lexicon] = []
    self_rules: SelfRules | None = None
    features: list[str] = []
    without_features: list[str] = []
