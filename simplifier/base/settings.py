"""Settings as pydantic models: read from TOML, changed by dotted key, written as TOML; errors take one line.

>>> config = load_settings(Config, Path("my.toml"), {"decoder.pop_limit": "200"})
>>> faster = derive(config, {"decoder.threads": 4, "selection.path": None})
>>> text = to_toml(faster)

A field may be a value, a path, another model or a dataclass, or a list or tuple of any of these.
"""

from __future__ import annotations

import dataclasses
import os
import tomllib
import types
import typing
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Final, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic.fields import FieldInfo

from simplifier.base.errors import ConfigError, nearest
from simplifier.base.reading import shorten
from simplifier.base.toml import dump_toml, read_toml

__all__ = ["PACKAGE", "Finite", "Section", "SettingsPath", "anchored", "derive", "load_settings", "override", "to_toml"]

Model = TypeVar("Model", bound=BaseModel)

#: A path in strict settings. TOML can hold a path only as text, so conversion is allowed for it.
SettingsPath = Annotated[Path, Field(strict=False)]
#: A number that is neither infinite nor NaN.
Finite = Annotated[float, Field(allow_inf_nan=False)]

#: The folder of the installed package; settings write it as ``$SIMPLIFIER``.
PACKAGE: Final = Path(__file__).resolve().parents[1]

_UNKNOWN: Final = ("extra_forbidden", "unexpected_keyword_argument")  # of a model, of a dataclass
_NO_TABLE: Final = ("model_type", "dict_type", "dataclass_type")


