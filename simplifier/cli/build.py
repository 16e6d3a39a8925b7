"""`simplifier build`: make a model from its recipe; `simplifier train`: run one trainer."""

from __future__ import annotations

from pathlib import Path

import click

from simplifier.base.errors import ConfigError, InputError
from simplifier.base.terminal import say
from simplifier.cli.lazy import LazyCommand, LazyGroup
from simplifier.recipes.recipe import load_recipe
from simplifier.recipes.steps.building import find_places
from simplifier.recipes.steps.runner import Runner, chosen_steps
from simplifier.recipes.steps.steps import recipe_steps

__all__ = ["build_command", "train_group"]

_TRAINERS = {
    name: LazyCommand(f"simplifier.recipes.training.{name}", "main", summary)
    for name, summary in {
        "tagger": "Parts of speech, from labelled text.",
        "parser": "Trees of sentences, from labelled text.",
        "judgements": "What readers said of each pair of a rule table, counted anew.",
        "selection": "Trees that judge every change, learnt from judged edits and references.",
        "reader": "A network that reads every change in its sentence, learnt from judged edits.",
        "reranker": "Trees that choose among the best versions of a sentence.",
        "standing": "Trees that judge every split, learnt from judged splits.",
        "structure": "Weights that choose among structural plans of a sentence.",
        "estimate": "A model that estimates the quality of a rewriting without references.",
    }.items()
}


@click.group("train", cls=LazyGroup, places=_TRAINERS)
def train_group() -> None:
    """Train one part of a model; a recipe runs these as its steps."""


def _settings(pairs: tuple[str, ...]) -> dict[str, object]:
    found: dict[str, object] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals:
            raise ConfigError(f"--set {pair}: write KEY=VALUE")
        found[key] = value
    return found


_FOLDER = click.Path(file_okay=False, path_type=Path)


@click.command("build", help="Build the model of RECIPE: only steps for which something has changed are run.")
@click.argument("recipe_file", metavar="RECIPE", type=click.Path(path_type=Path))
@click.option("--data", required=True, type=_FOLDER, help="Folder of data, $DATA in the recipe.")
@click.option("--work", required=True, type=_FOLDER, help="Folder of intermediate files, $WORK.")
@click.option("--output", type=_FOLDER, help="Folder of the model, $OUTPUT; default: as the recipe says.")
@click.option("--dry-run", is_flag=True, help="Say what would run, and why.")
@click.option("--from", "first", metavar="STEP", help="Leave the steps before this one as they are.")
@click.option("--until", "last", metavar="STEP", help="Stop after this step.")
@click.option("--only", multiple=True, metavar="STEP", help="This step alone; repeatable.")
@click.option("--force", is_flag=True, help="Run these steps even where nothing has changed.")
@click.option("--adopt", is_flag=True, help="Take existing files as made by this recipe; run nothing.")
@click.option("--set", "pairs", multiple=True, metavar="KEY=VALUE", help="Another value in the recipe.")
@click.option("--wheel", type=click.Path(path_type=Path), help="A downloaded pycocoevalcap wheel.")
def build_command(
    recipe_file: Path,
    data: Path,
    work: Path,
    output: Path | None,
    dry_run: bool,
    first: str | None,
    last: str | None,
    only: tuple[str, ...],
    force: bool,
    adopt: bool,
    pairs: tuple[str, ...],
    wheel: Path | None,
) -> None:
    """Build the model of RECIPE."""
    recipe = load_recipe(recipe_file, _settings(pairs))
    if not data.is_dir():
        raise InputError(f"{data}: no such folder; docs/build/data.md says where data come from")
    places = find_places(recipe_file, recipe, data, work, output)
    steps = recipe_steps(recipe, places, wheel)
    chosen = chosen_steps(steps, first, last, only)
    runner = Runner(steps, places, say)
    if dry_run:
        width = max(len(step.name) for step in chosen)
        for plan in runner.plan(chosen, force):
            click.echo(f"{plan.step.name:{width}}  {f'runs: {plan.reason}' if plan.reason else 'done'}")
    elif adopt:
        runner.adopt(chosen)
    else:
        try:
            runner.run(chosen, force)
        except OSError as error:  # such as a full disk, or no permission
            place = f"{error.filename}: " if error.filename else ""
            raise InputError(f"{place}{error.strerror or error}; the same command goes on") from None
        except KeyboardInterrupt:
            say("what is finished is kept; the same command goes on")
            raise
