"""What the embedded model's rule table is built from: sources with their filters, resources, lexicons."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rules.tables.build_config import (
    BuildConfig,
    LexiconConfig,
    ResourceConfig,
    SelfRuleConfig,
    SourceConfig,
)
from rules.tables.filters import RuleFilter
from scripts.model_files import ROOT

__all__ = ["extra_config", "numbers_config", "table_config"]

# Pairs that we read in place, with verdicts.
REVIEWED = ROOT / "configs" / "en-reviewed.tsv"
_LEAST_SELF_COUNT = 20  # words seen less often get a copying rule only where a rule speaks of them
_NOT_STORED = (
    # Constant in a grammar of words and phrases, or never met after the filters.
    *("Abstract", "Adjacent", "ContainsX", "GlueRule", "Monotonic", "Lexical"),
    *("IsIndependent", "IsExclusion", "IsOtherRelated"),
)
_SHAPES_OF_GAPS = ("Adjacent", "Monotonic", "Lexical")  # constant without rules that have gaps


def table_config(data: Path, work: Path, gaps: bool = False, lists: Sequence[str] = ()) -> BuildConfig:
    """Return what the table is built from; the model card names the same sources.

    Args:
        data: folder of the research data.
        work: folder of what the build made so far.
        gaps: take the rules with gaps too.
        lists: take the rules of these lists too (scripts/list_rules.py has made NAME.rules.gz).
    """
    paraphrase = data / "paraphrase"
    return BuildConfig(
        sources=(
            SourceConfig(
                name="meteor",
                format="meteor",
                path=work / "paraphrase-en.gz",
                filter=RuleFilter(
                    minimum={"MeteorLogProb": -4.6},
                    maximum={"NegationChanged": 0, "Antonym": 0},
                    maximum_source_words=5,
                    maximum_target_words=6,
                    drop_number_changes=True,
                    drop_punctuation_changes=True,
                    drop_damaged=True,
                ),
            ),
            SourceConfig(
                name="ppdb",
                format="ppdb-lexical",
                path=paraphrase / "ppdb2_lexical_pos.tsv.gz",
                filter=RuleFilter(maximum={"IsIndependent": 0, "IsExclusion": 0, "IsOtherRelated": 0}),
            ),
            SourceConfig(name="ppdb-scores", format="ppdb-scores", path=paraphrase / "ppdb2_scores.tsv"),
            SourceConfig(
                name="parallel",
                format="ppdb1",
                path=work / "parallel.rules.gz",
                filter=RuleFilter(
                    maximum={"NegationChanged": 0, "Antonym": 0}, drop_number_changes=True, drop_damaged=True
                ),
            ),
            *_list_sources(work, lists),
            *(_gap_sources(work) if gaps else ()),
        ),
        resources=ResourceConfig(
            tagger=work / "tagger.bin",
            normal_lm=work / "lm" / "normal.binary",
            simple_lm=work / "lm" / "simple.binary",
            unigram_counts=work / "counts.tsv",
            phrases=work / "propensity.tsv.gz",
            antonyms=paraphrase / "ppdb_antonyms.tsv",
            reviews=(REVIEWED,),
        ),
        lexicons=(
            LexiconConfig(
                name="Complexity",
                path=data / "lexicon" / "word_complexity.tsv",
                column="complexity",
            ),
            LexiconConfig(name="DaleChall", path=data / "lexicon" / "dale_chall.txt"),
        ),
        self_rules=SelfRuleConfig(vocabulary=work / "counts.tsv", minimum_count=_LEAST_SELF_COUNT),
        without_features=tuple(name for name in _NOT_STORED if not (gaps and name in _SHAPES_OF_GAPS)),
    )


def extra_config(data: Path, work: Path, gaps: bool, lists: Sequence[str]) -> BuildConfig:
    """Return a table of rules with gaps and of lists alone, with the features that `table_config` has.

    Merged with a table of `table_config`, whose copying rules it lacks, it shows what these rules are worth
    without building all the others anew.
    """
    whole = table_config(data, work, gaps, lists)
    wanted = {*lists, *(source.name for source in _gap_sources(work))}
    return whole.model_copy(
        update={
            "sources": tuple(source for source in whole.sources if source.name in wanted),
            "self_rules": None,
            "without_features": _NOT_STORED,
        }
    )


def numbers_config(work: Path) -> BuildConfig:
    """Return a table of the number forms alone, with the flag that weighs them.

    The embedded model has them as a grammar of its own: no corpus is asked whether its readers write them.
    """
    (source,) = _list_sources(work, ("numbers",))
    return BuildConfig(
        sources=(source.model_copy(update={"filter": RuleFilter()}),),
        self_rules=None,
        features=("InNumberList",),
    )


def _list_sources(work: Path, lists: Sequence[str]) -> tuple[SourceConfig, ...]:
    """Return the rules of lists as sources of the table."""
    return tuple(
        SourceConfig(
            name=name,
            format="ppdb1",
            path=work / f"{name}.rules.gz",
            filter=RuleFilter(
                maximum={"NegationChanged": 0, "Antonym": 0},
                drop_number_changes=name != "numbers",  # their digits change, their values do not
                drop_damaged=True,
            ),
        )
        for name in lists
    )


def _gap_sources(work: Path) -> tuple[SourceConfig, ...]:
    """Return the rules with gaps as sources of the table."""
    wanted = RuleFilter(maximum={"NegationChanged": 0, "Antonym": 0}, drop_damaged=True)
    files = (("generalised", "generalised.rules.gz"), ("gaps", "gaps.rules.gz"))
    return tuple(
        SourceConfig(name=name, format="ppdb1", path=work / file, filter=wanted) for name, file in files
    )
