"""`simplifier rules extract`: rules and phrase values from sentence pairs."""

from __future__ import annotations

import resource
import time
from pathlib import Path

import click

from simplifier.base.errors import ConfigError
from simplifier.languages.registry import language_named
from simplifier.recipes.data.extract_rules import extract
from simplifier.recipes.places import Places
from simplifier.recipes.recipe import load_recipe

__all__ = ["extract_command"]


@click.command("extract")
@click.argument("recipe_file", metavar="RECIPE", type=click.Path(path_type=Path))
@click.option("--data", required=True, type=click.Path(path_type=Path), help="Folder of data ($DATA).")
@click.option("--tagger", required=True, type=click.Path(path_type=Path), help="Tagger model.")
@click.option("--output", required=True, type=click.Path(path_type=Path), help="Folder to write to.")
@click.option("--engine", type=click.Choice(["local", "spark"]), default="local", show_default=True)
@click.option("--master", default="", metavar="URL", help="Address of the Spark cluster.  [default: this machine]")
def extract_command(recipe_file: Path, data: Path, tagger: Path, output: Path, engine: str, master: str) -> None:
    """Extract rules with statistics from the sentence pairs that RECIPE names in [parallel].

    The folder gets parallel.rules.gz and gaps.rules.gz (labelled grammars), propensity.tsv.gz (what
    simplification does to every phrase) and parallel.json (sources, licences, counts, settings).
    """
    started = time.monotonic()

    def log(text: str) -> None:
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
        click.echo(f"{time.monotonic() - started:5.0f} s {peak:4.1f} GB  {text}", err=True)

    recipe = load_recipe(recipe_file)
    if recipe.parallel is None:
        raise ConfigError(f"{recipe_file}: has no [parallel]; the files of pairs are named there")
    places = Places(recipe_file.resolve().parent, data.resolve(), output.resolve(), output.resolve())
    near, language = recipe.development.near_pairs, language_named(recipe.language)
    if engine == "spark":
        from simplifier.recipes.cluster.extraction import extract_with_spark, session_for_scripts

        session = session_for_scripts(master)
        extract_with_spark(session, recipe.parallel, near, places, tagger, output, language, log)
    else:
        extract(recipe.parallel, near, places, tagger, output, language, log)
