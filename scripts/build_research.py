#!/usr/bin/env python3
"""Build the research model: every source there is, whatever its licence, and no limit of size.

    python -m scripts.build_research ../shared/data --wordnet /usr/share/wordnet

Leaves its files in .work/research, where configs/research.toml finds them; they must not be passed on
(scripts/research_data.py). The steps are those of scripts/build_model.py, which the model shares its code
with, and like those they are skipped when what they make is there:

text      texts, the non-commercial ones too
lm        language models of order 5, pruned and quantised less
counts    how often each word stands in the texts
tagger    that of the embedded model
classes   class language model
meteor    the METEOR paraphrase table
gaps      rules with gaps that it generalises to
lists     rules of WordNet, of plain English and of number forms
pairs     rules of PPDB pairs without scores
parallel  rules and change propensities from all parallel text
paradigms rules for the forms of a pair that the sources leave out
full      one table of all rules with all features; nothing is pruned
tune      weights without bounds, the features of grammar among them
select    trees that tell from its context whether people would make a change
retune    weights with what the trees say
choose    trees that choose among the 150 best
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import click

from base.errors import InputError, SimplifierError
from base.toml import dump_toml, read_toml
from base.writing import write_text
from rules.tables.build import build_table
from scripts.build_language_models import build_language_models
from scripts.build_model import STEPS
from scripts.extract_rules import extract
from scripts.fetch_meteor import FetchError
from scripts.language_model_text import make_text
from scripts.list_rules import make_list
from scripts.model_context import train_chooser, train_selection_trees, tune_with_trees
from scripts.model_files import ROOT, Build
from scripts.research_data import (
    RESEARCH_PARTS,
    RESEARCH_RECIPES,
    RESEARCH_SIMPLIFYING,
    RESEARCH_SPLITTING,
    research_table,
)
from scripts.train_reranker import Readers
from tuning import load_tune_config, tune
from tuning.boosting.reranker import RerankerTraining

WORK: Final = ROOT / ".work" / "research"
CONFIG: Final = ROOT / "configs" / "research.toml"
#: What the reranker is asked for: TurkCorpus, mostly by its corpus score, and ASSET (not to be passed on).
METRIC: Final = "0.3*sari-paper + 0.7*sari-easse"


def text(build: Build) -> None:
    """Make the texts."""
    make_text(build.data, build.work / "text", RESEARCH_PARTS)


def language_models(build: Build) -> None:
    """Make the language models."""
    build_language_models(build.data, build.work / "lm", build.work, RESEARCH_RECIPES, report=build.say)


def pairs(build: Build) -> None:
    """Make rules of PPDB's pairs without scores."""
    make_list("pairs", build.data, build.work, build.say)


def parallel(build: Build) -> None:
    """Extract rules and change propensities from all parallel text."""
    extract(
        build.data,
        build.work / "tagger.bin",
        build.work,
        build.say,
        simplifying_files=RESEARCH_SIMPLIFYING,
        splitting_files=RESEARCH_SPLITTING,
    )


def full(build: Build) -> None:
    """Build the table of all rules."""
    report = build_table(research_table(build.data, build.work), build.work / "full.table")
    build.say(f"{report.rules:,} rules with {len(report.features)} features in {report.seconds:.0f} s")


def weights(build: Build) -> None:
    """Tune the weights."""
    model, document = build.work / "full.toml", read_toml(CONFIG)
    for later in ("weights_file", "weights", "selection", "reranker"):
        document.pop(later)
    write_text(model, dump_toml(_absolute(document)))
    corpus = build.data / "turkcorpus"
    config = load_tune_config(
        ROOT / "configs" / "tune-research.toml",
        {
            "model": str(model),
            "output": str(build.work / "tuning"),
            "data.source": str(corpus / "tune.truecase.src"),
            "data.references": [str(corpus / f"tune.ref{i}") for i in range(8)],
        },
    )
    shutil.rmtree(config.output, ignore_errors=True)
    if not tune(config, report=build.say).finished:
        raise InputError(f"{config.output}: tuning was interrupted; run the build again")


