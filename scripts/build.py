#!/usr/bin/env python3
"""Build a model from its recipe: every step that something has changed for, and no other.

    python -m scripts.build configs/recipes/en.toml --data DATA --work .work/model

What the steps read and made is kept in WORK/.steps, so an interrupted build goes on where it stopped, and a
changed recipe makes only what depends on the change. ``--dry-run`` says what would run, and why.
docs/guide/own_model.md tells how to write a recipe, docs/guide/data.md where the data come from.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import click

from scripts.recipes.places import Places
from scripts.recipes.recipe import Recipe, load_recipe
from scripts.recipes.runner import Runner, chosen_steps
from scripts.recipes.steps import recipe_steps
from simplifier.base.errors import ConfigError, InputError, SimplifierError
from simplifier.base.settings import anchored
from simplifier.base.terminal import say

__all__ = ["build", "find_places"]


def find_places(recipe_file: Path, recipe: Recipe, data: Path, work: Path, output: Path | None) -> Places:
    """Return the folders of a build, absolute."""
    folder = recipe_file.resolve().parent
    if output is None:
        output = work if recipe.model is None else anchored(recipe.model.output, folder)
    return Places(folder, data.resolve(), work.resolve(), output.resolve())


def build(recipe_file: Path, data: Path, work: Path, report: Callable[[str], None]) -> Path:
    """Build what has changed and return the model's configuration.

    Args:
        recipe_file: the recipe.
        data: folder of data.
        work: folder of what is made.
        report: takes a line of text.

    Raises:
        InputError: a file or a program is missing, or tuning was interrupted.
    """
    recipe = load_recipe(recipe_file)
    places = find_places(recipe_file, recipe, data, work, None)
    steps = recipe_steps(recipe, places)
    Runner(steps, places, report).run(steps)
    return places.work / "model.toml"


def _settings(pairs: tuple[str, ...]) -> dict[str, object]:
    found: dict[str, object] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals:
            raise ConfigError(f"--set {pair}: write KEY=VALUE")
        found[key] = value
    return found


_FOLDER = click.Path(file_okay=False, path_type=Path)


@click.command(help=(__doc__ or "").split("\n\n")[0])
@click.argument("recipe_file", metavar="RECIPE", type=click.Path(path_type=Path))
@click.option("--data", required=True, type=_FOLDER, help="Folder of data, $DATA in the recipe.")
@click.option("--work", required=True, type=_FOLDER, help="Folder of what is made, $WORK.")
@click.option("--output", type=_FOLDER, help="Folder of the model, $OUTPUT; default: as the recipe says.")
@click.option("--dry-run", is_flag=True, help="Say what would run, and why.")
@click.option("--from", "first", metavar="STEP", help="Leave the steps before this one as they are.")
@click.option("--until", "last", metavar="STEP", help="Stop after this step.")
@click.option("--only", multiple=True, metavar="STEP", help="This step alone; repeatable.")
@click.option("--force", is_flag=True, help="Run these steps even where nothing has changed.")
@click.option("--adopt", is_flag=True, help="Take what is there as made by this recipe; run nothing.")
@click.option("--set", "pairs", multiple=True, metavar="KEY=VALUE", help="Another value in the recipe.")
@click.option("--wheel", type=click.Path(path_type=Path), help="A downloaded pycocoevalcap wheel.")
def main(
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
    try:
        recipe = load_recipe(recipe_file, _settings(pairs))
        if not data.is_dir():
            raise InputError(f"{data}: no such folder; docs/guide/data.md says where data come from")
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
            runner.run(chosen, force)
    except SimplifierError as error:
        click.echo(f"error: {error}", err=True)
        sys.exit(2)
    except OSError as error:  # no space, no permission
        place = f"{error.filename}: " if error.filename else ""
        click.echo(f"error: {place}{error.strerror or error}; the same command goes on", err=True)
        sys.exit(2)
    except KeyboardInterrupt:
        click.echo("interrupted; the same command goes on", err=True)
        sys.exit(130)


if __name__ == "__main__":
    main()
