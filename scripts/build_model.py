#!/usr/bin/env python3
"""Build the embedded English model from the research data: language models, rules, weights, model card.

    python -m scripts.build_model ../shared/data --work .work/model

Every step leaves files in the work folder and is skipped when they are there, so an interrupted build goes on
where it stopped; ``--from STEP`` makes a step and all after it again. Steps, in order:

lm        texts and language models (needs lmplz: scripts/build_kenlm.py)
counts    how often each word stands in the texts
tagger    copied from ``--tagger``; docs/tagger.md tells how to train it
meteor    the METEOR paraphrase table, fetched by package name
parallel  rules and change propensities from parallel text
full      one table of all rules with all features
tune      weights on the first 1,500 tuning sentences, chosen on the last 500
prune     the rules that can win under these weights, with the features that have a weight
card      what the model is made of
"""

from __future__ import annotations

import json
import shutil
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import click

from native.errors import InputError, SimplifierError
from rules.build import build_table
from rules.build_config import (
    BuildConfig,
    LexiconConfig,
    ResourceConfig,
    SelfRuleConfig,
    SourceConfig,
)
from rules.filters import RuleFilter
from rules.prune import prune_table
from rules.table import open_table
from scripts.build_language_models import build_language_models
from scripts.fetch_meteor import fetch
from scripts.model_card import write_card
from simplifier.config import Config, load_config
from simplifier.decoder.weights import write_weights
from tuning import load_tune_config, tune

ROOT = Path(__file__).resolve().parent.parent
LEAST_COUNT = 3  # words seen less often are left out of the counts
LEAST_SELF_COUNT = 20  # words seen less often get a copying rule only where a rule speaks of them
TOP = 12  # rules kept for a source side
MARGIN = 2.5  # how far below copying a rule may score and stay


@dataclass(frozen=True, slots=True)
class Build:
    """Where a build reads and writes."""

    data: Path
    work: Path
    output: Path
    tagger: Path
    wheel: Path | None

    def say(self, line: str) -> None:
        """Report progress on standard error."""
        click.echo(line, err=True)


def language_models(build: Build) -> None:
    """Make texts and language models."""
    build_language_models(build.data, build.work / "lm", build.work, report=build.say)


def counts(build: Build) -> None:
    """Count the words of all texts: ``word TAB count``, most frequent first."""
    counter: Counter[str] = Counter()
    for path in sorted((build.work / "text").glob("*.txt")):
        with path.open(encoding="utf-8") as lines:
            for line in lines:
                counter.update(line.split())
    kept = [(word, count) for word, count in counter.items() if count >= LEAST_COUNT]
    kept.sort(key=lambda pair: (-pair[1], pair[0]))
    _write_whole(build.work / "counts.tsv", "".join(f"{word}\t{count}\n" for word, count in kept))


def tagger(build: Build) -> None:
    """Take the trained tagger."""
    if not build.tagger.is_file():
        raise InputError(f"{build.tagger}: no tagger; train one as docs/tagger.md says or name it with --tagger")
    if build.tagger != build.work / "tagger.bin":
        shutil.copyfile(build.tagger, build.work / "tagger.bin")


def meteor(build: Build) -> None:
    """Fetch the METEOR table."""
    fetch(build.work / "paraphrase-en.gz", build.wheel)


def parallel(build: Build) -> None:
    """Extract rules and change propensities from the parallel text."""
    extract(build.data, build.work, build.work / "tagger.bin", report=build.say)


def table_config(build: Build) -> BuildConfig:
    """Return what the full table is built from; the model card names the same sources."""
    paraphrase = build.data / "paraphrase"
    return BuildConfig(
        sources=(
            SourceConfig(
                name="meteor",
                format="meteor",
                path=build.work / "paraphrase-en.gz",
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
                name="ppdb", format="ppdb-lexical", path=paraphrase / "ppdb2_lexical_pos.tsv.gz"
            ),
            SourceConfig(name="ppdb-scores", format="ppdb-scores", path=paraphrase / "ppdb2_scores.tsv"),
            SourceConfig(name="parallel", format="ppdb1", path=build.work / "parallel.rules.gz"),
        ),
        resources=ResourceConfig(
            tagger=build.work / "tagger.bin",
            normal_lm=build.work / "lm" / "normal.binary",
            simple_lm=build.work / "lm" / "simple.binary",
            unigram_counts=build.work / "counts.tsv",
            antonyms=paraphrase / "ppdb_antonyms.tsv",
        ),
        lexicons=(
            LexiconConfig(
                name="Complexity",
                path=build.data / "lexicon" / "word_complexity.tsv",
                column="complexity",
            ),
            LexiconConfig(name="DaleChall", path=build.data / "lexicon" / "dale_chall.txt"),
        ),
        self_rules=SelfRuleConfig(vocabulary=build.work / "counts.tsv", minimum_count=LEAST_SELF_COUNT),
        without_features=("Abstract", "Adjacent", "ContainsX", "GlueRule", "Monotonic"),
    )
