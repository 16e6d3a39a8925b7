"""The choice of a table format: by its own name, or by the name of a file."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from simplifier.batch.formats import BatchFormat, CsvRows, JsonRows, TextRows
from simplifier.batch.parquet import ParquetRows

__all__ = ["format_named", "format_of"]

_FORMATS: Final[dict[str, type[BatchFormat]]] = {one.name: one for one in (TextRows, JsonRows, CsvRows, ParquetRows)}
_PACKED: Final = (".gz", ".bz2", ".xz")


def format_named(name: str) -> type[BatchFormat]:
    """Return a format by its name: ``text``, ``jsonl``, ``csv`` or ``parquet``."""
    return _FORMATS[name]


def format_of(path: Path) -> type[BatchFormat]:
    """Return the format of a file by its suffix, before one such as ``.gz``; lines of text if it is unknown."""
    suffixes = [suffix for suffix in path.suffixes if suffix not in _PACKED]
    last = suffixes[-1].lower() if suffixes else ""
    for one in _FORMATS.values():
        if last in one.suffixes:
            return one
    return TextRows
