"""Reading TOML, with errors that name the place, and writing TOML."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from simplifier.base.errors import ConfigError, FormatError
from simplifier.base.reading import read_text

__all__ = ["dump_toml", "read_toml"]

_BARE_KEY: Final = re.compile(r"[A-Za-z0-9_-]+")
_PLACE: Final = re.compile(r"^(.*) \(at (?:line (\d+), column (\d+)|end of document)\)$")


def read_toml(path: Path) -> dict[str, Any]:
    """Return the content of a TOML file.

    Raises:
        InputError: the file cannot be read, is not UTF-8, or is not TOML (the message names line and column).
    """
    text = read_text(path)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        match = _PLACE.match(str(error))
        if match is None:
            raise FormatError(path, f"not TOML: {error}") from None
        where = f" in column {match[3]}" if match[3] else " at the end of the file"
        line_number = int(match[2]) if match[2] else None
        raise FormatError(path, f"not TOML: {match[1]}{where}", line_number) from None


def dump_toml(document: Mapping[str, Any]) -> str:
    """Return plain values, tables and arrays of tables as TOML; None values are left out.

    Raises:
        ConfigError: TOML has no form for a value.
    """
    lines: list[str] = []
    _write_table(document, (), lines)
    return "\n".join(lines).lstrip("\n") + "\n"


def _write_table(table: Mapping[str, Any], path: tuple[str, ...], lines: list[str]) -> None:
    nested: list[tuple[str, Any]] = []
    for name, value in table.items():
        several = isinstance(value, list | tuple)
        tables = several and bool(value) and all(isinstance(item, Mapping) for item in value)
        if isinstance(value, Mapping) or tables:
            nested.append((name, value))
        elif value is not None:
            lines.append(f"{_key(name)} = {_value(value)}")
    # Tables come last: a plain value behind a heading would belong to that table.
    for name, value in nested:
        inner = (*path, name)
        heading = ".".join(map(_key, inner))
        one = isinstance(value, Mapping)
        for item in [value] if one else value:
            lines += ["", f"[{heading}]" if one else f"[[{heading}]]"]
            _write_table(item, inner, lines)


def _key(name: str) -> str:
    return name if _BARE_KEY.fullmatch(name) else _string(name)


def _string(text: str) -> str:
    # A JSON string is also a TOML basic string, except that TOML needs an escape for DEL.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, str | Path):
        return _string(str(value))
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_value, value)) + "]"
    raise ConfigError(f"cannot write {value!r} as TOML")
