"""Sections of a recipe about its inputs: texts, language models, sentence pairs, lists, rule tables.

A *place* is a path in a recipe. It lies below ``$DATA`` (the folder of data), ``$WORK`` (what the build makes),
``$OUTPUT`` (the model) or ``$SIMPLIFIER`` (the package); any other place is relative to the recipe.
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
    """A table of keys. An unknown key or a value of another type than the declared one is an error."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class TextPart(Section):
    """One source of text: a file, or some of its lines.

    Attributes:
        name: name of the part and of the file that is written.
        kind: ``simple`` for simple language, ``normal`` for other text.
        file: a file with one sentence a line, plain or compressed.
        lines: number of lines of the file in this part; None for all. The parts of one file follow each other in
            the order of its lines.
        licence: licence of the text. None if a model trained on it could not be passed on; the lines of such a
            part are skipped.
        source: whom to credit.
    """

    name: Name
    kind: Literal["simple", "normal"]
    file: Place
    lines: _Count | None = None
    licence: str | None = None
    source: str


class Development(Section):
    """The sentences that weights and trees are learnt from, and what no training text may be near.

    Attributes:
        source: one cased sentence a line, with spaces between tokens.
        references: one file per reference.
        tuning: number of sentences, from the first, to learn from; the others measure and choose.
        folds: number of parts into which these sentences are divided to cross-fit trees.
        near_text: files of the development sentences in other forms. Lines of text that match one of these
            sentences are not used. Language models are measured on the last lines of each file.
        near_pairs: files of sentences; no sentence pair near one of them is used.
        listed: a table of lines in text files that match a development sentence: ``file TAB line`` (from 1), with
            a header.
    """

    source: Place
    references: list[Place]
    tuning: _Count = 1500
    folds: Annotated[int, Field(ge=2)] = 5
    near_text: list[Place] = []
    near_pairs: list[Place] = []
    listed: Place | None = None


class LanguageModelRecipe(Section):
    """Settings of one language model.

    Attributes:
        name: name of the binary file.
        kinds: the kinds of text parts to train on.
        text: a file to train on instead of text parts.
        order: length of the longest n-grams.
        prune: one number per order, from 1: n-grams that occur at most so often are dropped. The last number holds
            for all higher orders.
        minimum_count: a word that occurs less often counts as unknown; 0 for no limit.
        probability_bits: bits to which the trie quantises probabilities and back-off weights; None for no
            quantisation.
        pointer_bits: bits to which the trie compresses its pointers; None for no compression.
        words: true to keep the strings of words. Scoring does not need them, and the file is a tenth smaller
            without.
        memory: memory limit for lmplz, such as ``6G``.
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
    """Settings of the class language model (docs/build/language_models.md).

    Attributes:
        every: n by name of a text part: only every n-th line of the part is taken. Other parts are taken whole.
        held_out: one line in so many is held out to measure the model.
        order, prune, probability_bits, pointer_bits, memory: as in `LanguageModelRecipe`.
        clusters: number of clusters by open tag.
        least_clustered: least occurrences of a word under a tag for it to be put into a cluster of the tag.
        least_listed: least occurrences of a word for its own classes to be listed.
        least_closed: least occurrences of a word for its tags to make it a class of its own.
        least_share: least share of a tag among a word's occurrences for the tag to be listed, 0 to 1.
        closed_share: least share of closed-class tags among a word's occurrences for its tags to make it a class of
            its own, 0 to 1.
        closed_tags: tags of closed classes, separated by spaces.
        closed_words: words that are classes of their own whatever their tags, separated by spaces.
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
    """The evidence that a rule with gaps needs (`simplifier.rules.extraction.gaps.gap_rules.GapThresholds`)."""

    fillers: _Count = 3
    share: float = 0.02
    log_weight: float = -4.0


class Generalisation(Gaps):
    """Rules with gaps, generalised from a paraphrase table in METEOR's format.

    Attributes:
        table: the paraphrase table.
    """

    table: Place


class ParallelText(Section):
    """Rules and change propensities from sentence pairs: ``complex TAB simple TAB 0`` lines.

    Attributes:
        simplifying: licences by file, for files whose second side is simpler.
        splitting: licences by file, for files whose second side is split but keeps its words.
        longest: most words of a phrase, on either side.
        per_pattern: most pairs that are used of one sentence pattern.
        least_kept: least share of the words of its shorter side that a pair must keep, 0 to 1.
        least_word_count: least occurrences of a word for its propensities to be written.
        least_phrase_count: the same for a longer phrase.
        gaps: the evidence that rules with gaps need.
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
        pairs: licences by file of sentence pairs.
        held_out: number of pairs drawn to tune on; no pair near them is trained on.
        seed: seed of the draw.
        longest: most words of a phrase, on either side.
    """

    pairs: dict[Place, str]
    held_out: _Count = 1000
    seed: int = 2012
    longest: _Count = 7


class Paradigms(Section):
    """Rules for inflected forms of a pair that the sources leave out.

    Attributes:
        sources: names of the sources to read, out of those of the recipe's first table.
        exclusions: lists of wrong pairs.
        antonyms: a file of pairs of words with opposite meanings.
    """

    sources: list[str]
    exclusions: list[Place] = []
    antonyms: Place | None = None


class Lists(Section):
    """Rules that were not counted in a corpus; each list becomes ``$WORK/NAME.rules.gz``.

    Attributes:
        plain: a list of rewrites (docs/build/rules.md).
        frames: true to write the same list with its frames for the decoder, ``$WORK/frames.tsv`` (`context.frames`).
        numbers: true to make rules of the language's number forms.
        wordnet: folder of WordNet's files.
        pairs: files of word pairs without scores.
        paradigms: rules for forms that the sources leave out.
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
    """Conditions on the rules taken from a file (`simplifier.rules.tables.filters.RuleFilter`)."""

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
        """Return the filter as the building of tables takes it."""
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
    """Files that features are computed from (`simplifier.rules.tables.build_config.ResourceConfig`)."""

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

    Without ``self_rules`` the table has no copying rules. It stores one byte per feature value unless it is
    ``exact``. The weights are tuned with the stored values, so they allow for the rounding.
    """

    name: Name
    exact: bool = False
    sources: Annotated[list[RuleSource], Field(min_length=1)]
    resources: Resources = Resources()
    lexicons: list[Lexicon] = []
    self_rules: SelfRules | None = None
    features: list[str] = []
    without_features: list[str] = []
