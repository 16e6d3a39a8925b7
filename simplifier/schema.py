"""Walk pydantic models by dotted key: anchor paths, suggest the nearest key, override single values."""

from __future__ import annotations

import tomllib
import types
import typing
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel

from native.errors import ConfigError, nearest

__all__ = ["anchor_paths", "nearest_key", "override"]


def _kinds(annotation: Any) -> tuple[Any, ...]:
    """Return the alternatives of a union, the items of a list, or the type itself, without metadata."""
    if typing.get_origin(annotation) is Annotated:
        return _kinds(typing.get_args(annotation)[0])
    if typing.get_origin(annotation) in (list, typing.Union, types.UnionType):
        return tuple(kind for each in typing.get_args(annotation) for kind in _kinds(each))
    return (annotation,)


def _section_of(annotation: Any) -> type[BaseModel] | None:
    """Return the model that a field holds (alone or in a list), or None."""
    for kind in _kinds(annotation):
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            return kind
    return None


def anchor_paths(model: type[BaseModel], data: dict[str, Any], folder: Path) -> None:
    """Make every path in ``data`` absolute, taking ``folder`` as where relative ones start."""
    for name, value in data.items():
        field = model.model_fields.get(name)
        if field is None:
            continue
        section = _section_of(field.annotation)
        if section is not None:
            for part in value if isinstance(value, list) else [value]:
                if isinstance(part, dict):
                    anchor_paths(section, part, folder)
        elif Path in _kinds(field.annotation) and isinstance(value, str):
            data[name] = str((folder / value).resolve())
        elif Path in _kinds(field.annotation) and isinstance(value, list):
            data[name] = [str((folder / item).resolve()) if isinstance(item, str) else item for item in value]


def nearest_key(root: type[BaseModel], keys: list[str]) -> str:
    """Return the suggestion for an unknown key, looking in its own section, then everywhere."""
    model, prefix = root, ""
    for key in keys[:-1]:
        field = model.model_fields.get(key)
        model = (_section_of(field.annotation) if field else None) or model
        prefix += f"{key}."
    own = nearest(prefix + keys[-1], [prefix + name for name in model.model_fields])
    return own or nearest(".".join(keys), _all_keys(root))


def _all_keys(model: type[BaseModel], prefix: str = "") -> list[str]:
    keys: list[str] = []
    for name, field in model.model_fields.items():
        keys.append(prefix + name)
        section = _section_of(field.annotation)
        if section is not None:
            keys += _all_keys(section, f"{prefix}{name}.")
    return keys


def override(root: type[BaseModel], data: dict[str, Any], key: str, value: object) -> None:
    """Put one value at a dotted key of a dumped model, converting a string to the key's type.

    Raises:
        ConfigError: the key does not exist, or the value is not of its kind.
    """
    place: Any = data
    model: type[BaseModel] | None = root
    annotation: Any = None
    parts = key.split(".")
    for depth, part in enumerate(parts):
        last = depth + 1 == len(parts)
        if isinstance(place, list):
            if not part.isdecimal() or int(part) >= len(place):
                raise ConfigError(f"--set {key}: {part!r} numbers no entry; there are {len(place)}, from 0")
            step: Any = int(part)
        elif model is None:  # a table of free names, which may hold dots
            place[".".join(parts[depth:])] = _number(key, value)
            return
        else:
            field = model.model_fields.get(part)
            if field is None:
                suggestion = nearest_key(root, parts[: depth + 1])
                raise ConfigError(f"--set {key}: unknown key {'.'.join(parts[: depth + 1])!r}{suggestion}")
            step, annotation = part, field.annotation
            model = _section_of(annotation)
        if not last:
            place = place[step]
            if not isinstance(place, dict | list):
                raise ConfigError(f"--set {key}: {'.'.join(parts[: depth + 1])!r} is a value and has no keys")
    place[step] = _converted(value, annotation)


def _number(key: str, value: object) -> float:
    try:
        return float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        raise ConfigError(f"--set {key}: {value!r} is not a number") from None


def _converted(value: object, annotation: Any) -> object:
    """Read a string as TOML unless the key takes text; an empty path means none."""
    if not isinstance(value, str):
        return value
    kinds = _kinds(annotation)
    if Path in kinds:
        return Path(value).resolve() if value else None
    if annotation is str or (typing.get_origin(annotation) is Annotated and str in kinds):
        return value
    return _toml_value(value)


def _toml_value(text: str) -> object:
    """Return what a TOML file would make of ``key = text``; the text itself where that is nothing."""
    try:
        document: Mapping[str, object] = tomllib.loads(f"value = {text}")
    except tomllib.TOMLDecodeError:
        return text
    return document["value"] if len(document) == 1 else text
