#!/usr/bin/env python3
"""Build the embedded English model from the research data: language models, rules, weights, model card.

    python -m scripts.build_model ../shared/data --work .work/model

Every step leaves files in the work folder and is skipped when they are there, so an interrupted build goes on
where it stopped; ``--from STEP`` makes a step and all after it again. Steps, in order:

lm        texts and language models (needs lmplz: scripts/build_kenlm.py)
counts    how often each word stands in the texts
tagger    copied from ``--tagger``; docs/tagger.md tells how to train it
classes   class language model of the tagged texts
meteor    the METEOR paraphrase table, fetched by package name
gaps      rules with gaps that the METEOR table generalises to (only used with ``--gaps``)
lists     rules of the list of plain English and of number forms, and with ``--wordnet`` those of WordNet
parallel  rules and change propensities from parallel text
paradigms rules for the forms of a pair that the sources leave out
full      one table of all rules with all features
tune      weights on the first 1,500 tuning sentences, chosen on the last 500
select    trees that tell from its context whether people would make a change
prune     the rules that can win under these weights, with the features that weights or trees need
retune    weights of the pruned model with what the trees say
choose    trees that choose among the 150 best
card      what the model is made of
"""

from __future__ import annotations

import json
import re
import shutil
import sys
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from pathlib import Path

import click
import numpy as np
from numpy.typing import NDArray

from base.errors import InputError, SimplifierError
from base.reading import line_blocks, read_text, text_lines
from base.toml import dump_toml
from base.writing import copy_file, write_text
from languages.en.change_words import CHANGE_WORDS
from native import RuleTable
from rules.lists.exclusions import read_exclusions
from rules.tables.build import build_table
from rules.tables.prune import prune_table
from rules.tables.table import open_table
from scripts.build_language_models import build_language_models
from scripts.class_language_model import build_class_model
from scripts.extract_rules import extract
from scripts.fetch_meteor import FetchError, fetch
from scripts.generalise_rules import generalise
from scripts.list_rules import PLAIN_LIST, make_list
from scripts.model_card import model_card
from scripts.model_context import corpus_files, train_chooser, train_selection_trees, tune_with_trees
from scripts.model_files import FILES, MODELS, ROOT, Build, model_config
from scripts.model_table import numbers_config, table_config
from scripts.studies.report_quality import measure_quality
from simplifier.config import read_weights
from simplifier.decoder.boosted_trees import load_trees
from tuning import load_tune_config, tune
from tuning.boosting.reranker import RerankerTraining
from tuning.boosting.writing import keep_first_fold

LEAST_COUNT = 3  # words seen less often are left out of the counts
TOP = 8  # rules kept for a source side
MARGIN = 2.5  # how far below copying a rule may score and stay
LEAST_SOURCE_COUNT = 30  # a source side that the 90 million words hold less often is left out
# What a change must not do to the grammar around it. Set after tuning, for the same reason.
GUARDS = {
    "VerbFormLost": -10.0,
    "NounFormLost": -4.0,
    "DuplicateNeighbour": -50.0,
    "DuplicateNear": -10.0,
    "PrepositionBeforeNounLost": -8.0,
    "SelectionDoubtful": -1000.0,
    "ReviewedBad": -1000.0,
    "ChangedNumeral": -100.0,
    "ChangedQuoted": -100.0,
}
# Plain numbers are a matter of style, which the metric does not ask for either; ChangedNumber charges digits.
STYLE = {"InNumberList": 8.0}
# Pairs that say something else: what `simplifier rules audit` found in the model, kept under review.
EXCLUDED = ROOT / "configs" / "en-exclude.tsv"
# Read by guards and least shares, whatever their weights.
REVIEWS = ("ReviewedSound", "ReviewedDepends", "ReviewedBad")
LEAST_SPREAD = 0.02  # features that move scores less are not stored


def language_models(build: Build) -> None:
    """Make texts and language models."""
    build_language_models(build.data, build.work / "lm", build.work, report=build.say)


def counts(build: Build) -> None:
    """Count the words of all texts: ``word TAB count``, most frequent first."""
    counter: Counter[str] = Counter()
    for path in sorted((build.work / "text").glob("*.txt")):
        for line in text_lines(path):
            counter.update(line.split())
    kept = [(word, count) for word, count in counter.items() if count >= LEAST_COUNT]
    kept.sort(key=lambda pair: (-pair[1], pair[0]))
    write_text(build.work / "counts.tsv", "".join(f"{word}\t{count}\n" for word, count in kept))


def tagger(build: Build) -> None:
    """Take the trained tagger, and write the words that features of changes go by."""
    if not build.tagger.is_file():
        raise InputError(
            f"{build.tagger}: no tagger; train one as docs/tagger.md says or name it with --tagger"
        )
    if build.tagger != build.work / "tagger.bin":
        copy_file(build.tagger, build.work / "tagger.bin")
    CHANGE_WORDS.write(build.work / "change_words.toml")


def classes(build: Build) -> None:
    """Train the class language model."""
    build_class_model(build.work / "text", build.work / "tagger.bin", build.work / "lm", build.say)


