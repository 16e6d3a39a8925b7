"""Readers of grammar files, one per format; all stream column batches (`rules.batch.RuleBatch`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from native.errors import ConfigError, nearest
from rules.batch import RuleBatch
from rules.readers.grammar import read_joshua, read_ppdb1, read_ppdb2
from rules.readers.lexical import read_lexical, read_scores
from rules.readers.lines import BadLines
from rules.readers.meteor import read_meteor

__all__ = [
    "FORMATS",
    "BadLines",
    "read_joshua",
    "read_lexical",
    "read_meteor",
    "read_ppdb1",
    "read_ppdb2",
    "read_rules",
    "read_scores",
]

_READERS: dict[str, Callable[[Path, int, BadLines | None], Iterator[RuleBatch]]] = {
    "ppdb1": read_ppdb1,
    "ppdb2": read_ppdb2,
    "meteor": read_meteor,
    "ppdb-lexical": read_lexical,
    "ppdb-scores": read_scores,
}

FORMATS = (*_READERS, "joshua")


def read_rules(
    path: Path,
    file_format: str,
    owner: str = "pt",
    batch_size: int = 50_000,
    bad_lines: BadLines | None = None,
) -> Iterator[RuleBatch]:
    """Read a grammar file of a named format (one of `FORMATS`).

    Args:
        path: the file, plain or gzip.
        file_format: name of the format.
        owner: names the columns of unlabelled Joshua features.
        batch_size: rules per batch.
        bad_lines: what to do about broken lines; the default stops at the first.

    Raises:
        ConfigError: no such format.
        InputError: a file that cannot be read.
        FormatError: a broken line.
    """
    if file_format == "joshua":
        return read_joshua(path, owner, batch_size, bad_lines)
    if file_format not in _READERS:
        known = ", ".join(FORMATS)
        raise ConfigError(
            f"no rule format {file_format!r}{nearest(file_format, FORMATS)}; the formats are {known}"
        )
    return _READERS[file_format](path, batch_size, bad_lines)
