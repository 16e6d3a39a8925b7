"""What the embedded model's rule table is built from: sources with their filters, resources, lexicons."""

from __future__ import annotations

from pathlib import Path

from rules.build_config import (
    BuildConfig,
    LexiconConfig,
    ResourceConfig,
    SelfRuleConfig,
    SourceConfig,
)
from rules.filters import RuleFilter

__all__ = ["table_config"]

_LEAST_SELF_COUNT = 20  # words seen less often get a copying rule only where a rule speaks of them
_NOT_STORED = (
    # Constant in a grammar of words and phrases, or never met after the filters.
    *("Abstract", "Adjacent", "ContainsX", "GlueRule", "Monotonic", "Lexical"),
    *("IsIndependent", "IsExclusion", "IsOtherRelated"),
)
_SHAPES_OF_GAPS = ("Adjacent", "Monotonic", "Lexical")  # constant without rules that have gaps


def table_config(data: Path, work: Path, gaps: bool = False) -> BuildConfig:
    """Return what the table is built from; the model card names the same sources.

    Args:
        data: folder of the research data.
        work: folder of what the build made so far.
        gaps: take the rules with gaps too.
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
            *(_gap_sources(work) if gaps else ()),
        ),
        resources=ResourceConfig(
            tagger=work / "tagger.bin",
            normal_lm=work / "lm" / "normal.binary",
            simple_lm=work / "lm" / "simple.binary",
            unigram_counts=work / "counts.tsv",
            phrases=work / "propensity.tsv.gz",
            antonyms=paraphrase / "ppdb_antonyms.tsv",
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


def _gap_sources(work: Path) -> tuple[SourceConfig, ...]:
    """Return the rules with gaps as sources of the table."""
    wanted = RuleFilter(maximum={"NegationChanged": 0, "Antonym": 0}, drop_damaged=True)
    files = (("generalised", "generalised.rules.gz"), ("gaps", "gaps.rules.gz"))
    return tuple(
        SourceConfig(name=name, format="ppdb1", path=work / file, filter=wanted) for name, file in files
    )
