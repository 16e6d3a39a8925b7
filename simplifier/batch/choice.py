"""The choice of a table format: by its own name, or by the name of a file."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from simplifier.base.errors import ConfigError
from simplifier.batch.formats import BatchFormat, CsvRows, JsonRows, TextRows
from simplifier.batch.parquet import ParquetRows

__all__ = ["check_output", "format_named", "format_of"]

_FORMATS: Final[dict[str, type[BatchFormat]]] = {one.name: one for one in (TextRows, JsonRows, CsvRows, ParquetRows)}
_PACKED: Final = (".gz", ".bz2", ".xz")


def format_named(name: str) -> type[BatchFormat]:
    """Return a format by its name: ``text``, ``jsonl``, ``csv`` or ``parquet``."""
    return _FORMATS[name]


def format_of(path: Path) -> type[BatchFormat]:
    """Return the format of a file by its suffix, before one such as ``.gz``; lines of text if it is unknown."""
    return _known(path) or TextRows


def check_output(form: type[BatchFormat], source: Path, output: Path) -> None:
    """Check that the name of an output says no other format than it will have.

    Args:
        form: the format of input and output.
        source: the input; an output with the same suffix is right, whatever the user says its format is.
        output: the output.

    Raises:
        ConfigError: the name says another format.
    """
    named = _known(output)
    if named is not None and named is not form and _suffix(output) != _suffix(source):
        raise ConfigError(
            f"{output}: is the name of a {named.name} file, and {form.name} is written, as {source} is read; "
            f"name a {form.suffixes[0]} file"
        )


def _known(path: Path) -> type[BatchFormat] | None:
    return next((one for one in _FORMATS.values() if _suffix(path) in one.suffixes), None)


def _suffix(path: Path) -> str:
    suffixes = [suffix for suffix in path.suffixes if suffix not in _PACKED]
    return suffixes[-1].lower() if suffixes else ""