def meteor(build: Build) -> None:
    """Fetch the METEOR table."""
    fetch(build.work / "paraphrase-en.gz", build.wheel)


def gaps(build: Build) -> None:
    """Generalise the METEOR table to rules with gaps, if they are wanted."""
    if build.gaps:
        generalise(
            build.work / "paraphrase-en.gz",
            build.work / "tagger.bin",
            build.work / "generalised.rules.gz",
            build.say,
        )


def lists(build: Build) -> None:
    """Make rules of lists."""
    make_list("plain", PLAIN_LIST, build.work, build.say)
    make_list("numbers", ROOT, build.work, build.say)
    build_table(numbers_config(build.work), build.work / "numbers.table")
    if build.wordnet is not None:
        make_list("wordnet", build.wordnet, build.work, build.say)


def parallel(build: Build) -> None:
    """Extract rules and change propensities from the parallel text."""
    extract(build.data, build.work / "tagger.bin", build.work, build.say)


def paradigms(build: Build) -> None:
    """Make rules for the forms of a pair that the sources leave out."""
    make_list("paradigms", build.data, build.work, build.say)


def full(build: Build) -> None:
    """Build the table of all rules."""
    config = table_config(build.data, build.work, build.gaps, build.lists)
    report = build_table(config, build.work / "full.table")
    build.say(f"{report.rules:,} rules with {len(report.features)} features in {report.seconds:.0f} s")


def weights(build: Build) -> None:
    """Tune the weights on the full table."""
    model = build.work / "full.toml"
    write_text(model, _full_model(build))
    source, references = corpus_files(build.data)
    config = load_tune_config(
        ROOT / "configs" / "tune-en.toml",
        {
            "model": str(model),
            "output": str(build.work / "tuning"),
            "data.source": str(source),
            "data.references": [str(path) for path in references],
        },
    )
    checkpoint = config.output / "checkpoint.json"
    unfinished = checkpoint.exists() and not (config.output / "weights.toml").exists()
    resume = unfinished and checkpoint.stat().st_mtime > (build.work / "full.table").stat().st_mtime
    if not resume:  # what is there belongs to another table or to a run that is over
        shutil.rmtree(config.output, ignore_errors=True)
    result = tune(config, resume=resume, report=build.say)
    if not result.finished:
        raise InputError(f"{config.output}: tuning was interrupted; run the build again to go on")


def _full_model(build: Build) -> str:
    return model_config(
        build.work / "full.table", build.work / "lm", build.work / "tagger.bin", gaps=build.gaps
    )


def select(build: Build) -> None:
    """Train selection trees on the full table."""
    model, tuned = build.work / "full.toml", build.work / "tuning" / "weights.toml"
    train_selection_trees(build.data, model, tuned, build.work / "selection.trees", build.say)


def prune(build: Build) -> None:
    """Keep the rules that can win, and put the model together."""
    tuned = read_weights(build.work / "tuning" / "weights.toml")
    table = open_table(build.work / "full.table")
    own = {name: weight for name, weight in tuned.items() if name in table.feature_names}
    # The decoder's language models see more context, but a rule's own scores tell which targets are hopeless.
    for name in ("normal", "simple"):
        feature = f"{name.capitalize()}LMDiff"
        own[feature] = own.get(feature, 0.0) + tuned.get(f"lm_{name}", 0.0)
    trees = build.work / "selection.trees"
    idle = idle_features(table, tuned, load_trees(trees).input_names if trees.exists() else ())
    build.say(f"counting {table.source_count:,} source sides in the texts")
    counts = count_sources(table, build.work / "text")
    build.output.mkdir(parents=True, exist_ok=True)
    kept = prune_table(
        table,
        build.output / "rules.table",
        own,
        TOP,
        MARGIN,
        idle,
        counts,
        LEAST_SOURCE_COUNT,
        exclusions=read_exclusions([EXCLUDED]),
    )
    build.say(f"{kept:,} rules kept, without {', '.join(sorted(idle))}")
    for name in MODELS:
        copy_file(build.work / "lm" / name, build.output / name)
    for name in ("tagger.bin", "numbers.table", "change_words.toml"):
        copy_file(build.work / name, build.output / name)
    write_text(build.work / "base.toml", dump_toml({n: w for n, w in tuned.items() if n not in idle}))


def retune(build: Build) -> None:
    """Tune the weights of the pruned model with the selection features, and set the guards."""
    model = build.work / "pruned.toml"
    write_text(model, _pruned_model(build, None, {"selection.trees": build.work / "selection.trees"}))
    tuned = tune_with_trees(
        build.data,
        model,
        build.work / "base.toml",
        "tune-en-context.toml",
        build.work / "retuning",
        build.say,
    )
    write_text(build.output / "weights.toml", dump_toml(tuned | GUARDS | STYLE))


