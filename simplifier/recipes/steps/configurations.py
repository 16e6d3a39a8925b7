"""The model's configuration at each stage of a build."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any

from simplifier.base.settings import derive
from simplifier.config import Config, load_config
from simplifier.recipes.data.lexicon_table import LEXICON_OWNER
from simplifier.recipes.places import Places
from simplifier.recipes.recipe import Recipe, Tuning
from simplifier.recipes.steps.model_files import placed, without_files

__all__ = ["config_files", "config_settings", "final_config", "stage_config"]


def stage_config(recipe: Recipe, places: Places, stage: Tuning, later: Collection[str]) -> Config:
    """Return the model's configuration with the files that are built so far.

    Args:
        recipe: the recipe, which names the configuration and the files.
        places: the folders of the build.
        stage: the tuning run, with its own files, the files that are not used yet, and changed settings.
        later: parts that are made later, out of ``weights``, ``selection``, ``reader`` and ``reranker``.
    """
    config = load_config(places.path(recipe.config))
    parts = {
        "weights": config.weights_file,
        "selection": config.selection.path,
        "reader": config.selection.reader,
        "reranker": config.reranker.path,
    }
    gone = {path.name for part, path in parts.items() if part in later and path is not None}
    # The table compiled from a lexicon is made for a finished model only. During the build, the large table holds
    # the lexicon's rules.
    gone |= {one.path.name for one in config.grammars if one.owner == LEXICON_OWNER}
    files = {name: places.path(place) for name, place in (recipe.files | stage.files).items()}
    return derive(placed(without_files(config, {*stage.without, *gone}), files), stage.changes)


def final_config(recipe: Recipe, places: Places) -> Config:
    """Return the finished model's configuration.

    Its files lie in the model's folder, or where the build leaves them if the recipe has no such folder.
    """
    config = load_config(places.path(recipe.config))
    if recipe.model is not None:
        return placed(config, {name: places.output / name for name in recipe.files})
    return placed(config, {name: places.path(place) for name, place in recipe.files.items()})


def config_files(config: Config) -> list[Path]:
    """Return the files of a configuration that tuning and training read, each once."""
    files = [config.weights_file, config.user_rules, config.tagger.path]
    files += [config.context.change_words, config.context.frames]
    if config.model.language.endswith(".toml"):
        files.append(Path(config.model.language))
    files += [config.selection.path, config.selection.reader_used, config.reranker.path]
    files += [grammar.path for grammar in config.grammars]
    files += [path for model in config.language_models for path in (model.path, model.classes)]
    return [path for path in dict.fromkeys(files) if path is not None]


def config_settings(config: Config, places: Places) -> dict[str, Any]:
    """Return the settings that tuning and training depend on, with labels of files in place of their paths.

    Labels do not change when a folder is moved, so a moved build does not run again.
    """
    # These do not affect what is learnt: presets are chosen by users, the check runs after the search, and of the
    # model's section only the language matters, which is added below.
    settings = config.model_dump(exclude={"preset", "presets", "check", "model"})

    def named(value: Any) -> Any:
        if isinstance(value, Path):
            return places.label(value)
        if isinstance(value, dict):
            return {key: named(inner) for key, inner in value.items()}
        return [named(inner) for inner in value] if isinstance(value, list) else value

    found: dict[str, Any] = named(settings)
    found["decoder"].pop("threads")  # the output does not depend on it
    found["language"] = Path(config.model.language).name
    return found
