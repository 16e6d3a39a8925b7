"""Settings as pydantic models: read from TOML, paths anchored, values overridden, errors in one line."""

from __future__ import annotations

import tomllib
import types
import typing
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final, TypeVar

from pydantic import BaseModel, ValidationError

from base.errors import ConfigError, nearest
from base.toml import read_toml

__all__ = ["load_settings"]

Model = TypeVar("Model", bound=BaseModel)

_NO_TAGS: Final[Mapping[str, type[BaseModel]]] = {}


def load_settings(
    root: type[Model],
    path: Path,
    overrides: Mapping[str, object] | None = None,
    tags: Mapping[str, type[BaseModel]] = _NO_TAGS,
) -> Model:
    """Read and validate a file of settings; paths in it are relative to the file, in overrides to here.

    Args:
        root: what the file holds.
        path: a TOML file.
        overrides: values by dotted key, ``decoder.pop_limit`` or ``grammars.0.path``. Strings are read as the
            type that the key has, as on the command line; other values are taken as they are.
        tags: the models of a tagged union, by tag.

    Raises:
        InputError: no such file, not TOML, or a key or value that cannot be used; names file and key.
    """
    data = read_toml(path)
    _anchor_paths(root, data, path.resolve().parent)
    settings = _validated(root, data, str(path), tags)
    if not overrides:
        return settings
    data = settings.model_dump()
    for key, value in overrides.items():
        _override(root, data, key, value)
    return _validated(root, data, "--set", tags)


def _validated(
    root: type[Model], data: Mapping[str, Any], source: str, tags: Mapping[str, type[BaseModel]]
) -> Model:
    try:
        return root.model_validate(data)
    except ValidationError as error:
        raise ConfigError(f"{source}: {_explain(root, error, tags)}") from None


def _explain(root: type[BaseModel], error: ValidationError, tags: Mapping[str, type[BaseModel]]) -> str:
    """Put the first problem of a validation into one line."""
    first = error.errors()[0]
    # The place of an error in a tagged union names the tag too, which is no key.
    tagged = next((tags[part] for part in first["loc"] if isinstance(part, str) and part in tags), None)
    keys = [str(part) for part in first["loc"] if part not in tags]
    key = ".".join(keys)
    kind = first["type"]
    if kind == "extra_forbidden":
        if tagged is not None:
            known = tagged.model_fields
            return f"unknown key {key!r}{nearest(keys[-1], known)}; it takes {', '.join(known)}"
        return f"unknown key {key!r}{_nearest_key(root, keys)}"
    if kind == "missing":
        return f"{key!r} is missing"
    if kind == "value_error":
        return f"{key!r}: {first['ctx']['error']}"
    if kind in ("model_type", "dict_type"):
        return f"{key!r} is a table of keys, not {first['input']!r}"
    return f"{key!r}: {first['msg'][0].lower()}{first['msg'][1:]}, not {first['input']!r}"


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


def _anchor_paths(model: type[BaseModel], data: dict[str, Any], folder: Path) -> None:
    """Make every path in ``data`` absolute, taking ``folder`` as where relative ones start."""
    for name, value in data.items():
        field = model.model_fields.get(name)
        if field is None:
            continue
        section = _section_of(field.annotation)
        if section is not None:
            for part in value if isinstance(value, list) else [value]:
                if isinstance(part, dict):
                    _anchor_paths(section, part, folder)
        elif Path in _kinds(field.annotation) and isinstance(value, str):
            data[name] = str((folder / value).resolve())
        elif Path in _kinds(field.annotation) and isinstance(value, list):
            data[name] = [str((folder / item).resolve()) if isinstance(item, str) else item for item in value]


def _nearest_key(root: type[BaseModel], keys: list[str]) -> str:
    """Return the suggestion for an unknown key, looking in its own section, then everywhere."""
    model, prefix = root, ""
    for key in keys[:-1]:
        field = model.model_fields.get(key)
        model = (_section_of(field.annotation) if field else None) or model
        prefix += f"{key}."
    own = nearest(prefix + keys[-1], [prefix + name for name in model.model_fields])
    known = _all_keys(root)
    if len(keys) == 1:  # a key without its section is likelier than a section that is spelt alike
        inside = [key for key in known if key.endswith(f".{keys[0]}")]
        own = nearest(inside[0], inside) if len(inside) == 1 else own
    return own or nearest(".".join(keys), known)


def _all_keys(model: type[BaseModel], prefix: str = "") -> list[str]:
    keys: list[str] = []
    for name, field in model.model_fields.items():
        keys.append(prefix + name)
        section = _section_of(field.annotation)
        if section is not None:
            keys += _all_keys(section, f"{prefix}{name}.")
    return keys


def _override(root: type[BaseModel], data: dict[str, Any], key: str, value: object) -> None:
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
                suggestion = _nearest_key(root, parts[: depth + 1])
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