def choose(build: Build) -> None:
    """Train the reranker of the pruned model."""
    model, trees = build.work / "choosing.toml", build.work / "selection.trees"
    final = build.output / "weights.toml"
    document = _pruned_model(build, final, {"selection.trees": trees})
    # Trained on lists with doubtful changes, so that they serve whatever least shares a user sets.
    document = re.sub(r"(?m)^(least_\w+_share) = .*$", r"\1 = 0.0", document)
    write_text(model, f"{document}\n[weights]\nReviewedBad = 0.0\n")
    train_chooser(build.data, model, build.work / "reranker.trees", RerankerTraining(), build.say)
    copy_file(build.work / "reranker.trees", build.output / "reranker.trees")
    keep_first_fold(trees, build.output / "selection.trees")


def _pruned_model(build: Build, weights_file: Path | None, trees: Mapping[str, Path]) -> str:
    models = build.output
    return model_config(
        models / "rules.table",
        models,
        models / "tagger.bin",
        weights_file,
        trees,
        build.gaps,
        models / "numbers.table",
    )


def idle_features(table: RuleTable, tuned: Mapping[str, float], read: Collection[str] = ()) -> set[str]:
    """Return the features whose weighted values hardly differ between rules, and that no tree reads."""
    chosen = np.random.default_rng(1).choice(len(table), min(len(table), 20_000), replace=False)
    values = np.array([table.features(int(rule)) for rule in chosen])
    names = table.feature_names
    spread = values.std(axis=0) * np.abs([tuned.get(name, 0.0) for name in names])
    weak = {name for name, width in zip(names, spread, strict=True) if width < LEAST_SPREAD}
    return weak - set(read) - set(REVIEWS)


def count_sources(table: RuleTable, folder: Path) -> NDArray[np.int64]:
    """Return how often each source side stands in the texts."""
    totals = np.zeros(table.source_count, dtype=np.int64)
    for path in sorted(folder.glob("*.txt")):
        for _, block in line_blocks(path, 100_000):
            totals += table.count_sources(block)
    return totals


def card(build: Build) -> None:
    """Write the model card."""
    facts = json.loads(read_text(build.work / "lm" / "language_models.json"))
    config = build.work / "model.toml"
    models = build.output
    trees = {name: models / name for name in ("selection.trees", "reranker.trees")}
    document = _pruned_model(build, models / "weights.toml", trees)
    write_text(config, document)
    scores = measure_quality(build.data, config).scores
    sizes = {name: (build.output / name).stat().st_size for name in FILES}
    write_text(models / "MODEL_CARD.md", model_card(open_table(models / "rules.table"), facts, scores, sizes))


STEPS: dict[str, tuple[Callable[[Build], None], str]] = {
    "lm": (language_models, "lm/language_models.json"),
    "counts": (counts, "counts.tsv"),
    "tagger": (tagger, "tagger.bin"),
    "classes": (classes, "lm/class.binary"),
    "meteor": (meteor, "paraphrase-en.gz"),
    "gaps": (gaps, "generalised.rules.gz"),
    "lists": (lists, ""),
    "parallel": (parallel, "parallel.rules.gz"),
    "paradigms": (paradigms, "paradigms.rules.gz"),
    "full": (full, "full.table"),
    "tune": (weights, "tuning/weights.toml"),
    "select": (select, "selection.trees"),
    "prune": (prune, ""),
    "retune": (retune, ""),
    "choose": (choose, ""),
    "card": (card, ""),
}


@click.command()
@click.argument("data", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--work", default=".work/model", show_default=True, type=click.Path(path_type=Path))
@click.option(
    "--output",
    default=ROOT / "simplifier" / "models" / "en",
    type=click.Path(path_type=Path),
    show_default="embedded",
)
@click.option(
    "--tagger",
    "tagger_file",
    default=ROOT / "simplifier" / "models" / "en" / "tagger.bin",
    type=click.Path(path_type=Path),
    show_default="embedded",
)
@click.option(
    "--wheel", type=click.Path(exists=True, path_type=Path), help="A downloaded pycocoevalcap wheel."
)
@click.option("--gaps", "with_gaps", is_flag=True, help="Rules with gaps too (docs/extraction.md).")
@click.option(
    "--wordnet",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Rules of WordNet too, from the folder with its files (docs/rules.md).",
)
@click.option(
    "--from", "first", type=click.Choice(list(STEPS)), help="Make this step and all after it again."
)
def main(
    data: Path,
    work: Path,
    output: Path,
    tagger_file: Path,
    wheel: Path | None,
    with_gaps: bool,
    wordnet: Path | None,
    first: str | None,
) -> None:
    """Build the embedded model from the folder of research DATA."""
    build = Build(data, work, output, tagger_file, wheel, with_gaps, wordnet)
    work.mkdir(parents=True, exist_ok=True)
    again = False
    try:
        for name, (step, product) in STEPS.items():
            again = again or name == first
            if product and (work / product).exists() and not again:
                build.say(f"{name}: there already")
                continue
            build.say(f"{name}: {(step.__doc__ or '').splitlines()[0]}")
            step(build)
    except (SimplifierError, FetchError) as error:
        click.echo(f"error: {error}", err=True)
        sys.exit(2)


if __name__ == "__main__":
    main()
