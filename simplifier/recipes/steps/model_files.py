"""A model's configuration with other files, or without some of its files."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path

from simplifier.base.settings import derive
from simplifier.config import Config

__all__ = ["placed", "without_files"]


def placed(config: Config, files: Mapping[str, Path]) -> Config:
    """Return a model's configuration with other paths for its files.

    Args:
        config: the configuration.
        files: new path by name of the file in the configuration; other files keep their paths.
    """

    def place(path: Path | None) -> Path | None:
        return None if path is None else files.get(path.name, path)

    changes: dict[str, object] = {
        "weights_file": place(config.weights_file),
        "context.change_words": place(config.context.change_words),
        "context.frames": place(config.context.frames),
        "tagger.path": place(config.tagger.path),
        "parser.path": place(config.parser.path),
        "selection.path": place(config.selection.path),
        "selection.reader": place(config.selection.reader),
        "reranker.path": place(config.reranker.path),
        "structure.trees": place(config.structure.trees),
        "grammars": [one.model_dump() | {"path": place(one.path)} for one in config.grammars],
        "language_models": [
            one.model_dump() | {"path": place(one.path), "classes": place(one.classes)}
            for one in config.language_models
        ],
    }
    return derive(config, changes)


def without_files(config: Config, names: Collection[str]) -> Config:
    """Return a configuration that does not use the files of these names.

    A grammar or language model is removed as a whole; other parts only lose their path.
    """

    def gone(path: Path | None) -> bool:
        return path is not None and path.name in names

    changes: dict[str, object] = {
        f"{key}.path": None for key in ("tagger", "parser", "selection", "reranker") if gone(getattr(config, key).path)
    }
    if gone(config.selection.reader):
        changes["selection.reader"] = None
    if gone(config.structure.trees):
        changes["structure.trees"] = None
    if gone(config.weights_file):
        changes["weights_file"] = None
    changes["grammars"] = [one.model_dump() for one in config.grammars if not gone(one.path)]
    changes["language_models"] = [one.model_dump() for one in config.language_models if not gone(one.path)]
    return derive(config, changes)