class Section(BaseModel):
    """A table of settings. It takes no unknown key and no value of another type, and cannot be changed."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


def load_settings(root: type[Model], path: Path, overrides: Mapping[str, object] | None = None) -> Model:
    """Read and validate a file of settings.

    Relative paths in the file start at its folder, those in overrides at the working directory.

    Args:
        root: the model of the whole file.
        path: a TOML file.
        overrides: values by dotted key, ``decoder.pop_limit`` or ``grammars.0.path``. Strings are read as the
            type that the key has, as on the command line; other values are taken as they are.

    Raises:
        InputError: the file is missing, is not TOML, or has a key or value that cannot be used; names file and key.
    """
    data = read_toml(path)
    _anchor_paths([root], data, path.resolve().parent)
    settings = _validated(root, data, str(path))
    return override(settings, overrides) if overrides else settings


def override(model: Model, overrides: Mapping[str, object], source: str = "--set", folder: Path | None = None) -> Model:
    """Return a copy of settings with other values, where strings are read as the type of their key.

    Args:
        model: the settings; they stay as they are.
        overrides: values by dotted key.
        source: the place where a person wrote the values, for messages.
        folder: the folder where relative paths start; the working directory if None.

    Raises:
        ConfigError: a key or value cannot be used; names source and key.
    """
    root = type(model)
    data = model.model_dump()
    for key, value in overrides.items():
        place = _place(root, data, key, f"{source} {key}")
        if place.free:
            place.put(_number(f"{source} {key}", value))
        else:
            place.put(_converted(value, place.annotation, folder or Path()))
    return _validated(root, data, source)


def derive(model: Model, changes: Mapping[str, object]) -> Model:
    """Return a validated copy of settings with other values.

    Args:
        model: the settings; they stay as they are.
        changes: values by dotted key, taken as they are: no string is read as another type. Values may be models
            or lists of models. None removes an entry from a table with free names.

    Raises:
        ConfigError: a key does not exist (names the nearest), or cannot have its value.
    """
    root = type(model)
    data = model.model_dump()
    for key, value in changes.items():
        place = _place(root, data, key, f"change of {key}")
        if place.free and value is None:
            place.table.pop(place.step, None)
        else:
            place.put(_plain(value))
    return _validated(root, data, "changed settings")


def to_toml(model: BaseModel, folder: Path | None = None) -> str:
    """Return settings as TOML that reads back the same, with absolute paths.

    Args:
        model: the settings.
        folder: the folder of the file; paths into it are written relative to it, so that the folder can be moved.

    Raises:
        ConfigError: TOML has no form for a value.
    """
    document: dict[str, Any] = _plain(model)
    return dump_toml(document if folder is None else _relative(document, Path(os.path.abspath(folder))))


def _relative(value: Any, folder: Path) -> Any:
    """Return plain settings, with paths into a folder made relative to it."""
    if isinstance(value, Mapping):
        return {name: _relative(each, folder) for name, each in value.items()}
    if isinstance(value, list):
        return [_relative(each, folder) for each in value]
    return value.relative_to(folder) if isinstance(value, Path) and value.is_relative_to(folder) else value


def _plain(value: Any) -> Any:
    """Return a value with models and dataclasses as tables, and with absolute paths."""
    if isinstance(value, BaseModel):
        return _plain(value.model_dump())
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return _plain(dataclasses.asdict(value))
    if isinstance(value, Mapping):
        return {name: _plain(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    return Path(os.path.abspath(value)) if isinstance(value, Path) else value


def _validated(root: type[Model], data: Mapping[str, Any], source: str) -> Model:
    try:
        return root.model_validate(data)
    except ValidationError as error:
        raise ConfigError(f"{source}: {_explain(root, error)}") from None


def _explain(root: type[BaseModel], error: ValidationError) -> str:
    """Return the first problem of a validation as one line."""
    first = error.errors()[0]
    # In a tagged union, the location of an error contains the tag, which is not a key.
    tags = dict(_tags([root]))
    tagged = next((tags[part] for part in first["loc"] if isinstance(part, str) and part in tags), None)
    keys = [str(part) for part in first["loc"] if part not in tags]
    key = ".".join(keys)
    kind = first["type"]
    if kind in _UNKNOWN:
        if tagged is not None:
            known = tagged.model_fields
            return f"unknown key {key!r}{nearest(keys[-1], known)}; it takes {', '.join(known)}"
        return f"unknown key {key!r}{_nearest_key(root, keys)}"
    if kind == "missing":
        return f"{key!r} is missing"
    if kind == "value_error":
        return f"{key!r}: {first['ctx']['error']}"
    given = shorten(repr(first["input"]))
    if kind in _NO_TABLE:
        return f"{key!r} is a table of keys, not {given}"
    return f"{key!r}: {first['msg'][0].lower()}{first['msg'][1:]}, not {given}"


def _kinds(annotation: Any) -> tuple[Any, ...]:
    """Return the alternatives of a union, the items of a list, or the type itself, without metadata."""
    if typing.get_origin(annotation) is Annotated:
        return _kinds(typing.get_args(annotation)[0])
    if typing.get_origin(annotation) in (list, tuple, typing.Union, types.UnionType):
        return tuple(kind for each in typing.get_args(annotation) for kind in _kinds(each))
    return (annotation,)


def _sections(annotation: Any) -> tuple[type, ...]:
    """Return the models and dataclasses that a field can hold (alone or in a list)."""
    return tuple(
        kind
        for kind in _kinds(annotation)
        if isinstance(kind, type) and (issubclass(kind, BaseModel) or dataclasses.is_dataclass(kind))
    )


def _fields(sections: Iterable[type]) -> dict[str, Any]:
    """Return the types of the fields of models and dataclasses by name."""
    fields: dict[str, Any] = {}
    for section in sections:
        if issubclass(section, BaseModel):
            fields |= {name: field.annotation for name, field in section.model_fields.items()}
        else:
            fields |= typing.get_type_hints(section, include_extras=True)
    return fields


def _tags(sections: Iterable[type]) -> Iterator[tuple[str, type[BaseModel]]]:
    """Yield the models of all tagged unions below sections, each with its tag."""
    for annotation in _fields(sections).values():
        for name, kind in _discriminated(annotation):
            for tag in typing.get_args(kind.model_fields[name].annotation):
                yield tag, kind
        yield from _tags(_sections(annotation))


def _discriminated(annotation: Any) -> Iterator[tuple[str, type[BaseModel]]]:
    """Yield the models of a tagged union, each with the name of the field that holds the tag."""
    inner = typing.get_args(annotation)
    for field in inner[1:] if typing.get_origin(annotation) is Annotated else ():
        if isinstance(field, FieldInfo) and isinstance(field.discriminator, str):
            yield from ((field.discriminator, kind) for kind in _kinds(annotation))
    for each in inner:
        yield from _discriminated(each)


def _anchor_paths(sections: Iterable[type], data: dict[str, Any], folder: Path) -> None:
    """Make every path in ``data`` absolute; relative paths start at ``folder``."""
    fields = _fields(sections)
    for name, value in data.items():
        below = _sections(fields.get(name))
        if below:
            for part in value if isinstance(value, list) else [value]:
                if isinstance(part, dict):
                    _anchor_paths(below, part, folder)
        elif Path in _kinds(fields.get(name)) and isinstance(value, str):
            data[name] = str(anchored(value, folder))
        elif Path in _kinds(fields.get(name)) and isinstance(value, list):
            data[name] = [str(anchored(item, folder)) if isinstance(item, str) else item for item in value]
        elif typing.get_origin(fields.get(name)) is dict and isinstance(value, dict):
            if Path in _kinds(typing.get_args(fields[name])[1]):
                items = value.items()
                data[name] = {k: str(anchored(v, folder)) if isinstance(v, str) else v for k, v in items}


def anchored(value: str, folder: Path) -> Path:
    """Return a setting as an absolute path: ``$SIMPLIFIER/`` is the package, other paths start at ``folder``."""
    first, _, rest = value.partition("/")
    return (PACKAGE / rest if first == "$SIMPLIFIER" else folder / value).resolve()


def _nearest_key(root: type, keys: list[str]) -> str:
    """Return a suggestion for an unknown key, from its own section if possible, else from all."""
    sections: tuple[type, ...] = (root,)
    prefix = ""
    for key in keys[:-1]:
        sections = _sections(_fields(sections).get(key)) or sections
        prefix += f"{key}."
    own = nearest(prefix + keys[-1], [prefix + name for name in _fields(sections)])
    known = _all_keys([root])
    if len(keys) == 1:  # a missing section is likelier than a misspelt one
        inside = [key for key in known if key.endswith(f".{keys[0]}")]
        own = nearest(inside[0], inside) if len(inside) == 1 else own
    return own or nearest(".".join(keys), known)


def _all_keys(sections: Iterable[type], prefix: str = "") -> list[str]:
    keys: list[str] = []
    for name, annotation in _fields(sections).items():
        keys += [prefix + name, *_all_keys(_sections(annotation), f"{prefix}{name}.")]
    return keys


@dataclasses.dataclass(frozen=True, slots=True)
class _Place:
    """The place of a dotted key in dumped settings; ``free`` is True for an entry of a table with free names."""

    table: Any
    step: Any
    annotation: Any
    free: bool = False

    def put(self, value: object) -> None:
        self.table[self.step] = value


def _place(root: type, data: dict[str, Any], key: str, source: str) -> _Place:
    """Find the place of a dotted key.

    Raises:
        ConfigError: there is no such place; the message begins with ``source``.
    """
    table: Any = data
    sections: tuple[type, ...] = (root,)
    annotation: Any = None
    parts = key.split(".")
    for depth, part in enumerate(parts):
        if isinstance(table, list | tuple):
            if not part.isdecimal() or int(part) >= len(table):
                raise ConfigError(f"{source}: {part!r} numbers no entry; there are {len(table)}, from 0")
            step: Any = int(part)
        elif not sections:  # a free name may hold dots, so the rest of the key is one name
            return _Place(table, ".".join(parts[depth:]), None, free=True)
        else:
            fields, named = _fields(sections), ".".join(parts[: depth + 1])
            if part not in fields:
                raise ConfigError(f"{source}: unknown key {named!r}{_nearest_key(root, parts[: depth + 1])}")
            step, annotation = part, fields[part]
            sections = _sections(annotation)
            if isinstance(table.get(step), tuple):
                table[step] = list(table[step])
        if depth + 1 == len(parts):
            return _Place(table, step, annotation)
        table = table[step] if isinstance(table, list) else table.get(step)
        if not isinstance(table, dict | list):
            raise ConfigError(f"{source}: {'.'.join(parts[: depth + 1])!r} is a value and has no keys")
    raise AssertionError("a key has a last part")


def _number(place: str, value: object) -> float:
    try:
        return float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        raise ConfigError(f"{place}: {value!r} is not a number") from None


def _converted(value: object, annotation: Any, folder: Path) -> object:
    """Return a string as the value of its key: read as TOML unless the key takes text; an empty path is None."""
    if not isinstance(value, str):
        return value
    kinds = _kinds(annotation)
    if Path in kinds:
        return anchored(value, folder) if value else None
    if annotation is str or (typing.get_origin(annotation) is Annotated and str in kinds):
        return value
    return _toml_value(value)


def _toml_value(text: str) -> object:
    """Return the value that ``key = text`` has in a TOML file; the text itself if that is no valid TOML."""
    try:
        document: Mapping[str, object] = tomllib.loads(f"value = {text}")
    except tomllib.TOMLDecodeError:
        return text
    return document["value"] if len(document) == 1 else text  # a line end in the text could add other keys
