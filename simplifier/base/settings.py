"""Settings as pydantic models: read from TOML, changed by dotted key, written; errors in one line.

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

#: A path in strict settings, which TOML can only write as text.
SettingsPath = Annotated[Path, Field(strict=False)]
#: A number other than infinities and NaN.
Finite = Annotated[float, Field(allow_inf_nan=False)]

#: The folder of the package, which settings name ``$SIMPLIFIER``.
PACKAGE: Final = Path(__file__).resolve().parents[1]

_UNKNOWN: Final = ("extra_forbidden", "unexpected_keyword_argument")  # of a model, of a dataclass
_NO_TABLE: Final = ("model_type", "dict_type", "dataclass_type")


class Section(BaseModel):
    """A table of settings: no unknown key, no value of another type, no change afterwards."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


def load_settings(root: type[Model], path: Path, overrides: Mapping[str, object] | None = None) -> Model:
    """Read and validate a file of settings; paths in it are relative to the file, in overrides to here.

    Args:
        root: what the file holds.
        path: a TOML file.
        overrides: values by dotted key, ``decoder.pop_limit`` or ``grammars.0.path``. Strings are read as the
            type that the key has, as on the command line; other values are taken as they are.

    Raises:
        InputError: no such file, not TOML, or a key or value that cannot be used; names file and key.
    """
    data = read_toml(path)
    _anchor_paths([root], data, path.resolve().parent)
    settings = _validated(root, data, str(path))
    return override(settings, overrides) if overrides else settings


def override(model: Model, overrides: Mapping[str, object], source: str = "--set", folder: Path | None = None) -> Model:
    """Return a copy of settings with values that somebody wrote, strings read as the type of their key.

    Args:
        model: settings; they stay as they are.
        overrides: values by dotted key.
        source: where they were written, for messages.
        folder: where relative paths start; the working directory if None.

    Raises:
        ConfigError: a key or value that cannot be used; names source and key.
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
    """Return a copy of settings with other values, validated; what was given stays as it is.

    Args:
        model: settings.
        changes: values by dotted key, taken as they are: no string is read as another type. Models and lists
            of models may be given as such. None takes an entry out of a table of free names.

    Raises:
        ConfigError: a key that does not exist (names the nearest), or a value that it cannot have.
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
    """Write settings as TOML that reads back as the same, every path absolute.

    Args:
        model: settings.
        folder: the folder that the file is for; paths into it are written relative to it, so that it can be moved.

    Raises:
        ConfigError: a value that TOML has no form for.
    """
    document: dict[str, Any] = _plain(model)
    return dump_toml(document if folder is None else _relative(document, Path(os.path.abspath(folder))))


def _relative(value: Any, folder: Path) -> Any:
    """Return plain settings with the paths into a folder relative to it."""
    if isinstance(value, Mapping):
        return {name: _relative(each, folder) for name, each in value.items()}
    if isinstance(value, list):
        return [_relative(each, folder) for each in value]
    return value.relative_to(folder) if isinstance(value, Path) and value.is_relative_to(folder) else value


def _plain(value: Any) -> Any:
    """Return models and dataclasses as tables, and paths absolute."""
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
    """Put the first problem of a validation into one line."""
    first = error.errors()[0]
    # The place of an error in a tagged union names the tag too, which is no key.
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
    """Yield the models of all tagged unions below sections by their tags."""
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
    """Make every path in ``data`` absolute, taking ``folder`` as where relative ones start."""
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
    """Return a path as settings mean it: ``$SIMPLIFIER/`` is the installed package, others start at ``folder``."""
    first, _, rest = value.partition("/")
    return (PACKAGE / rest if first == "$SIMPLIFIER" else folder / value).resolve()


def _nearest_key(root: type, keys: list[str]) -> str:
    """Return the suggestion for an unknown key, looking in its own section, then everywhere."""
    sections: tuple[type, ...] = (root,)
    prefix = ""
    for key in keys[:-1]:
        sections = _sections(_fields(sections).get(key)) or sections
        prefix += f"{key}."
    own = nearest(prefix + keys[-1], [prefix + name for name in _fields(sections)])
    known = _all_keys([root])
    if len(keys) == 1:  # a key without its section is likelier than a section that is spelt alike
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
    """Where a dotted key leads in dumped settings; ``free`` is an entry of a table of free names."""

    table: Any
    step: Any
    annotation: Any
    free: bool = False

    def put(self, value: object) -> None:
        self.table[self.step] = value


def _place(root: type, data: dict[str, Any], key: str, source: str) -> _Place:
    """Find the place of a dotted key.

    Raises:
        ConfigError: there is none; begins with ``source``.
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
        elif not sections:  # free names may hold dots
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
    """Read a string as TOML unless the key takes text; an empty path means none."""
    if not isinstance(value, str):
        return value
    kinds = _kinds(annotation)
    if Path in kinds:
        return anchored(value, folder) if value else None
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
