"""Build a model from its recipe: every step that something has changed for, and no other.

    simplifier build configs/recipes/en.toml --data DATA --work .work/model

What the steps read and made is kept in WORK/.steps, so an interrupted build goes on where it stopped, and a
changed recipe makes only what depends on the change. ``--dry-run`` says what would run, and why.
docs/build/own_model.md tells how to write a recipe, docs/build/data.md where the data come from.
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
