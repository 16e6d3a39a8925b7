"""All steps of a recipe in order; the last steps put the model together and write its card."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from simplifier.base.settings import to_toml
from simplifier.base.writing import copy_file, write_text
from simplifier.lm.files import seal
from simplifier.recipes.places import Places
from simplifier.recipes.recipe import Recipe
from simplifier.recipes.steps.configurations import config_settings, final_config
from simplifier.recipes.steps.model_card import model_card
from simplifier.recipes.steps.quality import measure_quality
from simplifier.recipes.steps.rule_steps import rule_steps
from simplifier.recipes.steps.runner import Run, Step
from simplifier.recipes.steps.text_steps import language_model_files, text_steps
from simplifier.recipes.steps.weight_steps import development_files, weight_steps
from simplifier.rules.tables.table import open_table
from simplifier.sealing import files_to_seal
from simplifier.tuning.boosting.writing import keep_first_fold

__all__ = ["recipe_steps"]


def recipe_steps(recipe: Recipe, places: Places, wheel: Path | None = None) -> list[Step]:
    """Return the steps of a recipe.

    Args:
        recipe: the recipe.
        places: the folders of the build.
        wheel: a downloaded wheel with the METEOR table; None to download it.
    """
    steps = [*text_steps(recipe, places), *rule_steps(recipe, places, wheel)]
    # The step "pairs" comes from the rule steps, but a language model may be trained on its sentences. The sort is
    # stable, so all other steps keep their order.
    steps.sort(key=lambda step: step.name not in ("tagger", "parser", "standing", "texts", "pairs"))
    return [*steps, *weight_steps(recipe, places), *_model(recipe, places)]


def _model(recipe: Recipe, places: Places) -> Iterator[Step]:
    config, written = final_config(recipe, places), places.work / "model.toml"
    files = {name: places.path(place) for name, place in recipe.files.items()}
    sealed = {path.name for path in files_to_seal(config)}
    made = [] if recipe.model is None else [places.output / name for name in files]

    def put_together(run: Run) -> None:
        if recipe.model is not None:
            places.output.mkdir(parents=True, exist_ok=True)
            for name, path in files.items():
                if name in recipe.model.first_fold:
                    keep_first_fold(path, places.output / name)
                else:
                    copy_file(path, places.output / name)
                if name in sealed:
                    seal(places.output / name)
        write_text(written, to_toml(config))
        run.say(f"the model's configuration is {written}")

    settings: dict[str, object] = {"config": to_toml(config)}
    if recipe.model is not None:
        settings["first_fold"] = recipe.model.first_fold
    title = "Put the model together."
    yield Step("model", title, put_together, [*files.values()], [*made, written], settings)
    if recipe.model is not None and recipe.model.card:
        yield _card(recipe, places, written, made)


def _card(recipe: Recipe, places: Places, config: Path, files: list[Path]) -> Step:
    facts, card = language_model_files(recipe, places), places.output / "MODEL_CARD.md"
    source, references = development_files(recipe, places)

    def make(run: Run) -> None:
        scores = measure_quality(places.data, config).scores
        known = [json.loads(path.read_text(encoding="utf-8")) for path in facts]
        # Checksums and cards lie in the folder, but are no part of the model.
        own = [path for path in sorted(places.output.iterdir()) if path.suffix not in (".sums", ".md")]
        sizes = {path.name: path.stat().st_size for path in own}
        write_text(card, model_card(open_table(places.output / "rules.table"), known, scores, sizes))

    return Step(
        "card",
        "Measure the model and write its card.",
        make,
        [*files, *facts, source, *references],
        [card],
        {"config": config_settings(final_config(recipe, places), places)},
    )
