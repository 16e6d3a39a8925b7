"""The rows of the ablation table: the parts that each leaves out of the reference model, or adds to it."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Final, Literal

from simplifier.rules.features import build_registry

__all__ = [
    "EDIT_FEATURES", "MODELS", "ROWS", "SECTIONS", "SOURCES", "Reads", "Row", "matching", "row_named"
]  # fmt: skip

#: Sources of rules of the reference row.
SOURCES: Final = ("meteor", "ppdb", "ppdb-scores", "parallel")
#: Language models of the reference row, by the names of their features.
MODELS: Final = {"normal": "normal.binary", "simple": "simple.binary", "class": "class.binary"}
#: Features of what a change does to the grammar around it. The metric does not ask for them, so the reference row keeps
#: their weights at 0.
EDIT_FEATURES: Final = (
    "FiniteVerbLost", "FiniteVerbDiff", "VerbFormLost", "NounFormLost", "ModifierLost", "TargetTagLogProb",
    "DuplicateNeighbour", "DuplicateNear", "ArticleClash", "PrepositionLost", "PrepositionGained",
    "PrepositionBeforeNounLost", "ChangePosition",
)  # fmt: skip
#: Patterns of features that only the rules of a source have; they are off in rows without the source.
_OF_SOURCES: Final = {
    "meteor": ("Meteor*", "InMeteor"),
    "ppdb": ("PPDB*", "InPPDB", "IsEquivalence", "Is*Entailment"),
    "plain": ("InPlainList",),
    "wordnet": ("InWordNet", "WordNet*"),
    "pairs": ("InPairList",),
    "paradigms": ("InParadigm", "ParadigmForms"),
    "numbers": ("InNumberList",),
    "gaps": ("LogFillers", "FillerShare"),
    "parallel": (
        "p(*",
        "Lex(*",
        "LogCount",
        "RarityPenalty",
        "InParallel",
        "ParallelLog*",
        "FramedShare",
        "SimplifyingShare",
    ),
}
_PROPENSITIES: Final = ("ChangePropensity*", "DropPropensity*", "*SimpleLogOdds*")
_TAGS: Final = ("LabelMatch", "LabelClash", "LabelAgree")

#: The inputs of selection trees: none (there are no trees), all, the features of the rule table, or all others.
Reads = Literal["", "all", "rule", "place"]


@dataclass(frozen=True, slots=True)
class Row:
    """One model that is tuned and measured.

    Attributes:
        name: the name of the row's files.
        title: the name of the row in the table.
        section: the section of the table.
        sources: the sources of rules, besides rules that copy a word.
        off: patterns of feature names, or ``@GROUP`` of the registry, whose weights stay 0.
        on: names of features that the reference row keeps at 0 and this row tunes.
        models: language models by name: a file of the build, or ``words:N`` for a model of about N words of text.
        bounded: True if weights keep the bounds that the embedded model's weights have.
        gaps: True if rules have gaps, which take spans by label.
        selection: the inputs of the selection trees that are trained for this row; empty for no trees.
        reranker: True if a reranker is trained for the tuned weights, and chooses the outputs.
        config: the configuration of a model that is tuned already and is only measured; the other attributes do not
            count then. Empty for all other rows.
    """

    name: str
    title: str
    section: str
    sources: tuple[str, ...] = SOURCES
    off: tuple[str, ...] = ()
    on: tuple[str, ...] = ()
    models: tuple[tuple[str, str], ...] = tuple(MODELS.items())
    bounded: bool = True
    gaps: bool = False
    selection: Reads = ""
    reranker: bool = False
    config: str = ""

    def off_patterns(self) -> tuple[str, ...]:
        """Return the patterns of the features that are off, including those of absent sources."""
        absent = [features for source, features in _OF_SOURCES.items() if source not in self.sources]
        return (*self.off, *(feature for features in absent for feature in features))


def matching(patterns: Iterable[str], names: Collection[str]) -> list[str]:
    """Return the names that match a pattern or are in the group of a pattern ``@GROUP``, in the order of ``names``."""
    groups: dict[str, set[str]] = {}
    for group, spec in build_registry():
        groups.setdefault(f"@{group}", set()).add(spec.name)
    wanted = list(patterns)
    return [
        name
        for name in names
        if any(name in groups[one] if one[0] == "@" else fnmatchcase(name, one) for one in wanted)
    ]


def _models(**chosen: str) -> tuple[tuple[str, str], ...]:
    return tuple(chosen.items())


def _without(*names: str) -> tuple[str, ...]:
    return tuple(source for source in SOURCES if source not in names)


_WORDS, _NORMAL, _SIMPLE, _CLASS = "words:", MODELS["normal"], MODELS["simple"], MODELS["class"]

SECTIONS: Final = {
    "reference": "Reference",
    "sources": "Sources of rules",
    "features": "Groups of features",
    "models": "Language models",
    "agreement": "Parts of speech and agreement",
    "weights": "Weights",
    "context": "Choosing in context",
    "model": "Another model",
}

ROWS: Final = (
    Row("full", "rules of METEOR, PPDB and parallel text, all features and models", "reference"),
    Row("no-meteor", "without METEOR", "sources", _without("meteor")),
    Row("no-ppdb", "without PPDB", "sources", _without("ppdb", "ppdb-scores")),
    Row("no-parallel", "without rules from parallel text", "sources", _without("parallel")),
    Row("only-meteor", "METEOR alone", "sources", ("meteor",)),
    Row("only-ppdb", "PPDB alone", "sources", ("ppdb", "ppdb-scores")),
    Row("only-parallel", "parallel text alone", "sources", ("parallel",)),
    Row("plain", "with the plain-English list", "sources", (*SOURCES, "plain")),
    Row("wordnet", "with WordNet", "sources", (*SOURCES, "wordnet")),
    Row("only-wordnet", "WordNet alone", "sources", ("wordnet",)),
    Row("gaps", "with rules that have gaps", "sources", (*SOURCES, "generalised", "gaps"), gaps=True),
    Row("pairs", "with one-word PPDB 1.0 pairs without scores (research)", "sources", (*SOURCES, "pairs")),
    Row(
        "all-sources",
        "with the plain-English list, WordNet, gaps and pairs",
        "sources",
        (*SOURCES, "plain", "wordnet", "generalised", "gaps", "pairs"),
        gaps=True,
    ),
    Row("paradigms", "with missing forms (paradigms)", "sources", (*SOURCES, "paradigms")),
    Row("numbers", "with number forms", "sources", (*SOURCES, "numbers")),
    Row("no-propensity", "without what parallel text tells of phrases", "features", off=_PROPENSITIES),
    Row(
        "no-parallel-text",
        "without anything from parallel text, rules and phrases",
        "features",
        _without("parallel"),
        off=_PROPENSITIES,
    ),
    Row(
        "no-statistics",
        "without probabilities, scores and counts of rules",
        "features",
        off=("@statistics", "ParallelLog*", "InParallel"),
    ),
    Row(
        "no-shape",
        "without lengths and shapes",
        "features",
        off=("OneWord", "*Words", "*Terminals*", "*CountDiff", "*LogCR", "WordLenDiff", "Unaligned*"),
    ),
    Row("no-syllables", "without syllables and word lengths", "features", off=("@simplification",)),
    Row(
        "no-words",
        "without word difficulty (frequency, complexity, Dale-Chall)",
        "features",
        off=("@frequency", "*Complexity*", "*DaleChall*", "*HardWord*"),
    ),
    Row(
        "no-words-propensity",
        "without word difficulty and what parallel text tells of phrases",
        "features",
        off=("@frequency", "*Complexity*", "*DaleChall*", "*HardWord*", *_PROPENSITIES),
    ),
    Row("no-edit-kinds", "without kinds of change (function words, stems)", "features", off=("@edit",)),
    Row("no-rule-lm", "without language-model scores of rules", "features", off=("@language model",)),
    Row("no-lm", "none", "models", models=()),
    Row("normal-only", "normal English only", "models", models=_models(normal=_NORMAL)),
    Row("simple-only", "simple English only", "models", models=_models(simple=_SIMPLE)),
    Row("class-only", "word classes only", "models", models=_models(**{"class": _CLASS})),
    Row("no-class", "without word classes", "models", models=_models(normal=_NORMAL, simple=_SIMPLE)),
    *(
        Row(
            f"words-{count}m",
            f"one model of {count} million words in place of all three",
            "models",
            models=_models(normal=f"{_WORDS}{count}000000"),
        )
        for count in (1, 5, 20, 80)
    ),
    Row("no-labels", "without label features", "agreement", off=_TAGS),
    Row(
        "no-labels-class",
        "without label features and word classes",
        "agreement",
        off=_TAGS,
        models=_models(normal=_NORMAL, simple=_SIMPLE),
    ),
    Row("edit-features", "with the features of forms and neighbours tuned", "agreement", on=EDIT_FEATURES),
    Row("free", "no bounds", "weights", bounded=False),
    Row("free-edit", "no bounds, forms and neighbours tuned", "weights", on=EDIT_FEATURES, bounded=False),
    Row("selection", "with selection trees", "context", selection="all"),
    Row("reranker", "with a reranker", "context", reranker=True),
    Row("selection-reranker", "with both", "context", selection="all", reranker=True),
    Row("selection-rule", "with trees that read the rule's features alone", "context", selection="rule"),
    Row("selection-place", "with trees that read all but the rule's features", "context", selection="place"),
    Row("research", "research model ([research.md](research.md))", "model", config="research.toml"),
)


def row_named(name: str) -> Row:
    """Return the row of this name."""
    return next(row for row in ROWS if row.name == name)
