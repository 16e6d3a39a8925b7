"""Build a model from its recipe, running only the steps whose inputs have changed.

    simplifier build configs/recipes/en.toml --data DATA --work .work/model

WORK/.steps records what each step read and made. So an interrupted build goes on where it stopped, and after a change
of the recipe only the steps that depend on the change run. ``--dry-run`` says what would run, and why.
docs/build/own_model.md explains how to write a recipe, docs/build/data.md where the data come from.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from simplifier.base.settings import anchored
from simplifier.recipes.places import Places
from simplifier.recipes.recipe import Recipe, load_recipe
from simplifier.recipes.steps.runner import Runner
from simplifier.recipes.steps.steps import recipe_steps

__all__ = ["build", "find_places"]


def find_places(recipe_file: Path, recipe: Recipe, data: Path, work: Path, output: Path | None) -> Places:
    """Return the folders of a build as absolute paths.

    Without ``output``, the model goes into the folder that the recipe names, or into ``work`` if it names none.
    """
    folder = recipe_file.resolve().parent
    if output is None:
        output = work if recipe.model is None else anchored(recipe.model.output, folder)
    return Places(folder, data.resolve(), work.resolve(), output.resolve())


def build(recipe_file: Path, data: Path, work: Path, report: Callable[[str], None]) -> Path:
    """Build what has changed and return the model's configuration.

    Args:
        recipe_file: the file of the recipe.
        data: folder of data.
        work: folder for what the build makes.
        report: receives each line of progress.

    Raises:
        InputError: a file or a program is missing, or tuning was interrupted.
    """
    recipe = load_recipe(recipe_file)
    places = find_places(recipe_file, recipe, data, work, None)
    steps = recipe_steps(recipe, places)
    Runner(steps, places, report).run(steps)
    return places.work / "model.toml"
