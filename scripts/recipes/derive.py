"""Configurations made from others: typed copies, never changed text."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from base.errors import ConfigError, nearest
from base.toml import dump_toml
from simplifier.config import Config

__all__ = ["derive", "placed", "to_toml", "without_files"]

Model = TypeVar("Model", bound=BaseModel)


def derive(model: Model, changes: Mapping[str, object]) -> Model:
    """Return a validated copy with other values at dotted keys, such as ``decoder.pop_limit``.

    Raises:
        ConfigError: no such key (names the nearest), or a value that it cannot have.
    """
    data = model.model_dump()
    for key, value in changes.items():
        _put(data, key, value)
    try:
        return type(model).model_validate(data)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        raise ConfigError(f"{place}: {first['msg']}, not {first['input']!r}") from None


def _put(data: dict[str, Any], key: str, value: object) -> None:
    first, _, rest = key.partition(".")
    if first not in data:
        raise ConfigError(f"unknown key {key!r}{nearest(first, data)}")
    if not rest:
        data[first] = value
    elif not isinstance(data[first], dict):
        raise ConfigError(f"{key!r}: {first!r} is a value and has no keys")
    elif first in ("weights", "guards"):  # names of features, which may hold dots
        data[first] = data[first] | {rest: value}
    else:
        _put(data[first], rest, value)


def to_toml(model: BaseModel) -> str:
    """Return the settings as TOML that reads back; paths are absolute, None is left out."""
    return dump_toml(model.model_dump())


def placed(config: Config, files: Mapping[str, Path]) -> Config:
    """Return a model's configuration with its files elsewhere.

    Args:
        config: the configuration.
        files: where a file is, by its name in the configuration; the others stay where they are.
    """

    def place(path: Path | None) -> Path | None:
        return None if path is None else files.get(path.name, path)

    changes: dict[str, object] = {
        "weights_file": place(config.weights_file),
        "tagger.path": place(config.tagger.path),
        "selection.path": place(config.selection.path),
        "reranker.path": place(config.reranker.path),
        "grammars": [one.model_dump() | {"path": place(one.path)} for one in config.grammars],
        "language_models": [
            one.model_dump() | {"path": place(one.path), "classes": place(one.classes)}
            for one in config.language_models
        ],
    }
    return derive(config, changes)


def without_files(config: Config, names: Collection[str]) -> Config:
    """Return a configuration that does not use the files of these names.

    A grammar or language model goes as a whole; of other parts only their ``path`` is unset.
    """

    def gone(path: Path | None) -> bool:
        return path is not None and path.name in names

    changes: dict[str, object] = {
        f"{key}.path": None for key in ("tagger", "selection", "reranker") if gone(getattr(config, key).path)
    }
    if gone(config.weights_file):
        changes["weights_file"] = None
    changes["grammars"] = [one.model_dump() for one in config.grammars if not gone(one.path)]
    changes["language_models"] = [one.model_dump() for one in config.language_models if not gone(one.path)]
    return derive(config, changes)