def select(build: Build) -> None:
    """Train selection trees."""
    tuned = build.work / "tuning" / "weights.toml"
    train_selection_trees(
        build.data, build.work / "full.toml", tuned, build.work / "selection.trees", build.say
    )


def retune(build: Build) -> None:
    """Tune the weights with the selection features."""
    model, document = build.work / "selecting.toml", read_toml(CONFIG)
    for later in ("weights_file", "weights", "reranker"):
        document.pop(later)
    write_text(model, dump_toml(_absolute(document)))
    tuned = tune_with_trees(
        build.data,
        model,
        build.work / "tuning" / "weights.toml",
        "tune-research-context.toml",
        build.work / "retuning",
        build.say,
    )
    write_text(build.work / "weights.toml", dump_toml(tuned))


def choose(build: Build) -> None:
    """Train the reranker."""
    model, document = build.work / "choosing.toml", read_toml(CONFIG)
    document.pop("reranker")
    write_text(model, dump_toml(_absolute(document)))
    others = Readers([build.data / "asset" / f"valid.ref{i}" for i in range(10)], "sari-easse", 0.15)
    train_chooser(
        build.data, model, build.work / "reranker.trees", RerankerTraining(), build.say, METRIC, [others]
    )


def _absolute(document: dict[str, Any]) -> dict[str, Any]:
    """Return a configuration whose paths do not depend on where it stands."""
    single = [document[name] for name in ("tagger", "selection", "reranker") if name in document]
    for section in (*single, *document["grammars"], *document["language_models"]):
        for key in {"path", "classes"} & section.keys():
            section[key] = str((CONFIG.parent / section[key]).resolve())
    context = document["context"]
    context["change_words"] = str((CONFIG.parent / context["change_words"]).resolve())
    if "weights_file" in document:
        document["weights_file"] = str((CONFIG.parent / document["weights_file"]).resolve())
    return document


_FROM_MODEL: Final = {
    name: STEPS[name] for name in ("counts", "tagger", "classes", "meteor", "gaps", "lists")
}
RESEARCH_STEPS: Final[dict[str, tuple[Callable[[Build], None], str]]] = {
    "text": (text, "text/parts.json"),
    "lm": (language_models, "lm/language_models.json"),
    **_FROM_MODEL,
    "pairs": (pairs, "pairs.rules.gz"),
    "parallel": (parallel, "parallel.rules.gz"),
    "paradigms": STEPS["paradigms"],
    "full": (full, "full.table"),
    "tune": (weights, "tuning/weights.toml"),
    "select": (select, "selection.trees"),
    "retune": (retune, "weights.toml"),
    "choose": (choose, "reranker.trees"),
}


@click.command()
@click.argument("data", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option(
    "--wordnet",
    required=True,
    type=click.Path(exists=True, path_type=Path),
    help="Folder of WordNet's files.",
)
@click.option(
    "--wheel", type=click.Path(exists=True, path_type=Path), help="A downloaded pycocoevalcap wheel."
)
@click.option(
    "--from", "first", type=click.Choice(list(RESEARCH_STEPS)), help="Make this step and all after it again."
)
def main(data: Path, wordnet: Path, wheel: Path | None, first: str | None) -> None:
    """Build the research model from the folder of research DATA."""
    tagger = ROOT / "simplifier" / "models" / "en" / "tagger.bin"
    build = Build(data, WORK, WORK, tagger, wheel, True, wordnet)
    WORK.mkdir(parents=True, exist_ok=True)
    again = False
    try:
        for name, (step, product) in RESEARCH_STEPS.items():
            again = again or name == first
            if product and (WORK / product).exists() and not again:
                build.say(f"{name}: there already")
                continue
            build.say(f"{name}: {(step.__doc__ or '').splitlines()[0]}")
            step(build)
    except (SimplifierError, FetchError) as error:
        click.echo(f"error: {error}", err=True)
        sys.exit(2)


if __name__ == "__main__":
    main()
